package org.espalier.structure.chain;

import java.util.List;
import org.espalier.structure.Family;
import org.espalier.structure.Sites;
import org.espalier.structure.Topology;
import org.jspecify.annotations.Nullable;

/**
 * Chains over the same states, with the same pairs of states that have a shared transition part.
 *
 * <p>Families of the plain chain, whose states are what features speak of:
 *
 * <pre>
 *   state                 places: positions            targets: states   [S]
 *   transition            shared by all steps          targets: pairs    [S][S]
 *   observed-transition   places: steps with features  targets: pairs    [S][S]
 * </pre>
 */
public final class ChainTopology implements Topology<Trellis> {
    private static final int[] NO_POSITIONS = {};

    private final int states;
    private final @Nullable Transitions transitions; // null when all pairs have a part
    private final List<Family> families;
    private final Transitions none;

    private ChainTopology(int states, @Nullable Transitions transitions, List<Family> families) {
        this.states = states;
        this.transitions = transitions;
        this.families = families;
        this.none = Transitions.of(states, NO_POSITIONS);
    }

    /** The plain chain, where every pair of states has a shared transition part. */
    public static ChainTopology dense(int states) {
        return new ChainTopology(states, null, families(states, null));
    }

    /**
     * The plain chain, where only some pairs of states have a shared transition part and all others score 0.
     *
     * @param arcs pairs i·S + j, rising
     */
    public static ChainTopology sparse(int states, int[] arcs) {
        return new ChainTopology(states, Transitions.of(states, arcs), families(states, arcs));
    }

    private static List<Family> families(int states, int @Nullable [] arcs) {
        return List.of(
                Family.plain("state", Trellis.STATES, states),
                Family.shared("transition", states * states, arcs),
                Family.plain("observed-transition", Trellis.STEPS, states * states));
    }

    public int states() {
        return states;
    }

    @Override
    public Trellis structure(Sites sites) {
        int[] steps = sites.sites(Trellis.STEPS);
        return transitions == null
                ? Trellis.chain(sites.length(), states, steps)
                : Trellis.chain(sites.length(), transitions, steps);
    }

    @Override
    public List<Family> families() {
        return families;
    }

    @Override
    public boolean isShapedByLength(Sites sites) {
        return sites.sites(Trellis.STEPS).length == 0;
    }

    /** S² parts less to go through for a single token. */
    @Override
    public Trellis withoutIdleParts(Trellis trellis) {
        return trellis.usesSharedParts() ? trellis : Trellis.chain(trellis.length(), none, NO_POSITIONS);
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
