package org.espalier.labelling;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.espalier.data.Labels;
import org.espalier.data.TagScheme;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.PairPlaces;
import org.espalier.inference.Inference;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.Decoder;
import org.espalier.loss.Loss;
import org.espalier.loss.LossFunction;
import org.espalier.math.Kernels;
import org.espalier.online.RivalSearch;
import org.espalier.scoring.LayoutBuilder;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.Family;
import org.espalier.structure.Structure;
import org.espalier.structure.Supervision;
import org.espalier.structure.chain.StepConstraint;
import org.espalier.structure.chain.Trellis;

/**
 * A structure over labels in IOBES, for data whose labels are in another scheme. Its user sees the labels of the data only.
 *
 * <p>A valid labelling of the data is one valid labelling in IOBES. So scores and n-best lists are exact, and the probability of a label is the sum over
 * its labels inside. Labels that break the scheme of the data have no probability. The cost of an error, in losses with a margin, counts labels inside.
 *
 * @param <S> the structure of an instance
 */
public final class SchemeLabels<S extends Structure> implements LabelStructure<S> {
    /** The kind that model files name. */
    public static final String KIND = "scheme";

    private static final String INSIDE = "inside";
    private static final String INSIDE_KIND = "kind";
    private static final String OUTSIDE = "outside";

    private final SpanRoles roles;
    private final TagScheme scheme;
    private final LabelStructure<S> inside;

    private SchemeLabels(SpanRoles roles, TagScheme scheme, LabelStructure<S> inside) {
        this.roles = roles;
        this.scheme = scheme;
        this.inside = inside;
    }

    /** A structure over the labels that {@code roles} have inside. */
    static <S extends Structure> SchemeLabels<S> of(SpanRoles roles, TagScheme scheme, LabelStructure<S> inside) {
        return new SchemeLabels<>(roles, scheme, ValidLabels.of(inside, roles.inside(), TagScheme.IOBES));
    }

    /** Makes the structure inside of what {@link #definition} keeps of it. */
    public interface InsideReader {
        LabelStructure<?> read(String kind, Map<?, ?> definition, Labels labels, TagScheme scheme);
    }

    /**
     * What {@link #definition} gave.
     *
     * @throws IllegalArgumentException when that is not a definition of this kind
     */
    public static SchemeLabels<?> read(Map<?, ?> definition, Labels labels, InsideReader reader) {
        if (!(definition.get(OUTSIDE) instanceof String name)
                || !(definition.get(INSIDE) instanceof Map<?, ?> own)
                || !(own.get(INSIDE_KIND) instanceof String kind)) {
            throw new IllegalArgumentException("the labels inside are damaged");
        }
        TagScheme scheme = TagScheme.valueOf(name);
        SpanRoles roles = SpanRoles.of(labels, scheme);
        return of(roles, scheme, reader.read(kind, own, roles.inside(), TagScheme.IOBES));
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Map<String, Object> definition() {
        Map<String, Object> own = new LinkedHashMap<>();
        own.put(INSIDE_KIND, inside.kind());
        own.putAll(inside.definition());
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(OUTSIDE, scheme.name());
        map.put(INSIDE, own);
        return map;
    }

    @Override
    public int labels() {
        return roles.map().labels();
    }

    @Override
    public List<Family> families() {
        return inside.families();
    }

    @Override
    public LinearScorer<S> scorer(ParameterLayout layout) {
        return inside.scorer(layout);
    }

    @Override
    public Inference<S> inference(Kernels kernels) {
        return inside.inference(kernels);
    }

    @Override
    public Supervision<S> supervision(Gold gold, S structure) {
        return inside.supervision(inside(gold), structure);
    }

    @Override
    public LabelDecoding<S> decoding(Inference<S> inference, Decoder decoder) {
        return new Decoding<>(roles, inside.decoding(inference, decoder));
    }

    @Override
    public Decoder usualDecoder() {
        return inside.usualDecoder();
    }

    @Override
    public void count(EncodedSequence sequence, Gold gold, double weight, LayoutBuilder.Counter counter) {
        inside.count(sequence, inside(gold), weight, counter);
    }

    private Gold inside(Gold gold) {
        return Gold.of(roles.inside(gold.labels()));
    }

    @Override
    public LayoutBuilder.Retargeting retargeting(LabelStructure<?> older) {
        if (!(older instanceof SchemeLabels<?> other) || other.scheme != scheme) {
            throw new IllegalArgumentException(
                    "it was not trained with IOBES labels for data in " + scheme + ", unlike this training run");
        }
        return inside.retargeting(other.inside);
    }

    @Override
    public List<String> targetNames(int family, Labels names) {
        return inside.targetNames(family, roles.inside());
    }

    @Override
    public Loss<S> loss(LossFunction function, Inference<S> inference, double cost) {
        return inside.loss(function, inference, cost);
    }

    @Override
    public RivalSearch<S> search(RivalSearch<Trellis> ofChains) {
        return inside.search(ofChains);
    }

    @Override
    public boolean hidesStates() {
        return inside.hidesStates();
    }

    @Override
    public boolean isTokenwise(ParameterLayout layout) {
        return false;
    }

    @Override
    public boolean isTransition(Family family) {
        return inside.isTransition(family);
    }

    @Override
    public LabelStructure<S> constrained(StepConstraint constraint) {
        return new SchemeLabels<>(roles, scheme, inside.constrained(roles.inside(constraint)));
    }

    @Override
    public boolean isAlwaysValid() {
        return true;
    }

    @Override
    public PairPlaces pairPlaces() {
        return inside.pairPlaces();
    }

    @Override
    public String toString() {
        return inside + ", IOBES inside for " + scheme;
    }

    /** Reads the labels inside, and tells those outside. */
    private record Decoding<S extends Structure>(SpanRoles roles, LabelDecoding<S> inside) implements LabelDecoding<S> {

        @Override
        public double decode(S structure, Workspace workspace, int[] labels) {
            double score = inside.decode(structure, workspace, labels);
            if (score == Double.NEGATIVE_INFINITY) {
                Arrays.fill(labels, 0);
            } else {
                roles.outside(labels, labels.length);
            }
            return score;
        }

        @Override
        public double score(S structure, Workspace workspace, int[] labels) {
            int[] path = roles.path(labels);
            return path == null ? Double.NEGATIVE_INFINITY : inside.score(structure, workspace, path);
        }

        @Override
        public double[][] marginals(S structure, Workspace workspace) {
            double[][] rows = inside.marginals(structure, workspace);
            for (int t = 0; t < rows.length; t++) {
                rows[t] = roles.map().sum(rows[t], 0);
            }
            return rows;
        }

        @Override
        public List<ScoredLabels> nBest(S structure, Workspace workspace, int n) {
            return inside.nBest(structure, workspace, n).stream()
                    .map(one -> new ScoredLabels(roles.map().labels(one.labels(), one.labels().length), one.score()))
                    .toList();
        }

        @Override
        public int[] sample(S structure, Workspace workspace, RandomGenerator random) {
            int[] labels = inside.sample(structure, workspace, random);
            return roles.map().labels(labels, labels.length);
        }
    }
}
