package org.espalier.kernel;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.espalier.optimize.StopReason;
import org.espalier.scoring.Normalisation;

/**
 * The multi-class perceptron in dual form (Freund &amp; Schapire 1999): for every point x_i that is labelled ŷ ≠ y,
 * α_{i,y} grows and α_{i,ŷ} shrinks by the point's weight; a tie counts as a mistake.
 *
 * <p>The scores of all points are kept up to date, so that a point costs O(Y) and a mistake O(n) and a row of the Gram
 * matrix. With separable data there are at most R²/γ² mistakes. Averaging gives the mean of the coefficients after each
 * point, which generalises better. With a budget, the point whose term has the smallest norm (the oldest of equals) is
 * forgotten when one too many has a coefficient (after Weston et al. 2005).
 *
 * @param epochs the most passes over the data; it ends earlier after a pass without a mistake
 * @param averaged whether the coefficients are averaged
 * @param budget the most support points, 0 for any number; only without averaging, which never forgets a point
 * @param seed of the order of the points, which is drawn anew for each pass
 */
public record KernelPerceptron(int epochs, boolean averaged, int budget, long seed) implements KernelLearner {

    /** At most 10 passes, averaged, no budget. */
    public static final KernelPerceptron DEFAULTS = new KernelPerceptron(10, true, 0, 1);

    public KernelPerceptron {
        if (epochs < 1) {
            throw new IllegalArgumentException("epochs = " + epochs + "; expected at least 1");
        }
        if (budget < 0) {
            throw new IllegalArgumentException(
                    "budget = " + budget + "; expected the most support points, or 0 for any number");
        }
        if (budget > 0 && averaged) {
            throw new IllegalArgumentException("a budget of " + budget
                    + " support points does not go together with averaging, which keeps every point that was ever one;"
                    + " switch averaging off, or leave the budget out");
        }
    }

    public KernelPerceptron withEpochs(int value) {
        return new KernelPerceptron(value, averaged, budget, seed);
    }

    public KernelPerceptron withAveraged(boolean value) {
        return new KernelPerceptron(epochs, value, budget, seed);
    }

    /** With a budget, and without averaging if it is above 0. */
    public KernelPerceptron withBudget(int value) {
        return new KernelPerceptron(epochs, averaged && value == 0, value, seed);
    }

    public KernelPerceptron withSeed(long value) {
        return new KernelPerceptron(epochs, averaged, budget, value);
    }

    @Override
    public DualSolution learn(KernelProblem problem) {
        return new Run(problem).run();
    }

    @Override
    public String name() {
        return "kernel-perceptron";
    }

    @Override
    public Map<String, Object> provenance() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("epochs", epochs);
        map.put("averaged", averaged);
        map.put("budget", budget);
        map.put("seed", seed);
        return map;
    }

    private final class Run {
        private final KernelProblem problem;
        private final int points;
        private final int classes;
        private final double[][] alpha; // [Y][n]
        private final double[][] timed; // Σ step · change, for the average // [Y][n]
        private final double[][] scores; // [Y][n]
        private final long[] touched; // the step of the first mistake, 0 for none // [n]
        private final SplittableRandom random = new SplittableRandom(seed);
        private long step;
        private int support;

        Run(KernelProblem problem) {
            this.problem = problem;
            this.points = problem.size();
            this.classes = problem.classes();
            this.alpha = new double[classes][points];
            this.timed = new double[classes][points];
            this.scores = new double[classes][points];
            this.touched = new long[points];
        }

        DualSolution run() {
            int[] order = new int[points];
            Arrays.setAll(order, i -> i);
            StopReason reason = StopReason.FINISHED;
            int epoch = 0;
            int mistakes = 0;
            while (epoch < epochs && reason == StopReason.FINISHED) {
                shuffle(order);
                mistakes = pass(order);
                epoch++;
                boolean goOn = problem.monitor().afterIteration(epoch, mistakes, Double.NaN, support);
                reason = mistakes == 0 ? StopReason.CONVERGED_LOSS : goOn ? StopReason.FINISHED : StopReason.STOPPED;
            }
            if (averaged) {
                average();
            }
            return new DualSolution(
                    Normalisation.GLOBAL,
                    DualSolution.perLabel(alpha, new double[classes]),
                    mistakes,
                    Double.NaN,
                    Double.POSITIVE_INFINITY,
                    epoch,
                    reason);
        }

        private void shuffle(int[] order) {
            for (int k = order.length - 1; k > 0; k--) {
                int other = random.nextInt(k + 1);
                int kept = order[k];
                order[k] = order[other];
                order[other] = kept;
            }
        }

        private int pass(int[] order) {
            int mistakes = 0;
            for (int i : order) {
                step++;
                int rival = rival(i);
                int label = problem.labels()[i];
                if (scores[rival][i] >= scores[label][i]) {
                    mistakes++;
                    add(i, label, problem.weights()[i]);
                    add(i, rival, -problem.weights()[i]);
                    if (touched[i] == 0) {
                        touched[i] = step;
                        support++;
                    }
                    if (budget > 0 && support > budget) {
                        forget();
                    }
                }
            }
            return mistakes;
        }

        /** The best of the other labels. */
        private int rival(int i) {
            int label = problem.labels()[i];
            int best = label == 0 ? 1 : 0;
            for (int y = best + 1; y < classes; y++) {
                if (y != label && scores[y][i] > scores[best][i]) {
                    best = y;
                }
            }
            return best;
        }

        private void add(int i, int label, double amount) {
            alpha[label][i] += amount;
            timed[label][i] += amount * (step - 1);
            double[] row = problem.gram().row(i);
            double[] target = scores[label];
            for (int j = 0; j < row.length; j++) {
                target[j] += amount * row[j];
            }
        }

        private void forget() {
            int least = -1;
            double smallest = Double.POSITIVE_INFINITY;
            for (int i = 0; i < points; i++) {
                if (touched[i] > 0) {
                    double norm = norm(i);
                    if (norm < smallest || norm == smallest && touched[i] < touched[least]) {
                        least = i;
                        smallest = norm;
                    }
                }
            }
            for (int y = 0; y < classes; y++) {
                if (alpha[y][least] != 0) {
                    add(least, y, -alpha[y][least]);
                    alpha[y][least] = 0;
                }
            }
            touched[least] = 0;
            support--;
        }

        private double norm(int i) {
            double sum = 0;
            for (int y = 0; y < classes; y++) {
                sum += alpha[y][i] * alpha[y][i];
            }
            return sum * problem.gram().diagonal(i);
        }

        /** The mean over all steps: a change at step s of S counts (S − s + 1)/S times. */
        private void average() {
            for (int y = 0; y < classes; y++) {
                for (int i = 0; i < points; i++) {
                    alpha[y][i] -= timed[y][i] / step;
                }
            }
        }
    }
}
