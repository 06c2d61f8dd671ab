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
import org.espalier.loss.Loss;
import org.espalier.loss.LossFunction;
import org.espalier.loss.chain.ChainLosses;
import org.espalier.math.Kernels;
import org.espalier.online.RivalSearch;
import org.espalier.scoring.ChainLayoutBuilder;
import org.espalier.scoring.LayoutBuilder;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.Family;
import org.espalier.structure.Supervision;
import org.espalier.structure.chain.ChainTopology;
import org.espalier.structure.chain.StateMap;
import org.espalier.structure.chain.StepConstraint;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * The labels of a chain over labels, or over hidden states of which every label has some of its own.
 *
 * <pre>
 *   families: state [S], transition [S][S], observed-transition [S][S]      S = labels, or labels · hidden states
 * </pre>
 */
public final class ChainLabels implements LabelStructure<Trellis> {
    /** The kind that model files name. */
    public static final String KIND = "chain";

    private static final String STATES = "states";

    private final StateMap states;
    private final List<Family> families;
    private final @Nullable StepConstraint constraint;

    private ChainLabels(StateMap states, @Nullable StepConstraint constraint) {
        this.states = states;
        this.constraint = constraint;
        this.families = ChainTopology.dense(states.states()).families();
    }

    /** The plain chain, whose states are the labels. */
    public static ChainLabels plain(int labels) {
        return new ChainLabels(StateMap.identity(labels), null);
    }

    /** A chain over hidden states. */
    public static ChainLabels of(StateMap states) {
        return new ChainLabels(states, null);
    }

    /** What {@link #definition} gave, or the map of an older file. */
    public static ChainLabels read(Map<?, ?> definition, Labels labels, TagScheme scheme) {
        return of(StateMap.of(labels.size(), Numbers.list(definition, STATES)));
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Map<String, Object> definition() {
        return Map.of(STATES, IntStream.of(states.labelsOfStates()).boxed().toList());
    }

    /** Which label each state stands for. */
    public StateMap states() {
        return states;
    }

    @Override
    public int labels() {
        return states.labels();
    }

    @Override
    public List<Family> families() {
        return families;
    }

    @Override
    public LinearScorer<Trellis> scorer(ParameterLayout layout) {
        LinearScorer<Trellis> free = LinearScorer.chain(layout);
        return constraint == null
                ? free
                : new LinearScorer<>(layout, ((ChainTopology) free.topology()).constrained(states, constraint));
    }

    @Override
    public ChainLabels constrained(StepConstraint value) {
        return new ChainLabels(states, constraint == null ? value : constraint.and(value));
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
        return states.states(gold.labels());
    }

    @Override
    public LabelDecoding<Trellis> decoding(Inference<Trellis> inference, Decoder decoder) {
        return new ChainDecoding((ChainInference) inference, states, decoder);
    }

    /** By Viterbi where labels are states, else the most probable one of every token. */
    @Override
    public Decoder usualDecoder() {
        return states.isIdentity() ? Decoder.VITERBI : Decoder.POSTERIOR;
    }

    @Override
    public void count(EncodedSequence sequence, Gold gold, double weight, LayoutBuilder.Counter counter) {
        new ChainLayoutBuilder.Counter(counter, states.states()).add(sequence, states.states(gold.labels()), weight);
    }

    /** The states of a label must be as many as before: the hidden states of different models are not the same. */
    @Override
    public LayoutBuilder.Retargeting retargeting(LabelStructure<?> older) {
        int perLabel = states.states() / labels();
        if (!(older instanceof ChainLabels chain) || chain.states.states() != chain.labels() * perLabel) {
            throw new IllegalArgumentException(
                    older instanceof ChainLabels chain
                            ? "it has " + chain.states.states() + " states for " + chain.labels()
                                    + " labels, and the training has " + perLabel
                                    + " for every label; ask for as many hidden states as the initial model has"
                            : "it has " + older.kind() + " for a structure, and the training has " + KIND);
        }
        int oldStates = chain.states.states();
        return (family, target) -> ChainLayoutBuilder.renumbered(target, oldStates, states.states());
    }

    @Override
    public List<String> targetNames(int family, Labels names) {
        List<String> single = IntStream.range(0, states.states())
                .mapToObj(state -> stateName(state, names))
                .toList();
        if (family == 0) {
            return single;
        }
        List<String> pairs = new ArrayList<>();
        single.forEach(from -> single.forEach(to -> pairs.add(from + " → " + to)));
        return pairs;
    }

    /** The name of a state: its label, and which of the label's states it is where there are several. */
    private String stateName(int state, Labels names) {
        String label = names.name(states.label(state));
        return states.isIdentity() ? label : label + "#" + (states.rank(state) + 1);
    }

    @Override
    public Loss<Trellis> loss(LossFunction function, Inference<Trellis> inference, double cost) {
        return ChainLosses.of(function, inference, cost);
    }

    @Override
    public RivalSearch<Trellis> search(RivalSearch<Trellis> ofChains) {
        return ofChains;
    }

    @Override
    public boolean hidesStates() {
        return !states.isIdentity();
    }

    @Override
    public boolean isTokenwise(ParameterLayout layout) {
        return layout.parameters() == layout.stateFeatures().features();
    }

    @Override
    public boolean isPlainChain() {
        return states.isIdentity();
    }

    @Override
    public String toString() {
        return states.isIdentity() ? "chain" : "chain of " + states.states() + " hidden states in all";
    }
}
