package org.espalier.cli.input;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.espalier.data.DataFormatException;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.Json;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.jspecify.annotations.Nullable;

/**
 * Refuses data that are read in a format which they are not in, although every line of them can be read: JSON, tables and CoNLL-U as
 * columns, columns as CRFsuite's items.
 *
 * <p>Looks at the beginning of each file, and for comments and CoNLL-U at all of it.
 */
public final class WrongFormat implements Consumer<Sequence> {
    private static final int CONLLU_COLUMNS = 10;
    private static final int LOOKED_AT = 50;
    private static final int ENOUGH = 3;

    /** Few data need a pattern, and compiling them all would be felt at every start. */
    private static final class Patterns {
        static final Pattern NUMBER = Pattern.compile("[-+]?\\d{1,3}(,\\d{3})*(\\.\\d+)?");
        static final Pattern FIELDS = Pattern.compile("[^,;]+([,;][^,;]*)+");
        static final Pattern COMMENT = Pattern.compile("# \\S+ = .*");
        static final Pattern CONLLU_EXTRA = Pattern.compile("\\d+-\\d+|\\d+\\.\\d+");
        static final Pattern CONLLU_ID = Pattern.compile("\\d+");
    }

    private final DataOptions options;
    private @Nullable String source;

    public WrongFormat(DataOptions options) {
        this.options = options;
    }

    @Override
    public void accept(Sequence sequence) {
        if (sequence.length() == 0) {
            return;
        }
        boolean first = !sequence.location().source().equals(source);
        source = sequence.location().source();
        if (options.format() == Format.COLUMNS) {
            if (first) {
                refuseJson(sequence);
                refuseTable(sequence);
            }
            refuseComments(sequence);
            refuseConllu(sequence);
        } else if (first && options.format() == Format.TEXT) {
            refuseJson(sequence);
        } else if (first && (options.format() == Format.LINES || options.format() == Format.DOCUMENT)) {
            refuseRecords(sequence);
        } else if (first && options.format() == Format.CRFSUITE) {
            refuseWithoutTabs(sequence);
        }
    }

    /** The columns of a line as they stood in the file. */
    private List<String> row(Sequence sequence, int t) {
        List<String> row = new ArrayList<>(sequence.tokens().get(t).columns());
        List<String> labels = sequence.labels();
        if (labels != null) {
            int place = options.format() != Format.COLUMNS
                    ? 0
                    : options.labelColumn() < 0 ? row.size() + 1 + options.labelColumn() : options.labelColumn();
            row.add(Math.max(0, Math.min(place, row.size())), labels.get(t));
        }
        return row;
    }

    private void refuseJson(Sequence sequence) {
        String line = String.join(" ", row(sequence, 0));
        boolean object = line.startsWith("{") && json(line) instanceof Map<?, ?> map && !map.isEmpty();
        int rows = Math.min(ENOUGH, sequence.length());
        boolean arrays = rows == ENOUGH;
        for (int t = 0; t < rows; t++) {
            String text = String.join(" ", row(sequence, t));
            arrays &= text.startsWith("[") && json(text) instanceof List<?> list && !list.isEmpty();
        }
        if (object || arrays) {
            throw new DataFormatException(
                    sequence.location(),
                    "the line is a JSON " + (object ? "object" : "array") + ", but it is read in the format "
                            + options.format() + "; give --format jsonl"
                            + (object ? "" : " and write {\"tokens\": [...]} on each line"));
        }
    }

    /** Texts in JSON, whose keys and quotes nobody wants to have tagged; from a pipe they are not recognised. */
    private static void refuseRecords(Sequence sequence) {
        String text = sequence.text() == null ? "" : sequence.text().text().stripLeading();
        if (text.startsWith("{\"") && (text.contains("\"text\"") || text.contains("\"data\""))) {
            throw new DataFormatException(
                    sequence.location(),
                    "the line is a JSON object with a text, but is read as raw text; give --format spans");
        }
    }

    private static @Nullable Object json(String text) {
        try {
            return Json.parse(text);
        } catch (DataFormatException e) {
            return null;
        }
    }

    /** Lines of one column, all with the same number of commas or semicolons, are rows of a table. */
    private void refuseTable(Sequence sequence) {
        int rows = Math.min(LOOKED_AT, sequence.length());
        int separators = 0;
        for (int t = 0; t < rows; t++) {
            List<String> row = row(sequence, t);
            String text = row.get(0);
            int found = separators(text);
            if (row.size() > 1
                    || found == 0
                    || (t > 0 && found != separators)
                    || !Patterns.FIELDS.matcher(text).matches()
                    || Patterns.NUMBER.matcher(text).matches()) {
                return;
            }
            separators = found;
        }
        if (rows >= ENOUGH) {
            throw new DataFormatException(
                    sequence.location(),
                    "the lines are rows of a table (" + (separators + 1) + " fields in '"
                            + row(sequence, 0).get(0)
                            + "'), but they are read as columns, one token per line; separate the columns with a tab or blanks and the"
                            + " sequences with a blank line, or give --format csv for instances, --format frames for frames of a signal");
        }
    }

    private static int separators(String text) {
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            count += text.charAt(i) == ',' || text.charAt(i) == ';' ? 1 : 0;
        }
        return count;
    }

    private void refuseComments(Sequence sequence) {
        if (options.commentPrefix() != null) {
            return;
        }
        for (int t = 0; t < sequence.length(); t++) {
            if (!hasNumberSign(sequence, t)) {
                continue; // every token comes here
            }
            List<String> row = row(sequence, t);
            boolean whole =
                    row.size() == 1 && Patterns.COMMENT.matcher(row.get(0)).matches();
            boolean cut = row.get(0).equals("#") && row.size() > 2 && row.get(2).equals("=");
            if (whole || cut) {
                throw new DataFormatException(
                        at(sequence, t),
                        "'" + String.join(" ", row)
                                + "' looks like a comment, but it is read as a token; give --comments '#'");
            }
        }
    }

    /** Whether the first column of the line may begin with #, wherever the label stands. */
    private static boolean hasNumberSign(Sequence sequence, int t) {
        List<String> columns = sequence.tokens().get(t).columns();
        List<String> labels = sequence.labels();
        return (!columns.isEmpty() && columns.get(0).startsWith("#"))
                || (labels != null && labels.get(t).startsWith("#"));
    }

    /** CoNLL-U has lines that are no tokens: words that a token stands for, and words that are not written. */
    private void refuseConllu(Sequence sequence) {
        int extra = -1;
        for (int t = 0; t < sequence.length(); t++) {
            List<String> row = row(sequence, t);
            if (row.size() != CONLLU_COLUMNS) {
                return;
            }
            boolean id = Patterns.CONLLU_ID.matcher(row.get(0)).matches();
            boolean range = Patterns.CONLLU_EXTRA.matcher(row.get(0)).matches();
            if (!id && !range) {
                return;
            }
            extra = range && extra < 0 ? t : extra;
        }
        if (extra >= 0) {
            throw new DataFormatException(
                    at(sequence, extra),
                    "the line with the id " + row(sequence, extra).get(0)
                            + " is not a token: the data are CoNLL-U, with lines for multiword tokens and empty nodes. Convert them to"
                            + " columns first, for example word and part of speech: awk -F'\\t' '/^[0-9]+\\t/ {print $2 \"\\t\" $4}"
                            + " /^$/' file.conllu, and read them with --separator tab");
        }
    }

    /** Items without a tab have a label only; labels with blanks, commas or braces are rather lines of another format. */
    private static void refuseWithoutTabs(Sequence sequence) {
        List<String> labels = sequence.labels();
        boolean bare = sequence.tokens().stream().map(Token::attributes).allMatch(List::isEmpty);
        if (bare && labels != null && labels.stream().allMatch(label -> label.matches(".*[ ,{].*"))) {
            throw new DataFormatException(
                    sequence.location(),
                    "the line '" + labels.get(0)
                            + "' has no tab, so it is a label without attributes; expected label<TAB>attribute<TAB>..., or give the"
                            + " --format of the data");
        }
    }

    /** Where a token stands, if comments stand before the tokens. */
    private static Location at(Sequence sequence, int t) {
        Location begin = sequence.location();
        return begin.line() > 0
                ? new Location(
                        begin.source(), begin.line() + sequence.comments().size() + t)
                : begin;
    }
}
