package org.espalier.cli.option;

import org.espalier.train.FeatureSelection;
import org.espalier.train.TrainingOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which features get a weight. */
@HelpTopic(Topic.FEATURES)
public final class SelectionOptions {
    @Option(
            names = "--min-count",
            paramLabel = "n",
            description = "Ignore attributes that occur fewer than n times. Default: ${DEFAULT-VALUE}.")
    @Essential
    private int minCount = TrainingOptions.DEFAULTS.selection().minCount();

    @Option(
            names = "--min-feature-count",
            paramLabel = "n",
            description =
                    "Ignore pairs of attribute and label, or of two labels, that occur fewer than n times. Default:"
                            + " ${DEFAULT-VALUE}.")
    private int minFeatureCount = TrainingOptions.DEFAULTS.selection().minFeatureCount();

    @Option(
            names = "--all-features",
            description =
                    "Give a weight to every pair of attribute and label, as CRF++ does, instead of only to the pairs that"
                            + " occur.")
    private boolean allFeatures;

    @Option(names = "--boundaries", description = "Learn which labels sequences begin and end with.")
    private boolean boundaries;

    public int minCount() {
        return minCount;
    }

    /** What was chosen, with a label whose weights are 0, or null. */
    public FeatureSelection chosen(@Nullable String referenceLabel) {
        return new FeatureSelection(minCount, minFeatureCount, allFeatures, boundaries)
                .withReferenceLabel(referenceLabel);
    }
}
