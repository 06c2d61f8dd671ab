package org.espalier.math.simd;

import static java.util.Objects.requireNonNull;

import org.espalier.inference.Inference;
import org.espalier.inference.segment.SegmentInference;
import org.espalier.structure.segment.Segmentation;
import org.espalier.testkit.SegmentCases;
import org.espalier.testkit.StructureCases;
import org.espalier.testkit.StructureContract;

class VectorSegmentContractTest extends StructureContract<Segmentation> {

    @Override
    protected StructureCases<Segmentation> cases() {
        return new SegmentCases();
    }

    @Override
    protected Inference<Segmentation> inference() {
        return new SegmentInference(requireNonNull(VectorKernels.orNull(), "vectors of more than one number"));
    }
}
