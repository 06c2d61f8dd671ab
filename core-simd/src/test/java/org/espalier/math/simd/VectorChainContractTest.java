package org.espalier.math.simd;

import static java.util.Objects.requireNonNull;

import org.espalier.inference.Inference;
import org.espalier.inference.chain.ChainInference;
import org.espalier.structure.chain.Trellis;
import org.espalier.testkit.ChainCases;
import org.espalier.testkit.StructureCases;
import org.espalier.testkit.StructureContract;

class VectorChainContractTest extends StructureContract<Trellis> {

    @Override
    protected StructureCases<Trellis> cases() {
        return new ChainCases();
    }

    @Override
    protected Inference<Trellis> inference() {
        return new ChainInference(requireNonNull(VectorKernels.orNull(), "vectors of more than one number"));
    }
}
