package org.espalier.inference;

import java.util.List;
import java.util.random.RandomGenerator;
import org.espalier.structure.Output;
import org.espalier.structure.Structure;

/**
 * Everything that is asked of a scored structure: log-sum, marginals, the best output, n-best, samples, entropy.
 *
 * <p>All methods read the part scores in the workspace, which has {@linkplain Workspace#reserve reserved} room for the
 * structure, and leave them unchanged. Implementations are immutable and safe to share; a workspace belongs to one thread.
 *
 * @param <S> the structure that it knows
 */
public interface Inference<S extends Structure> {

    /** Whether the answers are exact, up to rounding. Approximate ones say so here, and nobody may call them exact. */
    default boolean isExact() {
        return true;
    }

    /** log Z = log Σ<sub>y</sub> exp(score(y)); −∞ when every output is forbidden. */
    double logSum(S structure, Workspace workspace);

    /**
     * Adds weight · p(part | x) to {@code into} for every part and returns log Z.
     *
     * <p>For a shared part that is the expected number of times it occurs. Nothing is added when every output is forbidden.
     *
     * @param into the sums // [parts]
     */
    double addMarginals(S structure, Workspace workspace, double weight, double[] into);

    /** The output with the highest score; its score is −∞ when every output is forbidden. */
    ScoredOutput<?> best(S structure, Workspace workspace);

    /** The n best outputs, best first; fewer when fewer are allowed. The first is {@link #best}, ties included. */
    List<? extends ScoredOutput<?>> nBest(S structure, Workspace workspace, int n);

    /**
     * Draws an output from p(y | x).
     *
     * @throws IllegalStateException when every output is forbidden
     */
    Output sample(S structure, Workspace workspace, RandomGenerator random);

    /** Whether {@link #addMarginalDerivatives} can be called. */
    default boolean hasMarginalDerivatives() {
        return true;
    }

    /**
     * Adds weight · d/dε p(part | x, scores + ε·direction) at ε = 0 to {@code into} for every part: weight times the Hessian
     * of log Z times the direction. Nothing is added when every output is forbidden.
     *
     * @param direction what is added to the part scores, finite // [parts]
     * @param into the sums // [parts]
     */
    void addMarginalDerivatives(S structure, Workspace workspace, double[] direction, double weight, double[] into);

    /** H(y | x) = log Z − Σ<sub>part</sub> p(part | x) · score(part), in nats. */
    default double entropy(S structure, Workspace workspace) {
        double[] marginals = new double[structure.parts()];
        double logZ = addMarginals(structure, workspace, 1, marginals);
        double expectedScore = 0;
        for (int part = 0; part < marginals.length; part++) {
            if (marginals[part] > 0) {
                expectedScore += marginals[part] * workspace.scores()[part];
            }
        }
        return Math.max(0, logZ - expectedScore);
    }
}
