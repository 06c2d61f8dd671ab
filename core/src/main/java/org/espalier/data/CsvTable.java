package org.espalier.data;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table with a header, and what its columns are: observed, the label, the weight, the name of the sequence, or kept
 * aside.
 *
 * <p>Where no labels are expected, the columns of label, weight and ignored values may be missing.
 */
final class CsvTable {
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
    private int sequenceColumn = -1;
    private int[] kept = {};
    private @Nullable List<String> firstRow;

    CsvTable(LineReader lines, DataOptions options) {
        this.options = options;
        this.instances = options.instances();
        this.rows = new CsvRows(lines, instances.fieldSeparator());
    }

    /** The next row, which has as many fields as the header, or null at the end. */
    @Nullable
    List<String> next() {
        if (!begun) {
            begun = true;
            begin();
        }
        List<String> row = firstRow;
        firstRow = null;
        if (row == null) {
            row = rows.next();
        }
        if (row != null && row.size() != header.size()) {
            throw new DataFormatException(
                    rows.location(),
                    row.size() + (row.size() == 1 ? " field" : " fields") + ", expected " + header.size()
                            + " as in the first row; put a field that contains '" + rows.separator()
                            + "' into double quotes");
        }
        return row;
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
                        rows.location(), "two columns are named '" + name + "'; give each its own name");
            }
        }
        firstRow = instances.header() ? null : first;
        chooseColumns();
    }

    private void chooseColumns() {
        weightColumn = column("weight", instances.weight(), options.labelled());
        sequenceColumn = options.format() == Format.FRAMES ? column("sequence", instances.sequence(), true) : -1;
        Set<Integer> aside = columns("ignored", instances.ignored(), options.labelled());
        Set<Integer> values = columns("value", instances.values(), true);
        Set<Integer> taken = new HashSet<>(aside);
        taken.add(weightColumn);
        taken.add(sequenceColumn);
        labelColumn = labelColumn(taken, !values.isEmpty());
        taken.add(labelColumn);
        List<Integer> chosen = new ArrayList<>();
        List<String> chosenNames = new ArrayList<>();
        for (int c = 0; c < header.size(); c++) {
            if (taken.contains(c)) {
                continue;
            }
            if (values.isEmpty() || values.contains(c)) {
                chosen.add(c);
                chosenNames.add(header.get(c));
            } else {
                aside.add(c);
            }
        }
        kept = array(aside);
        names = List.copyOf(chosenNames);
        observed = array(chosen);
    }

    private static int[] array(Collection<Integer> columns) {
        return columns.stream().mapToInt(Integer::intValue).toArray();
    }

    private Set<Integer> columns(String what, Set<String> wanted, boolean required) {
        Set<Integer> found = new TreeSet<>();
        for (String name : wanted) {
            int column = column(what, name, required);
            if (column >= 0) {
                found.add(column);
            }
        }
        return found;
    }

    /** The column of that name or number; −1 when there is none, and none is required or asked for. */
    private int column(String what, @Nullable String name, boolean required) {
        int column = name == null ? -1 : find(name);
        if (name != null && column < 0 && required) {
            throw missing(what, name);
        }
        return column;
    }

    /** −1 when there is none, which must be allowed. */
    private int labelColumn(Set<Integer> taken, boolean chosen) {
        String label = instances.label();
        int column = label == null ? lastBut(taken) : find(label);
        if (column >= 0 && column == sequenceColumn) {
            throw new DataFormatException(
                    rows.location(),
                    "column '" + header.get(column)
                            + "' is named for both the label and the sequence; name two columns");
        }
        if (options.labelled()) {
            if (column < 0) {
                throw missing("label", String.valueOf(label));
            }
            return column;
        }
        boolean byName = label != null && header.contains(label);
        long candidates = header.size() - taken.stream().filter(c -> c >= 0).count();
        Integer expected = options.observedColumns();
        boolean surplus = !chosen && expected != null && candidates == expected + 1;
        return byName || surplus ? column : -1;
    }

    /** The last column that is nothing else; the last one of all when there is none. */
    private int lastBut(Set<Integer> taken) {
        int column = header.size() - 1;
        while (column > 0 && taken.contains(column)) {
            column--;
        }
        return taken.contains(column) ? header.size() - 1 : column;
    }

    private int find(String name) {
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

    /** The names of the observed columns; one list for all rows. */
    List<String> names() {
        return names;
    }

    /** The observed fields. */
    List<String> observed(List<String> row) {
        List<String> columns = new ArrayList<>(observed.length);
        for (int column : observed) {
            columns.add(text(row.get(column)));
        }
        return columns;
    }

    /** The observed fields, which must be real values, without the blanks around them. */
    List<String> values(List<String> row) {
        List<String> columns = new ArrayList<>(observed.length);
        for (int column : observed) {
            String value = row.get(column).strip();
            if (!RealValues.isNumber(value) && !RealValues.isMissing(value)) {
                throw new DataFormatException(
                        rows.location(column),
                        "column '" + header.get(column) + "' is '" + value
                                + "'; expected a finite number, or nothing, NA, NaN, ? or _ where it is missing. If the column has no"
                                + " values, name it as the column of the label or the sequence, or ignore it");
            }
            columns.add(text(value));
        }
        return columns;
    }

    private String text(String field) {
        return cache.substring(field, 0, field.length());
    }

    boolean hasLabels() {
        return labelColumn >= 0;
    }

    /** The label, or null when there is none, which must be allowed. */
    @Nullable
    String label(List<String> row) {
        if (labelColumn < 0) {
            return null;
        }
        String label = row.get(labelColumn).strip();
        if (instances.realLabels()) {
            return realLabel(label);
        }
        if (label.isEmpty()) {
            if (!options.labelled()) {
                return null;
            }
            throw new DataFormatException(
                    rows.location(),
                    "the label in column '" + header.get(labelColumn)
                            + "' is empty; write a label, or ? if it is unknown");
        }
        return text(label);
    }

    /** As it is written, also where it is missing. */
    private String realLabel(String label) {
        if (!RealValues.isNumber(label) && !RealValues.isMissing(label)) {
            throw new DataFormatException(
                    rows.location(labelColumn),
                    "the label in column '" + header.get(labelColumn) + "' is '" + label
                            + "'; expected a finite number, or nothing, NA, NaN, ? or _ where it is not known. To learn labels that are"
                            + " not numbers, train another model than a continuous CRF");
        }
        return text(label);
    }

    double weight(List<String> row) {
        if (weightColumn < 0) {
            return 1;
        }
        String text = row.get(weightColumn).strip();
        double weight = Numbers.parse(text);
        if (!(weight >= 0) || Double.isInfinite(weight)) {
            throw new DataFormatException(
                    rows.location(),
                    "the weight in column '" + header.get(weightColumn) + "' is '" + text
                            + "'; expected a finite number of at least 0");
        }
        return weight;
    }

    /** The name of the row's sequence; empty when no column has it. */
    String sequence(List<String> row) {
        if (sequenceColumn < 0) {
            return "";
        }
        String name = row.get(sequenceColumn).strip();
        if (name.isEmpty()) {
            throw new DataFormatException(
                    rows.location(sequenceColumn),
                    "the name of the sequence in column '" + header.get(sequenceColumn)
                            + "' is empty; write a name on every row");
        }
        return name;
    }

    /** The name of the column that names sequences, or null when none does. */
    @Nullable
    String sequenceName() {
        return sequenceColumn < 0 ? null : header.get(sequenceColumn);
    }

    /** How many columns are kept aside. */
    int keptCount() {
        return kept.length;
    }

    String keptName(int index) {
        return header.get(kept[index]);
    }

    String kept(List<String> row, int index) {
        return row.get(kept[index]);
    }

    /** Where the row that was returned last begins. */
    Location location() {
        return rows.location();
    }

    /** Whether a blank line stands before the row that was returned last. */
    boolean isAfterBlank() {
        return rows.isAfterBlank();
    }

    char separator() {
        return rows.separator();
    }
}
