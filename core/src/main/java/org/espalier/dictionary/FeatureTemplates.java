package org.espalier.dictionary;

import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.espalier.data.DataFormatException;
import org.espalier.data.LineReader;
import org.espalier.data.Location;

/**
 * What costs are learnt from: the file {@code feature.def}. A line {@code UNIGRAM template} makes a feature of a word, {@code BIGRAM
 * template} one of a connection.
 *
 * <pre>
 *   %F[n]  the n-th field, from 0, of what the unigram rewrite says of the word        %u  all of it
 *   %t     the number of the category of the word's first character                    %w  the surface of a known word
 *   %L[n]  the n-th field of what the right rewrite says of the word on the left        %r  all of it
 *   %R[n]  the n-th field of what the left rewrite says of the word on the right        %l  all of it
 *   %F?[n] the same; without that field, or with the field *, there is no feature
 * </pre>
 *
 * A backslash makes the next character stand for itself, {@code \t} for a tab, {@code \s} for a space.
 */
public final class FeatureTemplates {
    /** The file's name. */
    public static final String FILE = "feature.def";

    private static final char TEXT = 'T'; // the kinds of pieces are the letters of the format, and this

    /** A piece of a template: text, a field, or one of the letters u w t l r. */
    private record Piece(char kind, String text, int field, boolean isNeeded) {}

    private final List<List<Piece>> unigrams = new ArrayList<>();
    private final List<List<Piece>> bigrams = new ArrayList<>();
    private boolean seesSurface;

    private FeatureTemplates() {}

    static FeatureTemplates read(Path file, Charset encoding) {
        FeatureTemplates read = new FeatureTemplates();
        try (LineReader lines = LineReader.open(file, encoding)) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (!line.isBlank() && !line.startsWith("#") && !line.startsWith(" ")) {
                    read.add(line.strip(), lines.location());
                }
            }
        }
        if (read.unigrams.isEmpty() && read.bigrams.isEmpty()) {
            throw new DataFormatException(
                    new Location(file.toString(), 0), "no templates; expected lines such as 'UNIGRAM U1:%F[0]'");
        }
        return read;
    }

    private void add(String line, Location where) {
        String[] columns = line.split("[ \t]+", 3);
        boolean unigram = columns[0].equals("UNIGRAM");
        if (columns.length < 2 || (!unigram && !columns[0].equals("BIGRAM"))) {
            throw new DataFormatException(
                    where,
                    "the line is '" + line
                            + "'; expected UNIGRAM or BIGRAM and a template, such as 'BIGRAM B1:%L[0]/%R[0]'");
        }
        if (columns.length == 3 && !columns[2].startsWith("#")) {
            throw new DataFormatException(
                    where, "'" + columns[2] + "' follows the template; a template has no spaces, write \\s instead");
        }
        (unigram ? unigrams : bigrams).add(pieces(columns[1], unigram ? "Futw" : "LRlr", where));
    }

    private List<Piece> pieces(String template, String letters, Location where) {
        List<Piece> pieces = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        int at = 0;
        while (at < template.length()) {
            char c = template.charAt(at++);
            if (c == '\\' && at < template.length()) {
                text.append(escaped(template.charAt(at++)));
            } else if (c != '%') {
                text.append(c);
            } else {
                char letter = at < template.length() ? template.charAt(at++) : ' ';
                if (letters.indexOf(letter) < 0) {
                    throw new DataFormatException(
                            where,
                            "%" + letter + " in the template '" + template + "'; expected % and one of " + letters
                                    + ", or \\% for the character itself");
                }
                pieces.add(new Piece(TEXT, text.toString(), -1, false));
                text.setLength(0);
                if ("FLR".indexOf(letter) < 0) {
                    pieces.add(new Piece(letter, "", -1, false));
                    seesSurface |= letter == 'w';
                    continue;
                }
                boolean needed = at < template.length() && template.charAt(at) == '?';
                int open = at + (needed ? 1 : 0);
                int close = template.indexOf(']', open);
                if (open >= template.length() || template.charAt(open) != '[' || close < 0) {
                    throw new DataFormatException(
                            where,
                            "%" + letter + " without [number] in the template '" + template
                                    + "'; expected, for example, %" + letter + "[0] or %" + letter + "?[0]");
                }
                int field = DictionaryNumbers.parse(
                        template.substring(open + 1, close), "the field of %" + letter, 0, 1000, where);
                pieces.add(new Piece(letter, "", field, needed));
                at = close + 1;
            }
        }
        pieces.add(new Piece(TEXT, text.toString(), -1, false));
        pieces.removeIf(piece -> piece.kind == TEXT && piece.text.isEmpty());
        return pieces;
    }

    private static char escaped(char c) {
        return switch (c) {
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 's' -> ' ';
            default -> c;
        };
    }

    /** Whether a template looks at the surface of words. */
    public boolean seesSurface() {
        return seesSurface;
    }

    /**
     * The features of a word.
     *
     * @param unigram what the unigram rewrite says of it
     * @param category of its first character
     * @param surface of a known word, otherwise empty
     */
    public void unigrams(String unigram, int category, String surface, Consumer<? super CharSequence> sink) {
        String[] fields = CsvFields.all(unigram);
        StringBuilder out = new StringBuilder();
        for (List<Piece> template : unigrams) {
            out.setLength(0);
            boolean complete = true;
            for (Piece piece : template) {
                switch (piece.kind) {
                    case TEXT -> out.append(piece.text);
                    case 'F' -> complete = complete && append(piece, fields, out);
                    case 'u' -> out.append(unigram);
                    case 't' -> out.append(category);
                    default -> out.append(surface);
                }
            }
            if (complete) {
                sink.accept(out);
            }
        }
    }

    /**
     * The features of a connection.
     *
     * @param right what the right rewrite says of the word on the left
     * @param left what the left rewrite says of the word on the right
     */
    public void bigrams(String right, String left, Consumer<? super CharSequence> sink) {
        String[] leftFields = CsvFields.all(right);
        String[] rightFields = CsvFields.all(left);
        StringBuilder out = new StringBuilder();
        for (List<Piece> template : bigrams) {
            out.setLength(0);
            boolean complete = true;
            for (Piece piece : template) {
                switch (piece.kind) {
                    case TEXT -> out.append(piece.text);
                    case 'L' -> complete = complete && append(piece, leftFields, out);
                    case 'R' -> complete = complete && append(piece, rightFields, out);
                    case 'l' -> out.append(left);
                    default -> out.append(right);
                }
            }
            if (complete) {
                sink.accept(out);
            }
        }
    }

    /** Appends a field; false when it is not there, or is needed and says nothing. */
    private static boolean append(Piece piece, String[] fields, StringBuilder out) {
        if (piece.field >= fields.length) {
            return false;
        }
        String field = fields[piece.field];
        if (piece.isNeeded && (field.isEmpty() || field.equals("*"))) {
            return false;
        }
        out.append(field);
        return true;
    }
}
