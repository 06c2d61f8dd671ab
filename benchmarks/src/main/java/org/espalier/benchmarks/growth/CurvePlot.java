package org.espalier.benchmarks.growth;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Draws curves as one SVG: a panel per axis, both scales logarithmic, each curve relative to its first point. */
final class CurvePlot {
    private static final int WIDTH = 300;
    private static final int HEIGHT = 220;
    private static final int MARGIN = 40;

    private CurvePlot() {}

    static String svg(List<Curve> curves) {
        StringBuilder svg = new StringBuilder();
        append(
                svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\""
                        + " font-size=\"11\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n",
                WIDTH * Math.max(1, curves.size()),
                HEIGHT + 20);
        for (int k = 0; k < curves.size(); k++) {
            panel(svg, curves.get(k), k * WIDTH);
        }
        append(
                svg,
                "<text x=\"%d\" y=\"%d\" fill=\"#1f6fb2\">time per pass</text>%n"
                        + "<text x=\"%d\" y=\"%d\" fill=\"#c0504d\">peak memory</text>%n"
                        + "<text x=\"%d\" y=\"%d\" fill=\"#999999\">in proportion</text>%n",
                MARGIN,
                HEIGHT + 10,
                MARGIN + 100,
                HEIGHT + 10,
                MARGIN + 200,
                HEIGHT + 10);
        return svg.append("</svg>\n").toString();
    }

    private static void panel(StringBuilder svg, Curve curve, int left) {
        List<Curve.Point> points = curve.points();
        Curve.Point first = points.get(0);
        double widest = (double) points.get(points.size() - 1).value() / first.value();
        ToDoubleFunction<Curve.Point> proportion = point -> (double) point.value() / first.value();
        ToDoubleFunction<Curve.Point> time = point -> point.secondsPerPass() / first.secondsPerPass();
        ToDoubleFunction<Curve.Point> memory = point -> (double) point.peakBytes() / first.peakBytes();
        double lowest = 1;
        double highest = widest;
        for (Curve.Point point : points) {
            lowest = Math.min(lowest, Math.min(time.applyAsDouble(point), memory.applyAsDouble(point)));
            highest = Math.max(highest, Math.max(time.applyAsDouble(point), memory.applyAsDouble(point)));
        }
        Scale x = new Scale(1, Math.max(widest, 1.01), left + MARGIN, left + WIDTH - 15);
        Scale y = new Scale(lowest, Math.max(highest, 1.01), HEIGHT - MARGIN, 20);
        append(
                svg,
                "<path d=\"M%.1f %.1fV%.1fH%.1f\" fill=\"none\" stroke=\"black\"/>%n",
                x.at(1),
                y.at(highest),
                y.at(lowest),
                x.at(widest));
        append(svg, "<text x=\"%d\" y=\"14\">%s</text>%n", left + MARGIN, curve.title());
        for (Curve.Point point : points) {
            append(
                    svg,
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>%n",
                    x.at(proportion.applyAsDouble(point)),
                    HEIGHT - MARGIN + 15,
                    point.value() < 10_000 ? String.valueOf(point.value()) : point.value() / 1000 + "k");
        }
        for (double mark : new double[] {lowest, 1, highest}) {
            append(
                    svg,
                    "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">×%.3g</text>%n",
                    left + MARGIN - 3,
                    y.at(mark) + 4,
                    mark);
        }
        line(svg, points, x, y, proportion, proportion, "#cccccc");
        line(svg, points, x, y, proportion, memory, "#c0504d");
        line(svg, points, x, y, proportion, time, "#1f6fb2");
    }

    private static void line(
            StringBuilder svg,
            List<Curve.Point> points,
            Scale x,
            Scale y,
            ToDoubleFunction<Curve.Point> across,
            ToDoubleFunction<Curve.Point> up,
            String colour) {
        append(svg, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"", colour);
        for (Curve.Point point : points) {
            append(svg, "%.1f,%.1f ", x.at(across.applyAsDouble(point)), y.at(up.applyAsDouble(point)));
        }
        svg.append("\"/>\n");
    }

    private static void append(StringBuilder svg, String format, Object... arguments) {
        svg.append(String.format(Locale.ROOT, format, arguments));
    }

    /** From numbers to pixels by their logarithms. */
    private record Scale(double low, double high, double lowPixel, double highPixel) {
        double at(double value) {
            return lowPixel + (highPixel - lowPixel) * Math.log(value / low) / Math.log(high / low);
        }
    }
}
