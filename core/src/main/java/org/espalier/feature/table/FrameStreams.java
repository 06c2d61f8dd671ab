package org.espalier.feature.table;

/**
 * The values of a sequence's frames, their slopes and the slopes of these: streams of numbers, one of each per column.
 *
 * <p>With z<sub>t</sub> the value of a column at frame t of T, its slope over N frames before and behind is the regression coefficient
 * Δ<sub>t</sub> = Σ<sub>n=1…N</sub> n (z<sub>t+n</sub> − z<sub>t−n</sub>) / (2 Σ<sub>n=1…N</sub> n²), frames outside 1…T being the
 * first and the last one again. ΔΔ is the same of Δ, without its standardisation (Furui 1986; S. Young and others, <i>The HTK Book</i>).
 * Costs O(T · columns · N).
 */
final class FrameStreams {
    private final double[] values; // [T][orders · columns], streams of one order side by side
    private final boolean[] missing; // [T][columns]
    private final int frames;
    private final int columns;
    private final int width;

    private FrameStreams(double[] values, boolean[] missing, int columns, int width) {
        this.values = values;
        this.missing = missing;
        this.frames = columns == 0 ? 0 : missing.length / columns;
        this.columns = columns;
        this.width = width;
    }

    /**
     * The streams as they are, apart from values that are missing, which become the mean, and values (not slopes) that are standardised.
     *
     * @param raw [T][columns], NaN where a value is missing
     * @param scaling [columns], of the values
     */
    static FrameStreams of(double[] raw, Standardisation[] scaling, FrameOptions options) {
        int columns = scaling.length;
        int orders = orders(options);
        boolean[] missing = new boolean[raw.length];
        double[] values = new double[Math.multiplyExact(raw.length, orders)];
        FrameStreams streams = new FrameStreams(values, missing, columns, orders * columns);
        for (int t = 0; t < streams.frames; t++) {
            for (int c = 0; c < columns; c++) {
                double value = raw[t * columns + c];
                missing[t * columns + c] = Double.isNaN(value);
                double known = Double.isNaN(value) ? scaling[c].mean() : value;
                values[t * streams.width + c] = options.standardised() ? scaling[c].apply(known) : known;
            }
        }
        for (int order = 1; order < orders; order++) {
            streams.slope(order, order == 1 ? options.delta() : options.deltaDelta());
        }
        return streams;
    }

    /** How many streams a column has: its values, and the slopes that are asked for. */
    static int orders(FrameOptions options) {
        return 1 + (options.delta() > 0 ? 1 : 0) + (options.deltaDelta() > 0 ? 1 : 0);
    }

    private void slope(int order, int reach) {
        double norm = 0;
        for (int n = 1; n <= reach; n++) {
            norm += 2.0 * n * n;
        }
        int from = (order - 1) * columns;
        int to = order * columns;
        for (int t = 0; t < frames; t++) {
            for (int c = 0; c < columns; c++) {
                double sum = 0;
                for (int n = 1; n <= reach; n++) {
                    int behind = Math.min(t + n, frames - 1);
                    int before = Math.max(t - n, 0);
                    sum += n * (values[behind * width + from + c] - values[before * width + from + c]);
                }
                values[t * width + to + c] = sum / norm;
            }
        }
    }

    /**
     * Standardises the slopes.
     *
     * @param scaling [orders · columns], of which those of the values are not looked at
     */
    void standardiseSlopes(Standardisation[] scaling) {
        for (int t = 0; t < frames; t++) {
            for (int s = columns; s < width; s++) {
                values[t * width + s] = scaling[s].apply(values[t * width + s]);
            }
        }
    }

    int frames() {
        return frames;
    }

    /** Stream s = order · columns + column at a frame; frames outside the sequence are its first and its last one again. */
    double value(int frame, int stream) {
        return values[inside(frame) * width + stream];
    }

    boolean isMissing(int frame, int column) {
        return missing[inside(frame) * columns + column];
    }

    private int inside(int frame) {
        return Math.max(0, Math.min(frame, frames - 1));
    }
}
