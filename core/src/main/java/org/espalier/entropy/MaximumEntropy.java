package org.espalier.entropy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.espalier.math.LogSpace;
import org.espalier.optimize.Function;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.batch.Lbfgs;
import org.espalier.optimize.batch.LbfgsOptions;

/**
 * The distribution of highest entropy over finitely many outcomes whose features have given expected values.
 *
 * <pre>
 *   max H(p)   subject to   Σ_y p(y) f_k(y) = F_k for every k
 *   p(y) ∝ exp(Σ_k λ_k f_k(y)),   λ = argmin log Z(λ) − λ·F
 * </pre>
 *
 * The dual is minimised by {@link Lbfgs}. Before that a linear programme finds out whether any distribution satisfies the
 * constraints, and which outcomes have probability 0 in all that do (there λ would run to infinity): those are left out.
 * Constraints that follow from others do no harm. Berger, Della Pietra &amp; Della Pietra (1996). Immutable; every {@code
 * expect} gives a new problem.
 *
 * <pre>{@code
 * MaximumEntropy.over(List.of("dans", "en", "à", "au cours de", "pendant"))
 *         .expect("dans or en", word -> word.equals("dans") || word.equals("en") ? 1 : 0, 0.3)
 *         .solve()
 *         .probability("dans"); // 0.15
 * }</pre>
 *
 * @param <Y> the outcomes
 */
public final class MaximumEntropy<Y> {
    /** Expected values are known to about so many digits; what misses them by less satisfies them. */
    private static final double TOLERANCE = 1e-9;

    private static final LbfgsOptions PRECISE = LbfgsOptions.DEFAULTS
            .withMemory(30)
            .withMaxIterations(10_000)
            .withGradientTolerance(1e-13)
            .withObjectiveTolerance(0);

    /**
     * One constraint.
     *
     * @param name for messages
     * @param values f(y) // [outcomes]
     * @param expected F
     */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Constraint(String name, double[] values, double expected) {

        /** (f(y) − F) / scale, so that all constraints are of the same size. */
        double[] centred() {
            double size = Arrays.stream(values)
                    .map(value -> Math.abs(value - expected))
                    .max()
                    .orElse(0);
            return Arrays.stream(values)
                    .map(value -> size == 0 ? 0 : (value - expected) / size)
                    .toArray();
        }
    }

    private final List<Y> outcomes;
    private final List<Constraint> constraints;

    private MaximumEntropy(List<Y> outcomes, List<Constraint> constraints) {
        this.outcomes = outcomes;
        this.constraints = constraints;
    }

    /** All distributions over these outcomes. */
    public static <Y> MaximumEntropy<Y> over(List<Y> outcomes) {
        if (outcomes.isEmpty() || outcomes.stream().distinct().count() < outcomes.size()) {
            throw new IllegalArgumentException("expected at least one outcome, and no duplicates: " + outcomes);
        }
        return new MaximumEntropy<>(List.copyOf(outcomes), List.of());
    }

    /** Those of them in which a feature has this expected value. */
    public MaximumEntropy<Y> expect(String name, ToDoubleFunction<? super Y> feature, double expected) {
        double[] values = outcomes.stream().mapToDouble(feature).toArray();
        if (!Double.isFinite(expected) || !Arrays.stream(values).allMatch(Double::isFinite)) {
            throw new IllegalArgumentException("the constraint '" + name + "' has values " + Arrays.toString(values)
                    + " and expects " + expected + "; all must be finite");
        }
        List<Constraint> more = new ArrayList<>(constraints);
        more.add(new Constraint(name, values, expected));
        return new MaximumEntropy<>(outcomes, List.copyOf(more));
    }

    /**
     * The distribution of highest entropy; it is unique.
     *
     * @throws InconsistentConstraintsException when no distribution satisfies all constraints
     */
    public Distribution<Y> solve() {
        double[][] centred = constraints.stream().map(Constraint::centred).toArray(double[][]::new);
        int[] support = support(centred);
        double[][] kept = Arrays.stream(centred)
                .map(row -> Arrays.stream(support).mapToDouble(y -> row[y]).toArray())
                .toArray(double[][]::new);
        Dual dual = new Dual(kept, support.length);
        double[] start = new double[kept.length];
        double[] minimum = start.length == 0
                ? start
                : new Lbfgs(PRECISE).minimize(dual, Penalty.NONE, start).x();
        double[] probabilities = new double[outcomes.size()];
        double[] inside = dual.probabilities(minimum);
        for (int k = 0; k < support.length; k++) {
            probabilities[support[k]] = inside[k];
        }
        double[] multipliers = new double[kept.length];
        for (int k = 0; k < multipliers.length; k++) {
            multipliers[k] = minimum[k] * scale(k, centred[k]);
        }
        return new Distribution<>(outcomes, probabilities, multipliers);
    }

    /** What turns a multiplier of the centred and scaled feature into one of the feature itself. */
    private double scale(int k, double[] centred) {
        Constraint constraint = constraints.get(k);
        for (int y = 0; y < centred.length; y++) {
            if (Math.abs(centred[y]) == 1) {
                return centred[y] / (constraint.values[y] - constraint.expected);
            }
        }
        return 0;
    }

    /** The outcomes that have a positive probability in some distribution that satisfies the constraints, rising. */
    private int[] support(double[][] centred) {
        int count = outcomes.size();
        double[][] rows = new double[centred.length + 1][];
        double[] sides = new double[centred.length + 1];
        rows[0] = new double[count];
        Arrays.fill(rows[0], 1);
        sides[0] = 1;
        System.arraycopy(centred, 0, rows, 1, centred.length);
        Simplex simplex = new Simplex(rows, sides);
        if (simplex.findPoint() > TOLERANCE) {
            throw inconsistent(simplex.certificate());
        }
        simplex.dropArtificial();
        boolean[] positive = new boolean[count];
        boolean found = true;
        while (found) {
            double[] aim = new double[count];
            Arrays.setAll(aim, y -> positive[y] ? 0 : 1);
            double[] point = simplex.maximize(aim);
            found = false;
            for (int y = 0; y < count; y++) {
                if (!positive[y] && point[y] > TOLERANCE) {
                    positive[y] = true;
                    found = true;
                }
            }
        }
        return IntStream.range(0, count).filter(y -> positive[y]).toArray();
    }

    /** A combination u of the constraints that is negative for every outcome cannot be 0 on average. */
    private InconsistentConstraintsException inconsistent(double[] certificate) {
        StringBuilder message = new StringBuilder("no distribution over the ").append(outcomes.size());
        message.append(" outcomes satisfies the constraints together:");
        for (int k = 0; k < constraints.size(); k++) {
            if (Math.abs(certificate[k + 1]) > TOLERANCE) {
                Constraint constraint = constraints.get(k);
                double smallest = Arrays.stream(constraint.values).min().orElseThrow();
                double largest = Arrays.stream(constraint.values).max().orElseThrow();
                message.append(String.format(
                        Locale.ROOT,
                        " '%s' expects %s of values from %s to %s;",
                        constraint.name,
                        constraint.expected,
                        smallest,
                        largest));
            }
        }
        message.append(" these contradict each other: change or leave out one of them");
        return new InconsistentConstraintsException(message.toString());
    }

    /** log Z(λ) of features whose expected value is 0 // [K][outcomes]. */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Dual(double[][] features, int outcomes) implements Function {

        @Override
        public int dimension() {
            return features.length;
        }

        @Override
        public double evaluate(double[] x, double[] gradient) {
            double[] scores = scores(x);
            double logZ = LogSpace.logSum(scores, 0, outcomes);
            for (int k = 0; k < features.length; k++) {
                double expected = 0;
                for (int y = 0; y < outcomes; y++) {
                    expected += Math.exp(scores[y] - logZ) * features[k][y];
                }
                gradient[k] = expected;
            }
            return logZ;
        }

        private double[] scores(double[] x) {
            double[] scores = new double[outcomes];
            for (int k = 0; k < features.length; k++) {
                for (int y = 0; y < outcomes; y++) {
                    scores[y] += x[k] * features[k][y];
                }
            }
            return scores;
        }

        double[] probabilities(double[] x) {
            double[] scores = scores(x);
            double logZ = LogSpace.logSum(scores, 0, outcomes);
            return Arrays.stream(scores).map(score -> Math.exp(score - logZ)).toArray();
        }
    }
}
