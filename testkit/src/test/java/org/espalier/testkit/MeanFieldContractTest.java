package org.espalier.testkit;

import org.espalier.inference.Inference;
import org.espalier.inference.factor.IterationOptions;
import org.espalier.inference.factor.MeanField;
import org.espalier.structure.factor.FactorGraph;

/** Mean field as inference; few rounds, because hostile scores need not converge. */
class MeanFieldContractTest extends StructureContract<FactorGraph> {

    @Override
    protected StructureCases<FactorGraph> cases() {
        return new FactorCases();
    }

    @Override
    protected Inference<FactorGraph> inference() {
        return new MeanField(IterationOptions.DEFAULTS.withIterations(10).withTolerance(1e-6));
    }
}
