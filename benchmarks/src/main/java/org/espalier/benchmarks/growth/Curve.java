package org.espalier.benchmarks.growth;

import java.util.List;
import java.util.Locale;

/**
 * How time and memory grow along one axis.
 *
 * @param title of the axis
 * @param points in the order of their values
 */
record Curve(String title, List<Point> points) {

    Curve {
        points = List.copyOf(points);
    }

    /**
     * One training.
     *
     * @param value on the axis
     * @param labelPairs different pairs of neighbouring labels in the data
     * @param otherSeconds wall time outside the passes: starting, reading, encoding, writing the model
     */
    record Point(
            int value,
            long tokens,
            int labelPairs,
            long features,
            double secondsPerPass,
            double otherSeconds,
            double cpuSeconds,
            long peakBytes) {

        double nanosecondsPerToken() {
            return secondsPerPass / tokens * 1e9;
        }
    }

    String table() {
        StringBuilder text = new StringBuilder();
        text.append("| ").append(title);
        text.append(
                " | tokens | label pairs | features | s per pass | ns per token and pass | other s | CPU s | peak MB |\n");
        text.append("|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
        for (Point point : points) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %,d | %,d | %,d | %,d | %.4f | %.0f | %.2f | %.1f | %.0f |%n",
                    point.value,
                    point.tokens,
                    point.labelPairs,
                    point.features,
                    point.secondsPerPass,
                    point.nanosecondsPerToken(),
                    point.otherSeconds,
                    point.cpuSeconds,
                    point.peakBytes / 1e6));
        }
        return text.toString();
    }
}
