package org.espalier.testkit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.espalier.structure.segment.Segment;
import org.espalier.structure.segment.Segmentation;
import org.espalier.structure.segment.Segments;

/**
 * The oracle of inference on segments: walks over every segmentation of a few tokens, one after the other.
 *
 * <p>It shares no code with the engine, not even the numbers of a segmentation's parts. There are up to L (L + 1)<sup>T−1</sup>
 * outputs, so T ≤ 6 and L ≤ 3 or the like.
 */
public final class SegmentEnumerator {

    /**
     * One output.
     *
     * @param segments as the engine knows it
     * @param parts the numbers of its parts; one that occurs twice is listed twice
     * @param score the sum of their scores
     */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    public record Entry(Segments segments, int[] parts, double score) {}

    /** Best first; of equal ones the smaller label at the end, then the shorter segment, and so on leftward. */
    private static final Comparator<Entry> BEST_FIRST = Comparator.comparingDouble((Entry entry) -> 0.0 - entry.score)
            .thenComparing((left, right) -> compareFromTheEnd(left.segments, right.segments));

    private final ScoredSegmentation scored;
    private final List<Entry> entries; // those that are allowed, best first
    private final double logSum;

    private SegmentEnumerator(ScoredSegmentation scored, List<Entry> entries) {
        this.scored = scored;
        this.entries = entries;
        this.logSum = logSum(entries);
    }

    /** Enumerates the outputs of a scored segmentation. */
    public static SegmentEnumerator of(ScoredSegmentation scored) {
        List<Entry> entries = new ArrayList<>();
        for (Segments segments : outputs(scored.segmentation())) {
            int[] parts = parts(scored.segmentation(), segments);
            double score = 0;
            for (int part : parts) {
                score += scored.scores()[part];
            }
            if (score != Double.NEGATIVE_INFINITY) {
                entries.add(new Entry(segments, parts, score));
            }
        }
        entries.sort(BEST_FIRST);
        return new SegmentEnumerator(scored, entries);
    }

    /** All outputs of a segmentation, in any order. */
    public static List<Segments> outputs(Segmentation segmentation) {
        List<Segments> outputs = new ArrayList<>();
        extend(segmentation, new ArrayList<>(), 0, outputs);
        return outputs;
    }

    private static void extend(Segmentation segmentation, List<Segment> before, int start, List<Segments> outputs) {
        if (start == segmentation.length()) {
            outputs.add(Segments.of(segmentation, before));
            return;
        }
        for (int label = 0; label < segmentation.labels(); label++) {
            for (int end = start + 1; end <= segmentation.length(); end++) {
                if (end - start <= segmentation.lengths().longest(label)) {
                    before.add(new Segment(start, end, label));
                    extend(segmentation, before, end, outputs);
                    before.remove(before.size() - 1);
                }
            }
        }
    }

    /**
     * The numbers of an output's parts, from the definition: [L][L] transitions, [D][L] lengths, [T][L] states, [T][2] boundaries,
     * [C][L] own segments.
     */
    public static int[] parts(Segmentation segmentation, Segments segments) {
        int labels = segmentation.labels();
        int lengthBegin = labels * labels;
        int stateBegin = lengthBegin + segmentation.longest() * labels;
        int boundaryBegin = stateBegin + segmentation.length() * labels;
        int ownBegin = boundaryBegin + 2 * segmentation.length();
        List<Integer> parts = new ArrayList<>();
        int before = -1;
        for (Segment segment : segments.list()) {
            if (before >= 0) {
                parts.add(before * labels + segment.label());
            }
            parts.add(lengthBegin + (segment.length() - 1) * labels + segment.label());
            for (int t = segment.start(); t < segment.end(); t++) {
                parts.add(stateBegin + t * labels + segment.label());
                parts.add(boundaryBegin + 2 * t + (t == segment.start() ? 0 : 1));
            }
            for (int c = 0; c < segmentation.places(); c++) {
                if (segmentation.placeStart(c) == segment.start() && segmentation.placeLength(c) == segment.length()) {
                    parts.add(ownBegin + c * labels + segment.label());
                }
            }
            before = segment.label();
        }
        return parts.stream().mapToInt(Integer::intValue).toArray();
    }

    private static int compareFromTheEnd(Segments left, Segments right) {
        int l = left.count() - 1;
        int r = right.count() - 1;
        for (; l >= 0 && r >= 0; l--, r--) {
            int byLabel = Integer.compare(left.label(l), right.label(r));
            int byLength = Integer.compare(right.start(r), left.start(l));
            if (byLabel != 0 || byLength != 0) {
                return byLabel != 0 ? byLabel : byLength;
            }
        }
        return 0;
    }

    private static double logSum(List<Entry> best) {
        if (best.isEmpty()) {
            return Double.NEGATIVE_INFINITY;
        }
        double max = best.get(0).score;
        double sum = 0;
        for (int k = best.size() - 1; k >= 0; k--) {
            sum += Math.exp(best.get(k).score - max);
        }
        return max + Math.log(sum);
    }

    /** All allowed outputs, best first. */
    public List<Entry> entries() {
        return List.copyOf(entries);
    }

    /** How many outputs are allowed. */
    public int count() {
        return entries.size();
    }

    /** log Z; −∞ when no output is allowed. */
    public double logSum() {
        return logSum;
    }

    /** The log-sum over some outputs only. */
    public double logSumWithin(Predicate<Segments> allowed) {
        return logSum(
                entries.stream().filter(entry -> allowed.test(entry.segments)).toList());
    }

    /** p(output | x). */
    public double probability(Entry entry) {
        return Math.exp(entry.score - logSum);
    }

    /** p(part | x) of every part; for shared parts the expected count. */
    public double[] marginals() {
        double[] marginals = new double[scored.segmentation().parts()];
        for (Entry entry : entries) {
            for (int part : entry.parts) {
                marginals[part] += probability(entry);
            }
        }
        return marginals;
    }

    /** −Σ p log p in nats; 0 when no output is allowed. */
    public double entropy() {
        double entropy = 0;
        for (Entry entry : entries) {
            entropy -= probability(entry) * (entry.score - logSum);
        }
        return entropy;
    }

    /** The Hessian of log Z times v: Σ<sub>y</sub> p(y) · how often y has the part · (v(y) − E v). */
    public double[] covariances(double[] v) {
        double mean = 0;
        for (Entry entry : entries) {
            mean += probability(entry) * sum(v, entry.parts);
        }
        double[] covariances = new double[scored.segmentation().parts()];
        for (Entry entry : entries) {
            double amount = probability(entry) * (sum(v, entry.parts) - mean);
            for (int part : entry.parts) {
                covariances[part] += amount;
            }
        }
        return covariances;
    }

    private static double sum(double[] numbers, int[] parts) {
        double sum = 0;
        for (int part : parts) {
            sum += numbers[part];
        }
        return sum;
    }

    @Override
    public String toString() {
        return count() + " outputs of " + scored;
    }
}
