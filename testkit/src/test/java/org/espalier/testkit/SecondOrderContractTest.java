package org.espalier.testkit;

import org.espalier.inference.Inference;
import org.espalier.inference.forest.SecondOrderInference;
import org.espalier.structure.forest.SecondOrderTrees;

/** Dependency trees of second order over some of the arcs. */
class SecondOrderContractTest extends StructureContract<SecondOrderTrees> {
    private final SecondOrderCases cases = new SecondOrderCases(); // which remembers what it has drawn

    @Override
    protected StructureCases<SecondOrderTrees> cases() {
        return cases;
    }

    @Override
    protected Inference<SecondOrderTrees> inference() {
        return new SecondOrderInference();
    }
}
