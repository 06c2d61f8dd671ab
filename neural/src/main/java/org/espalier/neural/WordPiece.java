package org.espalier.neural;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;

/**
 * Cuts words into the pieces that BERT knows (Schuster &amp; Nakajima 2012; Devlin et al. 2019): the longest piece that the rest of a word
 * begins with, one after the other; those that do not begin a word are written {@code ##piece}. Punctuation and Chinese characters stand
 * alone. Immutable.
 *
 * <p>It is written here, and not taken from a library: the libraries that have it bring native code for it, and the file of pieces is all
 * that it needs.
 *
 * @param numbers the pieces and their numbers
 * @param lowerCase whether words are put in lower case, and their accents removed, before they are cut
 * @param wholeWords whether words are not cut: each is one piece, as written or in lower case
 */
public record WordPiece(Map<String, Integer> numbers, boolean lowerCase, boolean wholeWords) {
    private static final String UNKNOWN = "[UNK]";
    private static final String BEGIN = "[CLS]";
    private static final String END = "[SEP]";
    private static final String PADDING = "[PAD]";
    private static final int LONGEST = 100; // letters of a word that is cut at all

    public WordPiece {
        numbers = Map.copyOf(numbers);
        if (!numbers.containsKey(UNKNOWN)) {
            throw new IllegalArgumentException("the pieces lack " + UNKNOWN + ", which stands for what is not known");
        }
        if (!wholeWords && !(numbers.containsKey(BEGIN) && numbers.containsKey(END))) {
            throw new IllegalArgumentException(
                    "the pieces lack " + BEGIN + " or " + END + ", with which sequences begin and end");
        }
    }

    /**
     * Reads a file with a piece per line, numbered from 0.
     *
     * @throws DataFormatException when there is no such file, or a piece stands twice
     */
    public static WordPiece read(Path file, boolean lowerCase, boolean wholeWords) {
        Map<String, Integer> numbers = new HashMap<>();
        try {
            List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            for (int n = 0; n < lines.size(); n++) {
                String piece = lines.get(n).strip();
                Integer other = numbers.put(piece, n);
                if (other != null && !piece.isEmpty()) {
                    throw new DataFormatException(
                            new Location(file.toString(), n + 1),
                            "the piece '" + piece + "' stands on line " + (other + 1) + " too; expected each once");
                }
            }
        } catch (IOException e) {
            throw new DataFormatException(
                    new Location(file.toString(), 0), "the pieces of words cannot be read: " + e.getMessage());
        }
        try {
            return new WordPiece(numbers, lowerCase, wholeWords);
        } catch (IllegalArgumentException e) {
            throw new DataFormatException(new Location(file.toString(), 0), String.valueOf(e.getMessage()));
        }
    }

    /** The number of what begins a sequence. */
    public int begin() {
        return numbers.getOrDefault(BEGIN, -1);
    }

    /** The number of what ends a sequence. */
    public int end() {
        return numbers.getOrDefault(END, -1);
    }

    /** The number of what fills batches up. */
    public int padding() {
        return numbers.getOrDefault(PADDING, 0);
    }

    /** The numbers of the pieces of a word; at least one. */
    public int[] pieces(String word) {
        int unknown = numbers.getOrDefault(UNKNOWN, 0);
        if (wholeWords) {
            Integer own = numbers.get(word);
            return new int[] {own != null ? own : numbers.getOrDefault(word.toLowerCase(Locale.ROOT), unknown)};
        }
        List<Integer> found = new ArrayList<>();
        for (String part : parts(word)) {
            cut(part, unknown, found);
        }
        return found.isEmpty()
                ? new int[] {unknown}
                : found.stream().mapToInt(Integer::intValue).toArray();
    }

    private void cut(String part, int unknown, List<Integer> into) {
        List<Integer> pieces = new ArrayList<>();
        int begin = 0;
        while (begin < part.length() && part.length() <= LONGEST) {
            int end = part.length();
            Integer number = null;
            while (number == null && end > begin) {
                String text = part.substring(begin, end);
                number = numbers.get(begin == 0 ? text : "##" + text);
                end -= number == null ? 1 : 0;
            }
            if (number == null) {
                break;
            }
            pieces.add(number);
            begin = end;
        }
        if (begin < part.length()) {
            into.add(unknown); // all of it
        } else {
            into.addAll(pieces);
        }
    }

    /** The word between its punctuation and Chinese characters, which are parts of their own. */
    private List<String> parts(String word) {
        String text = lowerCase
                ? Normalizer.normalize(word.toLowerCase(Locale.ROOT), Normalizer.Form.NFD)
                        .replaceAll("\\p{Mn}", "")
                : word;
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        text.codePoints().forEach(c -> {
            boolean blank = Character.isWhitespace(c) || Character.isSpaceChar(c);
            boolean dropped = c == 0 || c == 0xFFFD || Character.getType(c) == Character.CONTROL && !blank;
            boolean alone = isPunctuation(c) || Character.isIdeographic(c);
            if ((blank || alone) && part.length() > 0) {
                parts.add(part.toString());
                part.setLength(0);
            }
            if (alone) {
                parts.add(Character.toString(c));
            } else if (!blank && !dropped) {
                part.appendCodePoint(c);
            }
        });
        if (part.length() > 0) {
            parts.add(part.toString());
        }
        return parts;
    }

    /** As BERT sees it: all signs of ASCII, and what Unicode calls punctuation. */
    private static boolean isPunctuation(int c) {
        if (c < 128) {
            return c > ' ' && c < 127 && !Character.isLetterOrDigit(c);
        }
        return switch (Character.getType(c)) {
            case Character.CONNECTOR_PUNCTUATION,
                    Character.DASH_PUNCTUATION,
                    Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION,
                    Character.INITIAL_QUOTE_PUNCTUATION,
                    Character.FINAL_QUOTE_PUNCTUATION,
                    Character.OTHER_PUNCTUATION -> true;
            default -> false;
        };
    }
}
