package org.espalier.train.run;

import org.espalier.feature.FeatureDefinition;
import org.espalier.labelling.LabelStructure;
import org.espalier.model.Model;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.LayoutBuilder;
import org.espalier.scoring.ParameterLayout;
import org.jspecify.annotations.Nullable;

/** Where a training starts: at 0, or at the weights of an initial model. */
final class WarmStart {
    private WarmStart() {}

    /** Zeros, or the weights of the initial model at their new places. */
    static double[] weights(@Nullable Model initial, LabelStructure<?> structure, ParameterLayout to) {
        double[] start = new double[to.parameters()];
        if (initial != null) {
            ParameterLayout from = initial.layout();
            LayoutBuilder.Retargeting retargeting = structure.retargeting(initial.structure());
            for (int family = 0; family < to.families().size(); family++) {
                copy(initial.weights(), from, start, to, family, retargeting);
            }
        }
        return start;
    }

    /** Attributes of the initial model have the same numbers in the new one; targets may have others. */
    private static void copy(
            double[] weights,
            ParameterLayout from,
            double[] start,
            ParameterLayout to,
            int family,
            LayoutBuilder.Retargeting retargeting) {
        FeatureLists older = from.lists(family);
        for (int a = 0; a < older.attributes(); a++) {
            for (int f = older.offsets()[a]; f < older.offsets()[a + 1]; f++) {
                int target = retargeting.target(family, older.target(a, f));
                int feature = target < 0 ? -1 : to.lists(family).find(a, target);
                if (feature >= 0) {
                    start[to.begin(family) + feature] = weights[from.begin(family) + f];
                }
            }
        }
    }

    /** Warns the listener when not all of its initial model serves. */
    static void warn(TrainingPlan plan, FeatureDefinition features) {
        Model initial = plan.initial();
        if (initial == null) {
            return;
        }
        FeatureDefinition before = initial.encoder().extractor().definition();
        if (!before.equals(features)
                || initial.encoder().boundaries() != plan.options().selection().boundaries()) {
            plan.listener()
                    .onWarning("the initial model has other features (" + before.kind()
                            + "); only the weights of attributes with the same names are used");
        }
        if (plan.options().startsFromZero()) {
            plan.listener()
                    .onWarning(
                            "Frank–Wolfe starts from 0, because its weights come from dual variables: only the labels and features of"
                                    + " the initial model are used. To continue from its weights, use the algorithm subgradient");
        }
    }
}
