package org.espalier.feature;

import java.util.Arrays;
import org.espalier.structure.Sites;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * A sequence as flat numbers: the attribute numbers and values of every position.
 *
 * <p>Every kind of place of a structure has {@link AttributeLists} of its own: states by position, transitions by the position
 * that a step leads to.
 */
public final class EncodedSequence implements Sites {
    private static final int[] NONE = {};

    private final int length;
    private final AttributeLists states; // by position
    private final AttributeLists steps; // by the position that a step leads to

    EncodedSequence(int length, AttributeLists states, AttributeLists steps) {
        this.length = length;
        this.states = states;
        this.steps = steps;
    }

    /** The sequence without positions: what a scorer makes of it has room for the shared parts, and for no others. */
    public static EncodedSequence empty() {
        return new EncodedSequence(0, new AttributeLists(new int[1], NONE, null), AttributeLists.NONE);
    }

    @Override
    public int length() {
        return length;
    }

    /** The positions t ≥ 1 that have transition attributes, ascending; none of other kinds. */
    @Override
    public int[] sites(int kind) {
        return kind == Trellis.STEPS ? transitionPositions() : NONE;
    }

    /** The attributes of the places of a kind, by site; not to be changed. */
    public AttributeLists lists(int kind) {
        return switch (kind) {
            case Trellis.STATES -> states;
            case Trellis.STEPS -> steps;
            default -> AttributeLists.NONE;
        };
    }

    /** Where the state attributes of position t begin; t = T gives their total number. */
    public int begin(int t) {
        return states.begin(t);
    }

    /** The k-th state attribute, see {@link #begin}. */
    public int attribute(int k) {
        return states.attributes()[k];
    }

    /** The value of the k-th state attribute. */
    public double value(int k) {
        return states.value(k);
    }

    /** The state attributes of all positions; not to be changed. */
    public int[] attributes() {
        return states.attributes();
    }

    /** The values of the state attributes, or null when all are 1; not to be changed. */
    public double @Nullable [] values() {
        return states.values();
    }

    /** Where the transition attributes of the step into t begin; t = T gives their total number. */
    public int transitionBegin(int t) {
        return steps.begin(t);
    }

    /** The k-th transition attribute, see {@link #transitionBegin}. */
    public int transitionAttribute(int k) {
        return steps.attributes()[k];
    }

    /** The value of the k-th transition attribute. */
    public double transitionValue(int k) {
        return steps.value(k);
    }

    private int[] transitionPositions() {
        if (steps.offsets().length == 0) {
            return NONE;
        }
        int[] positions = new int[length];
        int count = 0;
        for (int t = 1; t < length; t++) {
            if (steps.begin(t + 1) > steps.begin(t)) {
                positions[count++] = t;
            }
        }
        return Arrays.copyOf(positions, count);
    }

    /** The same sequence with attributes renumbered; those whose new number is negative are left out. */
    public EncodedSequence renumbered(int[] newAttributes, int[] newTransitionAttributes) {
        EncodedBuilder builder = new EncodedBuilder();
        builder.begin();
        for (int t = 0; t < length; t++) {
            for (int k = begin(t); k < begin(t + 1); k++) {
                builder.add(newAttributes[attribute(k)], value(k));
            }
            for (int k = transitionBegin(t); k < transitionBegin(t + 1); k++) {
                builder.addTransition(newTransitionAttributes[transitionAttribute(k)], transitionValue(k));
            }
            builder.endPosition();
        }
        return builder.build();
    }
}
