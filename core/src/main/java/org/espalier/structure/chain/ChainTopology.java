package org.espalier.structure.chain;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
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
 * Where states are not what features speak of, {@link #of} takes other families, with {@linkplain Family#tie tie maps}. Where states of the same
 * label always score alike, as label histories do, they share one part per position ({@link Trellis#stateMap}): then scores, exponentials and
 * gradients of states are those of labels, and only the steps know of histories.
 */
public final class ChainTopology implements Topology<Trellis> {
    private static final int[] NO_POSITIONS = {};

    /** At most one state in so many is few. */
    private static final int FEW = 4;

    private final int states;
    private final @Nullable Transitions transitions; // null when all pairs have a part
    private final @Nullable StateMap stateMap; // which states share a part; null when none do
    private final @Nullable Borders borders; // null when all states may begin and end
    private final List<Family> families;
    private final boolean hasSteps; // whether a family looks at steps
    private final Transitions none;
    private final @Nullable Reach reach; // null when all states can be everywhere

    private ChainTopology(
            int states,
            @Nullable Transitions transitions,
            @Nullable StateMap stateMap,
            @Nullable Borders borders,
            List<Family> families) {
        this.states = states;
        this.transitions = transitions;
        this.stateMap = stateMap;
        this.borders = borders;
        this.families = List.copyOf(families);
        this.hasSteps = families.stream().anyMatch(family -> family.places() == Trellis.STEPS);
        this.none = stateMap == null ? Transitions.of(states, NO_POSITIONS) : Transitions.only(new int[states][0]);
        this.reach = Reach.of(transitions, borders, stateMap);
        if (stateMap != null) {
            requireSameBorders(stateMap);
        }
    }

    /** States that share a part can be forbidden together only. */
    private void requireSameBorders(StateMap map) {
        for (int t = 0; borders != null && reach != null && t < Reach.MOST_RANGES; t++) {
            int[] mayBegin = new int[map.labels()]; // 1 and 2 are yes and no, 3 is both
            int[] mayEnd = new int[map.labels()];
            for (int s = reach.begin(t); s < reach.end(t); s++) {
                mayBegin[map.label(s)] |= borders.mayBegin(s) ? 1 : 2;
                mayEnd[map.label(s)] |= borders.mayEnd(s) ? 1 : 2;
            }
            for (int label = 0; label < map.labels(); label++) {
                if (mayEnd[label] == 3 || (t == 0 && mayBegin[label] == 3)) {
                    throw new IllegalArgumentException("states share the part of label " + label
                            + ", and only some of them may " + (mayEnd[label] == 3 ? "end" : "begin")
                            + "; expected all or none");
                }
            }
        }
    }

    /** The plain chain, where every pair of states has a shared transition part. */
    public static ChainTopology dense(int states) {
        return new ChainTopology(states, null, null, null, families(states, null));
    }

    /**
     * The plain chain, where only some pairs of states have a shared transition part and all others score 0.
     *
     * @param arcs pairs i·S + j, rising
     */
    public static ChainTopology sparse(int states, int[] arcs) {
        return new ChainTopology(states, Transitions.of(states, arcs), null, null, families(states, arcs));
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
        ChainTopology topology = new ChainTopology(transitions.states(), transitions, null, borders, families);
        topology.requireWidths();
        return topology;
    }

    /**
     * Any chain whose states of the same label share one part per position. All steps without a shared transition part are forbidden, and those that
     * are left are {@link StepBlocks}.
     *
     * @param map the label of every state
     * @param families as above, but those about {@link Trellis#STATES} are as wide as there are labels
     */
    static ChainTopology of(Transitions transitions, StateMap map, Borders borders, List<Family> families) {
        StateMap shared = map.isIdentity() ? null : map;
        ChainTopology topology = new ChainTopology(transitions.states(), transitions, shared, borders, families);
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
                    : family.places() == Trellis.STATES ? pair.stateParts() : pair.ownParts();
            if (family.width() != width) {
                throw new IllegalArgumentException(
                        "family " + family + " has " + family.width() + " parts per place; expected " + width);
            }
        }
    }

    /**
     * The same chain, in which only the steps, beginnings and ends that the constraint allows are possible.
     *
     * <p>Where every pair of states has a part, or all others are forbidden, only the pairs that are allowed keep theirs. Where the others score 0, they
     * still do unless they are forbidden. The families keep their targets, so the same weights fit.
     *
     * @param map the label of every state
     */
    public ChainTopology constrained(StateMap map, StepConstraint constraint) {
        if (map.states() != states || constraint.labels() != map.labels()) {
            throw new IllegalArgumentException("a constraint on " + constraint.labels() + " labels and a map from "
                    + map.states() + " states to " + map.labels() + " labels for a chain of " + states + " states");
        }
        if (constraint.isOpen()) {
            return this;
        }
        Borders narrower = Borders.of(
                states,
                s -> (borders == null || borders.mayBegin(s)) && constraint.mayBegin(map.label(s)),
                s -> (borders == null || borders.mayEnd(s)) && constraint.mayEnd(map.label(s)));
        if (constraint.allowsAllSteps()) {
            return new ChainTopology(states, transitions, stateMap, narrower, families);
        }
        StepConstraint.Step steps = (i, j) -> constraint.mayFollow(map.label(i), map.label(j));
        return transitions == null || transitions.forbidsOthers()
                ? onlyAllowed(steps, narrower)
                : limited(transitions, steps, narrower);
    }

    /** Keeps the parts of the pairs that are allowed. */
    private ChainTopology onlyAllowed(StepConstraint.Step steps, Borders narrower) {
        int[][] targets = new int[states][];
        for (int i = 0; i < states; i++) {
            int from = i;
            targets[i] = successors(i).filter(j -> steps.isAllowed(from, j)).toArray();
        }
        Transitions left = Transitions.only(targets);
        int[] before = partsBefore(left);
        List<Family> narrowed = families.stream()
                .map(family -> family.places() == Trellis.STATES ? family : tied(family, before))
                .toList();
        return new ChainTopology(states, left, stateMap, narrower, narrowed);
    }

    private IntStream successors(int i) {
        return transitions == null
                ? IntStream.range(0, states)
                : IntStream.range(transitions.rowBegin(i), transitions.rowBegin(i + 1))
                        .map(transitions::target);
    }

    /** The part that each pair has here; −1 when it has none // [parts there]. */
    private int[] partsBefore(Transitions other) {
        int[] parts = new int[other.parts()];
        for (int i = 0; i < states; i++) {
            for (int part = other.rowBegin(i); part < other.rowBegin(i + 1); part++) {
                int j = other.target(part);
                parts[part] = transitions == null ? i * states + j : transitions.part(i, j);
            }
        }
        return parts;
    }

    /** The family of other parts, of which this says what each was. */
    private static Family tied(Family family, int[] before) {
        int[] old = family.tie();
        int[] tie = new int[before.length];
        for (int part = 0; part < tie.length; part++) {
            tie[part] = before[part] < 0 || old == null ? before[part] : old[before[part]];
        }
        return new Family(family.name(), family.places(), family.targets(), tie, family.isConstant());
    }

    /**
     * Closes states until every forbidden pair leaves or enters a closed one: first those with few pairs that are allowed, then
     * sources. The allowed pairs of closed states get parts, which score 0 when no weight is tied to them.
     */
    private ChainTopology limited(Transitions sparse, StepConstraint.Step steps, Borders narrower) {
        int[] outgoing = new int[states];
        int[] incoming = new int[states];
        StepConstraint.Step allowed = (i, j) -> steps.isAllowed(i, j) && sparse.allows(i, j);
        for (int i = 0; i < states; i++) {
            for (int j = 0; j < states; j++) {
                int one = allowed.isAllowed(i, j) ? 1 : 0;
                outgoing[i] += one;
                incoming[j] += one;
            }
        }
        BitSet closedSources = new BitSet();
        BitSet closedTargets = new BitSet();
        for (int s = 0; s < states; s++) {
            closedSources.set(s, FEW * (long) outgoing[s] <= states);
            closedTargets.set(s, FEW * (long) incoming[s] <= states);
        }
        for (int i = 0; i < states; i++) {
            for (int j = 0; j < states && !closedSources.get(i); j++) {
                closedSources.set(i, !allowed.isAllowed(i, j) && !closedTargets.get(j));
            }
        }
        IntStream.Builder arcs = IntStream.builder();
        for (int i = 0; i < states; i++) {
            for (int j = 0; j < states; j++) {
                boolean closed = closedSources.get(i) || closedTargets.get(j);
                if (allowed.isAllowed(i, j) && (closed || sparse.part(i, j) >= 0)) {
                    arcs.add(i * states + j);
                }
            }
        }
        Transitions left = Transitions.limited(states, arcs.build().toArray(), closedSources, closedTargets);
        int[] before = partsBefore(left);
        List<Family> narrowed = families.stream()
                .map(family -> family.isShared() ? tied(family, before) : ofPairs(family, left))
                .toList();
        return new ChainTopology(states, left, stateMap, narrower, narrowed);
    }

    /** Own transitions have one part per pair, unless all pairs without a shared part are forbidden. */
    private Family ofPairs(Family family, Transitions left) {
        if (family.places() != Trellis.STEPS || !left.forbidsOthers()) {
            return family;
        }
        int[] pairs = new int[left.parts()];
        for (int i = 0; i < states; i++) {
            for (int part = left.rowBegin(i); part < left.rowBegin(i + 1); part++) {
                pairs[part] = i * states + left.target(part);
            }
        }
        return tied(family, pairs);
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
                transitions == null
                        ? Trellis.chain(length, states, steps)
                        : Trellis.chain(length, transitions, stateMap, steps));
    }

    private Trellis bordered(Trellis trellis) {
        return borders == null ? trellis : trellis.withBorders(borders, reach);
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
        return trellis.usesSharedParts()
                ? trellis
                : bordered(Trellis.chain(trellis.length(), none, stateMap, NO_POSITIONS));
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
