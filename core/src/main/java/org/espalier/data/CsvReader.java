package org.espalier.data;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a table with a header; each row is a sequence of length 1 whose named columns are the fields, without those of label and
 * weight; ignored ones are kept as comments.
 *
 * <p>Where no labels are expected, the label's column may be missing.
 */
final class CsvReader implements SequenceReader {
    private final LineReader lines;
    private final CsvRows rows;
    private final DataOptions options;
    private final InstanceOptions instances;
    private final TextCache cache = new TextCache();
    private boolean begun;
    private List<String> header = List.of();
    private List<String> names = List.of();
    private int[] observed = {};
    private int labelColumn = -1;
    private int weightColumn = -1;
    private int[] kept = {};
    private @Nullable List<String> firstRow;

    CsvReader(LineReader lines, DataOptions options) {
        this.lines = lines;
        this.options = options;
        this.instances = options.instances();
        this.rows = new CsvRows(lines, instances.fieldSeparator());
    }

    @Override
    public @Nullable Sequence next() {
        if (!begun) {
            begun = true;
            begin();
        }
        List<String> row = firstRow;
        firstRow = null;
        if (row == null) {
            row = rows.next();
        }
        return row == null ? null : instance(row);
    }

    private void begin() {
        List<String> first = rows.next();
        if (first == null) {
            return;
        }
        header = new ArrayList<>();
        for (int c = 0; c < first.size(); c++) {
            String name = instances.header() ? first.get(c).strip() : "";
            // The column of row numbers that some programs write has no name.
            header.add(name.isEmpty() ? String.valueOf(c) : name);
        }
        Set<String> distinct = new HashSet<>();
        for (String name : header) {
            if (!distinct.add(name)) {
                throw new DataFormatException(
                        rows.location(), "two columns are named '" + name + "'; give each a name of its own");
            }
        }
        firstRow = instances.header() ? null : first;
        chooseColumns();
    }

    private void chooseColumns() {
        String weight = instances.weight();
        weightColumn = weight == null ? -1 : column(weight);
        if (weight != null && weightColumn < 0 && options.labelled()) {
            throw missing("weight", weight);
        }
        Set<Integer> ignored = new HashSet<>();
        for (String name : instances.ignored()) {
            int column = column(name);
            if (column < 0 && options.labelled()) {
                throw missing("ignored", name);
            }
            ignored.add(column);
        }
        kept = ignored.stream()
                .filter(c -> c >= 0)
                .sorted()
                .mapToInt(Integer::intValue)
                .toArray();
        ignored.add(weightColumn);
        labelColumn = labelColumn(ignored);
        List<Integer> columns = new ArrayList<>();
        List<String> columnNames = new ArrayList<>();
        for (int c = 0; c < header.size(); c++) {
            if (c != labelColumn && !ignored.contains(c)) {
                columns.add(c);
                columnNames.add(header.get(c));
            }
        }
        names = List.copyOf(columnNames);
        observed = columns.stream().mapToInt(Integer::intValue).toArray();
    }

    /** −1 when there is none, which must be allowed. */
    private int labelColumn(Set<Integer> ignored) {
        String label = instances.label();
        int column = label == null ? header.size() - 1 : column(label);
        boolean byName = label != null && header.contains(label);
        if (options.labelled()) {
            if (column < 0) {
                throw missing("label", String.valueOf(label));
            }
            return column;
        }
        long candidates = header.size() - ignored.stream().filter(c -> c >= 0).count();
        Integer expected = options.observedColumns();
        boolean surplus = expected != null && candidates == expected + 1;
        return byName || surplus ? column : -1;
    }

    /** The column of that name or number, or −1. */
    private int column(String name) {
        int column = header.indexOf(name);
        if (column < 0 && name.matches("-?[0-9]{1,9}")) {
            int number = Integer.parseInt(name);
            column = number < 0 ? header.size() + number : number;
        }
        return column < header.size() ? Math.max(column, -1) : -1;
    }

    private DataFormatException missing(String what, String name) {
        return new DataFormatException(
                rows.location(),
                "no " + what + " column '" + name + "'; expected one of " + header + ", or a number from 0 to "
                        + (header.size() - 1) + " or from " + -header.size() + " to -1");
    }

    private Sequence instance(List<String> row) {
        if (row.size() != header.size()) {
            throw new DataFormatException(
                    rows.location(),
                    row.size() + (row.size() == 1 ? " field" : " fields") + ", expected " + header.size()
                            + " as in the first row; put a field that contains '" + rows.separator()
                            + "' into double quotes");
        }
        List<String> columns = new ArrayList<>(observed.length);
        for (int column : observed) {
            String field = row.get(column);
            columns.add(cache.substring(field, 0, field.length()));
        }
        return new Sequence(
                List.of(new Token(columns, List.of(), names)),
                labels(row),
                weight(row),
                comments(row),
                rows.location());
    }

    /** The ignored fields as JSON objects, so that an identifier survives tagging. */
    private List<String> comments(List<String> row) {
        List<String> comments = new ArrayList<>(kept.length);
        for (int column : kept) {
            comments.add(Json.write(Map.of(header.get(column), row.get(column))));
        }
        return comments;
    }

    private @Nullable List<String> labels(List<String> row) {
        if (labelColumn < 0) {
            return null;
        }
        String label = row.get(labelColumn).strip();
        if (label.isEmpty()) {
            if (!options.labelled()) {
                return null;
            }
            throw new DataFormatException(
                    rows.location(),
                    "the label in column '" + header.get(labelColumn)
                            + "' is empty; write a label, or ? when it is not known");
        }
        return List.of(label);
    }

    private double weight(List<String> row) {
        if (weightColumn < 0) {
            return 1;
        }
        String text = row.get(weightColumn).strip();
        double weight = Numbers.parse(text);
        if (!(weight >= 0) || Double.isInfinite(weight)) {
            throw new DataFormatException(
                    rows.location(),
                    "the weight in column '" + header.get(weightColumn) + "' is '" + text
                            + "'; expected a finite number that is not negative");
        }
        return weight;
    }

    /** What separates the fields. */
    @Override
    public String columnSeparator() {
        return String.valueOf(rows.separator());
    }

    @Override
    public void close() {
        lines.close();
    }
}
