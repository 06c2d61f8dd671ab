package org.espalier.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.espalier.cli.plot.Axis;
import org.espalier.cli.plot.Chart;
import org.espalier.cli.plot.Figure;
import org.espalier.cli.plot.Series;

/**
 * What a pass costs: T = s + b·W + a·W·min(E, 16) + c·D/E, with W weights, D tokens and E executors of one core.
 *
 * <p>s is scheduling, b·W the broadcast of the weights and the driver's own step, a·W the answer of one executor on its way to the driver,
 * which sees at most 16 of them, and c·D/E what executors compute. All four are at least 0. They are fitted by least squares of the relative
 * errors to some measured passes, and compared with the others.
 *
 * @param terms s, b, a, c // [4]
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record CostModel(double[] terms) {
    private static final int FAN = 16; // as in SparkShards
    private static final int SWEEPS = 40_000;

    /** A measured pass. */
    record Point(double executors, double tokens, double weights, double seconds) {

        private double[] features() {
            return new double[] {1, weights, weights * Math.min(executors, FAN), tokens / executors};
        }
    }

    /** Coordinate descent with non-negative coordinates on ½ Σ (T/t − 1)²; features are scaled by their largest. */
    static CostModel fit(List<Point> points) {
        double[] scale = new double[4];
        for (Point point : points) {
            for (int k = 0; k < scale.length; k++) {
                scale[k] = Math.max(scale[k], point.features()[k] / point.seconds());
            }
        }
        double[] terms = new double[4];
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            int k = sweep % terms.length;
            double numerator = 0;
            double denominator = 0;
            for (Point point : points) {
                double own = 0;
                double rest = 0;
                for (int j = 0; j < terms.length; j++) {
                    double feature = point.features()[j] / point.seconds() / scale[j];
                    own = j == k ? feature : own;
                    rest += j == k ? 0 : terms[j] * feature;
                }
                numerator += own * (1 - rest);
                denominator += own * own;
            }
            terms[k] = Math.max(0, numerator / denominator);
        }
        for (int k = 0; k < terms.length; k++) {
            terms[k] /= scale[k];
        }
        return new CostModel(terms);
    }

    double seconds(double executors, double tokens, double weights) {
        double[] features = new Point(executors, tokens, weights, 1).features();
        double sum = 0;
        for (int k = 0; k < terms.length; k++) {
            sum += terms[k] * features[k];
        }
        return sum;
    }

    double error(Point point) {
        return seconds(point.executors(), point.tokens(), point.weights()) / point.seconds() - 1;
    }

    /** The lines of executors that {@link PassBenchmark} has printed. */
    static List<Point> read(List<Path> files) {
        List<Point> points = new ArrayList<>();
        for (Path file : files) {
            try {
                for (String line : Files.readAllLines(file)) {
                    String[] fields = line.split("\t");
                    if (fields[0].endsWith(" executors") && fields.length > 4) {
                        points.add(new Point(
                                Double.parseDouble(fields[0].split(" ")[0]),
                                Double.parseDouble(fields[3]),
                                Double.parseDouble(fields[2]),
                                Double.parseDouble(fields[4])));
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return points;
    }

    /** Fits to two of three points, checks on the third ones, projects, and draws. */
    static void report(List<Point> points, Path picture) throws IOException {
        List<Point> fitted = new ArrayList<>();
        List<Point> held = new ArrayList<>();
        for (int k = 0; k < points.size(); k++) {
            (k % 3 == 2 ? held : fitted).add(points.get(k));
        }
        CostModel model = fit(fitted);
        double[] terms = model.terms();
        System.out.printf(
                Locale.ROOT,
                "s = %.3f s, b = %.3f s, a = %.3f s per million weights, c = %.3f s per million tokens%n",
                terms[0],
                1e6 * terms[1],
                1e6 * terms[2],
                1e6 * terms[3]);
        fitted.forEach(
                point -> System.out.printf(Locale.ROOT, "fitted %s: %+.0f %%%n", point, 100 * model.error(point)));
        held.forEach(
                point -> System.out.printf(Locale.ROOT, "held out %s: %+.0f %%%n", point, 100 * model.error(point)));
        List<Series> series = new ArrayList<>();
        for (double weights : new double[] {1e5, 1e6, 1e7}) {
            List<Series.Point> line = new ArrayList<>();
            for (double executors = 1; executors <= 128; executors *= 2) {
                line.add(new Series.Point(executors, model.seconds(executors, 1e9, weights), 0));
            }
            System.out.printf(
                    Locale.ROOT,
                    "1e9 tokens, %.0e weights, 100 executors of one core: %.1f s per pass%n",
                    weights,
                    model.seconds(100, 1e9, weights));
            series.add(
                    new Series(String.format(Locale.ROOT, "%.0e weights", weights), line, Series.Style.LINE_AND_MARKS));
        }
        Chart chart = new Chart(
                "a pass over a billion tokens, by the cost model",
                Axis.logarithmic("executors of one core"),
                Axis.logarithmic("seconds"),
                series);
        Files.writeString(picture, new Figure(List.of(chart)).svg());
    }
}
