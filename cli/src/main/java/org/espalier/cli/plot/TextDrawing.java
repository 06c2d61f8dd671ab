package org.espalier.cli.plot;

import java.util.Arrays;
import java.util.List;

/** Draws a chart with characters: a letter-like sign per series, dots for the lines between its points. */
final class TextDrawing {
    private static final String SIGNS = "ox+*#@%&";
    private static final int MARGIN = 9;

    private final Chart chart;
    private final Ticks x;
    private final Ticks y;
    private final char[][] cells; // [height][width]

    private TextDrawing(Chart chart, int width, int height) {
        this.chart = chart;
        this.x = chart.xTicks(Math.max(2, width / 12));
        this.y = chart.yTicks(Math.max(2, height / 4));
        this.cells = new char[height][width];
        for (char[] row : cells) {
            Arrays.fill(row, ' ');
        }
    }

    static String draw(Chart chart, int width, int height) {
        TextDrawing drawing = new TextDrawing(chart, Math.max(20, width - MARGIN - 2), Math.max(4, height));
        return drawing.text();
    }

    private int column(double value) {
        return (int) Math.round((cells[0].length - 1) * x.place(value));
    }

    private int row(double value) {
        return (int) Math.round((cells.length - 1) * (1 - y.place(value)));
    }

    private String text() {
        for (int k = 0; k < chart.series().size(); k++) {
            join(chart.shown(chart.series().get(k)), chart.series().get(k).style());
        }
        for (int k = 0; k < chart.series().size(); k++) {
            Series series = chart.series().get(k);
            if (series.style() != Series.Style.GUIDE) {
                for (Series.Point point : chart.shown(series)) {
                    cells[row(point.y())][column(point.x())] = sign(k);
                }
            }
        }
        StringBuilder text = new StringBuilder();
        text.append(" ".repeat(MARGIN + 2)).append(chart.title()).append('\n');
        text.append(chart.y().label()).append('\n');
        String[] labels = new String[cells.length];
        for (double tick : y.values()) {
            labels[row(tick)] = Ticks.text(tick);
        }
        for (int r = 0; r < cells.length; r++) {
            String label = labels[r] == null ? "" : labels[r];
            text.append(" ".repeat(Math.max(0, MARGIN - label.length()))).append(label);
            text.append(label.isEmpty() ? " |" : " +");
            text.append(new String(cells[r]).stripTrailing()).append('\n');
        }
        text.append(" ".repeat(MARGIN + 1))
                .append('+')
                .append("-".repeat(cells[0].length))
                .append('\n');
        text.append(below()).append('\n');
        text.append(" ".repeat(MARGIN + 2)).append(chart.x().label()).append('\n');
        if (chart.series().size() > 1) {
            text.append(" ".repeat(MARGIN + 2)).append(legend()).append('\n');
        }
        return text.toString();
    }

    private static char sign(int series) {
        return SIGNS.charAt(series % SIGNS.length());
    }

    private void join(List<Series.Point> points, Series.Style style) {
        if (style == Series.Style.MARKS) {
            return;
        }
        for (int k = 1; k < points.size(); k++) {
            int fromColumn = column(points.get(k - 1).x());
            int fromRow = row(points.get(k - 1).y());
            int toColumn = column(points.get(k).x());
            int toRow = row(points.get(k).y());
            int steps = Math.max(Math.abs(toColumn - fromColumn), Math.abs(toRow - fromRow));
            for (int step = 0; step <= steps; step++) {
                double share = steps == 0 ? 0 : (double) step / steps;
                int r = (int) Math.round(fromRow + share * (toRow - fromRow));
                int c = (int) Math.round(fromColumn + share * (toColumn - fromColumn));
                cells[r][c] = '.';
            }
        }
    }

    /** The numbers of the x axis, each where there is room for it. */
    private String below() {
        char[] line = new char[MARGIN + 2 + cells[0].length + MARGIN];
        Arrays.fill(line, ' ');
        int free = 0;
        for (double tick : x.values()) {
            String label = Ticks.text(tick);
            int at = Math.max(0, MARGIN + 2 + column(tick) - label.length() / 2);
            if (at >= free && at + label.length() <= line.length) {
                label.getChars(0, label.length(), line, at);
                free = at + label.length() + 1;
            }
        }
        return new String(line).stripTrailing();
    }

    private String legend() {
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < chart.series().size(); k++) {
            Series series = chart.series().get(k);
            text.append(k == 0 ? "" : "   ");
            text.append(series.style() == Series.Style.GUIDE ? '.' : sign(k))
                    .append(' ')
                    .append(series.name());
        }
        return text.toString();
    }
}
