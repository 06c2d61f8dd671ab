package org.espalier.math.simd;

import static java.util.Objects.requireNonNull;

import org.espalier.inference.Inference;
import org.espalier.inference.chain.ChainInference;
import org.espalier.structure.chain.Trellis;
import org.espalier.testkit.ClassBlockCases;
import org.espalier.testkit.ConstrainedChainCases;
import org.espalier.testkit.HistoryCases;
import org.espalier.testkit.StructureCases;
import org.espalier.testkit.StructureContract;
import org.junit.jupiter.api.Nested;

/** Chains whose states are not labels, and chains under constraints, on vector kernels. */
class VectorStatesContractTest {

    abstract static class Vector extends StructureContract<Trellis> {
        private final StructureCases<Trellis> cases;

        Vector(StructureCases<Trellis> cases) {
            this.cases = cases;
        }

        @Override
        protected StructureCases<Trellis> cases() {
            return cases;
        }

        @Override
        protected Inference<Trellis> inference() {
            return new ChainInference(requireNonNull(VectorKernels.orNull(), "vectors of more than one number"));
        }
    }

    @Nested
    class AllHistoriesOfOrder2 extends Vector {
        AllHistoriesOfOrder2() {
            super(new HistoryCases(2, true));
        }
    }

    @Nested
    class OccurringHistoriesOfOrder3 extends Vector {
        OccurringHistoriesOfOrder3() {
            super(new HistoryCases(3, false));
        }
    }

    @Nested
    class OwnHiddenStates extends Vector {
        OwnHiddenStates() {
            super(new ClassBlockCases(false));
        }
    }

    @Nested
    class SharedHiddenStates extends Vector {
        SharedHiddenStates() {
            super(new ClassBlockCases(true));
        }
    }

    @Nested
    class Constrained extends Vector {
        Constrained() {
            super(new ConstrainedChainCases(ConstrainedChainCases.Base.DENSE));
        }
    }

    @Nested
    class ConstrainedAndSparse extends Vector {
        ConstrainedAndSparse() {
            super(new ConstrainedChainCases(ConstrainedChainCases.Base.SPARSE));
        }
    }
}
