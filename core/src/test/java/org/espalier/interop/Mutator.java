package org.espalier.interop;

import java.util.Arrays;
import java.util.Random;

/** Damages files as chance and malice do: flipped bytes, cuts, copies of pieces, and numbers that claim too much. */
public final class Mutator {
    private static final int[] HOSTILE = {
        0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x7FFFFFF0, 0x10000000, 0x40000001
    };
    private static final String[] HOSTILE_DIGITS = {
        "0", "-1", "4294967295", "2147483647", "99999999999999999999", "nan", "1e999"
    };

    private final Random random;

    public Mutator(long seed) {
        this.random = new Random(seed);
    }

    /** A damaged copy; between one and eight things are wrong with it. */
    public byte[] damage(byte[] original) {
        byte[] bytes = original.clone();
        for (int left = 1 + random.nextInt(8); left > 0 && bytes.length > 0; left--) {
            bytes = damageOnce(bytes);
        }
        return bytes;
    }

    private byte[] damageOnce(byte[] bytes) {
        // Headers are near the beginning, so half of the damage is done there.
        int at = random.nextInt(random.nextBoolean() ? bytes.length : Math.min(bytes.length, 64));
        switch (random.nextInt(7)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[at] = (byte) random.nextInt();
            case 2 -> {
                int hostile = HOSTILE[random.nextInt(HOSTILE.length)];
                for (int i = at & ~3; i < Math.min(bytes.length, (at & ~3) + 4); i++, hostile >>>= 8) {
                    bytes[i] = (byte) hostile;
                }
            }
            case 3 -> {
                return Arrays.copyOf(bytes, at);
            }
            case 4 -> {
                int length = Math.min(random.nextInt(64), bytes.length - at);
                System.arraycopy(bytes, at, bytes, random.nextInt(bytes.length - length + 1), length);
            }
            case 5 -> {
                return splice(
                        bytes, at, Arrays.copyOfRange(bytes, at, at + Math.min(bytes.length - at, random.nextInt(64))));
            }
            default -> {
                String digits = HOSTILE_DIGITS[random.nextInt(HOSTILE_DIGITS.length)];
                byte[] text = new byte[digits.length()];
                for (int i = 0; i < text.length; i++) {
                    text[i] = (byte) digits.charAt(i);
                }
                return splice(bytes, nextDigit(bytes, at), text);
            }
        }
        return bytes;
    }

    private static int nextDigit(byte[] bytes, int from) {
        int at = from;
        while (at < bytes.length && !Character.isDigit(bytes[at])) {
            at++;
        }
        return at;
    }

    private static byte[] splice(byte[] bytes, int at, byte[] piece) {
        byte[] longer = new byte[bytes.length + piece.length];
        System.arraycopy(bytes, 0, longer, 0, at);
        System.arraycopy(piece, 0, longer, at, piece.length);
        System.arraycopy(bytes, at, longer, at + piece.length, bytes.length - at);
        return longer;
    }
}
