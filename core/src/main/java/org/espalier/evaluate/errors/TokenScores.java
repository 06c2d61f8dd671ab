package org.espalier.evaluate.errors;

import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.feature.EncodedSequence;
import org.espalier.model.Model;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.Normalisation;
import org.espalier.scoring.ParameterLayout;
import org.jspecify.annotations.Nullable;

/**
 * What the features of the tokens alone say: Σ value · weight over the attributes of a token, without transitions and whatever else ties
 * labels together. For models whose token weights speak of labels, not of hidden states or pairs, and whose scores are plain sums.
 */
final class TokenScores {
    private static final String TRANSITION = "transition";

    private final Model model;
    private final ParameterLayout layout;
    private final @Nullable FeatureLists steps;

    private TokenScores(Model model) {
        this.model = model;
        this.layout = model.layout();
        int family = layout.indexOf(TRANSITION);
        int states = layout.states();
        boolean pairs = family >= 0 && layout.lists(family).targetCount() == states * states;
        this.steps = pairs && !layout.lists(family).isComplete() ? layout.lists(family) : null;
    }

    /** Null when the weights do not say it. */
    static @Nullable TokenScores of(Model model) {
        boolean plain = model.normalisation() == Normalisation.GLOBAL
                && model.votes() == null
                && model.stateNames().equals(model.labels().names());
        return plain ? new TokenScores(model) : null;
    }

    /** Whether a pair of labels never occurred in training, as far as the model shows it: only pairs that occurred have a weight. */
    boolean isNew(String from, String to) {
        int i = model.labels().indexOf(from);
        int j = model.labels().indexOf(to);
        return steps != null && i >= 0 && j >= 0 && steps.find(0, i * layout.states() + j) < 0;
    }

    /**
     * How much the features prefer one labelling to another.
     *
     * @param difference score of the predicted labels − score of the gold ones
     * @param attribute the attribute that speaks most for the predicted labels; empty when there is none
     * @param share what it adds to the difference
     */
    record Preference(double difference, String attribute, double share) {}

    /** Over the tokens from start to end; labels that are not the model's score 0. */
    Preference preference(Sequence sequence, List<String> gold, List<String> predicted, int start, int end) {
        EncodedSequence encoded = model.encoder().encode(sequence);
        double difference = 0;
        double most = 0;
        int strongest = -1;
        for (int t = start; t < end; t++) {
            int right = model.labels().indexOf(gold.get(t));
            int found = model.labels().indexOf(predicted.get(t));
            if (right == found) {
                continue;
            }
            for (int k = encoded.begin(t); k < encoded.begin(t + 1); k++) {
                int attribute = encoded.attribute(k);
                double share = encoded.value(k) * (weight(attribute, found) - weight(attribute, right));
                difference += share;
                if (share > most) {
                    most = share;
                    strongest = attribute;
                }
            }
        }
        String name = strongest < 0 ? "" : model.encoder().attributes().get(strongest);
        return new Preference(difference, name, most);
    }

    private double weight(int attribute, int label) {
        int feature = label < 0 ? -1 : layout.stateFeatures().find(attribute, label);
        return feature < 0 ? 0 : model.weights()[feature];
    }
}
