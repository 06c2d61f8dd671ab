package org.espalier.optimize;

import java.util.Arrays;
import java.util.Random;

/**
 * The loss of a multinomial logistic regression on sparse rows, with its terms and its diagonal: Σₙ weightₙ (log Σₖ
 * exp(scoreₖ) − score of the gold class), scoreₖ = Σ x[column·K + k] · value.
 *
 * @param pretended how much more work than it is a term claims to be
 */
public record Softmax(
        int classes, int columns, int[][] rows, double[][] values, int[] gold, double[] weights, int pretended)
        implements SumFunction {

    public Softmax(int classes, int columns, int[][] rows, double[][] values, int[] gold, double[] weights) {
        this(classes, columns, rows, values, gold, weights, 0);
    }

    /** The same, as if a term were so much work that a batch of two is worth sharing. */
    public Softmax withMuchWork() {
        return new Softmax(classes, columns, rows, values, gold, weights, 100_000);
    }

    /** Columns as frequent as words, some of them of other scales, and labels that can mostly be told from them. */
    public static Softmax random(int terms, int columns, int classes, int active, Random random) {
        int[][] rows = new int[terms][];
        double[][] values = new double[terms][active];
        int[] gold = new int[terms];
        double[] weights = new double[terms];
        for (int n = 0; n < terms; n++) {
            rows[n] = new int[active];
            for (int k = 0; k < active; k++) {
                rows[n][k] = (int) (columns * Math.pow(random.nextDouble(), 3));
                values[n][k] = rows[n][k] % 5 == 0 ? -0.5 : 1;
            }
            gold[n] = random.nextDouble() < 0.8 ? (rows[n][0] + rows[n][1]) % classes : random.nextInt(classes);
            weights[n] = n % 7 == 0 ? 2.5 : 1;
        }
        return new Softmax(classes, columns, rows, values, gold, weights);
    }

    /** The same with a column 0 that every term has the given number of times: a bias that recurs. */
    public Softmax withBias(int times) {
        int[][] longer = new int[rows.length][];
        double[][] longerValues = new double[rows.length][];
        for (int n = 0; n < rows.length; n++) {
            longer[n] = new int[rows[n].length + times]; // the bias is column 0
            System.arraycopy(rows[n], 0, longer[n], times, rows[n].length);
            longerValues[n] = new double[values[n].length + times];
            Arrays.fill(longerValues[n], 0, times, 1);
            System.arraycopy(values[n], 0, longerValues[n], times, values[n].length);
        }
        return new Softmax(classes, columns, longer, longerValues, gold, weights, pretended);
    }

    @Override
    public int dimension() {
        return columns * classes;
    }

    @Override
    public double evaluate(double[] x, double[] gradient) {
        return evaluate(x, gradient, new double[x.length]);
    }

    @Override
    public boolean hasDiagonal() {
        return true;
    }

    @Override
    public double evaluate(double[] x, double[] gradient, double[] diagonal) {
        Arrays.fill(gradient, 0);
        Arrays.fill(diagonal, 0);
        double[] parts = new double[classes];
        double value = 0;
        for (int n = 0; n < rows.length; n++) {
            value += evaluateTerm(n, x, 0, parts);
            addTerm(n, parts, gradient, 0, 1);
            for (int k = 0; k < rows[n].length; k++) {
                for (int c = 0; c < classes; c++) {
                    double share = Math.abs(parts[c]) / weights[n];
                    diagonal[rows[n][k] * classes + c] +=
                            weights[n] * values[n][k] * values[n][k] * share * (1 - share);
                }
            }
        }
        return value;
    }

    @Override
    public int terms() {
        return rows.length;
    }

    @Override
    public int parts(int term) {
        return classes;
    }

    @Override
    public int exclusiveBegin(int term) {
        return 0;
    }

    @Override
    public int exclusiveEnd(int term) {
        return classes;
    }

    @Override
    public double weight(int term) {
        return weights[term];
    }

    @Override
    public double[] scores(int worker) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int[] ranges(int term) {
        int[] ranges = new int[2 * rows[term].length];
        for (int k = 0; k < rows[term].length; k++) {
            ranges[2 * k] = rows[term][k] * classes;
            ranges[2 * k + 1] = (rows[term][k] + 1) * classes;
        }
        return ranges;
    }

    @Override
    public double evaluateTerm(int term, double[] x, double scale, int worker, double[] partGradient) {
        double[] scores = new double[classes];
        for (int k = 0; k < rows[term].length; k++) {
            for (int c = 0; c < classes; c++) {
                scores[c] += scale * x[rows[term][k] * classes + c] * values[term][k];
            }
        }
        double max = Arrays.stream(scores).max().orElseThrow();
        double sum = 0;
        for (double score : scores) {
            sum += Math.exp(score - max);
        }
        for (int c = 0; c < classes; c++) {
            double probability = Math.exp(scores[c] - max) / sum;
            partGradient[c] = weights[term] * (probability - (c == gold[term] ? 1 : 0));
        }
        return weights[term] * (max + Math.log(sum) - scores[gold[term]]);
    }

    @Override
    public void addTerm(int term, double[] parts, double[] target, int share, int shares) {
        for (int k = 0; k < rows[term].length; k++) {
            if ((rows[term][k] & (shares - 1)) != share) {
                continue;
            }
            for (int c = 0; c < classes; c++) {
                target[rows[term][k] * classes + c] += parts[c] * values[term][k];
            }
        }
    }

    @Override
    public double squaredNorm(int term, double[] parts) {
        double length = Arrays.stream(values[term]).map(value -> value * value).sum();
        return length
                * Arrays.stream(parts, 0, classes).map(part -> part * part).sum();
    }

    /** Exact, with βⱼ from the columns. */
    @Override
    public NormBound normBound(int together) {
        double[] counts = new double[columns];
        for (int[] row : rows) {
            Arrays.stream(row).distinct().forEach(column -> counts[column]++);
        }
        return (term, parts, worker) -> {
            double[] sums = new double[columns];
            for (int k = 0; k < rows[term].length; k++) {
                sums[rows[term][k]] += values[term][k];
            }
            double squares =
                    Arrays.stream(parts, 0, classes).map(part -> part * part).sum();
            double norm = 0;
            for (int column : Arrays.stream(rows[term]).distinct().toArray()) {
                double factor = 1 + (together - 1) * (counts[column] - 1) / (rows.length - 1);
                norm += factor * sums[column] * sums[column] * squares;
            }
            return norm;
        };
    }

    @Override
    public int work(int term) {
        return classes + rows[term].length + pretended;
    }
}
