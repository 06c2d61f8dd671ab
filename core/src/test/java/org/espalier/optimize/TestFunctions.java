package org.espalier.optimize;

import java.util.Arrays;
import java.util.Random;

/** Functions whose minima are known or can be found by other means. */
public final class TestFunctions {
    private TestFunctions() {}

    /** A function from its evaluation. */
    public static Function of(int dimension, Evaluation evaluation) {
        return new Function() {
            @Override
            public int dimension() {
                return dimension;
            }

            @Override
            public double evaluate(double[] x, double[] gradient) {
                return evaluation.evaluate(x, gradient);
            }
        };
    }

    public interface Evaluation {
        double evaluate(double[] x, double[] gradient);
    }

    /** Σ 100(x₂ᵢ₊₁ − x₂ᵢ²)² + (1 − x₂ᵢ)², minimum 0 at (1, …, 1). */
    public static Function rosenbrock(int dimension) {
        return of(dimension, (x, gradient) -> {
            double value = 0;
            for (int i = 0; i < dimension; i += 2) {
                double a = x[i + 1] - x[i] * x[i];
                double b = 1 - x[i];
                value += 100 * a * a + b * b;
                gradient[i] = -400 * a * x[i] - 2 * b;
                gradient[i + 1] = 200 * a;
            }
            return value;
        });
    }

    /** ½(x − c)ᵀ Q diag(1 … condition) Qᵀ (x − c) + offset, with Q = I − 2uuᵀ a random reflection. */
    public static Function quadratic(double[] centre, double condition, double offset, Random random) {
        int n = centre.length;
        double[] u = new double[n];
        double norm = 0;
        for (int i = 0; i < n; i++) {
            u[i] = random.nextGaussian();
            norm += u[i] * u[i];
        }
        for (int i = 0; i < n; i++) {
            u[i] /= Math.sqrt(norm);
        }
        return of(n, (x, gradient) -> {
            double[] z = new double[n];
            for (int i = 0; i < n; i++) {
                z[i] = x[i] - centre[i];
            }
            reflect(u, z);
            double value = offset;
            for (int i = 0; i < n; i++) {
                double eigenvalue = Math.pow(condition, i / (double) (n - 1));
                value += 0.5 * eigenvalue * z[i] * z[i];
                z[i] *= eigenvalue;
            }
            reflect(u, z);
            System.arraycopy(z, 0, gradient, 0, n);
            return value;
        });
    }

    private static void reflect(double[] u, double[] z) {
        double dot = 0;
        for (int i = 0; i < u.length; i++) {
            dot += u[i] * z[i];
        }
        for (int i = 0; i < u.length; i++) {
            z[i] -= 2 * dot * u[i];
        }
    }

    /** The loss Σ log(1 + exp(−yᵢ aᵢ·x)) of a logistic regression. */
    public record Logistic(double[][] rows, double[] signs) implements Function {

        /** Correlated columns of different scales, labels from a sparse truth with noise. */
        public static Logistic random(int examples, int columns, Random random) {
            double[] truth = new double[columns];
            for (int j = 0; j < columns; j += 3) {
                truth[j] = 2 * random.nextGaussian();
            }
            double[][] rows = new double[examples][columns];
            double[] signs = new double[examples];
            for (int i = 0; i < examples; i++) {
                double shared = random.nextGaussian();
                double score = 0;
                for (int j = 0; j < columns; j++) {
                    double scale = j % 4 == 0 ? 3 : j % 4 == 1 ? 0.3 : 1;
                    rows[i][j] = scale * (random.nextGaussian() + 0.7 * shared);
                    score += rows[i][j] * truth[j];
                }
                signs[i] = random.nextDouble() < 1 / (1 + Math.exp(-score)) ? 1 : -1;
            }
            return new Logistic(rows, signs);
        }

        @Override
        public int dimension() {
            return rows[0].length;
        }

        @Override
        public double evaluate(double[] x, double[] gradient) {
            Arrays.fill(gradient, 0);
            double value = 0;
            for (int i = 0; i < rows.length; i++) {
                double margin = 0;
                for (int j = 0; j < x.length; j++) {
                    margin += rows[i][j] * x[j];
                }
                margin *= signs[i];
                value += margin > 0 ? Math.log1p(Math.exp(-margin)) : -margin + Math.log1p(Math.exp(margin));
                double weight = -signs[i] / (1 + Math.exp(margin));
                for (int j = 0; j < x.length; j++) {
                    gradient[j] += weight * rows[i][j];
                }
            }
            return value;
        }

        /** The penalised objective, computed without any of the code under test. */
        public double objective(double[] x, double l1, double l2) {
            double value = evaluate(x, new double[x.length]);
            for (double weight : x) {
                value += l1 * Math.abs(weight) + 0.5 * l2 * weight * weight;
            }
            return value;
        }
    }
}
