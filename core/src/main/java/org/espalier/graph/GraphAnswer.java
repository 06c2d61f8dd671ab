package org.espalier.graph;

import java.util.List;
import org.espalier.inference.factor.Convergence;
import org.espalier.inference.factor.Forecast;
import org.espalier.inference.factor.GibbsResult;
import org.jspecify.annotations.Nullable;

/**
 * The partition function and the marginals of a graph.
 *
 * @param method the method that was used, never {@link GraphMethod#AUTO}
 * @param isExact whether the answer is exact, up to rounding
 * @param logZ the natural logarithm of Σ<sub>x</sub> Π potentials; NaN where the method has none (Gibbs)
 * @param marginals p(value) of every variable // [n][values]
 * @param bytes the memory of the tables
 * @param forecast what the junction tree takes; null where none was asked for
 * @param convergence how iterations ended; null where there are none
 * @param gibbs diagnostics of the chains; null where there are none
 */
public record GraphAnswer(
        GraphMethod method,
        boolean isExact,
        double logZ,
        List<double[]> marginals,
        double bytes,
        @Nullable Forecast forecast,
        @Nullable Convergence convergence,
        @Nullable GibbsResult gibbs) {
    private static final double LN_10 = 2.302585092994046;

    /** What log Z of the answer says of the true one. */
    public enum Bound {
        /** It is the true one, or about that. */
        NONE,
        /** It is at most the true one. */
        LOWER,
        /** It is at least the true one. */
        UPPER
    }

    /** Of mean field a lower bound; of tree-reweighted messages an upper one, if they have settled. */
    public Bound bound() {
        Convergence ended = convergence;
        if (method == GraphMethod.TRW && ended != null && ended.converged()) {
            return Bound.UPPER;
        }
        return method == GraphMethod.MEAN_FIELD ? Bound.LOWER : Bound.NONE;
    }

    /** The logarithm to base 10, as the UAI competitions have it. */
    public double log10Z() {
        return logZ / LN_10;
    }
}
