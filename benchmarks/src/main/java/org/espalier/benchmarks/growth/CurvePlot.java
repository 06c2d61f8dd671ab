package org.espalier.benchmarks.growth;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.espalier.cli.plot.Axis;
import org.espalier.cli.plot.Chart;
import org.espalier.cli.plot.Figure;
import org.espalier.cli.plot.Series;

/** Draws curves as one SVG: a panel per axis, both scales logarithmic, each curve relative to its first point. */
final class CurvePlot {
    private CurvePlot() {}

    static String svg(List<Curve> curves) {
        return new Figure(curves.stream().map(CurvePlot::chart).toList()).svg();
    }

    private static Chart chart(Curve curve) {
        Curve.Point first = curve.points().get(0);
        return new Chart(
                curve.title(),
                Axis.logarithmic(curve.title()),
                Axis.logarithmic("times the first"),
                List.of(
                        series("time per pass", curve, point -> point.secondsPerPass() / first.secondsPerPass()),
                        series("peak memory", curve, point -> (double) point.peakBytes() / first.peakBytes()),
                        new Series(
                                "in proportion",
                                points(curve, point -> (double) point.value() / first.value()),
                                Series.Style.GUIDE)));
    }

    private static Series series(String name, Curve curve, ToDoubleFunction<Curve.Point> up) {
        return new Series(name, points(curve, up), Series.Style.LINE_AND_MARKS);
    }

    private static List<Series.Point> points(Curve curve, ToDoubleFunction<Curve.Point> up) {
        return curve.points().stream()
                .map(point -> new Series.Point(point.value(), up.applyAsDouble(point)))
                .toList();
    }
}
