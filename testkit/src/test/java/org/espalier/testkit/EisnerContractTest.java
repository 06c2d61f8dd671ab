package org.espalier.testkit;

import org.espalier.inference.Inference;
import org.espalier.inference.forest.ForestInference;
import org.espalier.structure.forest.Forest;

/** Projective dependency trees of first and second order as forests. */
class EisnerContractTest extends StructureContract<Forest> {
    private final EisnerCases cases = new EisnerCases();

    @Override
    protected StructureCases<Forest> cases() {
        return cases;
    }

    @Override
    protected Inference<Forest> inference() {
        return new ForestInference();
    }
}
