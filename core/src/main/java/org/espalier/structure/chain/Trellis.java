package org.espalier.structure.chain;

import org.espalier.structure.Structure;
import org.jspecify.annotations.Nullable;

/**
 * The chain y<sub>0</sub> … y<sub>T−1</sub> over S states.
 *
 * <p>Its parts, in this order:
 *
 * <pre>
 *   shared transitions   [S][S]      from i to j, the same at every position; or [N], only N pairs, see {@link Transitions}
 *   states               [T][S]; or [T][L], one for all states of a label, see {@link #stateMap}
 *   own transitions      [C][S][S]   only at the C positions where a feature looks at the observation and the pair;
 *                                    [C][N], in the order of the shared ones, when all but N pairs are forbidden
 * </pre>
 *
 * The score of a path is Σ<sub>t</sub> state(t, y<sub>t</sub>) + Σ<sub>t≥1</sub> (shared(y<sub>t−1</sub>,
 * y<sub>t</sub>) + own<sub>t</sub>(y<sub>t−1</sub>, y<sub>t</sub>)). The shared parts come first so that their numbers
 * do not depend on the length: one buffer of scores serves sequences of every length, and the gradient of the shared
 * parts adds up over sequences in place.
 *
 * <p>A pair without a shared part is absent, and the step scores 0, or forbidden, and the step scores −∞; {@link #allows}
 * tells the two apart. {@link Borders} may forbid states at the first and at the last position.
 */
public final class Trellis implements Structure {
    /** The kind of place that every position is: its parts are the states. */
    public static final int STATES = 0;

    /** The kind of place that a step into a position with own transitions is: its parts are the pairs of states. */
    public static final int STEPS = 1;

    private static final int[] NO_POSITIONS = {};

    private final int length;
    private final int states;
    private final int sharedParts;
    private final int ownParts; // at each position that has any
    private final @Nullable Transitions transitions;
    private final @Nullable StateMap stateMap; // null when every state has a part of its own
    private final int stateParts; // of each position
    private final boolean forbids; // all pairs without a shared part
    private final int[] ownPositions;
    private final @Nullable Borders borders; // null when all states may begin and end
    private final @Nullable Reach reach; // null when nothing is known of it

    private Trellis(
            int length,
            int states,
            @Nullable Transitions transitions,
            @Nullable StateMap stateMap,
            int[] ownPositions,
            @Nullable Borders borders,
            @Nullable Reach reach) {
        this.length = length;
        this.states = states;
        this.transitions = transitions;
        this.stateMap = stateMap;
        this.stateParts = stateMap == null ? states : stateMap.labels();
        this.sharedParts = transitions == null ? states * states : transitions.parts();
        this.forbids = transitions != null && transitions.forbidsOthers();
        this.ownParts = forbids ? sharedParts : states * states;
        this.ownPositions = ownPositions;
        this.borders = borders;
        this.reach = reach;
    }

    /** A chain whose transitions are the same at every position. */
    public static Trellis chain(int length, int states) {
        return chain(length, states, NO_POSITIONS);
    }

    /**
     * A chain with transition parts of its own at some positions.
     *
     * @param ownPositions positions t ≥ 1, ascending, where the step into t has own transition parts
     */
    public static Trellis chain(int length, int states, int[] ownPositions) {
        return chain(length, states, null, null, ownPositions);
    }

    /** The same, where only some pairs have a shared transition part; all others score 0 or are forbidden. */
    public static Trellis chain(int length, Transitions transitions, int[] ownPositions) {
        return chain(length, transitions.states(), transitions, null, ownPositions);
    }

    /** The same, where all states of a label share one part per position; null when every state has its own. */
    static Trellis chain(int length, Transitions transitions, @Nullable StateMap stateMap, int[] ownPositions) {
        return chain(length, transitions.states(), transitions, stateMap, ownPositions);
    }

    private static Trellis chain(
            int length,
            int states,
            @Nullable Transitions transitions,
            @Nullable StateMap stateMap,
            int[] ownPositions) {
        if (length < 0 || states < 1) {
            throw new IllegalArgumentException(
                    "length " + length + ", states " + states + "; expected length ≥ 0 and states ≥ 1");
        }
        int previous = 0;
        for (int position : ownPositions) {
            if (position <= previous || position >= length) {
                throw new IllegalArgumentException(
                        "own transition position " + position + " after " + previous + " in length " + length);
            }
            previous = position;
        }
        long pairs = (long) states * states;
        long shared = transitions == null ? pairs : transitions.parts();
        long own = transitions != null && transitions.forbidsOthers() ? shared : pairs;
        long parts =
                shared + own * ownPositions.length + (long) length * (stateMap == null ? states : stateMap.labels());
        if (parts > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("a sequence of " + length + " tokens with " + states + " states and "
                    + ownPositions.length + " positions with their own transitions has " + parts
                    + " parts; at most " + (Integer.MAX_VALUE - 8) + " fit: split the sequence");
        }
        return new Trellis(
                length,
                states,
                transitions,
                stateMap,
                ownPositions.length == 0 ? NO_POSITIONS : ownPositions.clone(),
                null,
                null);
    }

    /** The same chain, in which only some states may begin and end. */
    public Trellis withBorders(Borders limits) {
        return withBorders(limits, null);
    }

    /** The same, where it is known which states they let a path be in. */
    Trellis withBorders(Borders limits, @Nullable Reach known) {
        if (limits.states() != states) {
            throw new IllegalArgumentException(
                    "borders of " + limits.states() + " states for a chain of " + states + " states");
        }
        return new Trellis(length, states, transitions, stateMap, ownPositions, limits.isOpen() ? null : limits, known);
    }

    @Override
    public int length() {
        return length;
    }

    public int states() {
        return states;
    }

    @Override
    public int parts() {
        return ownOffset(ownPositions.length);
    }

    /** S², unless only some pairs have a shared transition part. */
    @Override
    public int sharedParts() {
        return sharedParts;
    }

    /** A single token has no steps. */
    @Override
    public boolean usesSharedParts() {
        return length > 1;
    }

    @Override
    public int places(int kind) {
        return kind == STATES ? length : ownPositions.length;
    }

    @Override
    public int offset(int kind, int place) {
        return kind == STATES ? stateOffset(place) : ownOffset(place);
    }

    @Override
    public int site(int kind, int place) {
        return kind == STATES ? place : ownPositions[place];
    }

    @Override
    public int firstPart(int kind, int place) {
        if (reach == null || (kind == STATES && stateMap != null)) {
            return 0;
        }
        return kind == STATES ? reach.begin(place) : firstStep(ownPositions[place]);
    }

    @Override
    public int endPart(int kind, int place, int width) {
        if (reach == null || (kind == STATES && stateMap != null)) {
            return width;
        }
        return kind == STATES ? reach.end(place) : endStep(ownPositions[place], width);
    }

    /** The first part of the steps that a path can take into position t. */
    private int firstStep(int t) {
        return forbids && transitions != null ? transitions.rowBegin(stateBegin(t - 1)) : 0;
    }

    private int endStep(int t, int width) {
        return forbids && transitions != null ? transitions.rowBegin(stateEnd(t - 1)) : width;
    }

    /** The pairs with a shared transition part, or null when all have one and the part from i to j is i·S + j. */
    public @Nullable Transitions transitions() {
        return transitions;
    }

    /** The states that may begin and end, or null when all may. */
    public @Nullable Borders borders() {
        return borders;
    }

    /** What is known of the states of each position, or null when they can all be everywhere. */
    public @Nullable Reach reach() {
        return reach;
    }

    /** The first state that a path can be in at position t. */
    public int stateBegin(int t) {
        return reach == null ? 0 : reach.begin(t);
    }

    /** One more than the last state that a path can be in at position t. */
    public int stateEnd(int t) {
        return reach == null ? states : reach.end(t);
    }

    /** The shared transition part from i to j, or −1 when there is none: the step scores 0 if {@link #allows} says so. */
    public int sharedPart(int i, int j) {
        return transitions == null ? i * states + j : transitions.part(i, j);
    }

    /** Whether steps may go from i to j at all; scores of −∞ may still forbid one. */
    public boolean allows(int i, int j) {
        return transitions == null || transitions.allows(i, j);
    }

    /** Whether all steps without a shared transition part are forbidden. */
    public boolean forbidsOthers() {
        return forbids;
    }

    /** The first state part of position t, see {@link #statePart}. */
    public int stateOffset(int t) {
        return sharedParts + t * stateParts;
    }

    /** How many state parts each position has: S, or one per label where states share parts. */
    public int stateParts() {
        return stateParts;
    }

    /** The part of state s at position t: {@link #stateOffset} plus s, or plus its label where states share parts. */
    public int statePart(int t, int s) {
        return stateOffset(t) + (stateMap == null ? s : stateMap.label(s));
    }

    /** Which states share a part: those of the same label, as histories that end alike do. Null when every state has a part of its own. */
    public @Nullable StateMap stateMap() {
        return stateMap;
    }

    /** How many positions have own transition parts. */
    public int ownCount() {
        return ownPositions.length;
    }

    /** The c-th position with own transition parts. */
    public int ownPosition(int c) {
        return ownPositions[c];
    }

    /** The first of the own transition parts at the c-th such position, see {@link #ownPart}. */
    public int ownOffset(int c) {
        return sharedParts + length * stateParts + ownParts * c;
    }

    /** How many own transition parts each such position has: S², or one per shared part where all others are forbidden. */
    public int ownParts() {
        return ownParts;
    }

    /**
     * The own transition part from i to j at the c-th such position: {@link #ownOffset} plus i·S + j, or plus the shared part
     * where steps without one are forbidden; −1 for such a step.
     */
    public int ownPart(int c, int i, int j) {
        if (!forbids) {
            return ownOffset(c) + i * states + j;
        }
        int shared = sharedPart(i, j);
        return shared < 0 ? -1 : ownOffset(c) + shared;
    }

    /**
     * The score of a step: shared(i, j), and own(i, j) where there is one; −∞ when the step is forbidden.
     *
     * @param c the step goes into the c-th position with own transition parts; −1 when that has none
     */
    public double stepScore(double[] scores, int i, int j, int c) {
        int part = sharedPart(i, j);
        if (part < 0 && !allows(i, j)) {
            return Double.NEGATIVE_INFINITY;
        }
        double shared = part < 0 ? 0 : scores[part];
        return c < 0 ? shared : shared + scores[ownOffset(c) + (forbids ? part : i * states + j)];
    }

    /**
     * The score of a path: the sum over its parts, added in Viterbi's order, so that the best path has the same bits there; −∞
     * when a step, the beginning or the end is forbidden.
     */
    public double score(double[] scores, int[] path) {
        if (borders != null && length > 0 && !(borders.mayBegin(path[0]) && borders.mayEnd(path[length - 1]))) {
            return Double.NEGATIVE_INFINITY;
        }
        double sum = 0;
        int c = 0;
        for (int t = 0; t < length; t++) {
            if (t > 0) {
                boolean hasOwn = c < ownPositions.length && ownPositions[c] == t;
                sum += stepScore(scores, path[t - 1], path[t], hasOwn ? c : -1);
                c += hasOwn ? 1 : 0;
            }
            sum += scores[statePart(t, path[t])];
        }
        return sum;
    }

    /** Adds {@code amount} to every part of a path. A forbidden step has no shared part, so nothing is added for it. */
    public void addPath(double[] parts, int[] path, double amount) {
        int c = 0;
        for (int t = 0; t < length; t++) {
            parts[statePart(t, path[t])] += amount;
            if (t > 0) {
                int shared = sharedPart(path[t - 1], path[t]);
                if (shared >= 0) {
                    parts[shared] += amount;
                }
                if (c < ownPositions.length && ownPositions[c] == t) {
                    int own = ownPart(c, path[t - 1], path[t]);
                    if (own >= 0) {
                        parts[own] += amount;
                    }
                    c++;
                }
            }
        }
    }
}
