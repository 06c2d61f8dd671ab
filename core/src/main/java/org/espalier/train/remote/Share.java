package org.espalier.train.remote;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one shard, or several together, give in answer to a question: a number, and vectors.
 *
 * <p>As bytes each vector is sparse where that is smaller: 12 bytes for every entry whose bits are not those of +0, in place of 8 for every
 * entry.
 */
public final class Share {
    /** Nothing: added to a share, it leaves its bits. */
    public static final Share NONE = new Share(0, List.of());

    private static final int MAGIC = 0x45535348;
    private static final int VERSION = 1;

    private static final byte DENSE = 0;
    private static final byte SPARSE = 1;
    private static final byte KEYED = 2;

    private static final int HEADER = 2 * Integer.BYTES + Double.BYTES + Integer.BYTES;
    private static final int SPARSE_ENTRY = Integer.BYTES + Double.BYTES;
    private static final int KEYED_ENTRY = Long.BYTES + Double.BYTES;

    private final double value;
    private final List<Vector> vectors;

    /**
     * A vector.
     *
     * @param keys the places of its entries, ascending; null when it has all places from 0 on // [entries]
     * @param entries its entries // [entries]
     */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    public record Vector(long @Nullable [] keys, double[] entries) {

        /** The places, where they are told. */
        public long[] places() {
            return Objects.requireNonNull(keys, "a vector that has all places");
        }

        /** All places from 0 on. */
        public static Vector dense(double[] entries) {
            return new Vector(null, entries);
        }

        private Vector plus(Vector right) {
            long[] one = keys;
            long[] other = right.keys;
            if (one == null && other == null && entries.length == right.entries.length) {
                for (int k = 0; k < entries.length; k++) {
                    entries[k] += right.entries[k];
                }
                return this;
            }
            if (one == null || other == null) {
                throw new IllegalArgumentException("shares of different kinds: " + this + " and " + right);
            }
            return union(one, entries, other, right.entries);
        }

        private static Vector union(long[] one, double[] entries, long[] other, double[] others) {
            long[] keys = new long[one.length + other.length];
            double[] sums = new double[keys.length];
            int size = 0;
            int i = 0;
            int j = 0;
            while (i < one.length || j < other.length) {
                boolean left = j == other.length || (i < one.length && one[i] <= other[j]);
                boolean right = i == one.length || (j < other.length && other[j] <= one[i]);
                keys[size] = left ? one[i] : other[j];
                sums[size++] = left && right ? entries[i] + others[j] : left ? entries[i] : others[j];
                i += left ? 1 : 0;
                j += right ? 1 : 0;
            }
            return new Vector(Arrays.copyOf(keys, size), Arrays.copyOf(sums, size));
        }

        private byte form() {
            return keys != null
                    ? KEYED
                    : set() * (long) SPARSE_ENTRY < entries.length * (long) Double.BYTES ? SPARSE : DENSE;
        }

        private int set() {
            int set = 0;
            for (double entry : entries) {
                set += Double.doubleToRawLongBits(entry) == 0 ? 0 : 1;
            }
            return set;
        }

        private long bytes() {
            long head = 1L + Integer.BYTES;
            return switch (form()) {
                case DENSE -> head + entries.length * (long) Double.BYTES;
                case SPARSE -> head + Integer.BYTES + set() * (long) SPARSE_ENTRY;
                default -> head + entries.length * (long) KEYED_ENTRY;
            };
        }

        private void write(ByteBuffer target) {
            byte form = form();
            target.put(form);
            target.putInt(entries.length);
            if (form == DENSE) {
                target.asDoubleBuffer().put(entries);
                target.position(target.position() + Double.BYTES * entries.length);
                return;
            }
            if (form == SPARSE) {
                target.putInt(set());
            }
            for (int k = 0; k < entries.length; k++) {
                if (keys != null) {
                    target.putLong(keys[k]);
                    target.putDouble(entries[k]);
                } else if (Double.doubleToRawLongBits(entries[k]) != 0) {
                    target.putInt(k);
                    target.putDouble(entries[k]);
                }
            }
        }

        private static Vector read(ByteBuffer source) {
            byte form = source.get();
            int length = source.getInt();
            int set = form == SPARSE ? source.getInt() : length;
            long needed = set * (long) (form == DENSE ? Double.BYTES : form == SPARSE ? SPARSE_ENTRY : KEYED_ENTRY);
            if (form < DENSE || form > KEYED || length < 0 || set < 0 || set > length || needed > source.remaining()) {
                throw new IllegalArgumentException("a share is damaged: a vector of the form " + form + " with " + set
                        + " of " + length + " entries in " + source.remaining() + " bytes");
            }
            double[] entries = new double[length];
            if (form == DENSE) {
                source.asDoubleBuffer().get(entries);
                source.position(source.position() + Double.BYTES * length);
                return dense(entries);
            }
            long[] keys = new long[form == KEYED ? length : 0];
            for (int k = 0; k < set; k++) {
                if (form == KEYED) {
                    keys[k] = source.getLong();
                    entries[k] = source.getDouble();
                } else {
                    entries[source.getInt()] = source.getDouble();
                }
            }
            return form == KEYED ? new Vector(keys, entries) : dense(entries);
        }

        @Override
        public String toString() {
            return (keys == null ? "a vector of " : "a keyed vector of ") + entries.length;
        }
    }

    public Share(double value, List<Vector> vectors) {
        this.value = value;
        this.vectors = List.copyOf(vectors);
    }

    /** A number and vectors that have all places. */
    public static Share of(double value, double[]... dense) {
        return new Share(value, Arrays.stream(dense).map(Vector::dense).toList());
    }

    public double value() {
        return value;
    }

    public Vector vector(int number) {
        return vectors.get(number);
    }

    /** Left + right, which may be written into the arrays of the left one. */
    Share plus(Share right) {
        if (vectors.isEmpty() && value == 0) {
            return right;
        }
        if (right.vectors.isEmpty() && right.value == 0) {
            return this;
        }
        if (vectors.size() != right.vectors.size()) {
            throw new IllegalArgumentException(
                    "shares of different kinds: " + vectors.size() + " and " + right.vectors.size() + " vectors");
        }
        Vector[] sums = new Vector[vectors.size()];
        for (int k = 0; k < sums.length; k++) {
            sums[k] = vectors.get(k).plus(right.vectors.get(k));
        }
        return new Share(value + right.value, List.of(sums));
    }

    public byte[] toBytes() {
        long bytes = HEADER + vectors.stream().mapToLong(Vector::bytes).sum();
        if (bytes > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(
                    "a share takes " + bytes + " bytes, and an array has at most 2 GiB; use fewer features");
        }
        ByteBuffer target = ByteBuffer.allocate((int) bytes);
        target.putInt(MAGIC).putInt(VERSION).putDouble(value).putInt(vectors.size());
        vectors.forEach(vector -> vector.write(target));
        return target.array();
    }

    /**
     * A share from its bytes.
     *
     * @throws IllegalArgumentException when they are damaged, or of another version
     */
    public static Share read(byte[] bytes) {
        ByteBuffer source = ByteBuffer.wrap(bytes);
        if (bytes.length < HEADER || source.getInt() != MAGIC || source.getInt() != VERSION) {
            throw new IllegalArgumentException(
                    "these bytes are no share of version " + VERSION + "; use the same version of Espalier everywhere");
        }
        double value = source.getDouble();
        int count = source.getInt();
        if (count < 0 || count > source.remaining()) {
            throw new IllegalArgumentException("a share is damaged: " + count + " vectors");
        }
        Vector[] vectors = new Vector[count];
        for (int k = 0; k < count; k++) {
            vectors[k] = Vector.read(source);
        }
        return new Share(value, List.of(vectors));
    }
}
