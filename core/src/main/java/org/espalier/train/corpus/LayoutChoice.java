package org.espalier.train.corpus;

import java.util.function.Consumer;
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
        return of(data, selection, structure, initial, counter -> count(data.instances(), structure, counter));
    }

    /**
     * The same where somebody else knows what occurs.
     *
     * @param structure what labels mean
     * @param initial a model whose pairs are kept, or null
     * @param counting counts what occurs in the data
     */
    public static ParameterLayout of(
            TrainingData data,
            FeatureSelection selection,
            LabelStructure<?> structure,
            @Nullable Model initial,
            Consumer<LayoutBuilder.Counter> counting) {
        int reference = selection.reference(data.labels());
        ParameterLayout full = full(data, selection, structure, initial, counting);
        return reference < 0 ? full : full.withoutState(reference);
    }

    private static ParameterLayout full(
            TrainingData data,
            FeatureSelection selection,
            LabelStructure<?> structure,
            @Nullable Model initial,
            Consumer<LayoutBuilder.Counter> counting) {
        Encoder encoder = data.encoder();
        if (!selection.transitions()
                && structure.pairPlaces().kind() == PairPlaces.Kind.STEPS
                && encoder.transitionAttributes().size() > 0) {
            throw new TrainingException(
                    "the features look at pairs of labels, as B lines of a template do, but the model"
                            + " has no transitions; leave these features out, or train a chain");
        }
        LayoutBuilder builder = builder(
                structure,
                data.instances().attributes().size(),
                encoder.transitionAttributes().size(),
                encoder.extractor().sharedTransitions() && selection.transitions());
        if (selection.allFeatures()) {
            return builder.complete();
        }
        LayoutBuilder.Counter counter = builder.counter(selection.choice());
        counting.accept(counter);
        return initial == null
                ? counter.layout(null, (family, target) -> target)
                : counter.layout(initial.layout(), structure.retargeting(initial.structure()));
    }

    /** The builder of a layout; wherever parts of the data are counted, it is the same. */
    public static LayoutBuilder builder(
            LabelStructure<?> structure, int attributes, int pairAttributes, boolean transitions) {
        return new LayoutBuilder(
                structure.families(),
                places -> places == 0 ? attributes : pairAttributes,
                family -> transitions || !structure.isTransition(family));
    }

    /** Counts what occurs in some instances. */
    public static void count(Iterable<Instance> instances, LabelStructure<?> structure, LayoutBuilder.Counter counter) {
        for (Instance instance : instances) {
            structure.count(instance.sequence(), instance.gold(), instance.weight(), counter);
        }
    }
}
