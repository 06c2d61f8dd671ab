package org.espalier.inference.factor;

import java.util.Locale;

/** Exact inference would take more memory than it may; nothing was computed. */
public final class GraphTooLargeException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient Forecast forecast;

    GraphTooLargeException(Forecast forecast, long limit) {
        super(message(forecast, limit));
        this.forecast = forecast;
    }

    /** What is said of it. */
    public static String message(Forecast forecast, long limit) {
        return String.format(
                Locale.ROOT,
                "the junction tree of this graph needs %s (treewidth at most %d, largest clique %.3g entries), and %s are allowed;"
                        + " allow more, observe more variables, or use an approximate method",
                bytes(forecast.bytes()),
                forecast.width(),
                forecast.largestClique(),
                bytes((double) limit));
    }

    private static String bytes(double bytes) {
        return bytes < 1e9
                ? String.format(Locale.ROOT, "%.1f MB", bytes / 1e6)
                : String.format(Locale.ROOT, "%,.1f GB", bytes / 1e9);
    }

    /** What it would take. */
    public Forecast forecast() {
        return forecast;
    }
}
