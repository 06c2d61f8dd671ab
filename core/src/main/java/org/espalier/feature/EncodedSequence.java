package org.espalier.feature;

import java.util.Arrays;
import org.espalier.structure.Sites;
import org.jspecify.annotations.Nullable;

/**
 * A sequence as flat numbers: the attribute numbers and values of every place.
 *
 * <p>Every kind of place of a structure has {@link AttributeLists} of its own. Kind 0 are the positions, which are the states of a chain.
 * Kind 1 are the steps of a chain, by the position that a step leads to, or the segments of a segmentation, by site. Where a structure has
 * further kinds, they share the sites and the lists of kind 1.
 */
public final class EncodedSequence implements Sites {
    private static final int[] NONE = {};
    private static final SiteLists[] NO_OTHERS = {};

    private final int length;
    private final AttributeLists states; // by position
    private final SiteLists[] others; // of the kinds from 1 on, when they have attributes: none or one

    EncodedSequence(int length, AttributeLists states, SiteLists... others) {
        this.length = length;
        this.states = states;
        this.others = others;
    }

    /** Without attributes of other kinds of places. */
    static EncodedSequence plain(int length, AttributeLists states) {
        return new EncodedSequence(length, states, NO_OTHERS);
    }

    /** The sequence without positions: what a scorer makes of it has room for the shared parts, and for no others. */
    public static EncodedSequence empty() {
        return plain(0, new AttributeLists(new int[1], NONE, null));
    }

    @Override
    public int length() {
        return length;
    }

    /**
     * Where there are attributes of a kind from 1 on: the positions t ≥ 1 of steps, ascending; or start and length of segments in turn,
     * sorted by end, then by length.
     */
    @Override
    public int[] sites(int kind) {
        if (kind < 1 || others.length == 0) {
            return NONE;
        }
        int[] sites = others[0].sites();
        return sites == null ? positions(others[0].lists()) : sites;
    }

    /**
     * The attributes of the places of a kind, by site; not to be changed. A structure may have more kinds of places than there are lists,
     * such as factors of several templates: all of them find theirs in the last list.
     */
    public AttributeLists lists(int kind) {
        if (kind == 0) {
            return states;
        }
        return kind > 0 && others.length > 0 ? others[Math.min(kind, others.length) - 1].lists() : AttributeLists.NONE;
    }

    /** Where the state attributes of position t begin; t = T gives their end. Those of the first position need not begin at 0. */
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

    /** How many state attributes all positions have together. */
    public int size() {
        return begin(length) - begin(0);
    }

    /** The values of the state attributes, or null when all are 1; not to be changed. */
    public double @Nullable [] values() {
        return states.values();
    }

    /** Where the transition attributes of the step into t begin; t = T gives their total number. For chains. */
    public int transitionBegin(int t) {
        return lists(1).begin(t);
    }

    /** The k-th transition attribute, see {@link #transitionBegin}. */
    public int transitionAttribute(int k) {
        return lists(1).attributes()[k];
    }

    /** The value of the k-th transition attribute. */
    public double transitionValue(int k) {
        return lists(1).value(k);
    }

    private int[] positions(AttributeLists steps) {
        int[] positions = new int[length];
        int count = 0;
        for (int t = 1; t < length; t++) {
            if (steps.begin(t + 1) > steps.begin(t)) {
                positions[count++] = t;
            }
        }
        return Arrays.copyOf(positions, count);
    }

    /**
     * The same sequence with attributes renumbered; those whose new number is negative are left out.
     *
     * @param numbers the new numbers by kind // [kinds][attributes]
     */
    public EncodedSequence renumbered(int[]... numbers) {
        SiteLists more = others.length == 0 ? SiteLists.NONE : others[0];
        EncodedBuilder builder = new EncodedBuilder(more.sites() != null);
        builder.begin();
        builder.addAll(states, 0, length, more, 0, more.size(), numbers);
        return builder.build();
    }
}
