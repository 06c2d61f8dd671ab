package org.espalier.interop.wapiti;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.template.Template;
import org.espalier.feature.template.WapitiPatterns;
import org.espalier.model.Model;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;

/**
 * A model as Wapiti has it: patterns, labels, and one list of observations with the weights of each.
 *
 * <p>A model of Wapiti's patterns is taken as it is. One of a CRF++ template gets patterns that say the same, and its
 * attributes the names that Wapiti would give them.
 */
public final class WapitiObservations {
    private static final int NONE = -1;
    private static final int SHARED = -2;

    private final Model model;
    private final List<String> patterns;
    private final boolean singleTokens;
    private final TemplateNames names;
    private final String sharedName;
    private final List<String> notKept = new ArrayList<>();
    private int[] attributes = new int[64]; // [observations]: the state attribute, or NONE
    private int[] steps = new int[64]; // [observations]: the transition attribute, NONE or SHARED
    private char[] kinds = new char[64]; // [observations]: u, b or *
    private int size;

    private WapitiObservations(
            Model model, List<String> patterns, boolean singleTokens, TemplateNames names, String sharedName) {
        this.model = model;
        this.patterns = patterns;
        this.singleTokens = singleTokens;
        this.names = names;
        this.sharedName = sharedName;
    }

    /**
     * The observations of a model.
     *
     * @throws IllegalArgumentException when Wapiti cannot express it
     */
    public static WapitiObservations of(Model model) {
        Encoder encoder = model.encoder();
        if (encoder.boundaries()) {
            throw new IllegalArgumentException(
                    "the model has attributes for the beginning and end of sequences, which Wapiti does not support; train"
                            + " without --boundaries");
        }
        WapitiObservations observations = open(model, encoder.extractor());
        observations.collect(encoder);
        return observations;
    }

    private static WapitiObservations open(Model model, AttributeExtractor extractor) {
        if (extractor instanceof WapitiPatterns patterns) {
            String shared = Objects.requireNonNullElse(patterns.sharedPattern(), "");
            return new WapitiObservations(
                    model, patterns.patterns(), patterns.singleTokens(), TemplateNames.KEPT, shared);
        }
        if (extractor instanceof Template template) {
            boolean bare = template.sharedTransitions();
            List<String> patterns = TemplateNames.patterns(template.toString(), bare);
            String shared = patterns.stream()
                    .filter(pattern -> bare && pattern.charAt(0) == 'b' && pattern.indexOf('%') < 0)
                    .findFirst()
                    .orElse("");
            return new WapitiObservations(model, patterns, false, TemplateNames.RENAMED, shared);
        }
        throw new IllegalArgumentException(
                "the model's attributes come from '" + extractor.definition().kind()
                        + "', but Wapiti supports only patterns; train with Wapiti patterns or a CRF++ template");
    }

    private void collect(Encoder encoder) {
        boolean hasShared = false;
        NameSet seen = new NameSet();
        for (int a = 0; a < encoder.attributes().size(); a++) {
            String own = encoder.attributes().get(a);
            String name = names.rename(own);
            boolean shared = name.charAt(0) != 'u' && name.equals(sharedName);
            int step = name.charAt(0) == 'u'
                    ? NONE
                    : shared ? SHARED : encoder.transitionAttributes().indexOf(own);
            hasShared |= shared;
            add(name, name.charAt(0) == 'b' ? NONE : a, step, seen);
        }
        for (int a = 0; a < encoder.transitionAttributes().size(); a++) {
            String own = encoder.transitionAttributes().get(a);
            if (encoder.attributes().indexOf(own) < 0) {
                add(names.rename(own), NONE, a, seen);
            }
        }
        if (!hasShared && model.layout().sharedCount() > 0) {
            if (sharedName.isEmpty()) {
                throw new IllegalArgumentException(
                        "the model has shared transitions without a pattern 'b' that gives them; it cannot be expressed");
            }
            add(sharedName, NONE, SHARED, seen);
        }
        if (seen.lost > 0) {
            notKept.add(
                    "Wapiti calls every position more than 4 tokens outside a sequence _x-# or _x+#, so the weights of "
                            + seen.lost + (seen.lost == 1 ? " attribute" : " attributes")
                            + " that distinguish such positions are not kept.");
        }
    }

    /** Which names are taken: needed only where renaming may give two attributes the same one. */
    private static final class NameSet {
        private final Set<String> far = new HashSet<>();
        private int lost;

        boolean isTaken(String name) {
            boolean taken = (name.contains("_x-#") || name.contains("_x+#")) && !far.add(name);
            lost += taken ? 1 : 0;
            return taken;
        }
    }

    private void add(String name, int attribute, int step, NameSet seen) {
        if ("ub*".indexOf(name.isEmpty() ? ' ' : name.charAt(0)) < 0) {
            throw new IllegalArgumentException(
                    "the attribute '" + name + "' does not begin with u, b or *, so Wapiti cannot read it");
        }
        if (names == TemplateNames.RENAMED && seen.isTaken(name)) {
            return;
        }
        if (size == attributes.length) {
            attributes = Arrays.copyOf(attributes, 2 * size);
            steps = Arrays.copyOf(steps, 2 * size);
            kinds = Arrays.copyOf(kinds, 2 * size);
        }
        kinds[size] = name.charAt(0);
        attributes[size] = attribute;
        steps[size++] = step;
    }

    /** The model itself. */
    public Model model() {
        return model;
    }

    /** Wapiti's patterns. */
    public List<String> patterns() {
        return patterns;
    }

    boolean singleTokens() {
        return singleTokens;
    }

    /** What Wapiti cannot express, a sentence each. */
    public List<String> notKept() {
        return List.copyOf(notKept);
    }

    /** The number of observations. */
    public int size() {
        return size;
    }

    /** The number of features of all observations, those with a weight of 0 too. */
    public long features() {
        long states = model.labels().size();
        long features = 0;
        for (int o = 0; o < size; o++) {
            features += (ofPositions(o) ? states : 0) + (ofSteps(o) ? states * states : 0);
        }
        return features;
    }

    /** The name of an observation. */
    public String name(int observation) {
        if (attributes[observation] >= 0) {
            return names.rename(model.encoder().attributes().get(attributes[observation]));
        }
        return steps[observation] == SHARED ? sharedName : names.rename(stepName(observation));
    }

    private String stepName(int observation) {
        return model.encoder().transitionAttributes().get(steps[observation]);
    }

    /** Whether an observation has weights for labels. */
    public boolean ofPositions(int observation) {
        return kinds[observation] != 'b';
    }

    /** Whether an observation has weights for pairs of labels. */
    public boolean ofSteps(int observation) {
        return kinds[observation] != 'u';
    }

    /** The weights of an observation for each label, all of them // [Y]. */
    public void positionWeights(int observation, double[] into) {
        Arrays.fill(into, 0);
        fill(model, model.layout().stateFeatures(), attributes[observation], 0, into);
    }

    /** The weights of an observation for each pair of labels, all of them // [Y][Y]. */
    public void stepWeights(int observation, double[] into) {
        Arrays.fill(into, 0);
        ParameterLayout layout = model.layout();
        if (steps[observation] == SHARED) {
            fillShared(model, into);
        } else {
            fill(model, layout.transitionFeatures(), steps[observation], layout.transitionBegin(), into);
        }
    }

    /** Without the observations whose weights are all zero, as {@code --compact} leaves them. */
    public Model compacted() {
        return rebuilt(true, Weights.SAME);
    }

    /** Changes weights on the way from one model to another. */
    interface Weights {
        Weights SAME = (observation, target, ofPair, weight) -> weight;

        double change(int observation, int target, boolean ofPair, double weight);
    }

    /** The same model with other weights. */
    Model rebuilt(boolean compact, Weights weights) {
        WapitiPatterns compiled = (WapitiPatterns) model.encoder().extractor();
        WapitiAssembly assembly = new WapitiAssembly(
                WapitiType.of(model), compiled, model.labels().names());
        int states = model.labels().size();
        double[] labels = new double[states];
        double[] pairs = new double[states * states];
        for (int o = 0; o < size; o++) {
            boolean position = ofPositions(o);
            boolean step = ofSteps(o);
            if (position) {
                positionWeights(o, labels);
            }
            if (step) {
                stepWeights(o, pairs);
            }
            boolean any = step && change(o, pairs, true, weights);
            any = (position && change(o, labels, false, weights)) || any;
            if (!any && compact) {
                continue;
            }
            long begin = assembly.features();
            assembly.observation(name(o));
            if (position) {
                begin = assembly.weights(begin, labels);
            }
            if (step) {
                assembly.weights(begin, pairs);
            }
        }
        return assembly.build(model.provenance());
    }

    private static boolean change(int observation, double[] values, boolean ofPair, Weights weights) {
        boolean any = false;
        for (int k = 0; k < values.length; k++) {
            values[k] = weights.change(observation, k, ofPair, values[k]);
            any |= values[k] != 0;
        }
        return any;
    }

    /** Hands all observations and their weights over; the names too. */
    void copyInto(WapitiAssembly assembly, Vocabulary.Builder taken) {
        // Pairs of the other model have other numbers when it has more labels, so weights go over by their labels.
        int states = model.labels().size();
        double[] labels = new double[states];
        double[] pairs = new double[states * states];
        for (int o = 0; o < size; o++) {
            String name = name(o);
            taken.add(name);
            long begin = assembly.features();
            assembly.observation(name);
            if (ofPositions(o)) {
                positionWeights(o, labels);
                assembly.weights(begin, labels);
                begin += assembly.states();
            }
            if (ofSteps(o)) {
                stepWeights(o, pairs);
                for (int pair = 0; pair < pairs.length; pair++) {
                    if (pairs[pair] != 0) {
                        assembly.weight(
                                begin + (long) (pair / states) * assembly.states() + pair % states, pairs[pair]);
                    }
                }
            }
        }
    }

    /** The weights of a model of Wapiti's patterns by the name of an observation, which it may lack. */
    static final class Lookup {
        private final Model model;
        private final WapitiPatterns patterns;

        Lookup(Model model, WapitiPatterns patterns) {
            this.model = model;
            this.patterns = patterns;
        }

        void positionWeights(String name, double[] into) {
            Arrays.fill(into, 0);
            fill(
                    model,
                    model.layout().stateFeatures(),
                    model.encoder().attributes().indexOf(name),
                    0,
                    into);
        }

        void stepWeights(String name, double[] into) {
            Arrays.fill(into, 0);
            ParameterLayout layout = model.layout();
            if (name.equals(patterns.sharedPattern())) {
                fillShared(model, into);
            } else {
                int attribute = model.encoder().transitionAttributes().indexOf(name);
                fill(model, layout.transitionFeatures(), attribute, layout.transitionBegin(), into);
            }
        }
    }

    private static void fillShared(Model model, double[] into) {
        int[] shared = model.layout().sharedFeatures();
        for (int pair = 0; pair < shared.length; pair++) {
            into[pair] = shared[pair] < 0 ? 0 : model.weights()[model.layout().sharedBegin() + shared[pair]];
        }
    }

    private static void fill(Model model, FeatureLists lists, int attribute, int begin, double[] into) {
        if (attribute >= 0) {
            for (int f = lists.offsets()[attribute]; f < lists.offsets()[attribute + 1]; f++) {
                into[lists.target(attribute, f)] = model.weights()[begin + f];
            }
        }
    }
}
