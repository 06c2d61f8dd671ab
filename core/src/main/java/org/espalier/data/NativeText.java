package org.espalier.data;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Bytes of a native tool as text, and back, without losing one.
 *
 * <p>The native tools never look at encodings, so that a prefix of two bytes may well end within a character. In UTF-8 a
 * byte that belongs to no valid character becomes the private code point U+10FE00 + byte, and that code point becomes
 * the byte again; a text that truly holds such a code point is taken byte by byte, so no two byte strings become the
 * same text. In other encodings bytes that they do not define are an error. ISO 8859-1 gives one character for each
 * byte, which is what a program wants that only passes bytes on.
 */
public final class NativeText {
    private static final int ESCAPE = 0x10FE00;

    private NativeText() {}

    /**
     * The text of these bytes.
     *
     * @throws CharacterCodingException when the bytes are no text in that encoding; never with UTF-8
     */
    public static String decode(byte[] bytes, int from, int length, Charset charset) throws CharacterCodingException {
        if (charset.equals(StandardCharsets.UTF_8)) {
            return decodeUtf8(bytes, from, length);
        }
        return charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(bytes, from, length))
                .toString();
    }

    /** Whether these bytes are valid UTF-8 that {@link #decode} takes as it is. */
    public static boolean isPlainUtf8(byte[] bytes, int from, int length) {
        int end = from + length;
        for (int at = from; at < end; ) {
            int size = characterAt(bytes, at, end);
            if (size == 0) {
                return false;
            }
            at += size;
        }
        return true;
    }

    private static String decodeUtf8(byte[] bytes, int from, int length) {
        String text = new String(bytes, from, length, StandardCharsets.UTF_8);
        // The usual case: everything was a character.
        if (text.indexOf('\uFFFD') < 0 && !mayHoldEscape(text)) {
            return text;
        }
        StringBuilder exact = new StringBuilder(length);
        int end = from + length;
        for (int at = from; at < end; ) {
            int size = characterAt(bytes, at, end);
            if (size == 0) {
                exact.appendCodePoint(bytes[at] < 0 ? ESCAPE + (bytes[at] & 0xFF) : bytes[at]);
                at++;
            } else {
                exact.append(new String(bytes, at, size, StandardCharsets.UTF_8));
                at += size;
            }
        }
        return exact.toString();
    }

    private static boolean mayHoldEscape(String text) {
        // The high surrogate of U+10FC00 … U+10FFFF.
        return text.indexOf('\uDBFF') >= 0;
    }

    /** Whether the text stands for bytes that are not UTF-8. */
    public static boolean hasRawBytes(String text) {
        return mayHoldEscape(text) && text.codePoints().anyMatch(NativeText::isEscape);
    }

    private static boolean isEscape(int point) {
        return point >= ESCAPE + 0x80 && point <= ESCAPE + 0xFF;
    }

    /** The number of bytes of the valid character that begins here and is no escape; 0 when there is none. */
    private static int characterAt(byte[] bytes, int at, int end) {
        int first = bytes[at] & 0xFF;
        if (first < 0x80) {
            return 1;
        }
        int size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
        if (first < 0xC2 || first > 0xF4 || at + size > end) {
            return 0;
        }
        int point = first & 0x7F >> size;
        for (int i = 1; i < size; i++) {
            if ((bytes[at + i] & 0xC0) != 0x80) {
                return 0;
            }
            point = point << 6 | bytes[at + i] & 0x3F;
        }
        boolean shortest = point >= (size == 2 ? 0x80 : size == 3 ? 0x800 : 0x10000);
        boolean surrogate = point >= 0xD800 && point <= 0xDFFF;
        return shortest && !surrogate && point <= Character.MAX_CODE_POINT && !isEscape(point) ? size : 0;
    }

    /**
     * The bytes of this text.
     *
     * @throws CharacterCodingException when the encoding cannot express the text
     */
    public static byte[] encode(CharSequence text, Charset charset) throws CharacterCodingException {
        if (charset.equals(StandardCharsets.UTF_8) && text.chars().anyMatch(c -> c == '\uDBFF')) {
            return encodeEscapes(text);
        }
        ByteBuffer buffer = charset.newEncoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)
                .encode(CharBuffer.wrap(text));
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    private static byte[] encodeEscapes(CharSequence text) throws CharacterCodingException {
        int[] points = text.codePoints().toArray();
        ByteBuffer bytes = ByteBuffer.allocate(4 * points.length);
        for (int begin = 0; begin < points.length; ) {
            int end = begin;
            while (end < points.length && !isEscape(points[end])) {
                end++;
            }
            bytes.put(StandardCharsets.UTF_8
                    .newEncoder()
                    .encode(CharBuffer.wrap(new String(points, begin, end - begin))));
            for (begin = end; begin < points.length && isEscape(points[begin]); begin++) {
                bytes.put((byte) points[begin]);
            }
        }
        byte[] exact = new byte[bytes.position()];
        bytes.flip().get(exact);
        return exact;
    }
}
