package org.espalier.labelling.chain;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.feature.EncodedSequence;
import org.espalier.scoring.LayoutBuilder;
import org.espalier.structure.Family;
import org.espalier.structure.chain.StateMap;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/** Counts the targets that states and steps of a chain have in its families, through their tie maps. */
final class TargetCounts {
    private final List<Family> families;
    private final Transitions transitions;
    private final @Nullable StateMap map;

    /**
     * Counts.
     *
     * @param map the label of every state where those of a label share a part; null when every state has a part of its own
     */
    TargetCounts(List<Family> families, Transitions transitions, @Nullable StateMap map) {
        this.families = families;
        this.transitions = transitions;
        this.map = map;
    }

    /**
     * Counts a sequence. At every position and step a target counts once, however many states have it.
     *
     * @param states the states that each position may have; null where all may, which counts for none // [T]
     */
    void add(EncodedSequence sequence, int[] @Nullable [] states, double weight, LayoutBuilder.Counter counter) {
        for (int t = 0; t < states.length; t++) {
            int[] present = states[t];
            if (present == null) {
                continue;
            }
            int[] steps = t == 0 || states[t - 1] == null ? new int[0] : steps(states[t - 1], present);
            int[] parts = map == null
                    ? present
                    : Arrays.stream(present).map(map::label).toArray();
            for (int f = 0; f < families.size(); f++) {
                Family family = families.get(f);
                boolean isStep = family.isShared() || family.places() == Trellis.STEPS;
                if (!counter.counts(f) || (isStep && steps.length == 0)) {
                    continue;
                }
                for (int target : targets(family, isStep ? steps : parts)) {
                    if (family.isConstant()) {
                        counter.add(f, target, weight);
                    } else {
                        counter.add(f, sequence.lists(family.places()), t, target, weight);
                    }
                }
            }
        }
    }

    private int[] steps(int[] from, int[] to) {
        return Arrays.stream(from)
                .flatMap(i -> Arrays.stream(to).map(j -> transitions.part(i, j)))
                .filter(part -> part >= 0)
                .toArray();
    }

    private static int[] targets(Family family, int[] parts) {
        int[] tie = family.tie();
        IntStream targets =
                tie == null ? Arrays.stream(parts) : Arrays.stream(parts).map(part -> tie[part]);
        return parts.length == 1
                ? targets.filter(target -> target >= 0).toArray()
                : targets.filter(target -> target >= 0).distinct().toArray();
    }
}
