package org.espalier.data;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the dependency trees of Universal Dependencies: ten columns between tabs, and an empty line after every sentence.
 *
 * <p>A token has the columns FORM, LEMMA, UPOS, XPOS, FEATS, DEPS and MISC. The marks of a sentence are its arcs, from the head to the word, with
 * DEPREL as the label. A word with {@code _} for a head has no mark; a sentence without any head has no tree. Lines of words that are written as
 * one ({@code 3-4}) or not at all ({@code 5.1}) are kept among the comments: their numbers say where they stood.
 */
final class ConlluReader implements SequenceReader {
    private static final int COLUMNS = 10;
    private static final int FORM = 1;
    private static final int HEAD = 6;
    private static final int RELATION = 7;
    private static final String NOTHING = "_";
    private static final Pattern UNWRITTEN = Pattern.compile("[0-9]{1,9}[-.][0-9]{1,9}");

    private final LineReader lines;
    private final boolean labelled;
    private final TextCache cache = new TextCache();

    ConlluReader(LineReader lines, DataOptions options) {
        this.lines = lines;
        this.labelled = options.labelled();
    }

    @Override
    public @Nullable Sequence next() {
        List<Token> tokens = new ArrayList<>();
        List<Arc> arcs = new ArrayList<>();
        List<String> comments = new ArrayList<>();
        Location location = lines.location();
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (LineReader.isBlank(line)) {
                if (!tokens.isEmpty()) {
                    break;
                }
                continue;
            }
            if (tokens.isEmpty() && comments.isEmpty()) {
                location = lines.location();
            }
            if (line.startsWith("#")) {
                comments.add(line);
                continue;
            }
            String[] fields = line.split("\t", -1);
            if (fields.length != COLUMNS) {
                throw new DataFormatException(
                        lines.location(),
                        fields.length + (fields.length == 1 ? " column" : " columns")
                                + "; a line of CoNLL-U has 10 columns with one tab between two"
                                + (line.indexOf('\t') < 0 && line.indexOf(' ') >= 0 ? ", and here are blanks" : ""));
            }
            if (UNWRITTEN.matcher(fields[0]).matches()) {
                comments.add(line);
            } else {
                add(fields, tokens, arcs);
            }
        }
        return tokens.isEmpty() ? null : sequence(tokens, arcs, comments, location);
    }

    /** The head of a word as it is written, and where. */
    private record Arc(int head, String relation, Location location) {}

    private void add(String[] fields, List<Token> tokens, List<Arc> arcs) {
        if (!fields[0].equals(String.valueOf(tokens.size() + 1))) {
            throw new DataFormatException(
                    lines.location(),
                    "the word has the number '" + fields[0] + "'; expected " + (tokens.size() + 1)
                            + ": words are numbered from 1, and an empty line ends a sentence");
        }
        List<String> columns = new ArrayList<>(COLUMNS - 3);
        for (int k = FORM; k < COLUMNS; k++) {
            if (k != HEAD && k != RELATION) {
                columns.add(cache.substring(fields[k], 0, fields[k].length()));
            }
        }
        tokens.add(new Token(columns, List.of()));
        arcs.add(new Arc(
                fields[HEAD].equals(NOTHING) ? -1 : head(fields[HEAD]),
                cache.substring(fields[RELATION], 0, fields[RELATION].length()),
                lines.location()));
    }

    private int head(String text) {
        int head = -1;
        try {
            head = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            head = -1;
        }
        if (head < 0) {
            throw new DataFormatException(
                    lines.location(),
                    "the head '" + text + "'; expected the number of a word, 0 for the root, or _ for none");
        }
        return head;
    }

    private Sequence sequence(List<Token> tokens, List<Arc> arcs, List<String> comments, Location location) {
        List<Mark> marks = new ArrayList<>();
        for (int t = 0; t < arcs.size(); t++) {
            Arc arc = arcs.get(t);
            if (arc.head > tokens.size() || arc.head == t + 1) {
                throw new DataFormatException(
                        arc.location,
                        "word " + (t + 1) + " has the head " + arc.head + " in a sentence of " + tokens.size()
                                + " words; expected another word, or 0 for the root");
            }
            if (arc.head >= 0) {
                marks.add(new Mark(arc.head - 1, t, arc.relation));
            }
        }
        return new Sequence(tokens, null, 1.0, comments, location, null, labelled && !marks.isEmpty() ? marks : null);
    }

    @Override
    public void close() {
        lines.close();
    }
}
