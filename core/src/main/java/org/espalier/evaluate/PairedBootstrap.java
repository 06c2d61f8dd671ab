package org.espalier.evaluate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.data.LabelNotation;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;

/**
 * Tells whether one system is better than another on the same sequences, or whether the difference could be chance: the paired
 * bootstrap.
 *
 * <p>With δ the difference of a score on the n sequences, and δ* the difference on n sequences that are drawn from them with replacement,
 * the same for both systems:
 *
 * <pre>
 * p-value       (1 + #{b : |δ*_b − δ| ≥ |δ|}) / (1 + B), two-sided; the chance of such a difference between equally good systems
 * 95 % interval the 2.5 % and 97.5 % quantiles of δ*_1 … δ*_B
 * </pre>
 *
 * <p>B. Efron and R. J. Tibshirani, An Introduction to the Bootstrap, 1993; T. Berg-Kirkpatrick, D. Burkett and D. Klein, An Empirical
 * Investigation of Statistical Significance in NLP, EMNLP 2012, who count one side of it, δ* ≥ 2δ. O(B · n) time, O(n + B) memory. The same
 * sequences, samples and seed give the same figures. Not safe for use by several threads at once.
 */
public final class PairedBootstrap {
    /** As many samples as are usual. */
    public static final int USUAL_SAMPLES = 10_000;

    private static final double TAIL = 0.025;

    /** Differences that are equal up to rounding count as equal, in favour of chance. */
    private static final double ROUNDING = 1 - 1e-12;

    private final Convention convention;
    private final LabelNotation notation;
    private final List<int[]> first = new ArrayList<>(); // [n][counts of SequenceScore]
    private final List<int[]> second = new ArrayList<>();
    private boolean trees; // whether dependency trees were added, instead of labels
    private boolean brackets; // whether trees of constituents were

    /** With {@code ?} for an unknown gold label. */
    public PairedBootstrap(Convention convention) {
        this(convention, LabelNotation.DEFAULT);
    }

    /** With a notation of its own for unknown and alternative gold labels. */
    public PairedBootstrap(Convention convention, LabelNotation notation) {
        this.convention = convention;
        this.notation = notation;
    }

    /**
     * Adds a sequence. One whose gold labels are all unknown, or that has no tokens, does not count.
     *
     * @throws IllegalArgumentException when the lists are not equally long
     */
    public void add(List<String> gold, List<String> labels, List<String> others) {
        int[] one = SequenceScore.count(gold, labels, convention, notation);
        int[] other = SequenceScore.count(gold, others, convention, notation);
        if (one[SequenceScore.SEQUENCES] > 0) {
            first.add(one);
            second.add(other);
        }
    }

    /**
     * Adds a sentence with trees: a gold one, and those of the two parsers. Words without a gold head do not count.
     *
     * @param length how many words there are
     */
    public void addTrees(int length, List<Mark> gold, List<Mark> marks, List<Mark> others) {
        trees = true;
        int[] one = SequenceScore.count(length, gold, marks);
        if (one[SequenceScore.SEQUENCES] > 0) {
            first.add(one);
            second.add(SequenceScore.count(length, gold, others));
        }
    }

    /**
     * Adds a sentence with trees of constituents: a gold one, and those of the two parsers.
     *
     * @param sentence has the tags of the words in its second column
     */
    public void addBrackets(Sequence sentence, List<Mark> gold, List<Mark> marks, List<Mark> others) {
        brackets = true;
        first.add(SequenceScore.count(sentence, gold, marks));
        second.add(SequenceScore.count(sentence, gold, others));
    }

    /** How unknown and alternative gold labels are written. */
    public LabelNotation notation() {
        return notation;
    }

    /** How many sequences count. */
    public int size() {
        return first.size();
    }

    /**
     * Compares the two systems on what was added.
     *
     * @param samples how many samples are drawn
     * @throws IllegalArgumentException when there is no sample
     * @throws IllegalStateException when no sequence counts
     */
    public PairedComparison compare(int samples, long seed) {
        if (samples < 1) {
            throw new IllegalArgumentException(samples + " samples; expected at least 1");
        }
        if (first.isEmpty()) {
            throw new IllegalStateException("there are no sequences to compare");
        }
        List<ScoreKind> measures =
                trees ? ScoreKind.ofTrees() : brackets ? ScoreKind.ofBrackets() : ScoreKind.of(convention);
        double[][] drawn = draw(measures, samples, seed); // [measures][samples]
        int[] all = IntStream.range(0, size()).toArray();
        long[] one = sum(first, all);
        long[] other = sum(second, all);
        List<PairedComparison.Difference> differences = new ArrayList<>();
        for (int m = 0; m < drawn.length; m++) {
            ScoreKind measure = measures.get(m);
            differences.add(difference(measure, measure.value(one), measure.value(other), drawn[m]));
        }
        int[] wins = new int[2];
        for (int i = 0; i < size(); i++) {
            int order = Integer.compare(
                    SequenceScore.errors(first.get(i), convention), SequenceScore.errors(second.get(i), convention));
            wins[0] += order < 0 ? 1 : 0;
            wins[1] += order > 0 ? 1 : 0;
        }
        return new PairedComparison(convention, size(), wins[0], wins[1], samples, seed, differences);
    }

    private double[][] draw(List<ScoreKind> measures, int samples, long seed) {
        double[][] drawn = new double[measures.size()][samples];
        SplittableRandom random = new SplittableRandom(seed);
        int[] sample = new int[size()];
        for (int b = 0; b < samples; b++) {
            for (int i = 0; i < sample.length; i++) {
                sample[i] = random.nextInt(sample.length);
            }
            long[] one = sum(first, sample);
            long[] other = sum(second, sample);
            for (int m = 0; m < drawn.length; m++) {
                drawn[m][b] = measures.get(m).value(one) - measures.get(m).value(other);
            }
        }
        return drawn;
    }

    private static long[] sum(List<int[]> scores, int[] sample) {
        long[] sum = new long[SequenceScore.SIZE];
        for (int i : sample) {
            int[] score = scores.get(i);
            for (int k = 0; k < sum.length; k++) {
                sum[k] += score[k];
            }
        }
        return sum;
    }

    private static PairedComparison.Difference difference(ScoreKind measure, double one, double other, double[] drawn) {
        double delta = one - other;
        double border = Math.abs(delta) * ROUNDING;
        long beyond = Arrays.stream(drawn)
                .filter(sample -> Math.abs(sample - delta) >= border)
                .count();
        double[] sorted = drawn.clone();
        Arrays.sort(sorted);
        int cut = (int) (TAIL * sorted.length);
        return new PairedComparison.Difference(
                measure,
                one,
                other,
                sorted[cut],
                sorted[sorted.length - 1 - cut],
                (1.0 + beyond) / (1.0 + sorted.length));
    }
}
