package org.espalier.testkit;

import org.espalier.inference.Inference;
import org.espalier.inference.forest.ChartInference;
import org.espalier.structure.forest.Chart;

/** Trees by context-free grammars. */
class ChartContractTest extends StructureContract<Chart> {

    @Override
    protected StructureCases<Chart> cases() {
        return new ChartCases();
    }

    @Override
    protected Inference<Chart> inference() {
        return new ChartInference();
    }
}
