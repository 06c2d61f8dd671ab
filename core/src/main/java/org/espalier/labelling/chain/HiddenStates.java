package org.espalier.labelling.chain;

import java.util.Map;
import org.espalier.labelling.LabelData;
import org.espalier.labelling.LabelStructure;
import org.espalier.labelling.StructureSpec;
import org.espalier.structure.chain.StateMap;

/**
 * A chain in which every label has so many hidden states of its own: the latent-dynamic CRF (Morency et al. 2007); with one, the
 * plain chain.
 *
 * @param perLabel how many hidden states every label has, from 1
 */
public record HiddenStates(int perLabel) implements StructureSpec {

    /** The plain chain, whose states are the labels. */
    public static final HiddenStates NONE = new HiddenStates(1);

    public HiddenStates {
        if (perLabel < 1) {
            throw new IllegalArgumentException("hiddenStates = " + perLabel + "; expected at least 1 for every label");
        }
    }

    @Override
    public LabelStructure<?> settle(LabelData data) {
        return ChainLabels.of(StateMap.substates(data.labels().size(), perLabel));
    }

    @Override
    public StructureSpec with(String number, int value) {
        return switch (number) {
            case "hidden-states" -> new HiddenStates(value);
            case "order" -> {
                if (perLabel > 1) {
                    throw new IllegalArgumentException(describe() + " has no " + number);
                }
                yield value == 1 ? this : new HigherOrder(value);
            }
            default -> StructureSpec.super.with(number, value);
        };
    }

    @Override
    public Map<String, Object> provenance() {
        return perLabel == 1 ? Map.of() : Map.of("hiddenStates", perLabel);
    }

    @Override
    public String describe() {
        return perLabel == 1 ? "a chain" : "a chain with " + perLabel + " hidden states for every label";
    }

    @Override
    public boolean hidesStates() {
        return perLabel > 1;
    }

    @Override
    public boolean isPlainChain() {
        return perLabel == 1;
    }
}
