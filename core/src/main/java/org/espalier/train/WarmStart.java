package org.espalier.train;

import org.espalier.feature.FeatureDefinition;
import org.espalier.model.Model;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;
import org.jspecify.annotations.Nullable;

/** Where a training starts: at 0, or at the weights of an initial model. */
final class WarmStart {
    private WarmStart() {}

    /** Zeros, or the weights of the initial model at their new places. */
    static double[] weights(@Nullable Model initial, ParameterLayout to) {
        double[] start = new double[to.parameters()];
        if (initial != null) {
            ParameterLayout from = initial.layout();
            copy(initial.weights(), from.stateFeatures(), 0, start, to.stateFeatures(), 0, from.states(), to.states());
            for (int arc = 0; arc < from.sharedFeatures().length; arc++) {
                int target = to.sharedFeatures()[arc / from.states() * to.states() + arc % from.states()];
                if (from.sharedFeatures()[arc] >= 0 && target >= 0) {
                    start[to.sharedBegin() + target] =
                            initial.weights()[from.sharedBegin() + from.sharedFeatures()[arc]];
                }
            }
            copy(
                    initial.weights(),
                    from.transitionFeatures(),
                    from.transitionBegin(),
                    start,
                    to.transitionFeatures(),
                    to.transitionBegin(),
                    from.states(),
                    to.states());
        }
        return start;
    }

    /** Labels and attributes of the initial model have the same numbers in the new one; a pair i·S + j does not. */
    private static void copy(
            double[] weights,
            FeatureLists from,
            int fromBegin,
            double[] start,
            FeatureLists to,
            int toBegin,
            int fromStates,
            int toStates) {
        for (int a = 0; a < from.attributes(); a++) {
            for (int f = from.offsets()[a]; f < from.offsets()[a + 1]; f++) {
                int target = from.target(a, f);
                int feature = to.find(a, target / fromStates * toStates + target % fromStates);
                if (feature >= 0) {
                    start[toBegin + feature] = weights[fromBegin + f];
                }
            }
        }
    }

    /** Warns the trainer's listener when not all of its initial model serves. */
    static void warn(Trainer trainer, FeatureDefinition features) {
        Model initial = trainer.initial;
        if (initial == null) {
            return;
        }
        FeatureDefinition before = initial.encoder().extractor().definition();
        if (!before.equals(features)
                || initial.encoder().boundaries() != trainer.options.selection().boundaries()) {
            trainer.listener.onWarning("the initial model has other features (" + before.kind()
                    + "); only the weights of attributes with the same names serve");
        }
        if (Optimizers.startsFromZero(trainer.options)) {
            trainer.listener.onWarning(
                    "Frank–Wolfe starts from 0, because its weights are those of dual variables: of the"
                            + " initial model only labels and features serve. To go on from its weights, use the algorithm subgradient");
        }
    }
}
