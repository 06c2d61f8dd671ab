package org.espalier.cli.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.cli.plot.Canvas.Anchor;
import org.espalier.cli.plot.Canvas.Lettering;
import org.espalier.cli.plot.Canvas.Pen;

/** Lays a figure out: charts in a row, the legend below them. */
final class FigureDrawing {
    private static final int CHART_WIDTH = 440;
    private static final int CHART_HEIGHT = 320;
    private static final int LEFT = 68;
    private static final int RIGHT = 20;
    private static final int TOP = 34;
    private static final int BOTTOM = 50;
    private static final int LEGEND_LINE = 20;
    private static final double LETTER_WIDTH = 6.4; // of the legend's letters, rather more than less
    private static final int SAMPLE = 34;

    private static final Lettering TITLE = new Lettering(14, true, Anchor.START, false, Palette.INK);
    private static final Lettering LABEL = new Lettering(12, false, Anchor.MIDDLE, false, Palette.INK);
    private static final Lettering UPWARDS = new Lettering(12, false, Anchor.MIDDLE, true, Palette.INK);
    private static final Lettering TICK = new Lettering(11, false, Anchor.MIDDLE, false, Palette.INK);
    private static final Lettering SIDE_TICK = new Lettering(11, false, Anchor.END, false, Palette.INK);
    private static final Lettering LEGEND = new Lettering(12, false, Anchor.START, false, Palette.INK);
    private static final Pen FRAME = new Pen(Palette.INK, 1, 0);
    private static final Pen GRID = new Pen(Palette.FAINT, 1, 0);
    private static final Pen GUIDE = new Pen(Palette.GUIDE, 1.2, 4);

    private FigureDrawing() {}

    static int width(Figure figure) {
        return CHART_WIDTH * figure.charts().size();
    }

    static int height(Figure figure) {
        return CHART_HEIGHT + LEGEND_LINE * legend(figure).size() + 8;
    }

    static void draw(Figure figure, Canvas canvas) {
        Map<String, Integer> numbers = numbers(figure);
        for (int k = 0; k < figure.charts().size(); k++) {
            new Panel(figure.charts().get(k), canvas, numbers, k * CHART_WIDTH).draw();
        }
        List<List<Series>> lines = legend(figure);
        for (int n = 0; n < lines.size(); n++) {
            double x = LEFT;
            double y = CHART_HEIGHT + LEGEND_LINE * (n + 0.5);
            for (Series series : lines.get(n)) {
                sample(series, numbers.getOrDefault(series.name(), 0), x, y, canvas);
                canvas.text(series.name(), x + SAMPLE, y + 4, LEGEND);
                x += width(series);
            }
        }
    }

    private static void sample(Series series, int number, double x, double y, Canvas canvas) {
        boolean guide = series.style() == Series.Style.GUIDE;
        if (series.style() != Series.Style.MARKS) {
            canvas.segment(x, y, x + SAMPLE - 8, y, guide ? GUIDE : Palette.pen(number));
        }
        if (!guide && series.style() != Series.Style.LINE) {
            canvas.mark(Palette.mark(number), x + (SAMPLE - 8) / 2.0, y, 3.4, Palette.colour(number));
        }
    }

    /** Series of the same name look the same in all charts; guides have no colour of their own. */
    private static Map<String, Integer> numbers(Figure figure) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        int next = 0;
        for (Chart chart : figure.charts()) {
            for (Series series : chart.series()) {
                if (!numbers.containsKey(series.name())) {
                    numbers.put(series.name(), series.style() == Series.Style.GUIDE ? 0 : next++);
                }
            }
        }
        return numbers;
    }

    private static double width(Series series) {
        return SAMPLE + LETTER_WIDTH * series.name().length() + 22;
    }

    /** The lines of the legend; none when a single series needs no name. */
    private static List<List<Series>> legend(Figure figure) {
        Map<String, Series> named = new LinkedHashMap<>();
        figure.charts().forEach(chart -> chart.series().forEach(series -> named.putIfAbsent(series.name(), series)));
        List<List<Series>> lines = new ArrayList<>();
        if (named.size() < 2) {
            return lines;
        }
        double x = Double.MAX_VALUE;
        for (Series series : named.values()) {
            if (x + width(series) > width(figure)) {
                lines.add(new ArrayList<>());
                x = LEFT;
            }
            lines.get(lines.size() - 1).add(series);
            x += width(series);
        }
        return lines;
    }

    /** One chart and where it stands. */
    private record Panel(Chart chart, Canvas canvas, Map<String, Integer> numbers, double left, Ticks x, Ticks y) {

        Panel(Chart chart, Canvas canvas, Map<String, Integer> numbers, double left) {
            this(chart, canvas, numbers, left, chart.xTicks(6), chart.yTicks(5));
        }

        private double across(double value) {
            return left + LEFT + (CHART_WIDTH - LEFT - RIGHT) * x.place(value);
        }

        private double down(double value) {
            return CHART_HEIGHT - BOTTOM - (CHART_HEIGHT - TOP - BOTTOM) * y.place(value);
        }

        void draw() {
            double bottom = CHART_HEIGHT - BOTTOM;
            double begin = left + LEFT;
            double end = left + CHART_WIDTH - RIGHT;
            canvas.text(chart.title(), begin, TOP - 14, TITLE);
            for (double tick : x.values()) {
                canvas.segment(across(tick), TOP, across(tick), bottom, GRID);
                canvas.text(Ticks.text(tick), across(tick), bottom + 16, TICK);
            }
            for (double tick : y.values()) {
                canvas.segment(begin, down(tick), end, down(tick), GRID);
                canvas.text(Ticks.text(tick), begin - 7, down(tick) + 4, SIDE_TICK);
            }
            canvas.segment(begin, TOP, begin, bottom, FRAME);
            canvas.segment(begin, bottom, end, bottom, FRAME);
            canvas.text(chart.x().label(), (begin + end) / 2, bottom + 36, LABEL);
            canvas.text(chart.y().label(), left + 18, (TOP + bottom) / 2, UPWARDS);
            chart.series().forEach(this::draw);
        }

        private void draw(Series series) {
            int number = numbers.getOrDefault(series.name(), 0);
            List<Series.Point> points = chart.shown(series);
            double[] placesX =
                    points.stream().mapToDouble(point -> across(point.x())).toArray();
            double[] placesY =
                    points.stream().mapToDouble(point -> down(point.y())).toArray();
            boolean guide = series.style() == Series.Style.GUIDE;
            if (series.style() != Series.Style.MARKS) {
                canvas.polyline(placesX, placesY, guide ? GUIDE : Palette.pen(number));
            }
            if (guide) {
                return;
            }
            for (int k = 0; k < points.size(); k++) {
                bar(points.get(k), placesX[k], number);
                if (series.style() != Series.Style.LINE) {
                    canvas.mark(Palette.mark(number), placesX[k], placesY[k], 3.4, Palette.colour(number));
                }
            }
        }

        private void bar(Series.Point point, double at, int number) {
            double above = point.y() + point.deviation();
            double below = point.y() - point.deviation();
            if (point.deviation() > 0 && chart.y().shows(below)) {
                Pen pen = new Pen(Palette.colour(number), 1, 0);
                canvas.segment(at, down(below), at, down(above), pen);
                canvas.segment(at - 3, down(below), at + 3, down(below), pen);
                canvas.segment(at - 3, down(above), at + 3, down(above), pen);
            }
        }
    }
}
