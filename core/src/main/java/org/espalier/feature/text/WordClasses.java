package org.espalier.feature.text;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.espalier.feature.Vocabulary;

/**
 * The class of every word of a file: Brown clusters, whose classes are paths in a binary tree, or any other partition of words.
 *
 * <p>A word is looked up as written, then in lower case, then with every digit as 0. Immutable and safe to share. It <em>is</em> its bytes,
 * so that a model file keeps it as it is and opens it without work per word. Little-endian:
 * <pre>
 * int  version       1
 * int  paths         1 when classes are paths of 0 and 1, else 0
 * int  w             bytes of the vocabulary of words
 * int  c             bytes of the vocabulary of classes
 * byte words[w], classes[c]
 * short or int class[n]     of every word; short when there are at most 65,536 classes
 * </pre>
 * Memory: the text, 12 bytes and 2 or 4 bytes per word.
 */
public final class WordClasses implements WordTable {
    private static final int VERSION = 1;
    private static final int HEADER = 16;
    private static final int MOST_SHORT = 1 << 16;

    private final ByteBuffer buffer;
    private final Vocabulary words;
    private final String[] classes;
    private final boolean paths;
    private final int numbers; // where the numbers of classes begin

    private WordClasses(ByteBuffer buffer, Vocabulary words, String[] classes, boolean paths, int numbers) {
        this.buffer = buffer;
        this.words = words;
        this.classes = classes;
        this.paths = paths;
        this.numbers = numbers;
    }

    /**
     * Reads a file in UTF-8, packed when its name ends in {@code .gz}. Its lines are {@code path TAB word TAB count}, as Brown clusters
     * have it, or {@code word TAB class}.
     *
     * @throws org.espalier.data.DataFormatException when there is no such file, or a line is wrong
     */
    public static WordClasses read(Path file) {
        return read(file, 0);
    }

    /**
     * The same without words that were counted fewer than {@code minimum} times.
     *
     * @throws org.espalier.data.DataFormatException also when the file has no counts
     */
    public static WordClasses read(Path file, int minimum) {
        return new WordClassReader(file, minimum).read();
    }

    /** The classes of words by name. */
    public static WordClasses of(Map<String, String> classes) {
        Builder builder = new Builder();
        classes.forEach(builder::add);
        return builder.build();
    }

    /** Collects words and their classes. */
    static final class Builder {
        private final Vocabulary.Builder words = new Vocabulary.Builder();
        private final Vocabulary.Builder classes = new Vocabulary.Builder();
        private int[] numbers = new int[1024];

        /** Whether the word is new. */
        boolean add(String word, String wordClass) {
            int number = words.size();
            if (words.add(word) != number) {
                return false;
            }
            numbers = number < numbers.length ? numbers : Arrays.copyOf(numbers, 2 * number);
            numbers[number] = classes.add(wordClass);
            return true;
        }

        boolean isEmpty() {
            return words.size() == 0;
        }

        WordClasses build() {
            if (isEmpty()) {
                throw new IllegalArgumentException("there are no words with a class");
            }
            boolean paths = true;
            for (int k = 0; k < classes.size(); k++) {
                paths &= isPath(classes.get(k));
            }
            ByteBuffer wordBytes = words.build().toBytes();
            ByteBuffer classBytes = classes.build().toBytes();
            int width = width(classes.size());
            long size = HEADER + (long) wordBytes.remaining() + classBytes.remaining() + (long) width * words.size();
            if (size > Integer.MAX_VALUE - 8) {
                throw new IllegalArgumentException(
                        "the classes of " + words.size() + " words do not fit into 2 GiB; leave rare words out");
            }
            ByteBuffer buffer = ByteBuffer.allocate((int) size).order(ByteOrder.LITTLE_ENDIAN);
            buffer.putInt(VERSION).putInt(paths ? 1 : 0);
            buffer.putInt(wordBytes.remaining()).putInt(classBytes.remaining());
            buffer.put(wordBytes).put(classBytes);
            for (int k = 0; k < words.size(); k++) {
                if (width == Short.BYTES) {
                    buffer.putShort((short) numbers[k]);
                } else {
                    buffer.putInt(numbers[k]);
                }
            }
            return from(buffer.flip());
        }
    }

    private static int width(int classes) {
        return classes <= MOST_SHORT ? Short.BYTES : Integer.BYTES;
    }

    /** Whether a text is a path from the root of a binary tree. */
    static boolean isPath(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c == '0' || c == '1');
    }

    /**
     * What {@link #toBytes} gave.
     *
     * @throws IllegalArgumentException when the bytes are not such a table
     */
    static WordClasses from(ByteBuffer bytes) {
        ByteBuffer buffer = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
        int size = buffer.remaining();
        check(size >= HEADER && buffer.getInt(0) == VERSION);
        long classStart = HEADER + (long) buffer.getInt(8);
        long numbers = classStart + buffer.getInt(12);
        check(buffer.getInt(8) >= 0 && buffer.getInt(12) >= 0 && numbers <= size);
        Vocabulary words = Vocabulary.read(buffer.slice(HEADER, buffer.getInt(8)));
        Vocabulary names = Vocabulary.read(buffer.slice((int) classStart, buffer.getInt(12)));
        check(numbers + (long) width(names.size()) * words.size() == size);
        String[] classes = new String[names.size()];
        for (int k = 0; k < classes.length; k++) {
            classes[k] = names.get(k);
        }
        return new WordClasses(buffer, words, classes, buffer.getInt(4) == 1, (int) numbers);
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException("the table of the model's word classes is damaged");
        }
    }

    @Override
    public int words() {
        return words.size();
    }

    /** How many classes there are. */
    public int classes() {
        return classes.length;
    }

    /** Whether all classes are paths of 0 and 1, whose beginnings are larger classes. */
    public boolean isPaths() {
        return paths;
    }

    /** The name of class {@code number}. */
    public String name(int number) {
        return classes[number];
    }

    @Override
    public int rowOf(String word) {
        return WordForms.find(words, word);
    }

    /** The number of a word's class; −1 when neither the word nor its lower case nor that with digits as 0 is known. */
    public int classOf(String word) {
        return classAt(rowOf(word));
    }

    /** The number of the class of a row that {@link #rowOf} gave; −1 for none. */
    int classAt(int index) {
        if (index < 0) {
            return -1;
        }
        int number = width(classes.length) == Short.BYTES
                ? buffer.getShort(numbers + 2 * index) & 0xFFFF
                : buffer.getInt(numbers + 4 * index);
        return number < classes.length ? number : -1;
    }

    @Override
    public ByteBuffer toBytes() {
        return buffer.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WordClasses that && buffer.equals(that.buffer);
    }

    @Override
    public int hashCode() {
        return buffer.capacity();
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%,d words in %,d classes", words(), classes());
    }
}
