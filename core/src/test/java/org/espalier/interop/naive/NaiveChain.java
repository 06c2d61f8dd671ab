package org.espalier.interop.naive;

import java.util.ArrayList;
import java.util.List;

/**
 * A chain by its definition, in plain loops over log-scores: a second opinion on models that does not use anything of the
 * project.
 */
public final class NaiveChain {
    private final double[][] states; // [T][S]
    private final double[][][] steps; // [T][S before][S]; those of t = 0 are not used

    /** A chain with these scores. */
    public NaiveChain(double[][] states, double[][][] steps) {
        this.states = states;
        this.steps = steps;
    }

    /** The best path; of equal ones that with the smaller numbers at the end. */
    public int[] best() {
        int length = states.length;
        int count = states[0].length;
        double[] delta = states[0].clone();
        int[][] back = new int[length][count];
        for (int t = 1; t < length; t++) {
            double[] next = new double[count];
            for (int j = 0; j < count; j++) {
                double best = Double.NEGATIVE_INFINITY;
                for (int i = 0; i < count; i++) {
                    double score = delta[i] + (states[t][j] + steps[t][i][j]);
                    if (score > best) {
                        best = score;
                        back[t][j] = i;
                    }
                }
                next[j] = best;
            }
            delta = next;
        }
        int[] path = new int[length];
        for (int j = 1; j < count; j++) {
            path[length - 1] = delta[j] > delta[path[length - 1]] ? j : path[length - 1];
        }
        for (int t = length - 1; t > 0; t--) {
            path[t - 1] = back[t][path[t]];
        }
        return path;
    }

    /** The score of a path. */
    public double score(int[] path) {
        double score = states[0][path[0]];
        for (int t = 1; t < path.length; t++) {
            score += states[t][path[t]] + steps[t][path[t - 1]][path[t]];
        }
        return score;
    }

    /** log Z. */
    public double logPartition() {
        return logSum(forward()[states.length - 1]);
    }

    /** p(label at t) // [T][S]. */
    public double[][] marginals() {
        double[][] alpha = forward();
        int count = states[0].length;
        double[][] beta = new double[states.length][count];
        for (int t = states.length - 2; t >= 0; t--) {
            for (int i = 0; i < count; i++) {
                double[] onwards = new double[count];
                for (int j = 0; j < count; j++) {
                    onwards[j] = steps[t + 1][i][j] + states[t + 1][j] + beta[t + 1][j];
                }
                beta[t][i] = logSum(onwards);
            }
        }
        double total = logPartition();
        double[][] marginals = new double[states.length][count];
        for (int t = 0; t < states.length; t++) {
            for (int j = 0; j < count; j++) {
                marginals[t][j] = Math.exp(alpha[t][j] + beta[t][j] - total);
            }
        }
        return marginals;
    }

    /** The same with each row of steps made a distribution, as a maximum-entropy Markov model has it. */
    public NaiveChain locallyNormalised() {
        int count = states[0].length;
        double[][] none = new double[states.length][count];
        double[][][] local = new double[states.length][count][count];
        double first = logSum(states[0]);
        for (int j = 0; j < count; j++) {
            none[0][j] = states[0][j] - first;
        }
        for (int t = 1; t < states.length; t++) {
            for (int i = 0; i < count; i++) {
                double[] row = new double[count];
                for (int j = 0; j < count; j++) {
                    row[j] = states[t][j] + steps[t][i][j];
                }
                double sum = logSum(row);
                for (int j = 0; j < count; j++) {
                    local[t][i][j] = row[j] - sum;
                }
            }
        }
        return new NaiveChain(none, local);
    }

    private double[][] forward() {
        int count = states[0].length;
        double[][] alpha = new double[states.length][];
        alpha[0] = states[0].clone();
        for (int t = 1; t < states.length; t++) {
            alpha[t] = new double[count];
            for (int j = 0; j < count; j++) {
                double[] ways = new double[count];
                for (int i = 0; i < count; i++) {
                    ways[i] = alpha[t - 1][i] + steps[t][i][j];
                }
                alpha[t][j] = states[t][j] + logSum(ways);
            }
        }
        return alpha;
    }

    private static double logSum(double[] numbers) {
        double max = Double.NEGATIVE_INFINITY;
        for (double number : numbers) {
            max = Math.max(max, number);
        }
        double sum = 0;
        for (double number : numbers) {
            sum += Math.exp(number - max);
        }
        return max + Math.log(sum);
    }

    /** The lines of a file in sequences, which empty lines end. */
    public static List<List<String>> sequences(String text) {
        List<List<String>> sequences = new ArrayList<>();
        List<String> current = new ArrayList<>();
        for (String line : (text + "\n\n").split("\n", -1)) {
            if (!line.isBlank()) {
                current.add(line);
            } else if (!current.isEmpty()) {
                sequences.add(current);
                current = new ArrayList<>();
            }
        }
        return sequences;
    }
}
