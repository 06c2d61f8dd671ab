package org.espalier.testkit;

import org.espalier.inference.Inference;
import org.espalier.inference.segment.SegmentInference;
import org.espalier.math.Kernels;
import org.espalier.structure.segment.Segmentation;

/** Segments on scalar kernels. */
class SegmentContractTest extends StructureContract<Segmentation> {

    @Override
    protected StructureCases<Segmentation> cases() {
        return new SegmentCases();
    }

    @Override
    protected Inference<Segmentation> inference() {
        return new SegmentInference(Kernels.scalar());
    }
}
