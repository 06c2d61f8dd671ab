package org.espalier.interop;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;
import org.espalier.data.NativeText;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;
import org.espalier.model.Model;
import org.espalier.model.Tagger;

/**
 * Whether a model gives the labels that a file has, such as those that the native program wrote: the one comparison that does
 * not depend on how Espalier reads the model.
 *
 * @param sequences how many were tagged
 * @param identical how many of them got the expected labels
 * @param tokens how many were tagged
 * @param differentTokens how many of them got another label
 * @param differences the first sequences whose labels differ
 */
public record ExpectedLabels(
        long sequences, long identical, long tokens, long differentTokens, List<Difference> differences) {

    public ExpectedLabels {
        differences = List.copyOf(differences);
    }

    /**
     * A sequence with another label than expected.
     *
     * @param number of the sequence, counted from 1
     * @param location where it begins in the data
     */
    public record Difference(long number, Location location, List<String> expected, List<String> found) {

        /** The tokens at which the labels differ, counted from 0. */
        public int[] positions() {
            return IntStream.range(0, found.size())
                    .filter(t -> !found.get(t).equals(expected.get(t)))
                    .toArray();
        }
    }

    public boolean isIdentical() {
        return identical == sequences;
    }

    /**
     * Tags everything that the reader has, which is not closed, and compares.
     *
     * @param file a line per token, of which the last column is the label, and an empty line after each sequence, as {@code
     *     wapiti label}, {@code crf_test} and {@code crfsuite tag} write without options; lines such as {@code # 0 -1.5} and
     *     {@code @probability} before a sequence are skipped
     * @param shown how many differences to keep
     * @throws DataFormatException when the file has other sequences than the data
     */
    public static ExpectedLabels compare(Model model, SequenceReader reader, Path file, Charset charset, int shown) {
        List<List<String>> expected = read(file, charset);
        List<Difference> differences = new ArrayList<>();
        Tagger tagger = model.tagger();
        long identical = 0;
        long tokens = 0;
        long different = 0;
        int number = 0;
        for (Sequence sequence = reader.next(); sequence != null; sequence = reader.next()) {
            List<String> found = tagger.tag(sequence).labels();
            List<String> wanted = number < expected.size() ? expected.get(number) : List.of();
            number++;
            if (wanted.size() != found.size()) {
                throw new DataFormatException(
                        new Location(file.toString(), 0),
                        "sequence " + number + " has " + count(wanted.size()) + ", but the data have "
                                + found.size() + " tokens there (" + sequence.location()
                                + "); expected a line per token with the label last, and an empty line after each sequence");
            }
            tokens += found.size();
            if (found.equals(wanted)) {
                identical++;
                continue;
            }
            Difference difference = new Difference(number, sequence.location(), wanted, found);
            different += difference.positions().length;
            if (differences.size() < shown) {
                differences.add(difference);
            }
        }
        if (number < expected.size()) {
            throw new DataFormatException(
                    new Location(file.toString(), 0),
                    expected.size() + " sequences, but the data have " + number
                            + "; expected the labels of the same data, one labelling each");
        }
        return new ExpectedLabels(number, identical, tokens, different, differences);
    }

    private static String count(int labels) {
        return labels == 1 ? "1 label" : labels + " labels";
    }

    private static List<List<String>> read(Path file, Charset charset) {
        List<List<String>> sequences = new ArrayList<>();
        List<String> current = new ArrayList<>();
        for (String line : text(file, charset).split("\n", -1)) {
            String label = label(line);
            if (label.isEmpty() && !current.isEmpty()) {
                sequences.add(current);
                current = new ArrayList<>();
            }
            boolean note = current.isEmpty() && isNote(line);
            if (!label.isEmpty() && !note) {
                current.add(label);
            }
        }
        if (!current.isEmpty()) {
            sequences.add(current);
        }
        return sequences;
    }

    /** What stands before a sequence: a rank, a score or a probability. */
    private static boolean isNote(String line) {
        boolean number = line.startsWith("# ") && line.indexOf('\t') < 0;
        return number || line.startsWith("@score\t") || line.startsWith("@probability\t");
    }

    /** The last column; none in an empty line. */
    private static String label(String line) {
        String text = line.strip();
        int blank = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t'));
        return text.substring(blank + 1);
    }

    private static String text(Path file, Charset charset) {
        try (InputStream input = Sequences.stream(file)) {
            byte[] bytes = input.readAllBytes();
            return NativeText.decode(bytes, 0, bytes.length, charset);
        } catch (CharacterCodingException e) {
            throw new DataFormatException(
                    new Location(file.toString(), 0),
                    "the labels are not text in " + charset + "; name the encoding",
                    e);
        } catch (IOException e) {
            throw new DataFormatException(
                    new Location(file.toString(), 0), "the file cannot be read: " + e.getMessage(), e);
        }
    }
}
