package org.espalier.generative;

import java.util.Objects;
import java.util.SplittableRandom;
import org.espalier.optimize.StopReason;
import org.jspecify.annotations.Nullable;

/**
 * Expectation maximisation for a hidden Markov model (Baum et al. 1970): the objective Σ weight · log p(x, allowed) + λ Σ log p
 * never falls from one iteration to the next.
 *
 * <p>It begins at the counts that labels give where they are known and that are divided evenly where they are not; without any
 * label, and at restarts, at a random point near by. Cost of an iteration: forward–backward over the data.
 */
final class BaumWelch {
    /** What sequences without all labels count at the beginning: labels should lead. */
    private static final double FIRST_SHARE = 0.1;

    private final Expectation expectation;
    private final Estimation estimation;
    private final EmOptions options;
    private final Watch watch;
    private final int parameters;
    private final int symbols; // those that occur in the data
    private @Nullable Found best;

    /** Watches the iterations. */
    interface Watch {
        /** Another start, of so many in all. */
        void onStart(int number, int starts);

        /**
         * Called after every E-step.
         *
         * @param iteration from 1
         * @param objective Σ weight · log p(x, allowed labels) + log prior, at the parameters before this iteration's M-step
         * @return whether to go on
         */
        boolean afterIteration(int iteration, double objective);
    }

    /** The expected counts at an end, and how it was reached. */
    @SuppressWarnings("ArrayRecordComponent") // handed over and not copied
    record Found(double[] counts, double objective, int iterations, StopReason reason) {}

    BaumWelch(
            Expectation expectation,
            Estimation estimation,
            int symbols,
            EmOptions options,
            Watch watch,
            int parameters) {
        this.expectation = expectation;
        this.estimation = estimation;
        this.symbols = symbols;
        this.options = options;
        this.watch = watch;
        this.parameters = parameters;
    }

    /**
     * The best end that was found.
     *
     * @param hasLabels whether any label is known, so that the first run needs no random point to break the symmetry
     */
    Found run(boolean hasLabels) {
        double[] even = new double[parameters];
        expectation.run(new double[parameters], hasLabels ? FIRST_SHARE : 1, even);
        boolean stopped = false;
        for (int restart = 0; restart <= options.restarts() && !stopped; restart++) {
            if (restart > 0) {
                watch.onStart(restart + 1, options.restarts() + 1);
            }
            double[] counts = even.clone();
            if (restart > 0 || !hasLabels) {
                perturb(counts, new SplittableRandom(options.seed() + restart));
            }
            Found found = runFrom(counts);
            if (best == null || found.objective > best.objective) {
                best = found;
            }
            stopped = found.reason == StopReason.STOPPED;
        }
        return Objects.requireNonNull(best);
    }

    private static void perturb(double[] counts, SplittableRandom random) {
        for (int k = 0; k < counts.length; k++) {
            counts[k] *= 0.5 + random.nextDouble();
        }
    }

    private Found runFrom(double[] counts) {
        Smoothing prior = Smoothing.additive(options.prior());
        double before = Double.NEGATIVE_INFINITY;
        for (int iteration = 1; iteration <= options.iterations(); iteration++) {
            double[] logs = estimation.logProbabilities(counts, symbols, prior, prior);
            double objective = expectation.run(logs, 1, counts) + estimation.logPrior(logs, options.prior());
            boolean goOn = watch.afterIteration(iteration, objective);
            boolean converged = objective - before <= options.tolerance() * Math.abs(objective);
            before = objective;
            if (converged || !goOn) {
                StopReason reason = converged ? StopReason.CONVERGED_OBJECTIVE : StopReason.STOPPED;
                return new Found(counts, objective, iteration, reason);
            }
        }
        return new Found(counts, before, options.iterations(), StopReason.MAX_ITERATIONS);
    }
}
