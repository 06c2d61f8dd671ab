package org.espalier.feature;

import java.util.Arrays;

/** A set of names, by 64-bit hashes: two names are taken for one with a chance of 10⁻⁶ among millions, and that would only keep an attribute more. */
public final class NameSet {
    private long[] table = new long[1 << 16]; // 0 is free
    private int size;

    private static long hash(CharSequence name) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * 0x100000001b3L;
        }
        hash ^= hash >>> 32;
        hash *= 0x9E3779B97F4A7C15L;
        return hash == 0 ? 1 : hash;
    }

    public void add(CharSequence name) {
        if (2 * size >= table.length) {
            grow();
        }
        long hash = hash(name);
        int at = find(hash);
        size += table[at] == 0 ? 1 : 0;
        table[at] = hash;
    }

    public boolean contains(CharSequence name) {
        return table[find(hash(name))] != 0;
    }

    public int size() {
        return size;
    }

    private int find(long hash) {
        int mask = table.length - 1;
        int at = (int) (hash >>> 32) & mask;
        while (table[at] != 0 && table[at] != hash) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private void grow() {
        long[] old = table;
        table = new long[2 * old.length];
        Arrays.stream(old).filter(hash -> hash != 0).forEach(hash -> table[find(hash)] = hash);
    }
}
