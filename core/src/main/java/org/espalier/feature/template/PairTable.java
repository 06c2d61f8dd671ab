package org.espalier.feature.template;

import java.util.Arrays;

/** Pairs of non-negative numbers and the number of each: open addressing, 16 bytes per slot, at most half of them in use. */
final class PairTable {
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private long[] slots = empty(16); // key, number; a key of −1 is an empty slot
    private int size;

    private static long[] empty(int capacity) {
        long[] slots = new long[2 * capacity];
        Arrays.fill(slots, -1);
        return slots;
    }

    /** The number of the pair, or −1 when there is none. */
    int find(int first, int second) {
        long[] table = slots;
        long key = (long) first << 32 | second;
        for (int place = home(key, table.length); ; place = place + 2 & table.length - 1) {
            if (table[place] == key) {
                return (int) table[place + 1];
            }
            if (table[place] < 0) {
                return -1;
            }
        }
    }

    /** Replaces firsts[begin + t] by the number of the pair with seconds[shift + t], or −1, for t = 0 … length−1. */
    void find(int[] seconds, int shift, int length, int[] firsts, int begin) {
        for (int t = 0; t < length; t++) {
            int first = firsts[begin + t];
            int second = seconds[shift + t];
            firsts[begin + t] = (first | second) < 0 ? -1 : find(first, second);
        }
    }

    private static int home(long key, int length) {
        long hash = key * MULTIPLIER;
        return (int) (hash ^ hash >>> 32) << 1 & length - 1;
    }

    /** Gives the pair a number, unless it has one. */
    void put(int first, int second, int number) {
        if (find(first, second) < 0) {
            if (4 * (size + 1L) > slots.length) {
                grow();
            }
            insert((long) first << 32 | second, number);
            size++;
        }
    }

    /** The number of the pair; the next one when it has none yet. */
    int intern(int first, int second) {
        put(first, second, size);
        return find(first, second);
    }

    private void insert(long key, long number) {
        int place = home(key, slots.length);
        while (slots[place] >= 0) {
            place = place + 2 & slots.length - 1;
        }
        slots[place] = key;
        slots[place + 1] = number;
    }

    private void grow() {
        long[] old = slots;
        slots = empty(old.length);
        for (int place = 0; place < old.length; place += 2) {
            if (old[place] >= 0) {
                insert(old[place], old[place + 1]);
            }
        }
    }
}
