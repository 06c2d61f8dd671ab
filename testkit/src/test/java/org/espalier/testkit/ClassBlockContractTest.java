package org.espalier.testkit;

import org.espalier.inference.Inference;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.api.Nested;

/** Hidden-state models of whole sequences on scalar kernels. */
class ClassBlockContractTest {

    abstract static class Scalar extends StructureContract<Trellis> {
        private final ClassBlockCases cases;

        Scalar(boolean sharesStates) {
            this.cases = new ClassBlockCases(sharesStates);
        }

        @Override
        protected StructureCases<Trellis> cases() {
            return cases;
        }

        @Override
        protected Inference<Trellis> inference() {
            return new ChainInference(Kernels.scalar());
        }
    }

    @Nested
    class OwnStates extends Scalar {
        OwnStates() {
            super(false);
        }
    }

    @Nested
    class SharedStates extends Scalar {
        SharedStates() {
            super(true);
        }
    }
}
