package org.espalier.kernel;

import java.util.Arrays;
import org.espalier.optimize.Function;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.batch.Lbfgs;
import org.espalier.parallel.Workers;

/**
 * p(y | f) ∝ exp(a_y f_y + b_y), fitted to the decision values f_y of one machine per label by maximum likelihood: Platt's
 * scaling for more than two labels, which stays linear in f, so that the scaled machines are one linear model.
 *
 * @param slopes a // [Y]
 * @param offsets b // [Y]
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
record ScoreScaling(double[] slopes, double[] offsets) {
    /** Keeps slopes finite when the decision values separate the labels. */
    private static final double L2 = 0.01;

    /**
     * Fits a and b.
     *
     * @param decisions of points that the machines were not trained with // [Y][n]
     */
    static ScoreScaling fit(double[][] decisions, int[] labels, double[] weights, Workers workers) {
        int classes = decisions.length;
        SoftmaxLoss loss = new SoftmaxLoss(labels, weights, classes, workers);
        double[][] scores = new double[classes][labels.length];
        Function function = new Function() {
            @Override
            public int dimension() {
                return 2 * classes;
            }

            @Override
            public double evaluate(double[] x, double[] gradient) {
                double value = loss.evaluate(x, scores, (at, begin, end) -> {
                    for (int y = 0; y < classes; y++) {
                        for (int i = begin; i < end; i++) {
                            scores[y][i] = at[y] * decisions[y][i] + at[classes + y];
                        }
                    }
                });
                for (int y = 0; y < classes; y++) {
                    double slope = 0;
                    double offset = 0;
                    for (int i = 0; i < labels.length; i++) {
                        slope += scores[y][i] * decisions[y][i];
                        offset += scores[y][i];
                    }
                    gradient[y] = slope;
                    gradient[classes + y] = offset;
                }
                return value;
            }
        };
        double[] start = new double[2 * classes];
        Arrays.fill(start, 0, classes, 1);
        double[] x = new Lbfgs().minimize(function, Penalty.l2(L2), start).x();
        return new ScoreScaling(Arrays.copyOf(x, classes), Arrays.copyOfRange(x, classes, 2 * classes));
    }
}
