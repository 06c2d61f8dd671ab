package org.espalier.feature.kernel;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Common substrings of p characters (Leslie et al. 2002): K(s, t) = Σ_u count(u in s) · count(u in t), |u| = p. Characters
 * are Unicode code points.
 *
 * @param length p
 * @param column the column that holds the string
 */
public record SpectrumKernel(int length, int column) implements KernelFunction {
    private static final int LONGEST = 1000;

    public SpectrumKernel {
        Parameters.requireLength("spectrum", length, LONGEST);
        Parameters.requireColumn("spectrum", column);
    }

    @Override
    public KernelRows over(List<Point> points) {
        List<Map<String, Integer>> all = points.stream().map(this::counts).toList();
        return new KernelRows() {
            @Override
            public int size() {
                return all.size();
            }

            @Override
            public void row(Point x, int begin, int end, double[] into, KernelScratch scratch) {
                Map<String, Integer> own = counts(x);
                for (int k = begin; k < end; k++) {
                    into[k] = compare(all.get(k), own);
                }
            }

            @Override
            public double self(Point x, KernelScratch scratch) {
                Map<String, Integer> own = counts(x);
                return compare(own, own);
            }
        };
    }

    private Map<String, Integer> counts(Point point) {
        int[] text = point.column(column).codePoints().toArray();
        Map<String, Integer> counts = new HashMap<>();
        for (int begin = 0; begin + length <= text.length; begin++) {
            counts.merge(new String(text, begin, length), 1, Integer::sum);
        }
        return counts;
    }

    /** A sum of whole numbers, so its order does not matter. */
    private static double compare(Map<String, Integer> a, Map<String, Integer> b) {
        Map<String, Integer> smaller = a.size() <= b.size() ? a : b;
        Map<String, Integer> larger = smaller == a ? b : a;
        double sum = 0;
        for (Map.Entry<String, Integer> entry : smaller.entrySet()) {
            sum += (double) entry.getValue() * larger.getOrDefault(entry.getKey(), 0);
        }
        return sum;
    }

    @Override
    public SortedSet<Integer> columns() {
        return new TreeSet<>(List.of(column));
    }

    @Override
    public boolean readsAttributes() {
        return false;
    }

    @Override
    public String toString() {
        return "spectrum(length=" + length + ",column=" + column + ")";
    }
}
