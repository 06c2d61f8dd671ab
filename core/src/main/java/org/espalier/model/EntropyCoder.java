package org.espalier.model;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Bytes in few bits: a static asymmetric numeral system (Duda 2009) with integer arithmetic only, so that the coded bytes
 * are the same on every platform. A byte that has the share p of its context takes about −log₂ p bits.
 *
 * <p>The context of a byte is nothing, the byte before it, or a byte that the reader knows already; whichever gives the
 * fewest bytes. Little-endian:
 * <pre>
 * int  n                       decoded bytes
 * byte kind                    0 stored, 1 no context, 2 the byte before, 3 a given byte
 * stored: byte[n]
 * else:
 *   byte contexts − 1
 *   per context                byte context (0 for kind 1), byte symbols − 1, per symbol byte symbol, short share of 2048
 *   int  p                     coded bytes
 *   byte[p]                    the state (int, highest byte first), then the bytes that it takes in while it shrinks
 * </pre>
 * Decoding a byte is one look-up and one multiplication. Shares of 2048 rather than of 4096 make a file 0.3 % larger and
 * decoding twice as fast, because the tables of a hundred contexts then stay in the processor's cache.
 */
final class EntropyCoder {
    private static final int STORED = 0;
    private static final int PLAIN = 1;
    private static final int PREVIOUS = 2;
    private static final int GIVEN = 3;

    private static final int BITS = 11;
    private static final int TOTAL = 1 << BITS;

    /** The state is at least this, and less than 256 times as much. */
    private static final int LOWEST = 1 << 23;

    private EntropyCoder() {}

    /**
     * The coded bytes.
     *
     * @param given a context for every byte, which {@link #decode} must be given as well; null for none
     */
    static byte[] encode(byte[] data, byte @Nullable [] given) {
        byte[] best = stored(data);
        for (int kind = PLAIN; kind <= (given == null ? PREVIOUS : GIVEN); kind++) {
            byte[] coded = data.length == 0 ? best : coded(data, kind, contexts(data, kind, given));
            best = coded.length < best.length ? coded : best;
        }
        return best;
    }

    private static byte[] stored(byte[] data) {
        return buffer(5 + data.length)
                .putInt(data.length)
                .put((byte) STORED)
                .put(data)
                .array();
    }

    private static ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] contexts(byte[] data, int kind, byte @Nullable [] given) {
        byte[] contexts = new byte[data.length];
        if (kind == GIVEN && given != null) {
            return given;
        }
        if (kind == PREVIOUS) {
            System.arraycopy(data, 0, contexts, 1, data.length - 1);
        }
        return contexts;
    }

    private static byte[] coded(byte[] data, int kind, byte[] contexts) {
        int[][] shares = shares(data, contexts);
        int[][] starts = new int[shares.length][];
        for (int c = 0; c < shares.length; c++) {
            starts[c] = new int[shares[c].length];
            for (int s = 1; s < shares[c].length; s++) {
                starts[c][s] = starts[c][s - 1] + shares[c][s - 1];
            }
        }
        // The decoder reads forwards what was written backwards, so the last byte is coded first and everything is
        // filled
        // from the end. A byte takes at most 11 bits.
        byte[] payload = new byte[Math.addExact(data.length, data.length / 2) + 16];
        int at = payload.length;
        int state = LOWEST;
        for (int i = data.length - 1; i >= 0; i--) {
            int context = contexts[i] & 0xFF;
            int symbol = data[i] & 0xFF;
            int share = shares[context][symbol];
            while (state >= (LOWEST >> BITS << 8) * (long) share) {
                payload[--at] = (byte) state;
                state >>>= 8;
            }
            state = (state / share << BITS) + state % share + starts[context][symbol];
        }
        for (int k = 0; k < 4; k++) {
            payload[--at] = (byte) (state >>> 8 * k);
        }
        byte[] table = table(shares);
        int length = payload.length - at;
        return buffer(Math.addExact(9 + table.length, length))
                .putInt(data.length)
                .put((byte) kind)
                .put(table)
                .putInt(length)
                .put(payload, at, length)
                .array();
    }

    /** How often each byte follows each context, scaled so that every context that occurs has 2048. // [256][256 or 0] */
    private static int[][] shares(byte[] data, byte[] contexts) {
        int[][] shares = new int[256][0];
        for (int i = 0; i < data.length; i++) {
            int context = contexts[i] & 0xFF;
            if (shares[context].length == 0) {
                shares[context] = new int[256];
            }
            shares[context][data[i] & 0xFF]++;
        }
        for (int[] row : shares) {
            scale(row);
        }
        return shares;
    }

    /** Whatever occurs keeps at least 1; what rounding leaves over or takes too much is the most frequent byte's. */
    private static void scale(int[] counts) {
        long sum = 0;
        for (int count : counts) {
            sum += count;
        }
        int total = 0;
        for (int s = 0; s < counts.length; s++) {
            if (counts[s] > 0) {
                counts[s] = (int) Math.max(1, counts[s] * (long) TOTAL / sum);
                total += counts[s];
            }
        }
        while (total != TOTAL && counts.length > 0) {
            int most = 0;
            for (int s = 1; s < counts.length; s++) {
                most = counts[s] > counts[most] ? s : most;
            }
            // Never the whole excess from one byte, which could not bear it.
            int change = total < TOTAL ? TOTAL - total : -Math.min(total - TOTAL, Math.max(1, counts[most] / 2));
            counts[most] += change;
            total += change;
        }
    }

    private static byte[] table(int[][] shares) {
        byte[] bytes = new byte[1 + 256 * (2 + 256 * 3)];
        ByteBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        out.put((byte) (Arrays.stream(shares).filter(row -> row.length > 0).count() - 1));
        for (int c = 0; c < shares.length; c++) {
            if (shares[c].length > 0) {
                out.put((byte) c).put((byte)
                        (Arrays.stream(shares[c]).filter(share -> share > 0).count() - 1));
                for (int s = 0; s < 256; s++) {
                    if (shares[c][s] > 0) {
                        out.put((byte) s).putShort((short) shares[c][s]);
                    }
                }
            }
        }
        return Arrays.copyOf(bytes, out.position());
    }

    /**
     * The bytes that were coded; the buffer's position moves behind them.
     *
     * @param most how many bytes there may be, so that a damaged number does not cost memory
     * @throws IllegalArgumentException when it is not what {@link #encode} wrote
     */
    static byte[] decode(ByteBuffer bytes, long most, byte @Nullable [] given) {
        int length = bytes.getInt();
        int kind = bytes.get();
        if (length < 0 || length > most || kind < STORED || kind > GIVEN) {
            throw broken(length + " bytes of kind " + kind);
        }
        if (kind == STORED && bytes.remaining() < length
                || kind == GIVEN && (given == null || given.length != length)) {
            throw broken(length + " bytes, which are not there");
        }
        byte[] data = new byte[length];
        if (kind == STORED) {
            bytes.get(data);
            return data;
        }
        int[][] slots = slots(bytes);
        int end = bytes.getInt();
        if (end < 4 || end > bytes.remaining()) {
            throw broken(end + " coded bytes");
        }
        byte[] payload = new byte[end];
        bytes.get(payload);
        run(payload, slots, kind, given, data);
        return data;
    }

    /** x ← share · ⌊x / 2048⌋ + (x mod 2048 − start), then bytes are taken in until x is large enough again. */
    private static void run(byte[] payload, int[][] slots, int kind, byte @Nullable [] given, byte[] data) {
        int state = ByteBuffer.wrap(payload).getInt();
        if (state < LOWEST) {
            throw broken("a state of " + state);
        }
        int at = 4;
        int context = 0;
        for (int i = 0; i < data.length; i++) {
            if (kind == GIVEN && given != null) {
                context = given[i] & 0xFF;
            }
            int[] row = slots[context];
            if (row.length == 0) {
                throw broken("a context that it does not have");
            }
            int slot = row[state & TOTAL - 1];
            state = ((slot >>> 8 & TOTAL - 1) + 1) * (state >>> BITS) + (slot >>> 8 + BITS);
            while (state < LOWEST) {
                if (at == payload.length) {
                    throw broken("its end comes too early");
                }
                state = state << 8 | payload[at++] & 0xFF;
            }
            data[i] = (byte) slot;
            if (kind == PREVIOUS) {
                context = slot & 0xFF;
            }
        }
        if (state != LOWEST || at != payload.length) {
            throw broken("its end is not where it was");
        }
    }

    /** Per context and remainder: the byte, its share − 1 and its distance from the start, in 8, 11 and 11 bits. */
    private static int[][] slots(ByteBuffer bytes) {
        int[][] slots = new int[256][0]; // [256][2048 or 0]
        int contexts = Byte.toUnsignedInt(bytes.get()) + 1;
        for (int c = 0; c < contexts; c++) {
            int context = Byte.toUnsignedInt(bytes.get());
            int symbols = Byte.toUnsignedInt(bytes.get()) + 1;
            int[] row = new int[TOTAL];
            int start = 0;
            for (int s = 0; s < symbols; s++) {
                int symbol = Byte.toUnsignedInt(bytes.get());
                int share = bytes.getShort();
                if (share < 1 || share > TOTAL - start) {
                    throw broken("a share of " + share);
                }
                for (int k = 0; k < share; k++) {
                    row[start + k] = k << 8 + BITS | share - 1 << 8 | symbol;
                }
                start += share;
            }
            if (start != TOTAL) {
                throw broken("shares of " + start + " in all");
            }
            slots[context] = row;
        }
        return slots;
    }

    private static IllegalArgumentException broken(String problem) {
        return new IllegalArgumentException("coded bytes are wrong: " + problem);
    }
}
