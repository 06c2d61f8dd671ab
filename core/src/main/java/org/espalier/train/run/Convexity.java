package org.espalier.train.run;

import org.espalier.labelling.Gold;
import org.espalier.labelling.LabelStructure;
import org.espalier.loss.CustomLoss;
import org.espalier.loss.LossFunction;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.train.corpus.Instance;
import org.espalier.train.corpus.InstanceStore;

/**
 * Whether an objective is convex: the one place that decides it, and with it whether anything may be called proved.
 *
 * <p>With one right label everywhere every loss is a convex function of the weights: a maximum or log-sum of linear functions
 * minus a linear one, or a sum of convex functions of one score each. Where several labels are allowed, minus a linear function
 * becomes minus a maximum or a log-sum (Yu &amp; Joachims 2009), and one-vs-rest losses take the best of several: then the sum is
 * not convex. So it is with hidden states, of which several are allowed wherever a label is. Where all labels are allowed there is nothing to learn and the loss is 0, in a whole sequence, or at a position
 * that stands by itself because the model has no transitions.
 */
final class Convexity {
    private Convexity() {}

    /** Whether the sum of the losses over the data is convex. */
    static boolean of(LossFunction loss, InstanceStore instances, LabelStructure<?> structure, ParameterLayout layout) {
        boolean single = loss.isOneVsRest() || structure.isTokenwise(layout);
        for (Instance instance : instances) {
            if (instance.weight() > 0 && !isConvex(instance.gold(), structure, single)) {
                return false;
            }
        }
        return true;
    }

    /** The same of a loss that the user has made: it must say so, and one output must be right everywhere. */
    static boolean of(CustomLoss loss, InstanceStore instances, LabelStructure<?> structure) {
        if (!loss.convex() || structure.hidesStates()) {
            return false;
        }
        for (Instance instance : instances) {
            if (instance.weight() > 0 && !structure.isComplete(instance.gold())) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether the loss of one sequence is convex.
     *
     * @param single whether every position stands by itself
     */
    private static boolean isConvex(Gold given, LabelStructure<?> structure, boolean single) {
        if (structure.hasMarks()) {
            return structure.isComplete(given) && !structure.hidesStates();
        }
        AllowedStates gold = given.labels();
        int labels = structure.labels();
        int right = 0;
        int any = 0;
        for (int t = 0; t < gold.length(); t++) {
            boolean known = gold.onlyState(t) >= 0 || labels == 1;
            if (known && !structure.hidesStates()) {
                right++;
            } else if (labels == 1 || (!known && allowsAll(gold, t, labels))) {
                any++;
            }
        }
        int length = gold.length();
        return single ? right + any == length : right == length || any == length;
    }

    private static boolean allowsAll(AllowedStates gold, int t, int labels) {
        int several = gold.alternatives(t).length;
        return several == 0 || several == labels;
    }
}
