package org.espalier.labelling.segment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.espalier.data.TagScheme;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.Decoder;
import org.espalier.inference.segment.SegmentInference;
import org.espalier.inference.segment.TokenMarginals;
import org.espalier.labelling.LabelDecoding;
import org.espalier.structure.segment.Boundary;
import org.espalier.structure.segment.GoldSegments;
import org.espalier.structure.segment.Segment;
import org.espalier.structure.segment.SegmentLengths;
import org.espalier.structure.segment.Segmentation;
import org.espalier.structure.segment.Segments;

/**
 * From scored segmentations to labels of tokens.
 *
 * <p>With a scheme that marks every boundary, a labelling is one segmentation, and all answers are exact. Plain labels do not say where
 * a run of equal labels is cut: the probability of a labelling is then the sum over the ways to cut it, {@link Decoder#VITERBI}
 * gives the labels of the best segmentation, and the n best labellings are the best of those that the best segmentations have.
 */
final class SegmentDecoding implements LabelDecoding<Segmentation> {
    /** How many segmentations are looked at for each labelling that is wanted, where several have the same labels. */
    private static final int SEGMENTATIONS_PER_LABELLING = 16;

    private final SegmentInference inference;
    private final SegmentLabels labels;
    private final SegmentLengths lengths;
    private final Decoder decoder;

    SegmentDecoding(SegmentInference inference, SegmentLabels labels, SegmentLengths lengths, Decoder decoder) {
        if (decoder.method() == Decoder.Method.BEAM) {
            throw new IllegalArgumentException("segments are not searched by a beam; use viterbi or posterior");
        }
        this.inference = inference;
        this.labels = labels;
        this.lengths = lengths;
        this.decoder = decoder;
    }

    private boolean isPlain() {
        return labels.scheme() == TagScheme.NONE;
    }

    @Override
    public double decode(Segmentation segmentation, Workspace workspace, int[] found) {
        if (decoder.method() == Decoder.Method.POSTERIOR) {
            return posterior(segmentation, workspace, found);
        }
        ScoredOutput<Segments> best = inference.best(segmentation, workspace);
        if (best.score() == Double.NEGATIVE_INFINITY) {
            Arrays.fill(found, 0, segmentation.length(), 0);
            return Double.NEGATIVE_INFINITY;
        }
        int[] path = labels.labels(best.output());
        System.arraycopy(path, 0, found, 0, path.length);
        return isPlain() ? score(segmentation, workspace, path) : best.score();
    }

    /** The most probable label of every token; together they may be no segmentation, and then score −∞. */
    private double posterior(Segmentation segmentation, Workspace workspace, int[] found) {
        double[][] rows = marginals(segmentation, workspace);
        for (int t = 0; t < rows.length; t++) {
            int best = 0;
            for (int label = 1; label < rows[t].length; label++) {
                best = rows[t][label] > rows[t][best] ? label : best;
            }
            found[t] = best;
        }
        return score(segmentation, workspace, found);
    }

    @Override
    public double score(Segmentation segmentation, Workspace workspace, int[] wanted) {
        int[] path = Arrays.copyOf(wanted, segmentation.length());
        List<Segment> segments = labels.segments(path);
        if (isPlain()) {
            return sum(segmentation, workspace, path);
        }
        boolean fits = segments.stream().allMatch(segment -> segment.length() <= lengths.longest(segment.label()));
        if (!fits) {
            return Double.NEGATIVE_INFINITY;
        }
        Segments output = Segments.of(segmentation, segments);
        // Labels that break the scheme are read as some segments, which have other labels.
        return Arrays.equals(labels.labels(output), path) ? output.score(workspace.scores()) : Double.NEGATIVE_INFINITY;
    }

    /** log Σ exp(score) over the ways to cut runs of equal labels. */
    private double sum(Segmentation segmentation, Workspace workspace, int[] path) {
        int[][] types = new int[path.length][];
        Boundary[] boundaries = new Boundary[path.length];
        for (int t = 0; t < path.length; t++) {
            types[t] = new int[] {labels.type(path[t])};
            boundaries[t] = t > 0 && labels.continues(path[t - 1], path[t]) ? Boundary.UNKNOWN : Boundary.BEGINS;
        }
        workspace.save(segmentation);
        GoldSegments.partial(types, boundaries).forbid(segmentation, workspace.scores());
        double sum = inference.logSum(segmentation, workspace);
        workspace.restore(segmentation);
        return sum;
    }

    @Override
    public double[][] marginals(Segmentation segmentation, Workspace workspace) {
        TokenMarginals marginals = inference.tokenMarginals(segmentation, workspace);
        double[][] rows = new double[segmentation.length()][];
        for (int t = 0; t < rows.length; t++) {
            rows[t] = labels.probabilities(marginals, t, rows.length);
        }
        return rows;
    }

    @Override
    public List<ScoredLabels> nBest(Segmentation segmentation, Workspace workspace, int n) {
        if (!isPlain()) {
            return inference.nBest(segmentation, workspace, n).stream()
                    .map(found -> new ScoredLabels(labels.labels(found.output()), found.score()))
                    .toList();
        }
        Map<String, int[]> distinct = new LinkedHashMap<>();
        int most = (int) Math.min(Integer.MAX_VALUE, (long) SEGMENTATIONS_PER_LABELLING * n);
        for (ScoredOutput<Segments> found : inference.nBest(segmentation, workspace, most)) {
            int[] path = labels.labels(found.output());
            distinct.putIfAbsent(Arrays.toString(path), path);
        }
        List<ScoredLabels> all = new ArrayList<>();
        distinct.values().forEach(path -> all.add(new ScoredLabels(path, score(segmentation, workspace, path))));
        all.sort(Comparator.comparingDouble((ScoredLabels one) -> -one.score()));
        return all.subList(0, Math.min(n, all.size()));
    }

    @Override
    public int[] sample(Segmentation segmentation, Workspace workspace, RandomGenerator random) {
        return labels.labels(inference.sample(segmentation, workspace, random));
    }
}
