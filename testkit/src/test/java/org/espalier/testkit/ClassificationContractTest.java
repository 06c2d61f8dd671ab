package org.espalier.testkit;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.espalier.inference.Inference;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Path;
import org.espalier.structure.chain.Trellis;

/** Classification is a chain of one token; also the worked example of CONTRIBUTING.md, which {@link WorkedExampleTest} compares. */
class ClassificationContractTest extends StructureContract<Trellis> {

    // begin of the example
    static final class ClassificationCases implements StructureCases<Trellis> {

        @Override // the models have 1 to 6 classes, the structures of a model are all alike
        public Supplier<Trellis> tiny(Random random) {
            int classes = 1 + random.nextInt(6);
            return () -> Trellis.chain(1, classes);
        }

        @Override // class c has one part, number c after the shared ones; no other part is ever used
        public List<Listed> outputs(Trellis trellis) {
            return IntStream.range(0, trellis.states())
                    .mapToObj(c -> new Listed(new Path(trellis, new int[] {c}), trellis.sharedParts() + c))
                    .toList();
        }

        @Override // right is one class, or any from it on
        public Gold<Trellis> gold(Trellis trellis, boolean single, Random random) {
            int first = random.nextInt(trellis.states());
            int last = single ? first : trellis.states() - 1;
            int[][] allowed = {IntStream.rangeClosed(first, last).toArray()};
            return new Gold<>(AllowedStates.of(allowed), output -> {
                int c = ((Path) output).states()[0];
                return c < first || c > last ? 1 : 0;
            });
        }
    }
    // end of the example

    @Override
    protected StructureCases<Trellis> cases() {
        return new ClassificationCases();
    }

    @Override
    protected Inference<Trellis> inference() {
        return new ChainInference(Kernels.scalar());
    }
}
