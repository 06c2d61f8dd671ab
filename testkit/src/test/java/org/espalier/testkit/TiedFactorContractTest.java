package org.espalier.testkit;

import org.espalier.inference.Inference;
import org.espalier.inference.factor.JunctionTreeInference;
import org.espalier.structure.factor.FactorGraph;

class TiedFactorContractTest extends StructureContract<FactorGraph> {

    @Override
    protected StructureCases<FactorGraph> cases() {
        return new TiedFactorCases();
    }

    @Override
    protected Inference<FactorGraph> inference() {
        return new JunctionTreeInference();
    }
}
