package org.espalier.data;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes instances as rows of a table, fields in double quotes where they need them, the label in the last column; {@link #header}
 * writes the first row.
 *
 * @param separator what separates two fields
 * @param label the name of the label's column
 */
public record CsvFormatter(char separator, String label) implements SequenceFormatter {

    /** Commas, and {@code label}. */
    public static final CsvFormatter DEFAULT = new CsvFormatter(',', "label");

    public CsvFormatter {
        if (separator == '"' || separator == '\n' || separator == '\r') {
            throw new IllegalArgumentException("a quote or line end cannot separate fields");
        }
    }

    /** The first row of a table with instances like this one. */
    public String header(Sequence sequence) {
        List<String> fields = new ArrayList<>();
        Token token = sequence.tokens().get(0);
        for (int c = 0; c < token.columns().size(); c++) {
            fields.add(
                    token.names().isEmpty() ? String.valueOf(c) : token.names().get(c));
        }
        if (sequence.labels() != null) {
            fields.add(label);
        }
        return row(fields) + "\n";
    }

    @Override
    public void append(Sequence sequence, StringBuilder out) {
        Instances.requireOne(sequence, "csv");
        List<String> fields = new ArrayList<>(sequence.tokens().get(0).columns());
        if (sequence.labels() != null) {
            fields.addAll(sequence.labels());
        }
        out.append(row(fields)).append('\n');
    }

    /** The fields as a row, without a line end. */
    public String row(List<String> fields) {
        StringBuilder out = new StringBuilder();
        for (int k = 0; k < fields.size(); k++) {
            if (k > 0) {
                out.append(separator);
            }
            String field = fields.get(k);
            // A row of one empty field would be a blank line.
            if (needsQuotes(field) || (fields.size() == 1 && field.isBlank())) {
                out.append('"').append(field.replace("\"", "\"\"")).append('"');
            } else {
                out.append(field);
            }
        }
        return out.toString();
    }

    private boolean needsQuotes(String field) {
        return field.indexOf(separator) >= 0
                || field.indexOf('"') >= 0
                || field.indexOf('\n') >= 0
                || field.indexOf('\r') >= 0;
    }
}
