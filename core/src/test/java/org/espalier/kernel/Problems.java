package org.espalier.kernel;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.zip.GZIPInputStream;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.kernel.KernelFunction;
import org.espalier.parallel.Workers;
import org.junit.jupiter.api.Assumptions;

/** Small problems, drawn or read from the shared data. */
final class Problems {
    private Problems() {}

    /** Labelled vectors. */
    record Vectors(List<double[]> x, List<String> y) {

        int size() {
            return x.size();
        }

        Vectors part(int begin, int end) {
            return new Vectors(x.subList(begin, end), y.subList(begin, end));
        }

        /** Every {@code step}-th, so that sorted files keep all their labels. */
        Vectors every(int step, int offset) {
            List<double[]> points = new ArrayList<>();
            List<String> labels = new ArrayList<>();
            for (int i = offset; i < x.size(); i += step) {
                points.add(x.get(i));
                labels.add(y.get(i));
            }
            return new Vectors(points, labels);
        }

        /** In the order of the labels, as libsvm must see them to number them as we do. */
        Vectors sorted() {
            Integer[] order = new Integer[size()];
            Arrays.setAll(order, i -> i);
            Arrays.sort(order, (a, b) -> y.get(a).compareTo(y.get(b)));
            return new Vectors(
                    Arrays.stream(order).map(x::get).toList(),
                    Arrays.stream(order).map(y::get).toList());
        }

        /** Every column to the range 0 to 1, by the range of this set. */
        Vectors scaled() {
            int dimension = x.get(0).length;
            double[] low = new double[dimension];
            double[] high = new double[dimension];
            Arrays.fill(low, Double.POSITIVE_INFINITY);
            Arrays.fill(high, Double.NEGATIVE_INFINITY);
            for (double[] point : x) {
                for (int k = 0; k < dimension; k++) {
                    low[k] = Math.min(low[k], point[k]);
                    high[k] = Math.max(high[k], point[k]);
                }
            }
            List<double[]> points = new ArrayList<>();
            for (double[] point : x) {
                double[] scaled = new double[dimension];
                for (int k = 0; k < dimension; k++) {
                    scaled[k] = high[k] > low[k] ? (point[k] - low[k]) / (high[k] - low[k]) : 0;
                }
                points.add(scaled);
            }
            return new Vectors(points, y);
        }

        List<Sequence> sequences() {
            List<Sequence> sequences = new ArrayList<>();
            for (int i = 0; i < x.size(); i++) {
                List<Attribute> attributes = new ArrayList<>();
                for (int k = 0; k < x.get(i).length; k++) {
                    if (x.get(i)[k] != 0) {
                        attributes.add(new Attribute("x" + k, x.get(i)[k]));
                    }
                }
                sequences.add(Sequence.of(List.of(Token.ofAttributes(attributes)), List.of(y.get(i))));
            }
            return sequences;
        }
    }

    /** Points of several labels that overlap: each label has a centre on a circle. */
    static Vectors clouds(int count, int labels, double spread, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<double[]> points = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int y = i % labels;
            double angle = 2 * Math.PI * y / labels;
            points.add(new double[] {
                Math.cos(angle) + spread * random.nextGaussian(),
                Math.sin(angle) + spread * random.nextGaussian(),
                random.nextGaussian()
            });
            names.add("label" + y);
        }
        return new Vectors(points, names);
    }

    static KernelProblem problem(KernelFunction kernel, List<Sequence> sequences, Workers workers) {
        KernelData data = KernelData.read(kernel, new GivenAttributes(), sequences);
        return new KernelProblem(
                GramCache.of(kernel, data.points(), 1L << 28, workers),
                data.gold(),
                data.labels().size(),
                data.weights(),
                1L << 28,
                workers,
                KernelProblem.Monitor.NONE);
    }

    /** A file of libsvm's format; the test is skipped when it is not there. */
    static Vectors libsvm(String name, int dimension) {
        List<double[]> points = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        for (String line : lines("libsvm/" + name)) {
            String[] fields = line.strip().split("\\s+");
            double[] point = new double[dimension];
            for (int k = 1; k < fields.length; k++) {
                int colon = fields[k].indexOf(':');
                point[Integer.parseInt(fields[k].substring(0, colon)) - 1] =
                        Double.parseDouble(fields[k].substring(colon + 1));
            }
            points.add(point);
            labels.add(fields[0]);
        }
        return new Vectors(points, labels);
    }

    /** Comma-separated numbers with the label last; the test is skipped when the file is not there. */
    static Vectors csv(String name, boolean header) {
        List<double[]> points = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        List<String> lines = lines("uci_small/" + name);
        for (String line : lines.subList(header ? 1 : 0, lines.size())) {
            String[] fields = line.split(",");
            double[] point = new double[fields.length - 1];
            Arrays.setAll(point, k -> Double.parseDouble(fields[k]));
            points.add(point);
            labels.add(fields[fields.length - 1]);
        }
        return new Vectors(points, labels);
    }

    private static List<String> lines(String name) {
        Path file = null;
        for (Path at = Path.of("").toAbsolutePath(); at != null && file == null; at = at.getParent()) {
            Path candidate = at.resolve("shared").resolve("data").resolve(name);
            file = Files.exists(candidate) ? candidate : null;
        }
        Assumptions.assumeTrue(file != null, "needs the shared data, which are not here: ../shared/data/" + name);
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                name.endsWith(".gz")
                        ? new GZIPInputStream(Files.newInputStream(Objects.requireNonNull(file)))
                        : Files.newInputStream(Objects.requireNonNull(file)),
                StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.isBlank()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
