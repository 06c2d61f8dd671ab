package org.espalier.labelling.chain;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.espalier.data.Labels;
import org.espalier.data.TagScheme;
import org.espalier.feature.EncodedSequence;
import org.espalier.inference.Inference;
import org.espalier.inference.chain.ChainInference;
import org.espalier.inference.chain.Decoder;
import org.espalier.labelling.Gold;
import org.espalier.labelling.LabelDecoding;
import org.espalier.labelling.LabelStructure;
import org.espalier.math.Kernels;
import org.espalier.scoring.FeatureFamily;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.LayoutBuilder;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.Normalisation;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.Family;
import org.espalier.structure.Supervision;
import org.espalier.structure.chain.PositionTopology;
import org.espalier.structure.chain.StateMap;
import org.espalier.structure.chain.StepConstraint;
import org.espalier.structure.chain.Trellis;

/**
 * The labels of a model that has one binary classifier per pair of labels, and classifies every token by itself.
 *
 * <pre>
 *   families: pair [P]      P = Y(Y−1)/2: (0, 1), (0, 2), …, (1, 2), …; a positive score speaks for the first label of the pair
 * </pre>
 *
 * The linear scores are those of pairs. What inference sees are the scores of labels that {@link
 * org.espalier.scoring.BinaryNormalisation} makes of them. Such a model is put together from the binary ones, and not trained as a whole.
 */
public final class PairLabels implements LabelStructure<Trellis> {
    /** The kind that model files name. */
    public static final String KIND = "pairs";

    private static final String PAIR = "pair";

    private final int labels;
    private final PositionTopology topology;

    private PairLabels(int labels) {
        this.labels = labels;
        int pairs = Math.toIntExact((long) labels * (labels - 1) / 2);
        this.topology = new PositionTopology(Family.plain(PAIR, Trellis.STATES, pairs));
    }

    /**
     * The pairs of so many labels.
     *
     * @throws IllegalArgumentException when there are fewer than two
     */
    public static PairLabels of(int labels) {
        if (labels < 2) {
            throw new IllegalArgumentException("pairs of " + labels + " labels; expected at least 2");
        }
        return new PairLabels(labels);
    }

    /** What {@link #definition} gave. */
    public static PairLabels read(Map<?, ?> definition, Labels labels, TagScheme scheme) {
        return of(labels.size());
    }

    @Override
    public String kind() {
        return KIND;
    }

    /** The labels say it all. */
    @Override
    public Map<String, Object> definition() {
        return Map.of();
    }

    @Override
    public int labels() {
        return labels;
    }

    /** How many pairs there are. */
    public int pairs() {
        return topology.family().targets();
    }

    /** The number of a pair of labels, of which the first is the smaller. */
    public int pair(int first, int second) {
        if (first < 0 || first >= second || second >= labels) {
            throw new IllegalArgumentException("the pair " + first + ", " + second + " of " + labels
                    + " labels; expected the smaller label first");
        }
        return (int) ((long) first * (2L * labels - first - 1) / 2) + second - first - 1;
    }

    /** The layout of a model with these features, whose targets are pairs. */
    public ParameterLayout layout(FeatureLists lists) {
        return new ParameterLayout(List.of(FeatureFamily.of(topology.family(), lists)));
    }

    @Override
    public List<Family> families() {
        return topology.families();
    }

    @Override
    public LinearScorer<Trellis> scorer(ParameterLayout layout) {
        return new LinearScorer<>(layout, topology);
    }

    @Override
    public boolean isNormalisedBy(Normalisation normalisation) {
        return normalisation.isPairwise();
    }

    @Override
    public ChainInference inference(Kernels kernels) {
        return new ChainInference(kernels);
    }

    @Override
    public LabelDecoding<Trellis> decoding(Inference<Trellis> inference, Decoder decoder) {
        return new ChainDecoding((ChainInference) inference, StateMap.identity(labels), decoder);
    }

    @Override
    public Decoder usualDecoder() {
        return Decoder.VITERBI;
    }

    /** Refuses: no output of a whole model is learnt. */
    @Override
    public Supervision<Trellis> supervision(Gold gold, Trellis trellis) {
        throw trainedApart();
    }

    /** Refuses: no weights of a whole model are learnt. */
    @Override
    public void count(EncodedSequence sequence, Gold gold, double weight, LayoutBuilder.Counter counter) {
        throw trainedApart();
    }

    /** Refuses: no training goes on from a whole model. */
    @Override
    public LayoutBuilder.Retargeting retargeting(LabelStructure<?> older) {
        throw trainedApart();
    }

    private static IllegalArgumentException trainedApart() {
        return new IllegalArgumentException("the classifiers of pairs of labels are trained one by one; use AllPairs");
    }

    /** The pairs in their order: {@code B-NAME against O}. */
    @Override
    public List<String> targetNames(int family, Labels names) {
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < labels; i++) {
            for (int j = i + 1; j < labels; j++) {
                pairs.add(names.name(i) + " against " + names.name(j));
            }
        }
        return pairs;
    }

    /** The numbers of the pairs that a label is one of, in their order. */
    public int[] pairsOf(int label) {
        return IntStream.range(0, labels)
                .filter(other -> other != label)
                .map(other -> pair(Math.min(label, other), Math.max(label, other)))
                .toArray();
    }

    @Override
    public boolean isTokenwise(ParameterLayout layout) {
        return true;
    }

    @Override
    public PairLabels constrained(StepConstraint constraint) {
        throw new IllegalArgumentException(
                "a constraint on consecutive labels, but every token is classified by itself here; leave it out");
    }

    @Override
    public String toString() {
        return "one binary classifier per pair of labels, " + pairs() + " in all";
    }
}
