package org.espalier.cli.plot;

import java.util.List;
import java.util.Objects;

/**
 * Points that belong together, with a name for the legend.
 *
 * @param points in the order in which a line joins them
 */
public record Series(String name, List<Point> points, Style style) {

    /** How the points are shown. */
    public enum Style {
        /** Joined by a line. */
        LINE,
        /** A mark each. */
        MARKS,
        /** Both. */
        LINE_AND_MARKS,
        /** A thin grey line to compare the others with. */
        GUIDE
    }

    /**
     * A place in the chart.
     *
     * @param deviation how far an upright bar goes from it on both sides; 0 for no bar
     */
    public record Point(double x, double y, double deviation) {
        public Point(double x, double y) {
            this(x, y, 0);
        }
    }

    public Series {
        Objects.requireNonNull(name, "name");
        points = List.copyOf(points);
        Objects.requireNonNull(style, "style");
    }

    public Series(String name, List<Point> points) {
        this(name, points, Style.LINE);
    }
}
