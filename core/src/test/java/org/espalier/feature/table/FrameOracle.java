package org.espalier.feature.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The attributes of frames with the columns a and b, straight from the formulas; NaN is missing. */
final class FrameOracle {
    private static final String[] COLUMNS = {"a", "b"};

    private final FrameOptions options;
    private final double[] means = new double[2];
    private final double[] deviations = new double[2];
    private final double[][] slopeMeans = new double[3][2]; // [order][column]
    private final double[][] slopeDeviations = new double[3][2];

    FrameOracle(FrameOptions options, List<double[][]> data) {
        this.options = options;
        for (int c = 0; c < 2; c++) {
            List<Double> values = new ArrayList<>();
            for (double[][] sequence : data) {
                for (int t = 0; t < sequence.length; t++) {
                    values.add(prepared(sequence, t, c));
                }
            }
            means[c] = mean(values);
            deviations[c] = deviation(values);
            for (int order = 1; order < 3; order++) {
                List<Double> slopes = new ArrayList<>();
                for (double[][] sequence : data) {
                    for (int t = 0; t < sequence.length; t++) {
                        slopes.add(slope(sequence, t, c, order));
                    }
                }
                slopeMeans[order][c] = mean(slopes);
                slopeDeviations[order][c] = deviation(slopes);
            }
        }
    }

    private static double mean(List<Double> values) {
        return values.stream()
                .filter(x -> !x.isNaN())
                .mapToDouble(x -> x)
                .average()
                .orElse(0);
    }

    private static double deviation(List<Double> values) {
        double mean = mean(values);
        double variance = values.stream()
                .filter(x -> !x.isNaN())
                .mapToDouble(x -> (x - mean) * (x - mean))
                .average()
                .orElse(0);
        return variance < 1e-24 ? 1 : Math.sqrt(variance);
    }

    /** The value after the sequence's own standardisation, if it is asked for. */
    private double prepared(double[][] sequence, int t, int c) {
        if (!options.perSequence()) {
            return sequence[t][c];
        }
        List<Double> own = new ArrayList<>();
        for (double[] frame : sequence) {
            own.add(frame[c]);
        }
        return (sequence[t][c] - mean(own)) / deviation(own);
    }

    /** Order 0 is the value, 1 its slope, 2 the slope of the slope, before slopes are standardised. */
    private double slope(double[][] sequence, int t, int c, int order) {
        int at = Math.max(0, Math.min(t, sequence.length - 1));
        if (order == 0) {
            double value = prepared(sequence, at, c);
            double known = Double.isNaN(value) ? means[c] : value;
            return options.standardised() ? (known - means[c]) / deviations[c] : known;
        }
        int reach = order == 1 ? options.delta() : options.deltaDelta();
        double sum = 0;
        double norm = 0;
        for (int n = 1; n <= reach; n++) {
            double behind = slope(sequence, Math.min(at + n, sequence.length - 1), c, order - 1);
            double before = slope(sequence, Math.max(at - n, 0), c, order - 1);
            sum += n * (behind - before);
            norm += 2 * n * n;
        }
        return reach == 0 ? 0 : sum / norm;
    }

    private double stream(double[][] sequence, int t, int c, int order) {
        double slope = slope(sequence, t, c, order);
        return order == 0 || !options.standardised()
                ? slope
                : (slope - slopeMeans[order][c]) / slopeDeviations[order][c];
    }

    Map<String, Double> attributes(double[][] sequence, int t) {
        Map<String, Double> attributes = new LinkedHashMap<>();
        if (options.bias()) {
            attributes.put("bias", 1.0);
        }
        int orders = 1 + (options.delta() > 0 ? 1 : 0) + (options.deltaDelta() > 0 ? 1 : 0);
        List<String> names = new ArrayList<>();
        List<Double> here = new ArrayList<>();
        for (int order = 0; order < orders; order++) {
            for (int c = 0; c < 2; c++) {
                String name =
                        new String[] {COLUMNS[c], "delta(" + COLUMNS[c] + ")", "delta2(" + COLUMNS[c] + ")"}[order];
                names.add(name);
                here.add(stream(sequence, t, c, order));
                for (int o = -options.window(); o <= options.window(); o++) {
                    String at = o == 0 ? "" : "[" + o + "]";
                    attributes.put(name + at, stream(sequence, t + o, c, order));
                    int inside = Math.max(0, Math.min(t + o, sequence.length - 1));
                    if (order == 0 && Double.isNaN(sequence[inside][c])) {
                        attributes.put(COLUMNS[c] + at + "=?", 1.0);
                    }
                }
            }
        }
        for (int s = 0; s < names.size() && options.quadratic() != FrameOptions.Quadratic.NONE; s++) {
            attributes.put(names.get(s) + "^2", here.get(s) * here.get(s));
            for (int r = 0; r < s && options.quadratic() == FrameOptions.Quadratic.PRODUCTS; r++) {
                attributes.put(names.get(r) + "*" + names.get(s), here.get(r) * here.get(s));
            }
        }
        return attributes;
    }
}
