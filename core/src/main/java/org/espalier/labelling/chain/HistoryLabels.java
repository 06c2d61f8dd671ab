package org.espalier.labelling.chain;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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
import org.espalier.online.RivalSearch;
import org.espalier.scoring.LayoutBuilder;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.Family;
import org.espalier.structure.Supervision;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.ChainTopology;
import org.espalier.structure.chain.Histories;
import org.espalier.structure.chain.StepConstraint;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/** The labels of a chain of order k: a label sequence is the one path through its {@link Histories}. */
public final class HistoryLabels implements LabelStructure<Trellis> {
    /** The kind that model files name. */
    public static final String KIND = "histories";

    private static final String ORDER = "order";
    private static final String OBSERVED_ORDER = "observedOrder";
    private static final String LAST_LABELS = "lastLabels";
    private static final String EXTENSIONS = "extensions";

    private final Histories histories;
    private final int observedOrder;
    private final ChainTopology topology;

    private final @Nullable StepConstraint constraint;

    HistoryLabels(Histories histories, int observedOrder) {
        this(histories, observedOrder, null);
    }

    private HistoryLabels(Histories histories, int observedOrder, @Nullable StepConstraint constraint) {
        this.histories = histories;
        this.observedOrder = observedOrder;
        this.topology = histories.topology(histories.order(), observedOrder);
        this.constraint = constraint;
    }

    /** What {@link #definition} gave. */
    public static HistoryLabels read(Map<?, ?> definition, Labels labels, TagScheme scheme) {
        Histories histories = Histories.of(
                labels.size(),
                Numbers.number(definition, ORDER),
                Numbers.list(definition, LAST_LABELS),
                Numbers.list(definition, EXTENSIONS));
        return new HistoryLabels(histories, Numbers.number(definition, OBSERVED_ORDER));
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Map<String, Object> definition() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(ORDER, histories.order());
        map.put(OBSERVED_ORDER, observedOrder);
        map.put(LAST_LABELS, IntStream.of(histories.lastLabels()).boxed().toList());
        map.put(EXTENSIONS, IntStream.of(histories.childCounts()).boxed().toList());
        return map;
    }

    /** The states. */
    public Histories histories() {
        return histories;
    }

    @Override
    public int labels() {
        return histories.map().labels();
    }

    @Override
    public List<Family> families() {
        return topology.families();
    }

    @Override
    public LinearScorer<Trellis> scorer(ParameterLayout layout) {
        return new LinearScorer<>(
                layout, constraint == null ? topology : topology.constrained(histories.map(), constraint));
    }

    @Override
    public HistoryLabels constrained(StepConstraint value) {
        return new HistoryLabels(histories, observedOrder, constraint == null ? value : constraint.and(value));
    }

    @Override
    public @Nullable StepConstraint constraint() {
        return constraint;
    }

    @Override
    public ChainInference inference(Kernels kernels) {
        return new ChainInference(kernels);
    }

    @Override
    public Supervision<Trellis> supervision(Gold gold, Trellis trellis) {
        return histories.supervision(gold.labels());
    }

    @Override
    public LabelDecoding<Trellis> decoding(Inference<Trellis> inference, Decoder decoder) {
        return new ChainDecoding((ChainInference) inference, histories.map(), decoder, histories::path);
    }

    @Override
    public Decoder usualDecoder() {
        return Decoder.VITERBI;
    }

    @Override
    public void count(EncodedSequence sequence, Gold gold, double weight, LayoutBuilder.Counter counter) {
        AllowedStates labels = gold.labels();
        int[] path = labels.isPath() ? histories.path(labels.onlyPath()) : null;
        int[] @Nullable [] states = new int[labels.length()] @Nullable [];
        AllowedStates allowed = histories.map().states(labels);
        for (int t = 0; t < states.length; t++) {
            int[] several = path == null ? allowed.alternatives(t) : new int[] {path[t]};
            int only = path == null ? allowed.onlyState(t) : -1;
            states[t] = only >= 0 ? new int[] {only} : several.length == 0 ? null : several;
        }
        new TargetCounts(topology.families(), histories.steps(), histories.map())
                .add(sequence, states, weight, counter);
    }

    @Override
    public LayoutBuilder.Retargeting retargeting(LabelStructure<?> older) {
        if (!(older instanceof HistoryLabels other)
                || other.histories.order() != histories.order()
                || other.observedOrder != observedOrder) {
            throw new IllegalArgumentException(
                    older instanceof HistoryLabels other
                            ? "it has order " + other.histories.order() + " with features of order "
                                    + other.observedOrder + ", and the training has " + histories.order() + " with "
                                    + observedOrder + "; ask for the same"
                            : "it has " + older.kind() + " for a structure, and the training has " + KIND
                                    + "; train a chain of the same kind");
        }
        int[][] moved = new int[histories.order() + 1][];
        for (int m = 1; m <= histories.order(); m++) {
            moved[m] = moved(other.histories, m);
        }
        return (family, target) -> family == 0 ? target : moved[orderOf(family)][target];
    }

    /** Where the tuples of another chain stand here // [tuples]. */
    private int[] moved(Histories older, int m) {
        Map<String, Integer> own = new HashMap<>();
        for (int target = 0; target < histories.tuples(m); target++) {
            own.put(Arrays.toString(histories.tuple(m, target)), target);
        }
        return IntStream.range(0, older.tuples(m))
                .map(target -> own.getOrDefault(Arrays.toString(older.tuple(m, target)), -1))
                .toArray();
    }

    /** How many labels before the present one the features of a family look at. */
    private int orderOf(int family) {
        return family <= histories.order() ? family : family - histories.order();
    }

    @Override
    public List<String> targetNames(int family, Labels names) {
        if (family == 0) {
            return names.names();
        }
        int m = orderOf(family);
        return IntStream.range(0, histories.tuples(m))
                .mapToObj(target -> IntStream.of(histories.tuple(m, target))
                        .mapToObj(names::name)
                        .collect(Collectors.joining(" → ")))
                .toList();
    }

    @Override
    public RivalSearch<Trellis> search(RivalSearch<Trellis> ofChains) {
        return ofChains;
    }

    /** The histories tie neighbours together, even where no feature does. */
    @Override
    public boolean isTokenwise(ParameterLayout layout) {
        return false;
    }

    @Override
    public String toString() {
        return "chain of order " + histories.order() + " with " + histories.states() + " histories of labels and "
                + histories.steps().parts() + " steps";
    }
}
