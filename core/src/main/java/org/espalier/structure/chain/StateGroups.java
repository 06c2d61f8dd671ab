package org.espalier.structure.chain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.espalier.math.Kernels;

/**
 * The states of a chain in groups that are reached from the same states: the sources of a group lead to all of its targets and to nothing else.
 *
 * @param groups those with few targets first
 */
record StateGroups(List<Group> groups) {

    /**
     * A group.
     *
     * @param sources wherever they stand, rising
     * @param targets rising
     */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    record Group(int[] sources, int[] targets) {
        boolean isNarrow() {
            return targets.length == 1;
        }
    }

    /**
     * Groups the states.
     *
     * @throws IllegalArgumentException when two states lead to some states in common, and to others that are not
     */
    static StateGroups of(Transitions transitions) {
        Map<Integer, List<Integer>> byFirstTarget = new TreeMap<>();
        for (int i = 0; i < transitions.states(); i++) {
            if (transitions.rowBegin(i) < transitions.rowBegin(i + 1)) {
                byFirstTarget
                        .computeIfAbsent(transitions.target(transitions.rowBegin(i)), first -> new ArrayList<>())
                        .add(i);
            }
        }
        boolean[] isTarget = new boolean[transitions.states()];
        List<Group> groups = new ArrayList<>();
        for (List<Integer> alike : byFirstTarget.values()) {
            int[] targets = targets(transitions, alike.get(0));
            for (int i : alike) {
                if (!Arrays.equals(targets, targets(transitions, i))) {
                    throw notGroups(i);
                }
            }
            for (int j : targets) {
                if (isTarget[j]) {
                    throw notGroups(alike.get(0));
                }
                isTarget[j] = true;
            }
            int[] sources = alike.stream().mapToInt(i -> i).toArray();
            groups.add(new Group(sources, targets));
        }
        groups.sort(Comparator.comparingInt(group -> group.targets.length));
        return new StateGroups(groups);
    }

    private static int[] targets(Transitions transitions, int state) {
        return IntStream.range(transitions.rowBegin(state), transitions.rowBegin(state + 1))
                .map(transitions::target)
                .toArray();
    }

    private static IllegalArgumentException notGroups(int state) {
        return new IllegalArgumentException("states share parts, and state " + state
                + " leads to some of the states that another one leads to; expected all or none of them");
    }

    /** The row of a position at which the states begin … end − 1 can be reached: groups of one state and states that no step leads to, then the others. */
    StateRow row(int begin, int end, StateMap map) {
        boolean[] placed = new boolean[end - begin];
        IntStream.Builder first = IntStream.builder();
        IntStream.Builder padded = IntStream.builder();
        for (Group group : groups) {
            if (group.targets[0] < begin || group.targets[0] >= end) {
                continue;
            }
            for (int j : group.targets) {
                if (j >= end) {
                    throw notGroups(group.sources[0]);
                }
                placed[j - begin] = true;
                (group.isNarrow() ? first : padded).add(j);
            }
            for (int k = group.targets.length; !group.isNarrow() && k < Kernels.stride(group.targets.length); k++) {
                padded.add(-1);
            }
        }
        IntStream.range(begin, end).filter(s -> !placed[s - begin]).forEach(first::add);
        int[] alone = first.build().toArray();
        int[] aligned = Arrays.copyOf(alone, Kernels.stride(alone.length));
        Arrays.fill(aligned, alone.length, aligned.length, -1);
        return new StateRow(
                begin,
                end,
                IntStream.concat(Arrays.stream(aligned), padded.build()).toArray(),
                map);
    }
}
