package org.espalier.generative;

import java.util.Arrays;

/**
 * The M-step: smoothed relative frequencies of the expected counts, as logarithms in the places of {@link HmmLayout}.
 *
 * <p>With ends, the steps that leave a state and its end share one distribution.
 *
 * @param places where the parameters stand
 */
record Estimation(HmmLayout places) {

    /**
     * The logarithms of the smoothed relative frequencies.
     *
     * @param counts // [parameters]
     * @param symbols how many symbols have a probability; those after them get −∞
     */
    double[] logProbabilities(double[] counts, int symbols, Smoothing transitions, Smoothing emissions) {
        double[] logs = new double[counts.length];
        Arrays.fill(logs, Double.NEGATIVE_INFINITY);
        estimateTransitions(counts, transitions, logs);
        estimateEmissions(counts, symbols, emissions, logs);
        return logs;
    }

    private void estimateTransitions(double[] counts, Smoothing smoothing, double[] logs) {
        int states = places.states;
        int outcomes = places.end < 0 ? states : states + 1;
        double[] labels = new double[states];
        double[][] first = new double[1][states];
        double[][] steps = new double[states][outcomes];
        for (int i = 0; i < states; i++) {
            first[0][i] = counts[places.initial(i)];
            labels[i] += first[0][i];
            for (int j = 0; j < states; j++) {
                steps[i][j] = counts[places.transition(i, j)];
                labels[j] += steps[i][j];
            }
            if (places.end >= 0) {
                steps[i][states] = counts[places.end(i)];
            }
        }
        double[] initial = smoothing.estimate(first, labels)[0];
        double[][] next = smoothing.estimate(steps);
        for (int i = 0; i < states; i++) {
            logs[places.initial(i)] = Math.log(initial[i]);
            for (int j = 0; j < states; j++) {
                logs[places.transition(i, j)] = Math.log(next[i][j]);
            }
            if (places.end >= 0) {
                logs[places.end(i)] = Math.log(next[i][states]);
            }
        }
    }

    private void estimateEmissions(double[] counts, int symbols, Smoothing smoothing, double[] logs) {
        double[][] table = new double[places.states][symbols];
        for (int state = 0; state < places.states; state++) {
            for (int symbol = 0; symbol < symbols; symbol++) {
                table[state][symbol] = counts[places.emission(symbol, state)];
            }
        }
        double[][] probabilities = smoothing.estimate(table);
        for (int state = 0; state < places.states; state++) {
            for (int symbol = 0; symbol < symbols; symbol++) {
                logs[places.emission(symbol, state)] = Math.log(probabilities[state][symbol]);
            }
        }
    }

    /** λ Σ log p over the parameters that have a probability: what an additive smoothing of λ is the mode under. */
    double logPrior(double[] logProbabilities, double lambda) {
        if (lambda == 0) {
            return 0;
        }
        double sum = 0;
        for (double log : logProbabilities) {
            sum += log == Double.NEGATIVE_INFINITY ? 0 : log;
        }
        return lambda * sum;
    }
}
