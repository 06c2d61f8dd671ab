package org.espalier.generative;

import java.util.SplittableRandom;
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
    private final EmListener listener;
    private final int parameters;
    private final int symbols; // those that occur in the data
    private double @Nullable [] best;
    private double bestObjective = Double.NEGATIVE_INFINITY;

    BaumWelch(
            Expectation expectation,
            Estimation estimation,
            int symbols,
            EmOptions options,
            EmListener listener,
            int parameters) {
        this.expectation = expectation;
        this.estimation = estimation;
        this.symbols = symbols;
        this.options = options;
        this.listener = listener;
        this.parameters = parameters;
    }

    /**
     * The expected counts at the best end that was found.
     *
     * @param hasLabels whether any label is known, so that the first run needs no random point to break the symmetry
     */
    double[] run(boolean hasLabels) {
        double[] even = new double[parameters];
        expectation.run(new double[parameters], hasLabels ? FIRST_SHARE : 1, even);
        for (int restart = 0; restart <= options.restarts(); restart++) {
            double[] counts = even.clone();
            if (restart > 0 || !hasLabels) {
                perturb(counts, new SplittableRandom(options.seed() + restart));
            }
            runFrom(restart, counts);
        }
        return best == null ? even : best;
    }

    private static void perturb(double[] counts, SplittableRandom random) {
        for (int k = 0; k < counts.length; k++) {
            counts[k] *= 0.5 + random.nextDouble();
        }
    }

    private void runFrom(int restart, double[] counts) {
        Smoothing prior = Smoothing.additive(options.prior());
        double before = Double.NEGATIVE_INFINITY;
        for (int iteration = 1; iteration <= options.iterations(); iteration++) {
            double[] logs = estimation.logProbabilities(counts, symbols, prior, prior);
            double objective = expectation.run(logs, 1, counts) + estimation.logPrior(logs, options.prior());
            listener.onIteration(restart, iteration, objective);
            boolean converged = objective - before <= options.tolerance() * Math.abs(objective);
            before = objective;
            if (converged) {
                break;
            }
        }
        if (best == null || before > bestObjective) {
            best = counts;
            bestObjective = before;
        }
    }
}
