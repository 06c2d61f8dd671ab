package org.espalier.testkit;

import org.espalier.inference.Inference;
import org.espalier.inference.spanning.MatrixTreeInference;
import org.espalier.structure.spanning.SpanningTrees;

/** Dependency trees by the matrix–tree theorem. */
class SpanningContractTest extends StructureContract<SpanningTrees> {

    @Override
    protected StructureCases<SpanningTrees> cases() {
        return new SpanningCases();
    }

    @Override
    protected Inference<SpanningTrees> inference() {
        return new MatrixTreeInference();
    }
}
