package org.espalier.feature.text;

import java.nio.file.Path;
import java.util.Arrays;
import org.espalier.data.DataFormatException;
import org.espalier.data.LineReader;
import org.espalier.data.Location;
import org.espalier.data.RealValues;
import org.espalier.feature.Vocabulary;

/**
 * Reads files of word vectors: the text form of word2vec and fastText, whose first line has the number of words and the length of a vector,
 * and that of GloVe, which has no such line.
 *
 * <p>The last fields of a line are the vector, all before them is the word: GloVe has words with blanks inside. A word's further pieces may
 * not be numbers, so that a line with too many numbers is noticed.
 */
final class WordVectorReader {
    private static final String EXPECTED = "; expected 'word number number ...', separated by blanks";

    private final Path file;
    private final EmbeddingOptions options;
    private final Vocabulary.Builder words = new Vocabulary.Builder();
    private float[] numbers = new float[1 << 16];
    private double squares;
    private int dimension;
    private long dimensionLine;
    private long announced = -1;

    WordVectorReader(Path file, EmbeddingOptions options) {
        this.file = file;
        this.options = options;
    }

    WordVectors read() {
        try (LineReader lines = LineReader.open(file)) {
            for (String line = lines.next(); line != null && words.size() < options.words(); line = lines.next()) {
                if (!line.isBlank()) {
                    add(line, lines.location());
                }
            }
        }
        if (words.size() == 0) {
            throw new DataFormatException(new Location(file.toString(), 0), "the file has no word vectors" + EXPECTED);
        }
        if (announced > words.size() && words.size() < options.words()) {
            throw new DataFormatException(
                    new Location(file.toString(), 1),
                    "the first line promises " + announced + " words, but the file has " + words.size()
                            + "; it seems to be cut off");
        }
        double length = Math.sqrt(squares / words.size());
        double factor = options.scale() == 0 || length == 0 ? 1 : options.scale() / length;
        return WordVectors.of(words.build(), dimension, factor, numbers);
    }

    private void add(String line, Location place) {
        String[] fields = line.strip().split("[ \t]+");
        if (dimension == 0 && announced < 0 && isHeader(fields)) {
            announced = Long.parseLong(fields[0]);
            setDimension(Integer.parseInt(fields[1]), place);
            return;
        }
        if (dimension == 0) {
            setDimension(fields.length - 1, place);
        }
        int first = fields.length - dimension; // of the numbers
        if (first < 1 || (first > 1 && RealValues.isNumber(fields[first - 1]))) {
            throw error(
                    place,
                    "found " + (fields.length - 1) + " numbers; expected " + dimension + " as on line "
                            + dimensionLine);
        }
        int start = words.size() * dimension;
        String word = String.join(" ", Arrays.asList(fields).subList(0, first));
        if (words.add(word) != start / dimension) {
            throw error(place, "the word '" + word + "' stands twice; leave one of the two lines out");
        }
        reserve(start);
        for (int k = 0; k < dimension; k++) {
            numbers[start + k] = number(fields[first + k], k, place);
            squares += (double) numbers[start + k] * numbers[start + k];
        }
    }

    /** Two numbers alone: how many words and how many numbers per word. */
    private static boolean isHeader(String[] fields) {
        return fields.length == 2 && fields[0].matches("[0-9]{1,18}") && fields[1].matches("[0-9]{1,9}");
    }

    private void setDimension(int found, Location place) {
        if (found < 1) {
            throw error(place, found + " numbers in a vector" + EXPECTED);
        }
        dimension = found;
        dimensionLine = place.line();
    }

    private void reserve(int start) {
        long needed = (long) start + dimension;
        if (needed > Integer.MAX_VALUE / Float.BYTES) {
            throw new DataFormatException(
                    new Location(file.toString(), 0),
                    "the vectors do not fit into 2 GiB; take the most frequent words, for example words="
                            + Integer.MAX_VALUE / Float.BYTES / 2 / dimension);
        }
        if (needed > numbers.length) {
            numbers = Arrays.copyOf(numbers, (int)
                    Math.max(needed, Math.min(2L * numbers.length, Integer.MAX_VALUE / 4)));
        }
    }

    private static float number(String text, int k, Location place) {
        float value = (float) RealValues.number(text);
        if (!Float.isFinite(value)) {
            throw error(place, "number " + (k + 1) + " of the vector is '" + text + "'; expected a finite number");
        }
        return value;
    }

    private static DataFormatException error(Location place, String problem) {
        return new DataFormatException(place, problem);
    }
}
