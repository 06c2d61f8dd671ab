package org.espalier.interop.crfsuite;

import java.nio.ByteBuffer;

/**
 * The hash of CRFsuite's string databases: Bob Jenkins's lookup3 (function {@code hashlittle}, 2006) of a string's bytes and
 * the NUL behind them, with the initial value 0.
 *
 * <p>Three 32-bit words of state take up twelve bytes at a time; blocks are mixed but for the last one, which is stirred at
 * the end. The NUL adds nothing but its length.
 */
final class Lookup3 {
    private static final int BLOCK = 12;

    private int a;
    private int b;
    private int c;

    private Lookup3(int length) {
        a = 0xDEADBEEF + length;
        b = a;
        c = a;
    }

    /** The hash of the bytes from (inclusive) … to (exclusive), and a NUL. */
    static int hash(ByteBuffer bytes, int from, int to) {
        int length = to - from + 1;
        Lookup3 state = new Lookup3(length);
        int at = from;
        for (int left = length; left > BLOCK; left -= BLOCK, at += BLOCK) {
            state.add(bytes.getInt(at), bytes.getInt(at + 4), bytes.getInt(at + 8));
            state.mix();
        }
        state.add(word(bytes, at, to), word(bytes, at + 4, to), word(bytes, at + 8, to));
        return state.end();
    }

    /** The up to four bytes before {@code to}, filled up with zeros. */
    private static int word(ByteBuffer bytes, int at, int to) {
        int word = 0;
        for (int k = 0; k < 4 && at + k < to; k++) {
            word |= (bytes.get(at + k) & 0xFF) << 8 * k;
        }
        return word;
    }

    /** The same of a text whose characters are one byte each; −1 when one of them is above {@code largest}, which is 2ⁿ − 1. */
    static long hash(String text, int largest) {
        int size = text.length();
        Lookup3 state = new Lookup3(size + 1);
        int all = 0;
        for (int i = 0; i < size; i++) {
            all |= text.charAt(i);
        }
        if (all > largest) {
            return -1;
        }
        int at = 0;
        for (; size + 1 - at > BLOCK; at += BLOCK) {
            state.add(word(text, at), word(text, at + 4), word(text, at + 8));
            state.mix();
        }
        int left = size - at;
        if (left >= 8) {
            state.add(word(text, at), word(text, at + 4), word(text, at + 8, size));
        } else if (left >= 4) {
            state.add(word(text, at), word(text, at + 4, size), 0);
        } else {
            state.add(word(text, at, size), 0, 0);
        }
        return state.end() & 0xFFFFFFFFL;
    }

    /** Four characters, the first one lowest. */
    static int word(String text, int at) {
        return text.charAt(at) | text.charAt(at + 1) << 8 | text.charAt(at + 2) << 16 | text.charAt(at + 3) << 24;
    }

    /** Less than four characters. */
    private static int word(String text, int at, int size) {
        return switch (size - at) {
            case 3 -> text.charAt(at) | text.charAt(at + 1) << 8 | text.charAt(at + 2) << 16;
            case 2 -> text.charAt(at) | text.charAt(at + 1) << 8;
            case 1 -> text.charAt(at);
            default -> 0;
        };
    }

    /** The same of a text in UTF-8 that takes so many bytes. */
    static int hashUtf8(String text, int bytes) {
        Lookup3 state = new Lookup3(bytes + 1);
        int left = bytes + 1;
        long word = 0; // bytes that do not fill a word yet, the first one lowest
        int bits = 0;
        int place = 0; // of the next word in its block
        for (int i = 0; i < text.length(); ) {
            long character = Utf8Key.character(text, i);
            i += Utf8Key.units(character);
            word |= (character & 0xFFFFFFFFL) << bits;
            bits += 8 * Utf8Key.bytes(character);
            if (bits >= 32) {
                state.add(place, (int) word);
                word >>>= 32;
                bits -= 32;
                place++;
                if (place == 3 && left > BLOCK) {
                    state.mix();
                    left -= BLOCK;
                    place = 0;
                }
            }
        }
        state.add(place, (int) word);
        return state.end();
    }

    private void add(int first, int second, int third) {
        a += first;
        b += second;
        c += third;
    }

    private void add(int place, int word) {
        switch (place) {
            case 0 -> a += word;
            case 1 -> b += word;
            default -> c += word;
        }
    }

    private void mix() {
        a = a - c ^ Integer.rotateLeft(c, 4);
        c += b;
        b = b - a ^ Integer.rotateLeft(a, 6);
        a += c;
        c = c - b ^ Integer.rotateLeft(b, 8);
        b += a;
        a = a - c ^ Integer.rotateLeft(c, 16);
        c += b;
        b = b - a ^ Integer.rotateLeft(a, 19);
        a += c;
        c = c - b ^ Integer.rotateLeft(b, 4);
        b += a;
    }

    private int end() {
        c = (c ^ b) - Integer.rotateLeft(b, 14);
        a = (a ^ c) - Integer.rotateLeft(c, 11);
        b = (b ^ a) - Integer.rotateLeft(a, 25);
        c = (c ^ b) - Integer.rotateLeft(b, 16);
        a = (a ^ c) - Integer.rotateLeft(c, 4);
        b = (b ^ a) - Integer.rotateLeft(a, 14);
        return (c ^ b) - Integer.rotateLeft(b, 24);
    }
}
