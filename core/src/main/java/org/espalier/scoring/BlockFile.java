package org.espalier.scoring;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Arrays of numbers as bytes, one after the other.
 *
 * <p>What is read again is read into the same arrays, if they are long enough: a pass over data on disk makes no garbage.
 */
final class BlockFile {
    private ByteBuffer bytes = ByteBuffer.allocate(1 << 16).order(ByteOrder.nativeOrder());
    private final List<int[]> integers = new ArrayList<>();
    private final List<double[]> doubles = new ArrayList<>();
    private int nextIntegers;
    private int nextDoubles;

    void beginWriting() {
        bytes.clear();
    }

    void write(int number) {
        room(Integer.BYTES);
        bytes.putInt(number);
    }

    void write(int[] numbers, int count) {
        write(count);
        room((long) count * Integer.BYTES);
        bytes.asIntBuffer().put(numbers, 0, count);
        bytes.position(bytes.position() + count * Integer.BYTES);
    }

    void write(double @Nullable [] numbers, int count) {
        write(numbers == null ? -1 : count);
        if (numbers != null) {
            room((long) count * Double.BYTES);
            bytes.asDoubleBuffer().put(numbers, 0, count);
            bytes.position(bytes.position() + count * Double.BYTES);
        }
    }

    private void room(long count) {
        long needed = bytes.position() + count;
        if (needed > bytes.capacity()) {
            long larger = Math.min(Integer.MAX_VALUE - 8, Math.max(needed, 2L * bytes.capacity()));
            if (needed > larger) {
                throw new IllegalArgumentException(
                        "a block of " + needed + " bytes is too large; split the longest sequences");
            }
            ByteBuffer grown = ByteBuffer.allocate((int) larger).order(ByteOrder.nativeOrder());
            bytes = grown.put(bytes.flip());
        }
    }

    /** What was written since {@link #beginWriting}. */
    ByteBuffer written() {
        return bytes.flip();
    }

    void beginReading(Spool spool, long position, int length) {
        bytes.clear();
        room(length);
        spool.read(position, bytes.limit(length));
        bytes.flip();
        nextIntegers = 0;
        nextDoubles = 0;
    }

    int readInt() {
        return bytes.getInt();
    }

    /** The next integers, at the beginning of an array that may be longer; it is used again for the next block. */
    int[] readInts() {
        int count = bytes.getInt();
        int[] array = scratch(count);
        bytes.asIntBuffer().get(array, 0, count);
        bytes.position(bytes.position() + count * Integer.BYTES);
        return array;
    }

    private int[] scratch(int count) {
        if (nextIntegers == integers.size()) {
            integers.add(new int[count]);
        } else if (integers.get(nextIntegers).length < count) {
            integers.set(nextIntegers, new int[count + count / 8]);
        }
        return integers.get(nextIntegers++);
    }

    double @Nullable [] readDoubles() {
        int count = bytes.getInt();
        if (count < 0) {
            return null;
        }
        if (nextDoubles == doubles.size()) {
            doubles.add(new double[count]);
        } else if (doubles.get(nextDoubles).length < count) {
            doubles.set(nextDoubles, new double[count + count / 8]);
        }
        double[] array = doubles.get(nextDoubles++);
        bytes.asDoubleBuffer().get(array, 0, count);
        bytes.position(bytes.position() + count * Double.BYTES);
        return array;
    }
}
