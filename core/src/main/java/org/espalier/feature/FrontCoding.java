package org.espalier.feature;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The strings of a vocabulary, each as how many bytes it shares with the one before and the bytes that follow: small when
 * the strings are in sorted order, right in any order. There is no hash table in it; {@link #vocabulary} builds it anew.
 *
 * @param prefixes per string the number of bytes at its beginning that are those of the string before, at most 255 //
 *     [strings]
 * @param suffixes the other bytes of each string, and after each the byte 255, which UTF-8 does not use
 * @param textBytes the bytes of all strings together
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record FrontCoding(byte[] prefixes, byte[] suffixes, int textBytes) {
    private static final byte END = (byte) 255;
    private static final int LONGEST_PREFIX = 255;

    /** The coding of a vocabulary. */
    public static FrontCoding of(Vocabulary vocabulary) {
        byte[] prefixes = new byte[vocabulary.size()];
        byte[] suffixes = new byte[64];
        byte[] previous = {};
        int at = 0;
        int textBytes = 0;
        for (int i = 0; i < prefixes.length; i++) {
            byte[] text = vocabulary.get(i).getBytes(StandardCharsets.UTF_8);
            int shared = Arrays.mismatch(text, previous);
            shared = Math.min(LONGEST_PREFIX, shared < 0 ? text.length : shared);
            int rest = text.length - shared;
            if (at + rest + 1L > suffixes.length) {
                suffixes = Arrays.copyOf(suffixes, Math.addExact(at + rest + 1, at / 2));
            }
            System.arraycopy(text, shared, suffixes, at, rest);
            suffixes[at + rest] = END;
            at += rest + 1;
            prefixes[i] = (byte) shared;
            textBytes += text.length;
            previous = text;
        }
        return new FrontCoding(prefixes, Arrays.copyOf(suffixes, at), textBytes);
    }

    /**
     * The vocabulary with these strings in this order.
     *
     * @throws IllegalArgumentException when the bytes are not the coding of one
     */
    public Vocabulary vocabulary() {
        return Vocabulary.of(prefixes.length, textBytes, this::write);
    }

    private void write(byte[] bytes, int begin, int[] offsets) {
        int from = 0;
        int previous = begin;
        int at = begin;
        for (int i = 0; i < prefixes.length; i++) {
            int shared = prefixes[i] & 0xFF;
            int end = from;
            while (end < suffixes.length && suffixes[end] != END) {
                end++;
            }
            int rest = end - from;
            if (end == suffixes.length || shared > at - previous || rest > bytes.length - at - shared) {
                throw new IllegalArgumentException("string " + i + " of " + prefixes.length + " is broken");
            }
            System.arraycopy(bytes, previous, bytes, at, shared);
            System.arraycopy(suffixes, from, bytes, at + shared, rest);
            previous = at;
            at += shared + rest;
            offsets[i + 1] = at - begin;
            from = end + 1;
        }
        if (from != suffixes.length || at != bytes.length) {
            throw new IllegalArgumentException((suffixes.length - from) + " coded bytes and " + (bytes.length - at)
                    + " bytes of text are left over");
        }
    }
}
