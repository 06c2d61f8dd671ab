package org.espalier.inference.factor;

/**
 * Whether chains have mixed, from how often each value occurred in halves and in batches of each chain.
 *
 * <p>Split R̂ compares the variance between half chains with that within them: R̂² = (n−1)/n + B/(n W). The effective sample size
 * compares the variance of batch means with that of independent draws: ESS = N · p(1 − p) / (b · Var(batch means)), divided by R̂² because
 * batches of one chain do not know of the others. Values that never
 * change tell nothing, and are left out.
 */
final class GibbsDiagnostics {
    private final int chains;
    private final int sweeps;
    private final int batches; // per chain
    private final int[][] halves; // [2 · chains][values]
    private final int[][] batch; // [chains · batches][values]
    private final int values;

    GibbsDiagnostics(int values, int chains, int sweeps) {
        this.chains = chains;
        this.sweeps = sweeps;
        this.values = values;
        this.batches = Math.max(2, (int) Math.sqrt(sweeps) / 2);
        this.halves = new int[2 * chains][values];
        this.batch = new int[chains * batches][values];
    }

    void count(int chain, int sweep, int value) {
        halves[2 * chain + (sweep < sweeps / 2 ? 0 : 1)][value]++;
        batch[chain * batches + (int) ((long) sweep * batches / sweeps)][value]++;
    }

    /** The largest of all values; 1 when none ever changes. */
    double rHat() {
        double largest = 1;
        for (int value = 0; value < values; value++) {
            largest = Math.max(largest, rHat(value));
        }
        return largest;
    }

    /** Infinite when every half chain stays where it is, and they are not all at one place. */
    private double rHat(int value) {
        double n = sweeps / 2.0;
        double[] means = means(halves, value, n);
        double within = 0;
        for (double mean : means) {
            within += mean * (1 - mean) * n / (n - 1) / means.length;
        }
        double between = n * variance(means);
        return between > 0 ? Math.max(1, Math.sqrt((n - 1) / n + between / (n * within))) : 1;
    }

    /** The smallest of all values that change; as many as there are draws when none does. */
    double effectiveSamples() {
        double draws = (double) chains * sweeps;
        double smallest = draws;
        double size = (double) sweeps / batches;
        for (int value = 0; value < values; value++) {
            double[] means = means(batch, value, size);
            double p = 0;
            for (double mean : means) {
                p += mean / means.length;
            }
            double spread = size * variance(means);
            if (spread > 0) {
                smallest = Math.min(smallest, draws * p * (1 - p) / spread / square(rHat(value)));
            }
        }
        return smallest;
    }

    private static double square(double x) {
        return x * x;
    }

    private static double[] means(int[][] counts, int value, double size) {
        double[] means = new double[counts.length];
        for (int k = 0; k < means.length; k++) {
            means[k] = Math.min(1, counts[k][value] / size);
        }
        return means;
    }

    private static double variance(double[] numbers) {
        double mean = 0;
        for (double number : numbers) {
            mean += number / numbers.length;
        }
        double sum = 0;
        for (double number : numbers) {
            sum += (number - mean) * (number - mean);
        }
        return sum / (numbers.length - 1);
    }
}
