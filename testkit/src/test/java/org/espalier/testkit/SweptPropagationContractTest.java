package org.espalier.testkit;

import org.espalier.inference.Inference;
import org.espalier.inference.factor.BeliefPropagation;
import org.espalier.inference.factor.IterationOptions;
import org.espalier.structure.factor.FactorGraph;

/** Belief propagation in sweeps; few rounds, because hostile scores need not converge. */
class SweptPropagationContractTest extends StructureContract<FactorGraph> {

    @Override
    protected StructureCases<FactorGraph> cases() {
        return new FactorCases();
    }

    @Override
    protected Inference<FactorGraph> inference() {
        return new BeliefPropagation(
                IterationOptions.DEFAULTS.withIterations(10).withTolerance(1e-6), BeliefPropagation.Schedule.SWEEPS);
    }
}
