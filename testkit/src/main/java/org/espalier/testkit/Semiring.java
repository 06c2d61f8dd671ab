package org.espalier.testkit;

import java.util.ArrayList;
import java.util.List;
import org.espalier.structure.chain.Trellis;

/**
 * A scalar semiring, cell by cell: slow, but it makes the same walk count paths, find out whether there is one, or sum.
 *
 * @param <V> the values
 */
public interface Semiring<V> {

    /** How many paths are allowed; exact up to 2<sup>63</sup>. */
    Semiring<Long> COUNT = new Semiring<>() {
        @Override
        public Long of(double score) {
            return score == Double.NEGATIVE_INFINITY ? 0L : 1L;
        }

        @Override
        public Long plus(Long a, Long b) {
            return Math.addExact(a, b);
        }

        @Override
        public Long times(Long a, Long b) {
            return Math.multiplyExact(a, b);
        }
    };

    /** Whether any path is allowed. */
    Semiring<Boolean> FEASIBLE = new Semiring<>() {
        @Override
        public Boolean of(double score) {
            return score != Double.NEGATIVE_INFINITY;
        }

        @Override
        public Boolean plus(Boolean a, Boolean b) {
            return a || b;
        }

        @Override
        public Boolean times(Boolean a, Boolean b) {
            return a && b;
        }
    };

    /** log Z by pairwise addition of logarithms. */
    Semiring<Double> LOG = new Semiring<>() {
        @Override
        public Double of(double score) {
            return score;
        }

        @Override
        public Double plus(Double a, Double b) {
            double max = Math.max(a, b);
            return max == Double.NEGATIVE_INFINITY ? max : max + Math.log1p(Math.exp(Math.min(a, b) - max));
        }

        @Override
        public Double times(Double a, Double b) {
            return a + b;
        }
    };

    /** The value of a part with this score; −∞ gives the zero, 0 gives the one. */
    V of(double score);

    V plus(V a, V b);

    V times(V a, V b);

    /** Σ over paths of Π over parts, by the forward recursion. */
    default V total(ScoredTrellis scored) {
        Trellis trellis = scored.trellis();
        double[] scores = scored.scores();
        int states = trellis.states();
        if (trellis.length() == 0) {
            return of(0);
        }
        List<V> row = new ArrayList<>();
        for (int s = 0; s < states; s++) {
            row.add(of(scores[trellis.stateOffset(0) + s]));
        }
        int own = 0;
        for (int t = 1; t < trellis.length(); t++) {
            boolean hasOwn = own < trellis.ownCount() && trellis.ownPosition(own) == t;
            List<V> next = new ArrayList<>();
            for (int j = 0; j < states; j++) {
                V sum = of(Double.NEGATIVE_INFINITY);
                for (int i = 0; i < states; i++) {
                    int arc = i * states + j;
                    V step =
                            hasOwn ? times(of(scores[arc]), of(scores[trellis.ownOffset(own) + arc])) : of(scores[arc]);
                    sum = plus(sum, times(row.get(i), step));
                }
                next.add(times(sum, of(scores[trellis.stateOffset(t) + j])));
            }
            row = next;
            own += hasOwn ? 1 : 0;
        }
        return row.stream().reduce(of(Double.NEGATIVE_INFINITY), this::plus);
    }
}
