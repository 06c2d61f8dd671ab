package org.espalier.feature;

import java.nio.ByteBuffer;

/**
 * The UTF-8 bytes of a {@link CharSequence} without making a String: their number, their hash, comparison and copy.
 *
 * <p>A surrogate without its partner counts as U+FFFD, in every method alike.
 *
 * <p>The hash is part of the model file's format and never changes. With the bytes read as little-endian 64-bit words
 * w<sub>1</sub>…w<sub>k</sub> (the last one filled up with zeros) and n the number of bytes:
 * <pre>
 * h ← 0;  for each w: h ← (h ⊕ w) · M₁, h ← h ⊕ (h ≫ 32);  h ← (h ⊕ n · M₁) · M₂, h ← h ⊕ (h ≫ 29)
 * </pre>
 * It costs one multiplication per eight bytes.
 */
final class Utf8 {
    private static final long M1 = 0x9E3779B97F4A7C15L;
    private static final long M2 = 0xD6E8FEB86659FD93L;
    private static final int REPLACEMENT = 0xFFFD;

    private Utf8() {}

    /** The code point that begins at {@code index}; U+FFFD for a surrogate without its partner. */
    private static int codePoint(CharSequence text, int index, char first) {
        if (!Character.isSurrogate(first)) {
            return first;
        }
        if (Character.isHighSurrogate(first) && index + 1 < text.length()) {
            char second = text.charAt(index + 1);
            if (Character.isLowSurrogate(second)) {
                return Character.toCodePoint(first, second);
            }
        }
        return REPLACEMENT;
    }

    /** The UTF-8 bytes of a code point above U+007F, the first one lowest. */
    private static int pack(int point) {
        if (point < 0x800) {
            return (0xC0 | point >> 6) | (0x80 | point & 0x3F) << 8;
        }
        if (point < 0x10000) {
            return (0xE0 | point >> 12) | (0x80 | point >> 6 & 0x3F) << 8 | (0x80 | point & 0x3F) << 16;
        }
        return (0xF0 | point >> 18)
                | (0x80 | point >> 12 & 0x3F) << 8
                | (0x80 | point >> 6 & 0x3F) << 16
                | (0x80 | point & 0x3F) << 24;
    }

    private static int bytes(int point) {
        return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    }

    static long length(CharSequence text) {
        long length = 0;
        for (int i = 0, end = text.length(); i < end; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                length++;
            } else {
                int point = codePoint(text, i, c);
                length += bytes(point);
                i += point >= 0x10000 ? 1 : 0;
            }
        }
        return length;
    }

    static long hash(CharSequence text) {
        long hash = 0;
        long word = 0;
        int shift = 0;
        int words = 0;
        for (int i = 0, end = text.length(); i < end; i++) {
            char c = text.charAt(i);
            long packed = c;
            int bits = 8;
            if (c >= 0x80) {
                int point = codePoint(text, i, c);
                packed = pack(point) & 0xFFFFFFFFL;
                bits = 8 * bytes(point);
                i += point >= 0x10000 ? 1 : 0;
            }
            word |= packed << shift;
            shift += bits;
            if (shift >= 64) {
                hash = step(hash, word);
                words++;
                shift -= 64;
                // What did not fit; a shift by 64 would keep everything, so the case of a full fit is apart.
                word = shift == 0 ? 0 : packed >>> (bits - shift);
            }
        }
        if (shift > 0) {
            hash = step(hash, word);
        }
        return finish(hash, 8L * words + shift / 8);
    }

    /** The hash of the bytes from (inclusive) … to (exclusive) of a little-endian buffer. */
    static long hash(ByteBuffer buffer, int from, int to) {
        long hash = 0;
        int i = from;
        for (; i <= to - 8; i += 8) {
            hash = step(hash, buffer.getLong(i));
        }
        if (i < to) {
            long word = 0;
            for (int shift = 0; i < to; i++, shift += 8) {
                word |= (buffer.get(i) & 0xFFL) << shift;
            }
            hash = step(hash, word);
        }
        return finish(hash, to - from);
    }

    static long step(long hash, long word) {
        long h = (hash ^ word) * M1;
        return h ^ h >>> 32;
    }

    static long finish(long hash, long length) {
        long h = (hash ^ length * M1) * M2;
        return h ^ h >>> 29;
    }

    /** Whether the text's bytes are exactly those from (inclusive) … to (exclusive). */
    static boolean matches(CharSequence text, ByteBuffer buffer, int from, int to) {
        int at = from;
        for (int i = 0, end = text.length(); i < end; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                if (at >= to || buffer.get(at++) != c) {
                    return false;
                }
            } else {
                int point = codePoint(text, i, c);
                int length = bytes(point);
                if (to - at < length) {
                    return false;
                }
                for (int packed = pack(point), left = length; left > 0; left--, packed >>>= 8) {
                    if (buffer.get(at++) != (byte) packed) {
                        return false;
                    }
                }
                i += point >= 0x10000 ? 1 : 0;
            }
        }
        return at == to;
    }

    /** Writes the text's bytes; the caller has made room for {@link #length}. */
    static void copy(CharSequence text, byte[] target, int from) {
        int at = from;
        for (int i = 0, end = text.length(); i < end; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                target[at++] = (byte) c;
            } else {
                int point = codePoint(text, i, c);
                for (int packed = pack(point), left = bytes(point); left > 0; left--, packed >>>= 8) {
                    target[at++] = (byte) packed;
                }
                i += point >= 0x10000 ? 1 : 0;
            }
        }
    }
}
