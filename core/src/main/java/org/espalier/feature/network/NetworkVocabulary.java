package org.espalier.feature.network;

import java.util.Arrays;
import java.util.Locale;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.text.WordVectors;
import org.jspecify.annotations.Nullable;

/**
 * Turns tokens into the numbers that a network looks at: words, letters, patterns of capitals, attributes. Immutable.
 *
 * <p>A word is looked up in lower case and with every digit as 0. Row 0 is that of unknown words, the words of the training data follow.
 * A word that only the file of vectors has gets a negative number: −1 for its row 0, −2 for row 1, and so on. Letters are code points: 0
 * stands for what is beside a word, 1 for an unknown letter. Of long words the first {@value #FIRST_LETTERS} and the last {@value
 * #LAST_LETTERS} letters count.
 *
 * @param words of the training data
 * @param letters of the training data, one code point each
 * @param vectors of words, or null
 * @param extractor tells attributes that the network looks at, or null
 * @param attributes those of the training data
 */
public record NetworkVocabulary(
        Vocabulary words,
        Vocabulary letters,
        @Nullable WordVectors vectors,
        @Nullable AttributeExtractor extractor,
        Vocabulary attributes) {
    private static final int FIRST_LETTERS = 24;
    private static final int LAST_LETTERS = 16;
    private static final int UNKNOWN_LETTER = 1;
    private static final int FIRST_LETTER = 2;

    /** Collects the words and letters of training data. For one thread. */
    public static final class Builder {
        private final @Nullable WordVectors vectors;
        private final @Nullable AttributeExtractor extractor;
        private final Vocabulary.Builder words = new Vocabulary.Builder();
        private final Vocabulary.Builder letters = new Vocabulary.Builder();
        private final Vocabulary.Builder attributes = new Vocabulary.Builder();

        /**
         * A builder.
         *
         * @param vectors of words, or null
         * @param extractor tells attributes that the network looks at, or null
         */
        public Builder(@Nullable WordVectors vectors, @Nullable AttributeExtractor extractor) {
            this.vectors = vectors;
            this.extractor = extractor;
        }

        /** Takes up the words of a sequence. */
        public void add(Sequence sequence) {
            AttributeExtractor.Observation observation = extractor == null ? null : extractor.observe(sequence);
            for (int t = 0; t < sequence.length(); t++) {
                String word = word(sequence, t);
                words.add(form(word));
                word.codePoints().forEach(letter -> letters.add(Character.toString(letter)));
                if (observation != null) {
                    observation.extract(t, new States() {
                        @Override
                        public void state(CharSequence name, double value) {
                            attributes.add(name);
                        }
                    });
                }
            }
        }

        /** The vocabulary, with attributes that occur at least so often. */
        public NetworkVocabulary build(int minCount) {
            return new NetworkVocabulary(
                    words.build(),
                    letters.build(),
                    vectors,
                    extractor,
                    attributes.build(minCount).vocabulary());
        }

        /** Which rows are of words that occurred once and have no vector: from them is learnt what an unknown word is like // [rows]. */
        public boolean[] rare() {
            boolean[] rare = new boolean[words.size() + 1];
            for (int w = 0; w < words.size(); w++) {
                rare[w + 1] = words.count(w) == 1 && (vectors == null || vectors.rowOf(words.get(w)) < 0);
            }
            return rare;
        }
    }

    /** Takes attributes of tokens only. */
    private abstract static class States implements AttributeSink {
        @Override
        public void transition(CharSequence name, double value) {
            // a network has no use for steps
        }
    }

    /** The rows of the table of words. */
    public int wordRows() {
        return words.size() + 1;
    }

    /** The rows of the table of letters. */
    public int letterRows() {
        return letters.size() + FIRST_LETTER;
    }

    /** Overwrites the vectors of the words that the file has. */
    public void initialise(double[] x, int tables) {
        WordVectors known = vectors;
        for (int w = 0; known != null && w < words.size(); w++) {
            int row = known.rowOf(words.get(w));
            for (int k = 0; row >= 0 && k < known.dimension(); k++) {
                x[tables + (w + 1) * known.dimension() + k] = known.value(row, k);
            }
        }
    }

    /** How many words of the training data have a vector in the file. */
    public int known() {
        int count = 0;
        for (int w = 0; vectors != null && w < words.size(); w++) {
            count += vectors.rowOf(words.get(w)) >= 0 ? 1 : 0;
        }
        return count;
    }

    /** The sequence as numbers. */
    public NetworkInput encode(Sequence sequence) {
        int length = sequence.length();
        int[] rows = new int[length];
        byte[] capitals = new byte[length];
        int[] letterBegins = new int[length + 1];
        int[] numbers = new int[16 * length];
        for (int t = 0; t < length; t++) {
            String word = word(sequence, t);
            rows[t] = row(word);
            capitals[t] = Capitals.of(word);
            int[] points = word.codePoints().toArray();
            int count = Math.max(1, Math.min(points.length, FIRST_LETTERS + LAST_LETTERS));
            int at = letterBegins[t];
            if (at + count > numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * (at + count));
            }
            for (int k = 0; k < count; k++) {
                int from = k < FIRST_LETTERS ? k : points.length - count + k;
                numbers[at + k] = points.length == 0 ? UNKNOWN_LETTER : letter(points[from]);
            }
            letterBegins[t + 1] = at + count;
        }
        Attributes observed = new Attributes(attributes, length);
        AttributeExtractor.Observation observation = extractor == null ? null : extractor.observe(sequence);
        for (int t = 0; t < length; t++) {
            if (observation != null) {
                observation.extract(t, observed);
            }
            observed.begins[t + 1] = observed.size;
        }
        return new NetworkInput(
                rows,
                letterBegins,
                Arrays.copyOf(numbers, letterBegins[length]),
                capitals,
                observed.begins,
                observed.numbers,
                observed.values);
    }

    private int row(String word) {
        int own = words.indexOf(form(word));
        if (own >= 0) {
            return own + 1;
        }
        int row = vectors == null ? -1 : vectors.rowOf(word);
        return row < 0 ? 0 : -1 - row;
    }

    private int letter(int point) {
        int own = letters.indexOf(Character.toString(point));
        return own < 0 ? UNKNOWN_LETTER : own + FIRST_LETTER;
    }

    private static String word(Sequence sequence, int t) {
        Token token = sequence.tokens().get(t);
        if (token.columns().isEmpty()) {
            throw new DataFormatException(
                    sequence.location(),
                    "token " + (t + 1)
                            + " has attributes only, but a network reads words; give the words in the first column");
        }
        return token.columns().get(0);
    }

    /** In lower case, with 0 for every digit. */
    private static String form(String word) {
        StringBuilder form = new StringBuilder(word.toLowerCase(Locale.ROOT));
        for (int k = 0; k < form.length(); k++) {
            if (form.charAt(k) >= '1' && form.charAt(k) <= '9') {
                form.setCharAt(k, '0');
            }
        }
        return form.toString();
    }

    /** The known attributes of one token after the other. */
    private static final class Attributes extends States {
        private final Vocabulary known;
        private final int[] begins;
        private int[] numbers = new int[0];
        private float[] values = new float[0];
        private int size;

        Attributes(Vocabulary known, int length) {
            this.known = known;
            this.begins = new int[length + 1];
        }

        @Override
        public void state(CharSequence name, double value) {
            int number = known.indexOf(name);
            if (number < 0) {
                return;
            }
            if (size == numbers.length) {
                numbers = Arrays.copyOf(numbers, Math.max(16, 2 * size));
                values = Arrays.copyOf(values, numbers.length);
            }
            numbers[size] = number;
            values[size++] = (float) value;
        }
    }
}
