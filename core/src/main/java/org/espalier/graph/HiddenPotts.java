package org.espalier.graph;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.espalier.inference.Workspace;
import org.espalier.inference.factor.Approximation;
import org.espalier.inference.factor.BeliefPropagation;
import org.espalier.inference.factor.GraphCut;
import org.espalier.inference.factor.IterationOptions;
import org.espalier.inference.factor.TreeReweighted;
import org.espalier.structure.factor.FactorGraph;

/**
 * A hidden Markov random field: pixels have hidden classes, neighbours rather the same, and a class gives its pixels a brightness (Zhang, Brady
 * &amp; Smith 2001).
 *
 * <pre>
 *   p(z, x) ∝ exp(β · Σ_{neighbours i, j} [z_i = z_j]) · Π_i N(x_i; μ_{z_i}, σ²_{z_i})
 * </pre>
 *
 * μ and σ are learnt from the picture itself by EM, whose sums over z are those of loopy belief propagation, so approximate. Then the best z is
 * found: with two classes by a {@link GraphCut}, exactly; with more by tree-reweighted messages. Cost per round: O(pixels · classes²).
 */
public final class HiddenPotts {
    private static final IterationOptions EXPECTATION = new IterationOptions(10, 1e-3, 0);
    private static final IterationOptions DECISION = new IterationOptions(60, 1e-4, 0);
    private static final double LEAST_DEVIATION = 1e-3;
    private static final double ENOUGH = 1e-4;
    private static final int MOST_CLASSES = 64;
    private static final int MARGIN = 20; // one pixel in so many may be darker, or lighter, than the first means
    private static final int MEANS_ROUNDS = 20;

    private HiddenPotts() {}

    /**
     * What is looked for.
     *
     * @param classes how many classes there are, from 2 on
     * @param smoothness β: by how much neighbours of the same class are preferred, at least 0
     * @param rounds the most rounds of EM
     */
    public record Options(int classes, double smoothness, int rounds) {
        /** Two classes. */
        public static final Options DEFAULTS = new Options(2, 1.5, 20);

        public Options {
            if (classes < 2 || classes > MOST_CLASSES) {
                throw new IllegalArgumentException(classes + " classes; expected 2 to " + MOST_CLASSES);
            }
            if (!(smoothness >= 0) || Double.isInfinite(smoothness)) {
                throw new IllegalArgumentException("smoothness = " + smoothness + "; expected a number of at least 0");
            }
            if (rounds < 1) {
                throw new IllegalArgumentException("rounds = " + rounds + "; expected at least 1");
            }
        }

        /** With another number of classes. */
        public Options withClasses(int value) {
            return new Options(value, smoothness, rounds);
        }
    }

    /**
     * What was found; classes stand by rising brightness.
     *
     * @param classes the class of each pixel, row by row // [pixels]
     * @param means μ // [classes]
     * @param deviations σ // [classes]
     * @param rounds how many rounds of EM there were
     * @param isExact whether the classes are the best ones, given the means and deviations
     */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    public record Segmentation(int[] classes, double[] means, double[] deviations, int rounds, boolean isExact) {}

    /**
     * Finds the classes of a picture.
     *
     * @param brightness row by row // [rows · columns]
     */
    public static Segmentation segment(double[] brightness, int rows, int columns, Options options) {
        if (brightness.length != (long) rows * columns || brightness.length == 0) {
            throw new IllegalArgumentException(brightness.length + " pixels for " + rows + " rows of " + columns
                    + "; expected " + (long) rows * columns + ", at least one");
        }
        for (double value : brightness) {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException(
                        "a pixel has the brightness " + value + "; expected a finite number");
            }
        }
        int k = options.classes;
        FactorGraph graph = grid(rows, columns, k);
        Workspace workspace = new Workspace();
        workspace.reserve(graph);
        fillPairs(graph, options, workspace.scores());
        double[] means = spread(brightness, k);
        double[] deviations = new double[k];
        Arrays.fill(deviations, Math.max(LEAST_DEVIATION, deviation(brightness) / k));
        int round = 0;
        double change = Double.POSITIVE_INFINITY;
        while (round < options.rounds && change > ENOUGH) {
            fillPixels(graph, brightness, means, deviations, workspace.scores());
            Approximation expected =
                    new BeliefPropagation(EXPECTATION, BeliefPropagation.Schedule.SWEEPS).approximate(graph, workspace);
            change = maximise(graph, brightness, expected.marginals(), means, deviations);
            round++;
        }
        sort(means, deviations);
        fillPixels(graph, brightness, means, deviations, workspace.scores());
        int[] classes = k == 2
                ? GraphCut.best(graph, workspace).output().values()
                : new TreeReweighted(DECISION).best(graph, workspace).output().values();
        return new Segmentation(classes, means, deviations, round, k == 2);
    }

    private static FactorGraph grid(int rows, int columns, int classes) {
        int[] cardinalities = new int[rows * columns];
        Arrays.fill(cardinalities, classes);
        int[][] scopes = new int[rows * (columns - 1) + (rows - 1) * columns][];
        int count = 0;
        for (int v = 0; v < cardinalities.length; v++) {
            if ((v + 1) % columns != 0) {
                scopes[count++] = new int[] {v, v + 1};
            }
            if (v + columns < cardinalities.length) {
                scopes[count++] = new int[] {v, v + columns};
            }
        }
        return FactorGraph.of(cardinalities, scopes);
    }

    private static void fillPairs(FactorGraph graph, Options options, double[] scores) {
        for (int f = 0; f < graph.factors(); f++) {
            for (int x = 0; x < options.classes; x++) {
                scores[graph.factorOffset(f) + x * (options.classes + 1)] = options.smoothness;
            }
        }
    }

    private static void fillPixels(
            FactorGraph graph, double[] brightness, double[] means, double[] deviations, double[] scores) {
        for (int v = 0; v < brightness.length; v++) {
            for (int x = 0; x < means.length; x++) {
                double z = (brightness[v] - means[x]) / deviations[x];
                scores[graph.variableOffset(v) + x] = -0.5 * z * z - StrictMath.log(deviations[x]);
            }
        }
    }

    /** k-means on the brightness alone, from means that are spread evenly between the dark and the light pixels. */
    private static double[] spread(double[] brightness, int k) {
        double[] sorted = brightness.clone();
        Arrays.sort(sorted);
        double low = sorted[sorted.length / MARGIN];
        double range = Math.max(sorted[sorted.length - 1 - sorted.length / MARGIN] - low, LEAST_DEVIATION);
        double[] means = new double[k];
        Arrays.setAll(means, x -> low + range * (2 * x + 1) / (2 * k));
        for (int round = 0; round < MEANS_ROUNDS; round++) {
            double[] sums = new double[k];
            int[] counts = new int[k];
            int x = 0;
            for (double value : sorted) {
                while (x + 1 < k && value - means[x] > means[x + 1] - value) {
                    x++;
                }
                sums[x] += value;
                counts[x]++;
            }
            for (int y = 0; y < k; y++) {
                means[y] = counts[y] == 0 ? means[y] : sums[y] / counts[y];
            }
        }
        return means;
    }

    private static double deviation(double[] brightness) {
        double mean = Arrays.stream(brightness).average().orElse(0);
        double sum = Arrays.stream(brightness).map(x -> (x - mean) * (x - mean)).sum();
        return StrictMath.sqrt(sum / brightness.length);
    }

    /** New means and deviations; returns the largest change of a mean. A class without pixels stays as it is. */
    private static double maximise(
            FactorGraph graph, double[] brightness, double[] marginals, double[] means, double[] deviations) {
        double change = 0;
        for (int x = 0; x < means.length; x++) {
            double mass = 0;
            double sum = 0;
            for (int v = 0; v < brightness.length; v++) {
                double p = marginals[graph.variableOffset(v) + x];
                mass += p;
                sum += p * brightness[v];
            }
            if (mass < 1e-6) {
                continue;
            }
            double mean = sum / mass;
            double squares = 0;
            for (int v = 0; v < brightness.length; v++) {
                double z = brightness[v] - mean;
                squares += marginals[graph.variableOffset(v) + x] * z * z;
            }
            change = Math.max(change, Math.abs(mean - means[x]));
            means[x] = mean;
            deviations[x] = Math.max(LEAST_DEVIATION, StrictMath.sqrt(squares / mass));
        }
        return change;
    }

    private static void sort(double[] means, double[] deviations) {
        double[] oldMeans = means.clone();
        double[] oldDeviations = deviations.clone();
        int[] order = IntStream.range(0, means.length)
                .boxed()
                .sorted((a, b) -> Double.compare(oldMeans[a], oldMeans[b]))
                .mapToInt(Integer::intValue)
                .toArray();
        Arrays.setAll(means, x -> oldMeans[order[x]]);
        Arrays.setAll(deviations, x -> oldDeviations[order[x]]);
    }
}
