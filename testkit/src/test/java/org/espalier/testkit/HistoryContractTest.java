package org.espalier.testkit;

import org.espalier.inference.Inference;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.api.Nested;

/** Chains of higher order on scalar kernels. */
class HistoryContractTest {

    abstract static class Scalar extends StructureContract<Trellis> {
        private final HistoryCases cases;

        Scalar(int order, boolean all) {
            this.cases = new HistoryCases(order, all);
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
    class AllOfOrder2 extends Scalar {
        AllOfOrder2() {
            super(2, true);
        }
    }

    @Nested
    class OccurringOfOrder2 extends Scalar {
        OccurringOfOrder2() {
            super(2, false);
        }
    }

    @Nested
    class AllOfOrder3 extends Scalar {
        AllOfOrder3() {
            super(3, true);
        }
    }

    @Nested
    class OccurringOfOrder3 extends Scalar {
        OccurringOfOrder3() {
            super(3, false);
        }
    }
}
