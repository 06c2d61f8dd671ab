package org.espalier.labelling.chain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
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
import org.espalier.scoring.LayoutBuilder;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.Family;
import org.espalier.structure.Supervision;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.ChainTopology;
import org.espalier.structure.chain.ClassBlocks;
import org.espalier.structure.chain.StepConstraint;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/** The labels of a hidden-state model: all tokens of a sequence have the same, its class. */
public final class ClassLabels implements LabelStructure<Trellis> {
    /** The kind that model files name. */
    public static final String KIND = "classes";

    private static final String HIDDEN = "hidden";
    private static final String SHARES_STATES = "sharesStates";
    private static final String TRANSITIONS = "transitions";

    private final ClassBlocks blocks;
    private final boolean sharesStates;
    private final boolean transitions;
    private final ChainTopology topology;

    ClassLabels(ClassBlocks blocks, boolean sharesStates, boolean transitions) {
        this.blocks = blocks;
        this.sharesStates = sharesStates;
        this.transitions = transitions;
        this.topology = blocks.topology(transitions);
    }

    /** What {@link #definition} gave. */
    public static ClassLabels read(Map<?, ?> definition, Labels labels, TagScheme scheme) {
        int hidden = Numbers.number(definition, HIDDEN);
        boolean shares = Numbers.flag(definition, SHARES_STATES);
        return new ClassLabels(
                shares ? ClassBlocks.sharedStates(labels.size(), hidden) : ClassBlocks.ownStates(labels.size(), hidden),
                shares,
                Numbers.flag(definition, TRANSITIONS));
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Map<String, Object> definition() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(HIDDEN, blocks.hidden());
        map.put(SHARES_STATES, sharesStates);
        map.put(TRANSITIONS, transitions);
        return map;
    }

    /** The states. */
    public ClassBlocks blocks() {
        return blocks;
    }

    @Override
    public int labels() {
        return blocks.classes();
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
    public ClassLabels constrained(StepConstraint constraint) {
        throw new IllegalArgumentException(
                "a constraint on consecutive labels, but a whole sequence has one label here; leave it out");
    }

    @Override
    public ChainInference inference(Kernels kernels) {
        return new ChainInference(kernels);
    }

    @Override
    public Supervision<Trellis> supervision(Gold gold, Trellis trellis) {
        return blocks.supervision(gold.labels());
    }

    @Override
    public LabelDecoding<Trellis> decoding(Inference<Trellis> inference, Decoder decoder) {
        return new ClassDecoding((ChainInference) inference, blocks, decoder);
    }

    /** The most probable class: the sum over its paths. */
    @Override
    public Decoder usualDecoder() {
        return Decoder.POSTERIOR;
    }

    @Override
    public void count(EncodedSequence sequence, Gold gold, double weight, LayoutBuilder.Counter counter) {
        AllowedStates labels = gold.labels();
        int[] classes = IntStream.range(0, blocks.classes())
                .filter(c -> IntStream.range(0, labels.length()).allMatch(t -> labels.allows(t, c)))
                .toArray();
        if (classes.length == blocks.classes() && classes.length > 1) {
            return; // nothing is known
        }
        int[] states = IntStream.of(classes)
                .flatMap(c -> IntStream.range(c * blocks.hidden(), (c + 1) * blocks.hidden()))
                .toArray();
        int[] @Nullable [] everywhere = new int[labels.length()] @Nullable [];
        Arrays.fill(everywhere, states);
        new TargetCounts(topology.families(), steps(), null).add(sequence, everywhere, weight, counter);
    }

    private Transitions steps() {
        int hidden = blocks.hidden();
        int[][] targets = new int[blocks.classes() * hidden][];
        Arrays.setAll(
                targets,
                s -> IntStream.range(s - s % hidden, s - s % hidden + hidden).toArray());
        return Transitions.only(targets);
    }

    @Override
    public LayoutBuilder.Retargeting retargeting(LabelStructure<?> older) {
        if (!(older instanceof ClassLabels other)
                || other.blocks.hidden() != blocks.hidden()
                || other.sharesStates != sharesStates
                || other.transitions != transitions) {
            throw new IllegalArgumentException(
                    older instanceof ClassLabels other
                            ? "it has " + other.blocks.hidden() + " hidden states for a class, and the training has "
                                    + blocks.hidden() + ", or they differ in shared states or transitions; ask for the"
                                    + " same"
                            : "it has " + older.kind() + " for a structure, and the training has " + KIND
                                    + "; train a model of the same kind");
        }
        return (family, target) -> target; // blocks of new classes come last
    }

    @Override
    public List<String> targetNames(int family, Labels names) {
        int hidden = blocks.hidden();
        List<String> states = IntStream.range(0, blocks.classes() * hidden)
                .mapToObj(s -> names.name(s / hidden) + "#" + (s % hidden + 1))
                .toList();
        Family own = topology.families().get(family);
        if (own.targets() == hidden && sharesStates && family == 0) {
            return IntStream.rangeClosed(1, hidden).mapToObj(h -> "#" + h).toList();
        }
        if (own.places() == Trellis.STATES) {
            return states;
        }
        List<String> steps = new ArrayList<>();
        states.forEach(from -> IntStream.rangeClosed(1, hidden).forEach(h -> steps.add(from + " → #" + h)));
        return steps;
    }

    @Override
    public boolean hidesStates() {
        return blocks.hidden() > 1;
    }

    /** All tokens have the same label. */
    @Override
    public boolean isTokenwise(ParameterLayout layout) {
        return false;
    }

    @Override
    public String toString() {
        String states = blocks.hidden() == 1 ? "1 hidden state" : blocks.hidden() + " hidden states";
        return "classes of whole sequences, " + states + (sharesStates ? " that they share" : " each");
    }
}
