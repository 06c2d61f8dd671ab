package org.espalier.labelling.chain;

import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.data.DataFormatException;
import org.espalier.labelling.LabelData;
import org.espalier.labelling.LabelStructure;
import org.espalier.labelling.StructureSpec;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.ClassBlocks;

/**
 * One label for a whole sequence, and hidden states along it: the hidden-state CRF (Quattoni et al. 2007).
 *
 * @param hidden how many hidden states there are, for every class, from 1
 * @param sharesStates whether all classes have the same hidden states, as in the paper, or each its own
 * @param transitions whether steps between hidden states have weights
 */
public record HiddenClasses(int hidden, boolean sharesStates, boolean transitions) implements StructureSpec {

    public HiddenClasses {
        if (hidden < 1) {
            throw new IllegalArgumentException("hiddenStates = " + hidden + "; expected at least 1");
        }
    }

    /** Every class has so many hidden states of its own. */
    public HiddenClasses(int hidden) {
        this(hidden, false, true);
    }

    @Override
    public LabelStructure<?> settle(LabelData data) {
        int[] count = {0};
        data.forEach(gold -> requireOneClass(gold.labels(), data, count[0]++));
        int classes = data.labels().size();
        ClassBlocks blocks =
                sharesStates ? ClassBlocks.sharedStates(classes, hidden) : ClassBlocks.ownStates(classes, hidden);
        return new ClassLabels(blocks, sharesStates, transitions);
    }

    private static void requireOneClass(AllowedStates gold, LabelData data, int number) {
        for (int t = 1; t < gold.length(); t++) {
            int before = gold.onlyState(t - 1);
            int label = gold.onlyState(t);
            if (before >= 0 && label >= 0 && before != label) {
                throw new DataFormatException(
                        data.location(number),
                        "the label changes within the sequence, from '"
                                + data.labels().name(before) + "' to '"
                                + data.labels().name(label) + "' at token " + (t + 1)
                                + "; a hidden-state model gives one label to a whole sequence: use --model ldcrf or crf"
                                + " for a label per token");
            }
        }
    }

    @Override
    public StructureSpec with(String number, int value) {
        return number.equals("hidden-states")
                ? new HiddenClasses(value, sharesStates, transitions)
                : StructureSpec.super.with(number, value);
    }

    @Override
    public Map<String, Object> provenance() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("classStates", hidden);
        if (sharesStates) {
            map.put("sharedStates", true);
        }
        if (!transitions) {
            map.put("stateTransitions", false);
        }
        return map;
    }

    @Override
    public String describe() {
        return "a hidden-state model";
    }

    @Override
    public boolean hidesStates() {
        return hidden > 1;
    }
}
