package org.espalier.testkit;

import org.espalier.inference.Inference;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Trellis;

/** The chain on scalar kernels. */
class ChainContractTest extends StructureContract<Trellis> {

    @Override
    protected StructureCases<Trellis> cases() {
        return new ChainCases();
    }

    @Override
    protected Inference<Trellis> inference() {
        return new ChainInference(Kernels.scalar());
    }
}
