package org.espalier.interop.crfsuite;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The hash of CRFsuite's string databases: Bob Jenkins's lookup3 (function {@code hashlittle}, 2006) of a string's bytes and
 * the NUL behind them, with the initial value 0.
 *
 * <p>Three 32-bit words of state take up twelve bytes at a time; blocks are mixed but for the last one, which is stirred at
 * the end. The NUL adds nothing but its length. Mixing is written out in both loops, because a method cannot give three
 * words back without making an object.
 */
final class Lookup3 {
    private static final int START = 0xDEADBEEF;
    private static final int BLOCK = 12;

    private Lookup3() {}

    /** The hash of the bytes from (inclusive) … to (exclusive), and a NUL. */
    static int hash(ByteBuffer bytes, int from, int to) {
        byte[] key = new byte[to - from];
        bytes.get(from, key);
        return (int) hash(new String(key, StandardCharsets.ISO_8859_1), 0xFF);
    }

    /** The same of a text whose characters are one byte each; −1 when one of them is above {@code largest}, which is 2ⁿ − 1. */
    static long hash(String text, int largest) {
        int size = text.length();
        int all = 0;
        for (int i = 0; i < size; i++) {
            all |= text.charAt(i);
        }
        if (all > largest) {
            return -1;
        }
        int a = START + size + 1;
        int b = a;
        int c = a;
        int at = 0;
        for (; size + 1 - at > BLOCK; at += BLOCK) {
            a += word(text, at);
            b += word(text, at + 4);
            c += word(text, at + 8);
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
        int left = size - at;
        if (left >= 8) {
            a += word(text, at);
            b += word(text, at + 4);
            c += word(text, at + 8, size);
        } else if (left >= 4) {
            a += word(text, at);
            b += word(text, at + 4, size);
        } else {
            a += word(text, at, size);
        }
        return end(a, b, c) & 0xFFFFFFFFL;
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
        int a = START + bytes + 1;
        int b = a;
        int c = a;
        int left = bytes + 1;
        long word = 0; // bytes that do not fill a word yet, the first one lowest
        int bits = 0;
        int place = 0; // of the next word in its block
        for (int i = 0; i < text.length(); ) {
            long character = Utf8Key.character(text, i);
            i += Utf8Key.units(character);
            word |= (character & 0xFFFFFFFFL) << bits;
            bits += 8 * Utf8Key.bytes(character);
            if (bits < 32) {
                continue;
            }
            a += place == 0 ? (int) word : 0;
            b += place == 1 ? (int) word : 0;
            c += place == 2 ? (int) word : 0;
            word >>>= 32;
            bits -= 32;
            place++;
            if (place == 3 && left > BLOCK) {
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
                left -= BLOCK;
                place = 0;
            }
        }
        return end(
                a + (place == 0 ? (int) word : 0),
                b + (place == 1 ? (int) word : 0),
                c + (place == 2 ? (int) word : 0));
    }

    private static int end(int first, int second, int third) {
        int a = first;
        int b = second;
        int c = (third ^ b) - Integer.rotateLeft(b, 14);
        a = (a ^ c) - Integer.rotateLeft(c, 11);
        b = (b ^ a) - Integer.rotateLeft(a, 25);
        c = (c ^ b) - Integer.rotateLeft(b, 16);
        a = (a ^ c) - Integer.rotateLeft(c, 4);
        b = (b ^ a) - Integer.rotateLeft(a, 14);
        return (c ^ b) - Integer.rotateLeft(b, 24);
    }
}
