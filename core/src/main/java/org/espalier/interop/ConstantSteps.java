package org.espalier.interop;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeIndex;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.template.Template;
import org.espalier.feature.template.WapitiPatterns;
import org.espalier.model.FileForm;
import org.espalier.model.Model;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;

/**
 * Transition attributes that every step has whatever the data are: what a pattern {@code b} or a line {@code B} gives that
 * stands twice, or beside another one of its kind.
 *
 * <p>They keep weights of their own, so that a file can be written again as it was. For decoding alone, and for programs that
 * know one matrix of transitions only, their weights are added up.
 */
public final class ConstantSteps {
    private ConstantSteps() {}

    /**
     * The model with all such attributes added up in the shared transitions, each as often as a step has it; the model itself
     * when that is not possible, because other transition attributes look at the data, or not needed.
     */
    public static Model folded(Model model) {
        AttributeIndex attributes = model.encoder().transitionAttributes();
        List<String> names = names(model.encoder().extractor());
        boolean all = attributes.size() > 0
                && model.votes() == null
                && Stream.iterate(0, a -> a + 1)
                        .limit(attributes.size())
                        .allMatch(a -> names.contains(attributes.get(a)));
        return all ? folded(model, names) : model;
    }

    /**
     * The model in a form whose steps are scored by adding their weights up in the order of the patterns, as Wapiti does; the
     * same model when that makes no difference.
     */
    public static Model inOrder(Model model) {
        Model folded = folded(model);
        return folded == model
                        && model.encoder().extractor() instanceof WapitiPatterns patterns
                        && patterns.sharedTransitions()
                        && patterns.stepPatterns() > 2 // a sum of two has one order
                ? apart(model, patterns)
                : folded;
    }

    /** With the shared transitions as an attribute like any other, the last one. */
    private static Model apart(Model model, WapitiPatterns patterns) {
        ParameterLayout layout = model.layout();
        Encoder encoder = model.encoder();
        Vocabulary.Builder names = new Vocabulary.Builder();
        for (int a = 0; a < encoder.transitionAttributes().size(); a++) {
            names.add(encoder.transitionAttributes().get(a));
        }
        names.add(String.valueOf(patterns.sharedPattern()));
        FeatureLists transitions = layout.transitionFeatures();
        int own = transitions.features();
        int[] offsets = Arrays.copyOf(transitions.offsets(), transitions.attributes() + 2);
        offsets[offsets.length - 1] = own + layout.sharedCount();
        int[] targets = new int[own + layout.sharedCount()];
        for (int a = 0; a < transitions.attributes(); a++) {
            for (int f = offsets[a]; f < offsets[a + 1]; f++) {
                targets[f] = transitions.target(a, f);
            }
        }
        int states = layout.states();
        int[] none = new int[states * states];
        Arrays.fill(none, -1);
        double[] weights = new double[layout.parameters()];
        System.arraycopy(model.weights(), 0, weights, 0, layout.sharedBegin());
        System.arraycopy(model.weights(), layout.transitionBegin(), weights, layout.sharedBegin(), own);
        for (int pair = 0, next = own; pair < none.length; pair++) {
            int feature = layout.sharedFeatures()[pair];
            if (feature >= 0) {
                weights[layout.sharedBegin() + next] = model.weights()[layout.sharedBegin() + feature];
                targets[next++] = pair;
            }
        }
        return new Model(
                model.labels(),
                new Encoder(patterns.withoutSharing(), encoder.boundaries(), encoder.attributes(), names.build()),
                new ParameterLayout(
                        states, layout.stateFeatures(), none, new FeatureLists(states * states, offsets, targets)),
                weights,
                model.columns(),
                model.provenance(),
                FileForm.PLAIN,
                model.normalisation());
    }

    private static List<String> names(AttributeExtractor extractor) {
        if (extractor instanceof WapitiPatterns patterns) {
            return patterns.constantSteps();
        }
        return extractor instanceof Template template ? template.constantSteps() : List.of();
    }

    private static Model folded(Model model, List<String> names) {
        ParameterLayout layout = model.layout();
        FeatureLists transitions = layout.transitionFeatures();
        int pairs = layout.sharedFeatures().length;
        double[] sums = new double[pairs];
        boolean[] weighted = new boolean[pairs];
        for (int pair = 0; pair < pairs; pair++) {
            int feature = layout.sharedFeatures()[pair];
            weighted[pair] = feature >= 0;
            sums[pair] = feature < 0 ? 0 : model.weights()[layout.sharedBegin() + feature];
        }
        for (String name : names) { // with repeats, in the order in which the program adds them up
            int attribute = model.encoder().transitionAttributes().indexOf(name);
            for (int f = attribute < 0 ? 0 : transitions.offsets()[attribute];
                    attribute >= 0 && f < transitions.offsets()[attribute + 1];
                    f++) {
                int pair = transitions.target(attribute, f);
                weighted[pair] = true;
                sums[pair] += model.weights()[layout.transitionBegin() + f];
            }
        }
        return with(model, sums, weighted);
    }

    private static Model with(Model model, double[] sums, boolean[] weighted) {
        ParameterLayout layout = model.layout();
        int[] shared = new int[sums.length];
        int count = 0;
        for (int pair = 0; pair < sums.length; pair++) {
            shared[pair] = weighted[pair] ? count++ : -1;
        }
        double[] weights = Arrays.copyOf(model.weights(), layout.sharedBegin() + count);
        for (int pair = 0; pair < sums.length; pair++) {
            if (shared[pair] >= 0) {
                weights[layout.sharedBegin() + shared[pair]] = sums[pair];
            }
        }
        Encoder encoder = model.encoder();
        return new Model(
                model.labels(),
                new Encoder(
                        encoder.extractor(),
                        encoder.boundaries(),
                        encoder.attributes(),
                        new Vocabulary.Builder().build()),
                new ParameterLayout(
                        layout.states(), layout.stateFeatures(), shared, FeatureLists.complete(0, sums.length)),
                weights,
                model.columns(),
                model.provenance(),
                FileForm.PLAIN,
                model.normalisation());
    }
}
