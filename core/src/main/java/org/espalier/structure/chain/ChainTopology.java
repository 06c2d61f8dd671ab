package org.espalier.structure.chain;

import java.util.List;
import org.espalier.structure.Family;
import org.espalier.structure.Sites;
import org.espalier.structure.Topology;
import org.jspecify.annotations.Nullable;

/**
 * Chains over the same states: which pairs of states have a shared transition part, which states may begin and end, and the
 * families of features.
 *
 * <p>Families of the plain chain, whose states are what features speak of:
 *
 * <pre>
 *   state                 places: positions            targets: states   [S]
 *   transition            shared by all steps          targets: pairs    [S][S]
 *   observed-transition   places: steps with features  targets: pairs    [S][S]
 * </pre>
 *
 * Where states are not what features speak of, {@link #of} takes other families, with {@linkplain Family#tie tie maps}.
 */
public final class ChainTopology implements Topology<Trellis> {
    private static final int[] NO_POSITIONS = {};

    private final int states;
    private final @Nullable Transitions transitions; // null when all pairs have a part
    private final @Nullable Borders borders; // null when all states may begin and end
    private final List<Family> families;
    private final boolean hasSteps; // whether a family looks at steps
    private final Transitions none;

    private ChainTopology(
            int states, @Nullable Transitions transitions, @Nullable Borders borders, List<Family> families) {
        this.states = states;
        this.transitions = transitions;
        this.borders = borders;
        this.families = List.copyOf(families);
        this.hasSteps = families.stream().anyMatch(family -> family.places() == Trellis.STEPS);
        this.none = Transitions.of(states, NO_POSITIONS);
    }

    /** The plain chain, where every pair of states has a shared transition part. */
    public static ChainTopology dense(int states) {
        return new ChainTopology(states, null, null, families(states, null));
    }

    /**
     * The plain chain, where only some pairs of states have a shared transition part and all others score 0.
     *
     * @param arcs pairs i·S + j, rising
     */
    public static ChainTopology sparse(int states, int[] arcs) {
        return new ChainTopology(states, Transitions.of(states, arcs), null, families(states, arcs));
    }

    private static List<Family> families(int states, int @Nullable [] arcs) {
        return List.of(
                Family.plain("state", Trellis.STATES, states),
                Family.shared("transition", states * states, arcs),
                Family.plain("observed-transition", Trellis.STEPS, states * states));
    }

    /**
     * Any chain.
     *
     * @param transitions the pairs of states that have a shared transition part, and whether all others are forbidden
     * @param borders the states that may begin and end
     * @param families in the order of their weights; those about {@link Trellis#STATES} are as wide as there are states, shared
     *     ones as there are shared parts, those about {@link Trellis#STEPS} as a step has own parts. Without one about steps,
     *     steps have no own parts
     */
    public static ChainTopology of(Transitions transitions, Borders borders, List<Family> families) {
        ChainTopology topology = new ChainTopology(transitions.states(), transitions, borders, families);
        topology.requireWidths();
        return topology;
    }

    private void requireWidths() {
        Trellis pair = structure(new int[] {1}, 2);
        if (families.stream().noneMatch(family -> family.places() == Trellis.STATES)) {
            throw new IllegalArgumentException("no family of " + families + " looks at positions");
        }
        for (Family family : families) {
            int width = family.isShared()
                    ? pair.sharedParts()
                    : family.places() == Trellis.STATES ? states : pair.ownParts();
            if (family.width() != width) {
                throw new IllegalArgumentException(
                        "family " + family + " has " + family.width() + " parts per place; expected " + width);
            }
        }
    }

    public int states() {
        return states;
    }

    @Override
    public Trellis structure(Sites sites) {
        return structure(hasSteps ? sites.sites(Trellis.STEPS) : NO_POSITIONS, sites.length());
    }

    private Trellis structure(int[] steps, int length) {
        return bordered(
                transitions == null ? Trellis.chain(length, states, steps) : Trellis.chain(length, transitions, steps));
    }

    private Trellis bordered(Trellis trellis) {
        return borders == null ? trellis : trellis.withBorders(borders);
    }

    @Override
    public List<Family> families() {
        return families;
    }

    @Override
    public boolean isShapedByLength(Sites sites) {
        return !hasSteps || sites.sites(Trellis.STEPS).length == 0;
    }

    /** S² parts less to go through for a single token. */
    @Override
    public Trellis withoutIdleParts(Trellis trellis) {
        return trellis.usesSharedParts() ? trellis : bordered(Trellis.chain(trellis.length(), none, NO_POSITIONS));
    }

    @Override
    public boolean coversParts() {
        return true;
    }

    @Override
    public int sharedParts() {
        return transitions == null ? states * states : transitions.parts();
    }
}
