package org.espalier.interop.crfpp;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Builds the double array of sorted strings, with every unit where Darts 0.31, the one in CRF++, would have it.
 *
 * <p>Nodes are placed depth first. The children of a node go to the first free place, counted from a mark, at which all
 * of them find empty units and which no other node has. The mark moves to the first empty unit of a search, and to the
 * place found when 95% of the units passed by were full. See {@link DoubleArrayKeys} for what the units mean.
 */
final class DoubleArrayBuilder {
    private static final int UNIT = 8;

    /** Units behind the last one in use, so that a look-up never leaves the array. */
    private static final int PADDING = 257;

    private static final double CROWDED = 0.95;

    private final byte[][] keys;
    private final int[] values;
    private int[] bases = new int[8192];
    private int[] checks = new int[8192];
    private final BitSet taken = new BitSet(); // bases
    private int size;
    private int mark;

    private DoubleArrayBuilder(byte[][] keys, int[] values) {
        this.keys = keys;
        this.values = values;
    }

    /**
     * The array of these strings.
     *
     * @param keys different from each other, in the order of their bytes, without zero bytes
     * @param values not negative
     */
    static ByteBuffer build(byte[][] keys, int[] values) {
        if (keys.length == 0) {
            return ByteBuffer.allocate(0);
        }
        DoubleArrayBuilder builder = new DoubleArrayBuilder(keys, values);
        builder.bases[0] = 1;
        builder.placeAll();
        return builder.toBytes();
    }

    /** The children of a node whose strings are keys[left] … keys[right−1]: codes ascending, and where each begins. */
    private final class Children {
        final int depth;
        final int right;
        int[] codes = new int[2];
        int[] lefts = new int[2];
        int count;
        int base;
        int next;

        Children(int left, int right, int depth) {
            this.depth = depth;
            this.right = right;
            for (int k = left; k < right; k++) {
                int code = keys[k].length == depth ? 0 : 1 + (keys[k][depth] & 0xFF);
                if (count == 0 || code != codes[count - 1]) {
                    add(code, k);
                }
            }
        }

        private void add(int code, int left) {
            if (count == codes.length) {
                codes = Arrays.copyOf(codes, 2 * count);
                lefts = Arrays.copyOf(lefts, 2 * count);
            }
            codes[count] = code;
            lefts[count++] = left;
        }

        int rightOf(int child) {
            return child + 1 < count ? lefts[child + 1] : right;
        }
    }

    private void placeAll() {
        Children[] stack = new Children[64];
        int depth = 0;
        stack[0] = placed(new Children(0, keys.length, 0));
        while (depth >= 0) {
            Children node = stack[depth];
            if (node.next == node.count) {
                depth--;
                continue;
            }
            int child = node.next++;
            int unit = node.base + node.codes[child];
            if (node.codes[child] == 0) {
                bases[unit] = -1 - values[node.lefts[child]];
                continue;
            }
            Children below = placed(new Children(node.lefts[child], node.rightOf(child), node.depth + 1));
            bases[unit] = below.base;
            if (++depth == stack.length) {
                stack = Arrays.copyOf(stack, 2 * depth);
            }
            stack[depth] = below;
        }
    }

    private Children placed(Children children) {
        int first = children.codes[0];
        int place = Math.max(first + 1, mark) - 1;
        int full = 0;
        boolean marked = false;
        do {
            place++;
            reserve(place - first + children.codes[children.count - 1]);
            if (checks[place] != 0) {
                full++;
            } else if (!marked) {
                mark = place;
                marked = true;
            }
        } while (!fits(children, place - first));
        if ((double) full / (place - mark + 1) >= CROWDED) {
            mark = place;
        }
        children.base = place - first;
        taken.set(children.base);
        for (int k = 0; k < children.count; k++) {
            checks[children.base + children.codes[k]] = children.base;
        }
        size = Math.max(size, children.base + children.codes[children.count - 1] + 1);
        return children;
    }

    private boolean fits(Children children, int base) {
        for (int k = 0; k < children.count; k++) {
            if (checks[base + children.codes[k]] != 0) {
                return false;
            }
        }
        return !taken.get(base);
    }

    private void reserve(int unit) {
        if (unit >= bases.length) {
            int length = (int) Math.min(Integer.MAX_VALUE - 8, Math.max(unit + 1L, bases.length + (bases.length >> 1)));
            bases = Arrays.copyOf(bases, length);
            checks = Arrays.copyOf(checks, length);
        }
    }

    private ByteBuffer toBytes() {
        long length = (long) UNIT * (size + PADDING);
        if (length > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(
                    "the dictionary would take " + length + " bytes; at most 2 GiB fit: cut rare features");
        }
        reserve(size + PADDING);
        ByteBuffer bytes = ByteBuffer.allocate((int) length).order(ByteOrder.LITTLE_ENDIAN);
        for (int unit = 0; unit < size + PADDING; unit++) {
            bytes.putInt(bases[unit]).putInt(checks[unit]);
        }
        return bytes.flip();
    }
}
