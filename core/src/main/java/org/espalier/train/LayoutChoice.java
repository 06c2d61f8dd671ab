package org.espalier.train;

import org.espalier.feature.encoding.Encoder;
import org.espalier.model.Model;
import org.espalier.scoring.LayoutBuilder;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.chain.StateMap;
import org.jspecify.annotations.Nullable;

/** Decides which pairs of attribute and label, and of labels, get a weight. */
final class LayoutChoice {
    private LayoutChoice() {}

    /**
     * The layout of θ that the options ask for.
     *
     * @param states which label each state stands for
     * @param initial a model whose pairs are kept, or null
     */
    static ParameterLayout of(TrainingData data, FeatureSelection selection, StateMap states, @Nullable Model initial) {
        int reference = selection.reference(data.labels());
        ParameterLayout full = full(data, selection, states, initial);
        return reference < 0 ? full : full.withoutState(reference);
    }

    private static ParameterLayout full(
            TrainingData data, FeatureSelection selection, StateMap states, @Nullable Model initial) {
        Encoder encoder = data.encoder();
        if (!selection.transitions() && encoder.transitionAttributes().size() > 0) {
            throw new TrainingException(
                    "the features look at pairs of labels, as B lines of a template do, but the model"
                            + " has no transitions; leave these features out, or train a chain");
        }
        LayoutBuilder builder = new LayoutBuilder(
                states.states(),
                encoder.attributes().size(),
                encoder.transitionAttributes().size(),
                encoder.extractor().sharedTransitions() && selection.transitions());
        if (selection.allFeatures()) {
            return builder.complete();
        }
        LayoutBuilder.Counter counter = builder.counter(selection.choice());
        for (Instance instance : data.instances()) {
            counter.add(instance.sequence(), states.states(instance.gold()), instance.weight());
        }
        return counter.layout(initial == null ? null : initial.layout());
    }
}
