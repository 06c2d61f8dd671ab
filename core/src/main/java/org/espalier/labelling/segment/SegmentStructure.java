package org.espalier.labelling.segment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.espalier.data.Labels;
import org.espalier.data.Span;
import org.espalier.data.TagScheme;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.PairPlaces;
import org.espalier.inference.Inference;
import org.espalier.inference.chain.Decoder;
import org.espalier.inference.segment.SegmentInference;
import org.espalier.labelling.Gold;
import org.espalier.labelling.LabelDecoding;
import org.espalier.labelling.LabelStructure;
import org.espalier.math.Kernels;
import org.espalier.scoring.LayoutBuilder;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.Family;
import org.espalier.structure.Supervision;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.StepConstraint;
import org.espalier.structure.segment.Boundary;
import org.espalier.structure.segment.GoldSegments;
import org.espalier.structure.segment.SegmentLengths;
import org.espalier.structure.segment.SegmentTopology;
import org.espalier.structure.segment.Segmentation;

/** The labels of a semi-Markov model: {@code B-X I-X} is one segment of X. See {@link SegmentLabels} for what they mean. */
public final class SegmentStructure implements LabelStructure<Segmentation> {
    /** The kind that model files name. */
    public static final String KIND = "segments";

    private static final String LONGEST = "longest";
    private static final String SCHEME = "scheme";
    private static final int STATE = 0;
    private static final int TRANSITION = 1;
    private static final int LENGTH = 2;
    private static final int SEGMENT = 3;

    private final SegmentLabels labels;
    private final SegmentLengths lengths;
    private final SegmentTopology topology;

    SegmentStructure(SegmentLabels labels, SegmentLengths lengths) {
        this.labels = labels;
        this.lengths = lengths;
        this.topology = new SegmentTopology(lengths);
    }

    /** What {@link #definition} gave. */
    public static SegmentStructure read(Map<?, ?> definition, Labels names, TagScheme scheme) {
        if (!(definition.get(LONGEST) instanceof List<?> list) || !(definition.get(SCHEME) instanceof String own)) {
            throw new IllegalArgumentException("a structure of segments without '" + LONGEST + "' or '" + SCHEME + "'");
        }
        SegmentLabels labels = SegmentLabels.of(names.names(), TagScheme.valueOf(own));
        int[] longest =
                list.stream().mapToInt(number -> Math.toIntExact((Long) number)).toArray();
        if (longest.length != labels.size()) {
            throw new IllegalArgumentException(longest.length + " longest segments for " + labels.size() + " types");
        }
        return new SegmentStructure(labels, SegmentLengths.of(longest));
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Map<String, Object> definition() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(SCHEME, labels.scheme().name());
        map.put(
                LONGEST,
                IntStream.range(0, lengths.labels())
                        .map(lengths::longest)
                        .boxed()
                        .toList());
        return map;
    }

    /** The labels of segments and of tokens. */
    public SegmentLabels segmentLabels() {
        return labels;
    }

    /** How long segments may be. */
    public SegmentLengths lengths() {
        return lengths;
    }

    @Override
    public int labels() {
        return labels.labels().size();
    }

    @Override
    public List<Family> families() {
        return topology.families();
    }

    @Override
    public LinearScorer<Segmentation> scorer(ParameterLayout layout) {
        return new LinearScorer<>(layout, topology);
    }

    @Override
    public SegmentStructure constrained(StepConstraint constraint) {
        throw new IllegalArgumentException(
                "a constraint on consecutive labels, but segments have labels here; leave it out");
    }

    @Override
    public PairPlaces pairPlaces() {
        return PairPlaces.segments(lengths.longest());
    }

    @Override
    public boolean isAlwaysValid() {
        return labels.scheme() != TagScheme.NONE;
    }

    /** A gold standard with a longer segment would be cut instead. */
    @Override
    public boolean canHave(Span span) {
        int type = labels.names().indexOf(span.type());
        return type < 0 || span.length() <= lengths.longest(type);
    }

    @Override
    public SegmentInference inference(Kernels kernels) {
        return new SegmentInference(kernels);
    }

    /** Segments that are longer than they may be are cut: all pieces but the last are as long as possible. */
    @Override
    public Supervision<Segmentation> supervision(Gold gold, Segmentation segmentation) {
        return gold(gold.labels());
    }

    private GoldSegments gold(AllowedStates allowed) {
        return labels.gold(allowed).split(lengths);
    }

    @Override
    public LabelDecoding<Segmentation> decoding(Inference<Segmentation> inference, Decoder decoder) {
        return new SegmentDecoding((SegmentInference) inference, labels, lengths, decoder);
    }

    @Override
    public Decoder usualDecoder() {
        return Decoder.VITERBI;
    }

    @Override
    public void count(EncodedSequence sequence, Gold known, double weight, LayoutBuilder.Counter counter) {
        GoldSegments gold = gold(known.labels());
        for (int t = 0; t < gold.length(); t++) {
            for (int y : typesAt(gold, t)) {
                counter.add(STATE, sequence.lists(Segmentation.STATES), t, y, weight);
                for (int before : t > 0 && gold.boundary(t) == Boundary.BEGINS ? typesAt(gold, t - 1) : new int[0]) {
                    counter.add(TRANSITION, before * labels.size() + y, weight);
                }
            }
        }
        countSegments(gold, sequence, weight, counter);
    }

    private int[] typesAt(GoldSegments gold, int t) {
        int[] types =
                IntStream.range(0, labels.size()).filter(y -> gold.allows(t, y)).toArray();
        return types.length == labels.size() && types.length > 1 ? new int[0] : types;
    }

    /** Pieces whose two boundaries are known. */
    private void countSegments(
            GoldSegments gold, EncodedSequence sequence, double weight, LayoutBuilder.Counter counter) {
        Segmentation segmentation = topology.structure(sequence);
        int start = 0;
        for (int t = 1; t <= gold.length(); t++) {
            boolean ends = t == gold.length() || gold.boundary(t) == Boundary.BEGINS;
            if (t < gold.length() && gold.boundary(t) == Boundary.UNKNOWN) {
                start = -1; // where the segment ends is not known
            }
            if (ends && start >= 0) {
                countSegment(gold, start, t, segmentation, sequence, weight, counter);
            }
            start = ends ? t : start;
        }
    }

    private void countSegment(
            GoldSegments gold,
            int start,
            int end,
            Segmentation segmentation,
            EncodedSequence sequence,
            double weight,
            LayoutBuilder.Counter counter) {
        int d = end - start;
        int place = d > lengths.longest() ? -1 : segmentation.place(end, d);
        for (int y : typesAt(gold, start)) {
            boolean fits =
                    d <= lengths.longest(y) && IntStream.range(start, end).allMatch(t -> gold.allows(t, y));
            if (fits && lengths.longest() > 1) {
                counter.add(LENGTH, (d - 1) * labels.size() + y, weight);
            }
            if (fits && place >= 0) {
                int site = segmentation.site(Segmentation.SEGMENTS, place);
                counter.add(SEGMENT, sequence.lists(Segmentation.SEGMENTS), site, y, weight);
            }
        }
    }

    /** Types have the numbers in which their labels appear, so those of the older model come first. */
    @Override
    public LayoutBuilder.Retargeting retargeting(LabelStructure<?> older) {
        if (!(older instanceof SegmentStructure other)
                || !labels.names()
                        .subList(0, Math.min(labels.size(), other.labels.size()))
                        .equals(other.labels.names())) {
            throw new IllegalArgumentException(
                    older instanceof SegmentStructure other
                            ? "its segments have the types " + other.labels.names() + ", and those of the training "
                                    + labels.names()
                            : "it has " + older.kind() + " for a structure, and the training has " + KIND);
        }
        int old = other.labels.size();
        int now = labels.size();
        return (family, target) -> switch (family) {
            case TRANSITION, LENGTH -> {
                int moved = target / old * now + target % old;
                yield moved < topology.families().get(family).targets() ? moved : -1;
            }
            default -> target;
        };
    }

    @Override
    public List<String> targetNames(int family, Labels names) {
        List<String> types = labels.names();
        return switch (family) {
            case TRANSITION ->
                types.stream()
                        .flatMap(from -> types.stream().map(to -> from + " → " + to))
                        .toList();
            case LENGTH ->
                IntStream.range(0, topology.families().get(LENGTH).targets())
                        .mapToObj(k -> types.get(k % types.size()) + " of length " + (k / types.size() + 1))
                        .toList();
            default -> types;
        };
    }

    @Override
    public boolean isTokenwise(ParameterLayout layout) {
        return layout.parameters() == layout.stateFeatures().features() && lengths.longest() == 1;
    }

    /** Lengths are no transitions: they count in a single segment. */
    @Override
    public boolean isTransition(Family family) {
        return family.name().equals("transition");
    }

    @Override
    public String toString() {
        List<String> limits = IntStream.range(0, labels.size())
                .mapToObj(y -> labels.names().get(y) + " ≤ " + lengths.longest(y))
                .toList();
        return "segments: " + String.join(", ", limits);
    }
}
