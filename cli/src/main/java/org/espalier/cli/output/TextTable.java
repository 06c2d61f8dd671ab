package org.espalier.cli.output;

import java.util.ArrayList;
import java.util.List;

/** A table for people: columns as wide as they need be, numbers to the right. */
public final class TextTable {
    private final List<String> heads;
    private final int leftFrom;
    private final List<List<String>> rows = new ArrayList<>();

    /**
     * An empty table.
     *
     * @param leftFrom the first of the columns whose texts stand to the left; those before it hold numbers
     */
    public TextTable(int leftFrom, String... heads) {
        this.heads = List.of(heads);
        this.leftFrom = leftFrom;
    }

    /** Adds a row. */
    public void add(String... cells) {
        if (cells.length != heads.size()) {
            throw new IllegalArgumentException(cells.length + " cells in a table of " + heads.size() + " columns");
        }
        rows.add(List.of(cells));
    }

    @Override
    public String toString() {
        int[] widths = new int[heads.size()];
        List<List<String>> all = new ArrayList<>();
        all.add(heads);
        all.addAll(rows);
        for (List<String> row : all) {
            for (int c = 0; c < widths.length; c++) {
                widths[c] = Math.max(widths[c], row.get(c).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : all) {
            StringBuilder line = new StringBuilder();
            for (int c = 0; c < widths.length; c++) {
                String gap = " ".repeat(widths[c] - row.get(c).length());
                line.append(c == 0 ? "" : "  ").append(c < leftFrom ? gap + row.get(c) : row.get(c) + gap);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
