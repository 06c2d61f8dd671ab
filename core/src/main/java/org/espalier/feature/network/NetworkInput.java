package org.espalier.feature.network;

/**
 * A sequence as a network sees it.
 *
 * @param words the number of each word's vector // [T]
 * @param letterBegins where the letters of each word begin // [T + 1]
 * @param letters the numbers of letters, from 1; every word has at least one // [letterBegins[T]]
 * @param capitals the pattern of capitals of each word // [T]
 * @param attributeBegins where the attributes of each token begin // [T + 1]
 * @param attributes their numbers // [attributeBegins[T]]
 * @param values their values // [attributeBegins[T]]
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record NetworkInput(
        int[] words,
        int[] letterBegins,
        int[] letters,
        byte[] capitals,
        int[] attributeBegins,
        int[] attributes,
        float[] values) {

    /** T, the number of tokens. */
    public int length() {
        return words.length;
    }
}
