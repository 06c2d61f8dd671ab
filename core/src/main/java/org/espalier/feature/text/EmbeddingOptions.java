package org.espalier.feature.text;

/**
 * How a file of word vectors is read.
 *
 * @param scale the average length of a vector after scaling, beside the length 1 of an ordinary attribute; 0 leaves the numbers as they are
 * @param words how many words are read at most; files have the most frequent words first
 * @param kept whether the model keeps the vectors; otherwise it keeps the path of the file and its checksum
 */
public record EmbeddingOptions(double scale, int words, boolean kept) {
    /** Average length 4, all words, kept in the model. */
    public static final EmbeddingOptions DEFAULTS = new EmbeddingOptions(4.0, Integer.MAX_VALUE, true);

    private static final double LARGEST = 1e6;

    public EmbeddingOptions {
        if (!(scale >= 0 && scale <= LARGEST)) {
            throw new IllegalArgumentException("embedding: the scale " + scale
                    + "; expected the average length of a vector such as 4, or 0 for the numbers as they are");
        }
        if (words < 1) {
            throw new IllegalArgumentException("embedding: the first " + words + " words; expected 1 or more");
        }
    }

    public EmbeddingOptions withScale(double newScale) {
        return new EmbeddingOptions(newScale, words, kept);
    }

    public EmbeddingOptions withWords(int newWords) {
        return new EmbeddingOptions(scale, newWords, kept);
    }

    public EmbeddingOptions withKept(boolean newKept) {
        return new EmbeddingOptions(scale, words, newKept);
    }
}
