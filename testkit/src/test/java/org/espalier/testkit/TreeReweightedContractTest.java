package org.espalier.testkit;

import org.espalier.inference.Inference;
import org.espalier.inference.factor.IterationOptions;
import org.espalier.inference.factor.TreeReweighted;
import org.espalier.structure.factor.FactorGraph;

/** What is asked of approximate inference; few rounds, because hostile scores need not converge. */
class TreeReweightedContractTest extends StructureContract<FactorGraph> {

    @Override
    protected StructureCases<FactorGraph> cases() {
        return new FactorCases();
    }

    @Override
    protected Inference<FactorGraph> inference() {
        return new TreeReweighted(IterationOptions.DEFAULTS.withIterations(10).withTolerance(1e-6));
    }
}
