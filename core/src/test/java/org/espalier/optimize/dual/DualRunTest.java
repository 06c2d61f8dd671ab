package org.espalier.optimize.dual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.espalier.optimize.Monitor;
import org.espalier.optimize.NormBound;
import org.espalier.optimize.OptimizerState;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Phase;
import org.espalier.optimize.Result;
import org.espalier.optimize.Softmax;
import org.espalier.optimize.SumFunction;
import org.espalier.optimize.Vectors;
import org.espalier.optimize.batch.Lbfgs;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.parallel.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dual ascent where attributes recur, so that steps which each look right add up to far too much. */
class DualRunTest {
    private static final Penalty PENALTY = Penalty.l2(1);
    private static final LbfgsOptions TIGHT =
            LbfgsOptions.DEFAULTS.withObjectiveTolerance(1e-7).withMaxIterations(300);

    /** Enough terms, and work, for batches of eight; most labels can be told from one column. */
    private static Softmax recurring(int times) {
        Softmax random = Softmax.random(8_000, 400, 3, 6, new Random(11)).withMuchWork();
        for (int n = 0; n < random.terms(); n++) {
            random.gold()[n] = n % 10 == 0 ? 0 : random.rows()[n][0] % 3;
        }
        return random.withBias(times);
    }

    private static double objective(SumFunction function, double[] x) {
        return function.evaluate(x, new double[x.length]) + PENALTY.value(x);
    }

    /** x stays −(1/λ₂) Σ Aₙᵀαₙ, so the dual function can be computed: it must not fall. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 30})
    void theDualFunctionNeverFallsFromEpochToEpoch(int times) {
        Softmax function = recurring(times);
        DualRun run = DualRun.from(function, PENALTY, Vectors.SEQUENTIAL, DualOptions.DEFAULTS);
        double before = 0; // at α = 0
        for (int epoch = 0; epoch < 6; epoch++) {
            run.next();
            double dual = dual(function, run);
            assertThat(dual).isGreaterThan(before);
            assertThat(dual).isLessThan(objective(function, run.x()));
            before = dual;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 30})
    void aBiasThatRecursCostsNoEvaluations(int times) {
        Softmax function = recurring(times);
        double[] zero = new double[function.dimension()];
        Result plain = new Lbfgs(LbfgsOptions.DEFAULTS).minimize(function, PENALTY, zero);
        List<Phase> phases = new ArrayList<>();

        Result found = new Hybrid(LbfgsOptions.DEFAULTS, DualOptions.DEFAULTS)
                .minimize(function, PENALTY, zero, progress -> phases.add(progress.phase()));

        // An epoch takes as long as about four evaluations.
        long epochs = phases.stream().filter(Phase.DUAL_ASCENT::equals).count();
        assertThat(found.evaluations() + 3 * epochs).isLessThanOrEqualTo((long) (1.2 * plain.evaluations()));
        assertThat(found.value()).isLessThan(1.0001 * plain.value());
    }

    /** Steps that are shortened by the ratio that was measured: no walk through the terms, and no harm. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 30})
    void aMeasuredRatioReplacesTheBound(int times) {
        Softmax function = recurring(times);
        boolean[] left = {false};
        SumFunction watched = new Watched(function, left);
        double[] zero = new double[function.dimension()];
        Result plain = new Lbfgs(LbfgsOptions.DEFAULTS).minimize(function, PENALTY, zero);

        Result found = new Hybrid(LbfgsOptions.DEFAULTS, DualOptions.SHORT)
                .minimize(watched, PENALTY, zero, progress -> {
                    assertThat(left[0]).isEqualTo(progress.phase() != Phase.DUAL_ASCENT);
                    return true;
                });

        assertThat(left[0]).isTrue();
        assertThat(found.evaluations()).isLessThanOrEqualTo((int) (1.2 * plain.evaluations()));
        assertThat(found.value()).isLessThan(1.0001 * plain.value());
    }

    @Test
    void aPhaseWithoutHopeIsShort() {
        Softmax function = recurring(30);
        DualRun run = DualRun.from(function, PENALTY, Vectors.SEQUENTIAL, DualOptions.DEFAULTS);
        while (run.hasNext()) {
            run.next();
        }

        double zero = objective(function, new double[function.dimension()]);
        assertThat(run.iteration()).isEqualTo(2);
        assertThat(run.lossAtZero()).isCloseTo(zero, within(0.1 * zero));
    }

    /** −Σ φₙ*(αₙ) − ½λ₂‖x‖²; φₙ* is weight · Σ π log π with π = α/weight, + 1 for the gold class. */
    private static double dual(Softmax function, DualRun run) {
        double value = -PENALTY.value(run.x());
        for (int n = 0; n < function.terms(); n++) {
            for (int c = 0; c < function.classes(); c++) {
                double probability = run.dual(n, c) / function.weight(n) + (c == function.gold()[n] ? 1 : 0);
                if (probability > 0) {
                    value -= function.weight(n) * probability * Math.log(probability);
                }
            }
        }
        return value;
    }

    @Test
    void carefulStepsHaveTheSameBitsForAnyNumberOfWorkers() {
        Softmax function = recurring(3);
        double[] zero = new double[function.dimension()];
        LbfgsOptions options = LbfgsOptions.DEFAULTS.withMaxIterations(20);
        Result one = new Hybrid(options, DualOptions.DEFAULTS).minimize(function, PENALTY, zero);
        for (int threads : new int[] {2, 4}) {
            try (Workers workers = new Workers(threads)) {
                Result many = new Hybrid(options, DualOptions.DEFAULTS, workers).minimize(function, PENALTY, zero);
                assertThat(many.x()).isEqualTo(one.x());
                assertThat(many.evaluations()).isEqualTo(one.evaluations());
            }
        }
    }

    @Test
    void aRunResumedAmongCarefulStepsEndsWithTheSameBits() {
        Softmax function = recurring(3);
        LbfgsOptions options = LbfgsOptions.DEFAULTS.withMaxIterations(20);
        Hybrid hybrid = new Hybrid(options, DualOptions.DEFAULTS);
        List<OptimizerState> states = new ArrayList<>();
        Result whole = hybrid.minimize(
                function, PENALTY, new double[function.dimension()], progress -> states.add(progress.snapshot()));

        for (int k : new int[] {0, 1, states.size() - 3}) {
            Result resumed = hybrid.resume(function, PENALTY, () -> states.get(k), Monitor.NONE);
            assertThat(resumed.x()).isEqualTo(whole.x());
            assertThat(resumed.evaluations()).isEqualTo(whole.evaluations());
        }
        assertThat(states.get(1).phase()).isEqualTo(Phase.DUAL_ASCENT);
    }

    @Test
    void aPhaseThatEndsAboveZeroIsDropped() {
        Liar function = new Liar(recurring(3));
        DualRun run = DualRun.from(function, PENALTY, Vectors.SEQUENTIAL, DualOptions.DEFAULTS);
        run.next();
        assertThat(objective(function, run.x())).isGreaterThan(objective(function, new double[1200]));
        double optimum =
                new Lbfgs(TIGHT).minimize(function, PENALTY, new double[1200]).value();
        List<Double> values = new ArrayList<>();

        Result found = new Hybrid(TIGHT, DualOptions.DEFAULTS)
                .minimize(function, PENALTY, new double[1200], progress -> {
                    if (progress.phase() == Phase.QUASI_NEWTON) {
                        values.add(progress.value());
                    }
                    return true;
                });
        Result stopped = new Hybrid(TIGHT, DualOptions.DEFAULTS)
                .minimize(function, PENALTY, new double[1200], progress -> false);

        assertThat(values.get(0)).isLessThan(objective(function, new double[1200]));
        assertThat(found.value()).isCloseTo(optimum, within(1e-6 * optimum));
        assertThat(stopped.value()).isLessThanOrEqualTo(objective(function, new double[1200]));
    }

    /** Says that steps are harmless when they are not. */
    private static final class Liar extends View {
        Liar(Softmax truth) {
            super(truth);
        }

        @Override
        public double squaredNorm(int term, double[] parts) {
            return 1e-6 * truth.squaredNorm(term, parts);
        }

        @Override
        public NormBound normBound(int together) {
            return (term, parts, worker) -> squaredNorm(term, parts);
        }
    }

    /** Has no bound, and no terms once they were left. */
    private static final class Watched extends View {
        private final boolean[] left;

        Watched(Softmax truth, boolean[] left) {
            super(truth);
            this.left = left;
        }

        @Override
        public NormBound normBound(int together) {
            throw new AssertionError("no bound was wanted");
        }

        @Override
        public double evaluateTerm(int term, double[] x, double scale, int worker, double[] partGradient) {
            assertThat(left[0]).isFalse();
            return super.evaluateTerm(term, x, scale, worker, partGradient);
        }

        @Override
        public void leaveTerms() {
            left[0] = true;
        }
    }

    /** A function as it is. */
    private static class View implements SumFunction {
        final Softmax truth;

        View(Softmax truth) {
            this.truth = truth;
        }

        @Override
        public double squaredNorm(int term, double[] parts) {
            return truth.squaredNorm(term, parts);
        }

        @Override
        public NormBound normBound(int together) {
            return truth.normBound(together);
        }

        @Override
        public int dimension() {
            return truth.dimension();
        }

        @Override
        public double evaluate(double[] x, double[] gradient) {
            return truth.evaluate(x, gradient);
        }

        @Override
        public int terms() {
            return truth.terms();
        }

        @Override
        public int parts(int term) {
            return truth.parts(term);
        }

        @Override
        public int exclusiveBegin(int term) {
            return truth.exclusiveBegin(term);
        }

        @Override
        public int exclusiveEnd(int term) {
            return truth.exclusiveEnd(term);
        }

        @Override
        public double weight(int term) {
            return truth.weight(term);
        }

        @Override
        public double evaluateTerm(int term, double[] x, double scale, int worker, double[] partGradient) {
            return truth.evaluateTerm(term, x, scale, worker, partGradient);
        }

        @Override
        public double[] scores(int worker) {
            return truth.scores(worker);
        }

        @Override
        public int[] ranges(int term) {
            return truth.ranges(term);
        }

        @Override
        public void addTerm(int term, double[] parts, double[] target, int share, int shares) {
            truth.addTerm(term, parts, target, share, shares);
        }

        @Override
        public int work(int term) {
            return truth.work(term);
        }
    }
}
