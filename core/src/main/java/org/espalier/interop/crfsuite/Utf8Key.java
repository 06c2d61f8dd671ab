package org.espalier.interop.crfsuite;

import java.nio.ByteBuffer;
import org.espalier.data.NativeText;

/** The UTF-8 bytes of a text, with {@link NativeText}'s escapes, one character at a time and without making an array. */
final class Utf8Key {
    private static final int ESCAPE = 0x10FE00;

    private Utf8Key() {}

    /**
     * The character at {@code index}: its bytes (bits 0 … 31, the first one lowest), their number (bits 32 … 34) and whether
     * it takes two UTF-16 units (bit 35); −1 for a surrogate without its partner.
     */
    static long character(String text, int index) {
        char unit = text.charAt(index);
        if (unit < 0x80) {
            return unit | 1L << 32;
        }
        if (unit < 0x800) {
            return (0xC0 | unit >> 6) | (0x80 | unit & 0x3F) << 8 | 2L << 32;
        }
        if (!Character.isSurrogate(unit)) {
            return (0xE0 | unit >> 12) | (0x80 | unit >> 6 & 0x3F) << 8 | (0x80 | unit & 0x3F) << 16 | 3L << 32;
        }
        int point = text.codePointAt(index);
        if (point < 0x10000) {
            return -1;
        }
        if (point >= ESCAPE + 0x80 && point <= ESCAPE + 0xFF) {
            return point & 0xFF | 1L << 32 | 1L << 35;
        }
        int bytes = (0xF0 | point >> 18)
                | (0x80 | point >> 12 & 0x3F) << 8
                | (0x80 | point >> 6 & 0x3F) << 16
                | (0x80 | point & 0x3F) << 24;
        return bytes & 0xFFFFFFFFL | 4L << 32 | 1L << 35;
    }

    static int bytes(long character) {
        return (int) (character >>> 32) & 7;
    }

    static int units(long character) {
        return 1 + ((int) (character >>> 35) & 1);
    }

    /** The number of bytes of a text, or −1 when it cannot be written in UTF-8. */
    static int length(String text) {
        long length = 0;
        for (int i = 0; i < text.length(); ) {
            long character = character(text, i);
            if (character < 0) {
                return -1;
            }
            length += bytes(character);
            i += units(character);
        }
        return length < Integer.MAX_VALUE ? (int) length : -1;
    }

    /** Whether the bytes from {@code from} on are those of the text. */
    static boolean matches(String text, ByteBuffer buffer, int from) {
        int at = from;
        for (int i = 0; i < text.length(); ) {
            long character = character(text, i);
            int packed = (int) character;
            for (int left = bytes(character); left > 0; left--, packed >>>= 8) {
                if (buffer.get(at++) != (byte) packed) {
                    return false;
                }
            }
            i += units(character);
        }
        return true;
    }
}
