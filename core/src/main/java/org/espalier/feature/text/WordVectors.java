package org.espalier.feature.text;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Locale;
import org.espalier.feature.Vocabulary;
import org.jspecify.annotations.Nullable;

/**
 * A vector for every word of a file, such as GloVe, word2vec or fastText write it.
 *
 * <p>A word is looked up as written, then in lower case, then with every digit as 0. Immutable and safe to share. It <em>is</em> its bytes,
 * so that a model file keeps it as it is and opens it without work per word. Little-endian:
 * <pre>
 * int    version      1
 * int    d            numbers of a vector
 * double factor       by which every number is multiplied
 * int    w            bytes of the vocabulary of words
 * int    zero
 * byte   words[w]
 * float  vectors[n][d]
 * </pre>
 * Memory: the text, 12 bytes and 4 · d bytes per word. A model that does not keep the vectors has a {@link VectorReference} instead.
 */
public final class WordVectors implements WordTable {
    private static final int VERSION = 1;
    private static final int HEADER = 24;

    private final ByteBuffer buffer;
    private final Vocabulary words;
    private final int dimension;
    private final double factor;
    private final int vectors; // where the vectors begin
    private final @Nullable VectorReference reference;

    private WordVectors(ByteBuffer buffer, Vocabulary words, @Nullable VectorReference reference) {
        this.buffer = buffer;
        this.words = words;
        this.dimension = buffer.getInt(4);
        this.factor = buffer.getDouble(8);
        this.vectors = HEADER + buffer.getInt(16);
        this.reference = reference;
    }

    /**
     * Reads a file in UTF-8, packed when its name ends in {@code .gz}: lines {@code word number number ...}, perhaps below a first line with
     * the number of words and the length of a vector.
     *
     * @throws org.espalier.data.DataFormatException when there is no such file, or a line is wrong
     */
    public static WordVectors read(Path file, EmbeddingOptions options) {
        WordVectors read = new WordVectorReader(file, options).read();
        return options.kept() ? read : read.referring(VectorReference.of(file, options));
    }

    private WordVectors referring(VectorReference to) {
        return new WordVectors(buffer, words, to);
    }

    /** What {@link WordVectorReader} found. */
    static WordVectors of(Vocabulary words, int dimension, double factor, float[] numbers) {
        ByteBuffer text = words.toBytes();
        long size = HEADER + (long) text.remaining() + (long) Float.BYTES * dimension * words.size();
        if (size > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("the vectors of " + words.size() + " words of " + dimension
                    + " numbers each do not fit into 2 GiB; take the most frequent words, for example words="
                    + (int) (words.size() * (double) (1L << 30) / size));
        }
        ByteBuffer buffer = ByteBuffer.allocate((int) size).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(VERSION)
                .putInt(dimension)
                .putDouble(factor)
                .putInt(text.remaining())
                .putInt(0);
        buffer.put(text);
        for (int k = 0; k < dimension * words.size(); k++) {
            buffer.putFloat(numbers[k]);
        }
        return from(buffer.flip());
    }

    /**
     * What {@link #toBytes} gave.
     *
     * @throws IllegalArgumentException when the bytes are not such a table
     * @throws MissingWordFileException when the bytes refer to a file that is not there or is not the same any more
     */
    public static WordVectors from(ByteBuffer bytes) {
        ByteBuffer buffer = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
        int size = buffer.remaining();
        check(size >= Integer.BYTES);
        if (buffer.getInt(0) == VectorReference.VERSION) {
            return VectorReference.from(buffer).read();
        }
        check(size >= HEADER && buffer.getInt(0) == VERSION);
        int text = buffer.getInt(16);
        check(buffer.getInt(4) > 0 && text >= 0 && HEADER + (long) text <= size);
        check(Double.isFinite(buffer.getDouble(8)));
        Vocabulary words = Vocabulary.read(buffer.slice(HEADER, text));
        check(HEADER + text + (long) Float.BYTES * buffer.getInt(4) * words.size() == size);
        return new WordVectors(buffer, words, null);
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException("the table of the model's word vectors is damaged");
        }
    }

    @Override
    public int words() {
        return words.size();
    }

    /** How many numbers a vector has. */
    public int dimension() {
        return dimension;
    }

    @Override
    public int rowOf(String word) {
        return WordForms.find(words, word);
    }

    /** Number {@code k} of the vector in a row that {@link #rowOf} gave, scaled. */
    public double value(int row, int k) {
        return factor * buffer.getFloat(vectors + Float.BYTES * (row * dimension + k));
    }

    /** The vectors, or where they are if the model is not to keep them. */
    @Override
    public ByteBuffer toBytes() {
        return reference == null ? buffer.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN) : reference.toBytes();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WordVectors that && toBytes().equals(that.toBytes());
    }

    @Override
    public int hashCode() {
        return buffer.capacity();
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%,d words with vectors of %,d numbers", words(), dimension);
    }
}
