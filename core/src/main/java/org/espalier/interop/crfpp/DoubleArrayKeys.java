package org.espalier.interop.crfpp;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Lists the strings of a Darts double array of unknown origin, in time and memory proportional to the array.
 *
 * <p>A unit is {@code int base, int check}. From a node with base b the byte c leads to unit b + c + 1 if that unit's
 * check is b, and its base is the next node; the string ends at unit b if that one's check is b, and its value is −1 −
 * base there. Every unit thus belongs to the node that its check names. Two nodes with the same base, which no builder
 * makes, would be a diamond or a cycle; the first one that is met twice is refused.
 */
final class DoubleArrayKeys {
    private static final int UNIT = 8;
    private static final int CODES = 257; // the end, and 256 bytes
    private static final int LONGEST_KEY = 1 << 20;

    /** Takes strings in the order of their bytes. */
    @FunctionalInterface
    interface Consumer {
        void accept(byte[] buffer, int length, int value);
    }

    /** The array is not one that a builder made. */
    static final class Damage extends Exception {
        private static final long serialVersionUID = 1L;
        private final int unit;

        Damage(int unit, String problem) {
            super(problem);
            this.unit = unit;
        }

        /** The unit at which it was found. */
        int unit() {
            return unit;
        }
    }

    private final ByteBuffer array;
    private final int units;
    private final int[] begins; // [units + 1]: of the units that belong to each base
    private final int[] members; // [units]
    private final BitSet met = new BitSet();
    private byte[] key = new byte[64];
    private long textLeft;

    private DoubleArrayKeys(ByteBuffer array, long mostText) {
        this.array = array;
        this.units = array.capacity() / UNIT;
        this.begins = new int[units + 1];
        this.members = new int[units];
        this.textLeft = mostText;
    }

    /**
     * Hands over every string and its value.
     *
     * @param array the units, in the byte order of the buffer
     * @param mostText how many bytes the strings may have together: a chain of nodes can spell far more than it takes
     * @throws Damage when the array is not a tree
     */
    static void list(ByteBuffer array, long mostText, Consumer consumer) throws Damage {
        if (array.capacity() >= UNIT) {
            DoubleArrayKeys keys = new DoubleArrayKeys(array, mostText);
            keys.group();
            keys.walk(consumer);
        }
    }

    private int base(int unit) {
        return array.getInt(unit * UNIT);
    }

    /** The base that a unit belongs to, or 0 when it is empty or cannot be reached from that base. */
    private int owner(int unit) {
        int check = array.getInt(unit * UNIT + 4);
        return check > 0 && check <= unit && unit - check < CODES ? check : 0;
    }

    private void group() {
        for (int unit = 0; unit < units; unit++) {
            begins[owner(unit)]++;
        }
        int end = 0;
        for (int base = 0; base < units; base++) {
            end += begins[base];
            begins[base] = end;
        }
        begins[units] = end;
        for (int unit = units - 1; unit >= 0; unit--) {
            members[--begins[owner(unit)]] = unit;
        }
    }

    private void walk(Consumer consumer) throws Damage {
        int[] bases = new int[64];
        int[] next = new int[64];
        int depth = 0;
        bases[0] = enter(0);
        next[0] = begins[bases[0]];
        while (depth >= 0) {
            if (next[depth] == begins[bases[depth] + 1]) {
                depth--;
                continue;
            }
            int unit = members[next[depth]++];
            int code = unit - bases[depth];
            if (code == 0) {
                report(unit, depth, consumer);
                continue;
            }
            if (depth == LONGEST_KEY || code == 1) {
                throw new Damage(unit, code == 1 ? "a string holds a zero byte" : "a string is too long");
            }
            key = depth == key.length ? Arrays.copyOf(key, 2 * depth) : key;
            key[depth++] = (byte) (code - 1);
            if (depth == bases.length) {
                bases = Arrays.copyOf(bases, 2 * depth);
                next = Arrays.copyOf(next, 2 * depth);
            }
            bases[depth] = enter(unit);
            next[depth] = begins[bases[depth]];
        }
    }

    private int enter(int unit) throws Damage {
        int base = base(unit);
        if (base <= 0 || base >= units) {
            throw new Damage(unit, "its base is " + base + ", expected 1 to " + (units - 1));
        }
        if (met.get(base)) {
            throw new Damage(unit, "its base " + base + " is another unit's too");
        }
        met.set(base);
        return base;
    }

    private void report(int unit, int length, Consumer consumer) throws Damage {
        int value = base(unit);
        if (value >= 0) {
            return; // CRF++ does not find such a string either
        }
        textLeft -= length;
        if (textLeft < 0) {
            throw new Damage(unit, "its strings are longer than so few units can spell");
        }
        consumer.accept(key, length, -1 - value);
    }
}
