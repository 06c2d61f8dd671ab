package org.espalier.structure.chain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.structure.Family;
import org.espalier.structure.Output;
import org.espalier.structure.Supervision;

/**
 * The states of a hidden-state CRF (Quattoni et al., 2007), which gives one label, the class, to a whole sequence: H hidden states for each of
 * C classes, and no step from one class to another.
 *
 * <p>State c·H + h is hidden state h of class c. A path stays in the block of one class, so it has a class, and the probability of
 * a class is the sum over the paths of its block:
 *
 * <pre>
 *   p(c | x) = Σ_h p(y_t = (c, h) | x)   at any position t
 * </pre>
 *
 * <p>The families of features, in two forms:
 *
 * <pre>
 *                own states                     shared states
 *   state        at positions; targets (c, h)   at positions; targets h
 *   class-state                                 at positions, the same single attribute everywhere; targets (c, h)
 *   transition   shared; targets (c, h, h′)     shared; targets (c, h, h′)
 *   observed-transition   at steps; targets (c, h, h′) in both
 * </pre>
 *
 * With own states every class learns what its hidden states look like; with shared ones, which is the form of the paper, what a hidden state looks
 * like is learnt from all classes, and a class says which of them it has and in which order. The transitions can be left out:
 * steps within a block then score 0. With one hidden state and no transitions the own states are a maximum-entropy classifier of the summed attributes.
 *
 * <p>The path of an empty sequence has no class. Immutable.
 */
public final class ClassBlocks {
    private final int classes;
    private final int hidden;
    private final boolean sharesStates;
    private final StateMap map;

    private ClassBlocks(int classes, int hidden, boolean sharesStates) {
        this.classes = classes;
        this.hidden = hidden;
        this.sharesStates = sharesStates;
        this.map = StateMap.substates(classes, hidden);
    }

    /** Every class has so many hidden states of its own. */
    public static ClassBlocks ownStates(int classes, int hidden) {
        return new ClassBlocks(classes, hidden, false);
    }

    /** All classes have the same hidden states. */
    public static ClassBlocks sharedStates(int classes, int hidden) {
        return new ClassBlocks(classes, hidden, true);
    }

    /** C. */
    public int classes() {
        return classes;
    }

    /** H. */
    public int hidden() {
        return hidden;
    }

    /** Every state stands for its class. */
    public StateMap map() {
        return map;
    }

    /**
     * Chains that stay in one block.
     *
     * @param transitions whether steps have weights; without, no feature looks at steps
     */
    public ChainTopology topology(boolean transitions) {
        int states = map.states();
        int[][] targets = new int[states][];
        Arrays.setAll(
                targets,
                s -> IntStream.range(s - s % hidden, s - s % hidden + hidden).toArray());
        List<Family> families = new ArrayList<>();
        if (sharesStates) {
            int[] tie = new int[states];
            Arrays.setAll(tie, s -> s % hidden);
            families.add(new Family("state", Trellis.STATES, hidden, tie, false));
            families.add(new Family("class-state", Trellis.STATES, states, null, true));
        } else {
            families.add(Family.plain("state", Trellis.STATES, states));
        }
        if (transitions) {
            int steps = Math.multiplyExact(states, hidden);
            families.add(Family.shared("transition", steps, null));
            families.add(Family.plain("observed-transition", Trellis.STEPS, steps));
        }
        return ChainTopology.of(Transitions.only(targets), Borders.of(states, s -> true, s -> true), families);
    }

    /** The class of a path of states, or −1 when it is empty. */
    public int classOf(int[] states) {
        return states.length == 0 ? -1 : map.label(states[0]);
    }

    /**
     * The gold standard of a sequence: the classes that all its tokens allow. An error is a wrong class, whatever the length.
     *
     * @throws IllegalArgumentException when no class is allowed at all positions
     */
    public Supervision<Trellis> supervision(AllowedStates labels) {
        int[] common = IntStream.range(0, classes)
                .filter(c -> IntStream.range(0, labels.length()).allMatch(t -> labels.allows(t, c)))
                .toArray();
        if (common.length == 0) {
            throw new IllegalArgumentException("no class is allowed at all " + labels.length()
                    + " positions; expected one label for the whole sequence");
        }
        return new AllowedClasses(labels.length(), common);
    }

    /** The classes that a sequence may have. */
    private final class AllowedClasses implements Supervision<Trellis> {
        private final int length;
        private final int[] allowed; // ascending

        AllowedClasses(int length, int[] allowed) {
            this.length = length;
            this.allowed = allowed;
        }

        private boolean allows(int state) {
            return Arrays.binarySearch(allowed, map.label(state)) >= 0;
        }

        @Override
        public void requireFit(Trellis trellis) {
            if (length != trellis.length() || trellis.states() != map.states()) {
                throw new IllegalArgumentException("supervision of length " + length + " and " + map.states()
                        + " states for a sequence of length " + trellis.length() + " and " + trellis.states()
                        + " states");
            }
        }

        @Override
        public boolean isSingle() {
            return hidden == 1 && allowed.length == 1;
        }

        @Override
        public Output single(Trellis trellis) {
            int[] path = new int[length];
            Arrays.fill(path, allowed[0]);
            return new Path(trellis, path);
        }

        /** The class is wrong from the first position on, and costs once. */
        @Override
        public void addCost(Trellis trellis, double cost, double[] scores) {
            for (int s = 0; s < trellis.states() && length > 0; s++) {
                if (!allows(s)) {
                    scores[trellis.stateOffset(0) + s] += cost;
                }
            }
        }

        @Override
        public int errors(Trellis trellis, Output output) {
            int[] path = ((Path) output).states();
            return path.length == 0 || allows(path[0]) ? 0 : 1;
        }

        @Override
        public void forbid(Trellis trellis, double[] scores) {
            for (int t = 0; t < length; t++) {
                for (int s = 0; s < trellis.states(); s++) {
                    if (!allows(s)) {
                        scores[trellis.stateOffset(t) + s] = Double.NEGATIVE_INFINITY;
                    }
                }
            }
        }
    }
}
