package org.espalier.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a table with a header of which each row is a frame: real values, perhaps a label, perhaps the name of its sequence.
 *
 * <p>A sequence is a run of rows with the same name; where no column has names it ends at a blank line or at the end of the source. A
 * frame is a {@link Token} whose named columns are the values. The name of the sequence is kept as the comment <code>
 * {"column":"name"}</code>, an ignored column as <code>{"column":["first","second",…]}</code>, so that both survive tagging.
 */
final class FramesReader implements SequenceReader {
    /** So many sequences of one frame at the beginning are rows with blank lines between them. */
    private static final int SINGLE_FRAMES = 3;

    private final LineReader lines;
    private final DataOptions options;
    private final CsvTable table;
    private final Map<String, Location> begun = new HashMap<>();
    private int single; // sequences of one frame so far, or −1 when there was a longer one
    private @Nullable Frame next; // the first frame of the sequence after the one that was returned last

    FramesReader(LineReader lines, DataOptions options) {
        this.lines = lines;
        this.options = options;
        this.table = new CsvTable(lines, options);
    }

    /** A row. */
    private record Frame(
            String sequence,
            Token token,
            @Nullable String label,
            double weight,
            List<String> kept,
            Location location) {}

    @Override
    public @Nullable Sequence next() {
        Frame first = next == null ? read() : next;
        next = null;
        if (first == null) {
            return null;
        }
        rememberName(first);
        List<Frame> frames = new ArrayList<>();
        frames.add(first);
        for (Frame frame = read(); frame != null; frame = read()) {
            boolean unnamed = table.sequenceName() == null;
            if (unnamed ? table.isAfterBlank() : !frame.sequence.equals(first.sequence)) {
                next = frame;
                break;
            }
            checkWeight(frame, first);
            frames.add(frame);
        }
        refuseSingleFrames(frames);
        return sequence(frames);
    }

    /** Line ends that were doubled would make a sequence of every row. */
    private void refuseSingleFrames(List<Frame> frames) {
        boolean cut = table.sequenceName() == null && next != null;
        single = single >= 0 && cut && frames.size() == 1 ? single + 1 : -1;
        if (single == SINGLE_FRAMES) {
            throw new DataFormatException(
                    frames.get(0).location,
                    "there is a blank line after every row, and a blank line ends a sequence; expected one only after the last"
                            + " row of a sequence: remove the others, or name the column of the sequence");
        }
    }

    private @Nullable Frame read() {
        List<String> row = table.next();
        if (row == null) {
            return null;
        }
        if (table.names().isEmpty()) {
            throw new DataFormatException(
                    table.location(),
                    "no column is left for values; expected at least one besides the label, the sequence, the weight and the"
                            + " ignored columns");
        }
        List<String> kept = new ArrayList<>(table.keptCount());
        for (int k = 0; k < table.keptCount(); k++) {
            kept.add(table.kept(row, k));
        }
        return new Frame(
                table.sequence(row),
                new Token(table.values(row), List.of(), table.names()),
                table.label(row),
                table.weight(row),
                kept,
                table.location());
    }

    /** Rows that are sorted by time, not by sequence, would make many sequences of one frame. */
    private void rememberName(Frame first) {
        if (table.sequenceName() == null) {
            return;
        }
        Location before = begun.putIfAbsent(first.sequence, first.location);
        if (before != null) {
            throw new DataFormatException(
                    first.location,
                    "sequence '" + first.sequence + "' continues here; it began at line " + before.line()
                            + " and was followed by another sequence. The rows of a sequence must be together: sort them by column '"
                            + table.sequenceName() + "'");
        }
    }

    private static void checkWeight(Frame frame, Frame first) {
        if (frame.weight != first.weight) {
            throw new DataFormatException(
                    frame.location,
                    "the weight is " + frame.weight + ", but " + first.weight + " at line " + first.location.line()
                            + "; expected the same weight on all rows of a sequence");
        }
    }

    private Sequence sequence(List<Frame> frames) {
        List<Token> tokens = new ArrayList<>(frames.size());
        List<String> labels = new ArrayList<>(frames.size());
        for (Frame frame : frames) {
            tokens.add(frame.token);
            // Where labels are not expected, those that are missing are not known.
            labels.add(frame.label == null ? options.unknownLabel() : frame.label);
        }
        Frame first = frames.get(0);
        return new Sequence(tokens, table.hasLabels() ? labels : null, first.weight, comments(frames), first.location);
    }

    private List<String> comments(List<Frame> frames) {
        List<String> comments = new ArrayList<>();
        if (table.sequenceName() != null) {
            comments.add(Json.write(Map.of(table.sequenceName(), frames.get(0).sequence)));
        }
        for (int k = 0; k < table.keptCount(); k++) {
            List<String> fields = new ArrayList<>(frames.size());
            for (Frame frame : frames) {
                fields.add(frame.kept.get(k));
            }
            comments.add(Json.write(Map.of(table.keptName(k), fields)));
        }
        return comments;
    }

    /** What separates the fields. */
    @Override
    public String columnSeparator() {
        return String.valueOf(table.separator());
    }

    @Override
    public void close() {
        lines.close();
    }
}
