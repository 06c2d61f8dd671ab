package org.espalier.testkit;

import org.espalier.inference.Inference;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Trellis;
import org.espalier.testkit.ConstrainedChainCases.Base;
import org.junit.jupiter.api.Nested;

/** Chains under constraints on scalar kernels. */
class ConstrainedChainContractTest {

    abstract static class Scalar extends StructureContract<Trellis> {
        private final ConstrainedChainCases cases;

        Scalar(Base base) {
            this.cases = new ConstrainedChainCases(base);
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
    class Dense extends Scalar {
        Dense() {
            super(Base.DENSE);
        }
    }

    @Nested
    class Sparse extends Scalar {
        Sparse() {
            super(Base.SPARSE);
        }
    }

    @Nested
    class Substates extends Scalar {
        Substates() {
            super(Base.SUBSTATES);
        }
    }

    @Nested
    class OfHistories extends Scalar {
        OfHistories() {
            super(Base.HISTORIES);
        }
    }
}
