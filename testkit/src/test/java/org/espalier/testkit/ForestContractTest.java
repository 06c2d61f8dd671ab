package org.espalier.testkit;

import org.espalier.inference.Inference;
import org.espalier.inference.forest.ForestInference;
import org.espalier.structure.forest.Forest;

/** Random forests. */
class ForestContractTest extends StructureContract<Forest> {
    private final ForestCases cases = new ForestCases();

    @Override
    protected StructureCases<Forest> cases() {
        return cases;
    }

    @Override
    protected Inference<Forest> inference() {
        return new ForestInference();
    }
}
