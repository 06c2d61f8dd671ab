package org.espalier.cluster;

import java.util.Arrays;

/** Counts pairs of numbers from 0 on, by open addressing: 12 bytes per slot, at most two thirds of the slots used. */
final class PairCounts {
    private static final long FREE = -1;
    private static final long SPREAD = 0x9E3779B97F4A7C15L; // 2^64 over the golden ratio

    private long[] keys = new long[1 << 12];
    private int[] counts = new int[1 << 12];
    private int size;

    PairCounts() {
        Arrays.fill(keys, FREE);
    }

    int size() {
        return size;
    }

    void add(int left, int right) {
        add(((long) left << 32) | right, 1);
        if (3L * size > 2L * keys.length) {
            grow();
        }
    }

    private void add(long key, int count) {
        int mask = keys.length - 1;
        int slot = (int) ((key * SPREAD) >>> 32) & mask;
        while (keys[slot] != FREE && keys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        size += keys[slot] == FREE ? 1 : 0;
        keys[slot] = key;
        counts[slot] = Math.addExact(counts[slot], count);
    }

    private void grow() {
        long[] formerKeys = keys;
        int[] formerCounts = counts;
        keys = new long[2 * formerKeys.length];
        counts = new int[2 * formerKeys.length];
        size = 0;
        Arrays.fill(keys, FREE);
        for (int slot = 0; slot < formerKeys.length; slot++) {
            if (formerKeys[slot] != FREE) {
                add(formerKeys[slot], formerCounts[slot]);
            }
        }
    }

    /** Takes a pair and its count. */
    interface Visitor {
        void visit(int left, int right, int count);
    }

    /** Every pair, in an order that depends on the pairs only. */
    void forEach(Visitor visitor) {
        for (int slot = 0; slot < keys.length; slot++) {
            if (keys[slot] != FREE) {
                visitor.visit((int) (keys[slot] >>> 32), (int) keys[slot], counts[slot]);
            }
        }
    }
}
