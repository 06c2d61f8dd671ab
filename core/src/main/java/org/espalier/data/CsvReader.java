package org.espalier.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a table with a header; each row is a sequence of length 1 whose named columns are the fields, without those of label and
 * weight; ignored ones are kept as comments.
 *
 * <p>Where no labels are expected, the label's column may be missing.
 */
final class CsvReader implements SequenceReader {
    private final LineReader lines;
    private final CsvTable table;

    CsvReader(LineReader lines, DataOptions options) {
        this.lines = lines;
        this.table = new CsvTable(lines, options);
    }

    @Override
    public @Nullable Sequence next() {
        List<String> row = table.next();
        if (row == null) {
            return null;
        }
        String label = table.label(row);
        return new Sequence(
                List.of(new Token(table.observed(row), List.of(), table.names())),
                label == null ? null : List.of(label),
                table.weight(row),
                comments(row),
                table.location());
    }

    /** The ignored fields as JSON objects, so that an identifier survives tagging. */
    private List<String> comments(List<String> row) {
        List<String> comments = new ArrayList<>(table.keptCount());
        for (int k = 0; k < table.keptCount(); k++) {
            comments.add(Json.write(Map.of(table.keptName(k), table.kept(row, k))));
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
