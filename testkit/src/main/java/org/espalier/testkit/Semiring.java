package org.espalier.testkit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A scalar semiring, cell by cell: slow, but it makes the same walk over hyperedges count outputs, find out whether there is
 * one, sum them or find the best.
 *
 * @param <V> the values
 */
public interface Semiring<V> {

    /** How many outputs are allowed; exact up to 2<sup>63</sup>. */
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

    /** Whether any output is allowed. */
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

    /** The score of the best output. */
    Semiring<Double> MAX = new Semiring<>() {
        @Override
        public Double of(double score) {
            return score;
        }

        @Override
        public Double plus(Double a, Double b) {
            return Math.max(a, b);
        }

        @Override
        public Double times(Double a, Double b) {
            return a + b;
        }
    };

    /** The scores of the n best outputs, best first; fewer when fewer are allowed. */
    static Semiring<List<Double>> best(int n) {
        return new Semiring<>() {
            @Override
            public List<Double> of(double score) {
                return score == Double.NEGATIVE_INFINITY ? List.of() : List.of(score);
            }

            @Override
            public List<Double> plus(List<Double> a, List<Double> b) {
                return best(Stream.concat(a.stream(), b.stream()));
            }

            @Override
            public List<Double> times(List<Double> a, List<Double> b) {
                return best(a.stream().flatMap(x -> b.stream().map(y -> x + y)));
            }

            private List<Double> best(Stream<Double> scores) {
                return scores.sorted(Comparator.reverseOrder()).limit(n).toList();
            }
        };
    }

    /** The value of a part with this score; −∞ gives the zero, 0 gives the one. */
    V of(double score);

    V plus(V a, V b);

    V times(V a, V b);

    /**
     * Σ over outputs of Π over parts.
     *
     * @param edges those into a node before those that use the node; the head of the last one is the goal
     */
    default V total(Stream<Hyperedge> edges, double[] scores) {
        V zero = of(Double.NEGATIVE_INFINITY);
        List<V> values = new ArrayList<>();
        int[] goal = {-1};
        edges.forEachOrdered(edge -> {
            V value = of(0);
            for (int tail : edge.tails()) {
                value = times(value, tail < values.size() ? values.get(tail) : zero); // nothing may lead to a node
            }
            for (int part : edge.parts()) {
                value = times(value, of(scores[part]));
            }
            while (values.size() <= edge.head()) {
                values.add(zero);
            }
            values.set(edge.head(), plus(values.get(edge.head()), value));
            goal[0] = edge.head();
        });
        return values.get(goal[0]);
    }

    /** The same of a chain. */
    default V total(ScoredTrellis scored) {
        return total(new ChainCases().hyperedges(scored.trellis()), scored.scores());
    }
}
