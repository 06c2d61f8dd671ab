package org.espalier.testkit;

import org.espalier.inference.Inference;
import org.espalier.inference.forest.EisnerInference;
import org.espalier.structure.spanning.SpanningTrees;

/** Dependency trees whose arcs do not cross, by Eisner's chart. */
class ProjectiveContractTest extends StructureContract<SpanningTrees> {

    @Override
    protected StructureCases<SpanningTrees> cases() {
        return new SpanningCases(true);
    }

    @Override
    protected Inference<SpanningTrees> inference() {
        return new EisnerInference();
    }
}
