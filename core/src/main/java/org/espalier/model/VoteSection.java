package org.espalier.model;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.espalier.scoring.VotedWeights;

/**
 * The section of a model file that has the weight vectors of a vote: int vectors, int entries; the votes of each vector; per
 * weight the number of its entries, and for each the distance from the step before and the change.
 *
 * <p>Numbers are written in groups of seven bits, the lowest first, the eighth bit telling that more follow. A whole change, as
 * almost all are, is such a number (twice 0, 1, 2, 3, 4, … for 0, −1, 1, −2, 2, …); any other is a 1 and its eight bytes.
 */
final class VoteSection {
    private static final int LARGEST_WHOLE = 1 << 28;
    private static final int HEADER = 8;

    private VoteSection() {}

    static ByteBuffer write(VotedWeights votes) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(HEADER + votes.vectors() + 3 * votes.entries());
        bytes.writeBytes(
                little(HEADER).putInt(votes.vectors()).putInt(votes.entries()).array());
        for (int v = 0; v < votes.vectors(); v++) {
            number(votes.survived(v), bytes);
        }
        for (int place = 0; place < votes.parameters(); place++) {
            number(votes.begin(place + 1) - votes.begin(place), bytes);
            int previous = -1;
            for (int e = votes.begin(place); e < votes.begin(place + 1); e++) {
                number(votes.step(e) - previous - 1, bytes);
                previous = votes.step(e);
                change(votes.change(e), bytes);
            }
        }
        return ByteBuffer.wrap(bytes.toByteArray());
    }

    private static void change(double change, ByteArrayOutputStream bytes) {
        int whole = (int) change;
        if (whole == change && Math.abs(whole) < LARGEST_WHOLE) {
            number((whole << 1 ^ whole >> 31) << 1, bytes);
        } else {
            number(1, bytes);
            bytes.writeBytes(little(Double.BYTES).putDouble(change).array());
        }
    }

    private static ByteBuffer little(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void number(int number, ByteArrayOutputStream bytes) {
        int rest = number;
        while (rest >>> 7 != 0) {
            bytes.write(rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        bytes.write(rest);
    }

    /**
     * Reads what {@link #write} wrote; no count can ask for more memory than some times the bytes that are there.
     *
     * @param parameters how many weights a vector has
     * @throws IllegalArgumentException when the bytes are nothing of the kind
     * @throws java.nio.BufferUnderflowException when they end too early
     */
    static VotedWeights read(ByteBuffer bytes, int parameters) {
        int vectors = bytes.getInt();
        int entries = bytes.getInt();
        long least = vectors + (long) parameters + 2L * entries; // every number takes a byte
        if (vectors < 1 || entries < 0 || least > bytes.remaining()) {
            throw new IllegalArgumentException(vectors + " weight vectors and " + entries + " entries of " + parameters
                    + " weights in " + bytes.remaining() + " bytes");
        }
        int[] survived = new int[vectors];
        for (int v = 0; v < vectors; v++) {
            survived[v] = number(bytes);
        }
        int[] offsets = new int[parameters + 1];
        int[] steps = new int[entries];
        double[] changes = new double[entries];
        for (int place = 0; place < parameters; place++) {
            int count = number(bytes);
            int begin = offsets[place];
            if (count < 0 || count > entries - begin) {
                throw new IllegalArgumentException("a weight with " + count + " entries");
            }
            offsets[place + 1] = begin + count;
            int previous = -1;
            for (int e = begin; e < begin + count; e++) {
                int distance = number(bytes);
                if (distance < 0 || distance >= vectors) {
                    throw new IllegalArgumentException("a step " + distance + " further on");
                }
                previous = Math.addExact(previous, distance + 1);
                steps[e] = previous;
                changes[e] = change(bytes);
            }
        }
        if (bytes.hasRemaining()) {
            throw new IllegalArgumentException("the votes have extra bytes at their end");
        }
        return VotedWeights.of(survived, offsets, steps, changes);
    }

    private static double change(ByteBuffer bytes) {
        int code = number(bytes);
        if (code == 1) {
            return bytes.getDouble();
        }
        if ((code & 1) != 0) {
            throw new IllegalArgumentException("a change with the code " + code);
        }
        int whole = code >>> 1;
        return whole >>> 1 ^ -(whole & 1);
    }

    private static int number(ByteBuffer bytes) {
        int number = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += 7) {
            int group = bytes.get();
            number |= (group & 0x7F) << shift;
            if (group >= 0) {
                return number;
            }
        }
        throw new IllegalArgumentException("a number of more than 32 bits");
    }
}
