package org.espalier.structure.chain;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * In which places a row of numbers, one per state that a path can be in at a position, has these states.
 *
 * <p>States that are reached together, by one block of {@link StepBlocks}, stand side by side, and after them some places stay empty, so that the next block begins
 * at a multiple of the width of vectors. Arrays are those that inference reads; they must not be changed.
 */
public final class StateRow {
    private final int begin;
    private final int[] states; // [places]; −1 where a place is empty
    private final int[] labels; // [places]; any where a place is empty
    private final int[] places; // [states that can be reached]

    /**
     * A row.
     *
     * @param begin the first state that can be reached
     * @param end one more than the last
     * @param states the state of each place, −1 for none
     */
    StateRow(int begin, int end, int[] states, StateMap map) {
        this.begin = begin;
        this.states = states;
        this.labels = IntStream.range(0, states.length) // sums of neighbouring places should not wait for each other
                .map(place -> states[place] < 0 ? place % map.labels() : map.label(states[place]))
                .toArray();
        this.places = new int[end - begin];
        Arrays.fill(places, -1);
        for (int place = 0; place < states.length; place++) {
            if (states[place] >= 0) {
                places[states[place] - begin] = place;
            }
        }
    }

    /** How many places there are, empty ones included. */
    public int size() {
        return states.length;
    }

    /** The state of each place, −1 where it is empty. */
    public int[] states() {
        return states;
    }

    /** The label of the state of each place; any label where it is empty. */
    public int[] labels() {
        return labels;
    }

    /** Where a state stands, or −1 when a path cannot be in it here. */
    public int place(int state) {
        int at = state - begin;
        return at < 0 || at >= places.length ? -1 : places[at];
    }
}
