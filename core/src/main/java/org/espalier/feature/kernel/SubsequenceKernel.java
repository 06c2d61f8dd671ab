package org.espalier.feature.kernel;

import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.espalier.data.DataFormatException;
import org.espalier.data.Json;

/**
 * Common subsequences of n characters, with gaps, each weighted by how far it is spread out (Lodhi et al. 2002):
 * <pre>
 *   K(s, t) = Σ_u Σ_{i: s[i] = u} Σ_{j: t[j] = u} λ^(span of i + span of j),      |u| = n
 * </pre>
 * where i and j are ascending positions and a span counts from the first to the last of them. Characters are Unicode code
 * points. The dynamic programme of the paper, O(n |s| |t|) time and O(|s| |t|) memory.
 *
 * @param length n
 * @param decay λ, above 0 and at most 1
 * @param column the column that holds the string
 */
public record SubsequenceKernel(int length, double decay, int column) implements KernelFunction {
    private static final int LONGEST = 1000;
    private static final int LONGEST_TEXT = 20_000;

    public SubsequenceKernel {
        Parameters.requireLength("string", length, LONGEST);
        Parameters.requireDecay("string", decay);
        Parameters.requireColumn("string", column);
    }

    @Override
    public KernelRows over(List<Point> points) {
        int[][] texts = points.stream().map(this::text).toArray(int[][]::new);
        return new KernelRows() {
            @Override
            public int size() {
                return texts.length;
            }

            @Override
            public void row(Point x, int begin, int end, double[] into, KernelScratch scratch) {
                int[] text = text(x);
                for (int k = begin; k < end; k++) {
                    into[k] = compare(texts[k], text, scratch);
                }
            }

            @Override
            public double self(Point x, KernelScratch scratch) {
                int[] text = text(x);
                return compare(text, text, scratch);
            }
        };
    }

    private int[] text(Point point) {
        int[] text = point.column(column).codePoints().toArray();
        if (text.length > LONGEST_TEXT) {
            throw new DataFormatException(
                    point.location(),
                    "a string of " + text.length + " characters; the string kernel takes at most " + LONGEST_TEXT
                            + ", because two of them cost the product of their lengths");
        }
        return text;
    }

    /**
     * With a and b characters of s and t read:
     * <pre>
     *   K′₀(a, b) = 1
     *   K″_p(a, b) = λ K″_p(a, b−1) + [s_a = t_b] λ² K′_{p−1}(a−1, b−1)
     *   K′_p(a, b) = λ K′_p(a−1, b) + K″_p(a, b)
     *   K(s, t) = Σ_{a, b: s_a = t_b} λ² K′_{n−1}(a−1, b−1)
     * </pre>
     */
    private double compare(int[] s, int[] t, KernelScratch scratch) {
        if (s.length < length || t.length < length) {
            return 0;
        }
        int width = t.length + 1;
        double square = decay * decay;
        double[] before = scratch.first((s.length + 1) * width); // K′_{p−1} // [|s| + 1][|t| + 1]
        double[] next = scratch.second((s.length + 1) * width); // K′_p // [|s| + 1][|t| + 1]
        Arrays.fill(before, 0, (s.length + 1) * width, 1);
        for (int p = 1; p < length; p++) {
            Arrays.fill(next, 0, width, 0);
            for (int a = 1; a <= s.length; a++) {
                int c = s[a - 1];
                int row = a * width;
                int above = row - width;
                double running = 0; // K″_p(a, b)
                next[row] = 0;
                for (int b = 1; b <= t.length; b++) {
                    running *= decay;
                    if (t[b - 1] == c) {
                        running += square * before[above + b - 1];
                    }
                    next[row + b] = decay * next[above + b] + running;
                }
            }
            double[] swapped = before;
            before = next;
            next = swapped;
        }
        double sum = 0;
        for (int a = 0; a < s.length; a++) {
            for (int b = 0; b < t.length; b++) {
                if (s[a] == t[b]) {
                    sum += before[a * width + b];
                }
            }
        }
        return square * sum;
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
        return "string(length=" + length + ",decay=" + Json.write(decay) + ",column=" + column + ")";
    }
}
