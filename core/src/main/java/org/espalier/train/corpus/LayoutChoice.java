package org.espalier.train.corpus;

import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.encoding.PairPlaces;
import org.espalier.labelling.LabelStructure;
import org.espalier.model.Model;
import org.espalier.scoring.LayoutBuilder;
import org.espalier.scoring.ParameterLayout;
import org.espalier.train.FeatureSelection;
import org.espalier.train.TrainingException;
import org.jspecify.annotations.Nullable;

/** Decides which pairs of attribute and target, and which shared targets, get a weight. */
public final class LayoutChoice {
    private LayoutChoice() {}

    /**
     * The layout of θ that the options ask for.
     *
     * @param structure what labels mean
     * @param initial a model whose pairs are kept, or null
     */
    public static ParameterLayout of(
            TrainingData data, FeatureSelection selection, LabelStructure<?> structure, @Nullable Model initial) {
        int reference = selection.reference(data.labels());
        ParameterLayout full = full(data, selection, structure, initial);
        return reference < 0 ? full : full.withoutState(reference);
    }

    private static ParameterLayout full(
            TrainingData data, FeatureSelection selection, LabelStructure<?> structure, @Nullable Model initial) {
        Encoder encoder = data.encoder();
        if (!selection.transitions()
                && structure.pairPlaces().kind() == PairPlaces.Kind.STEPS
                && encoder.transitionAttributes().size() > 0) {
            throw new TrainingException(
                    "the features look at pairs of labels, as B lines of a template do, but the model"
                            + " has no transitions; leave these features out, or train a chain");
        }
        boolean transitions = encoder.extractor().sharedTransitions() && selection.transitions();
        LayoutBuilder builder = new LayoutBuilder(
                structure.families(),
                places -> places == 0
                        ? data.instances().attributes().size()
                        : encoder.transitionAttributes().size(),
                family -> transitions || !structure.isTransition(family));
        if (selection.allFeatures()) {
            return builder.complete();
        }
        LayoutBuilder.Counter counter = builder.counter(selection.choice());
        for (Instance instance : data.instances()) {
            structure.count(instance.sequence(), instance.gold(), instance.weight(), counter);
        }
        return initial == null
                ? counter.layout(null, (family, target) -> target)
                : counter.layout(initial.layout(), structure.retargeting(initial.structure()));
    }
}
