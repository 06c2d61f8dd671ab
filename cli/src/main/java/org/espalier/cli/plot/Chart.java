package org.espalier.cli.plot;

import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** A chart with two axes. Points that have no place on an axis, such as NaN or 0 on a logarithmic one, are not shown. */
public record Chart(String title, Axis x, Axis y, List<Series> series) {

    public Chart {
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(x, "x");
        Objects.requireNonNull(y, "y");
        series = List.copyOf(series);
    }

    boolean shows(Series.Point point) {
        return x.shows(point.x()) && y.shows(point.y());
    }

    /** The points of a series that have a place. */
    List<Series.Point> shown(Series one) {
        return one.points().stream().filter(this::shows).toList();
    }

    private Stream<Series.Point> points() {
        return series.stream().flatMap(one -> shown(one).stream());
    }

    Ticks xTicks(int wanted) {
        return Ticks.of(x.scale(), points().mapToDouble(Series.Point::x).toArray(), wanted);
    }

    /** Bars are in view too, where the axis can show their ends. */
    Ticks yTicks(int wanted) {
        double[] values = points().flatMapToDouble(point -> DoubleStream.of(
                                point.y(), point.y() - point.deviation(), point.y() + point.deviation())
                        .filter(y::shows))
                .toArray();
        return Ticks.of(y.scale(), values, wanted);
    }
}
