package org.espalier.benchmarks.uai;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import org.espalier.data.Json;
import org.espalier.graph.EvidenceFile;
import org.espalier.graph.GraphAnswer;
import org.espalier.graph.GraphFormat;
import org.espalier.graph.GraphMethod;
import org.espalier.graph.GraphModel;
import org.espalier.graph.GraphOptions;
import org.espalier.graph.GraphSolver;
import org.espalier.inference.factor.Forecast;
import org.espalier.inference.factor.JunctionTreeOptions;
import org.jspecify.annotations.Nullable;

/**
 * One instance in a JVM of its own: the forecast, the answer and its CPU time, and then the memory of the whole question, from the file on.
 *
 * <p>Prints one JSON object. Arguments: the folder, the name, how many elimination orders to try, and how many bytes are allowed.
 */
final class UaiInstance {
    private UaiInstance() {}

    public static void main(String[] args) throws IOException {
        Path model = Path.of(args[0], args[1] + ".uai.gz");
        Path evidence = Path.of(args[0], args[1] + ".uai.evid.gz");
        Path marginals = Path.of(args[0], args[1] + ".uai.MAR.gz");
        JunctionTreeOptions tree =
                JunctionTreeOptions.usual().withTries(Integer.parseInt(args[2])).withMemory(Long.parseLong(args[3]));
        GraphOptions options =
                GraphOptions.usual().withMethod(GraphMethod.JUNCTION_TREE).withJunctionTree(tree);
        Map<String, Object> found = new LinkedHashMap<>();
        found.put("name", args[1]);
        long begin = cpu();
        if (answer(model, evidence, marginals, options, found)) {
            found.put("cpuSeconds", (cpu() - begin) / 1e9);
            Supplier<GraphAnswer> question =
                    () -> solver(model, evidence, options).infer();
            found.put("usedBytes", LiveHeap.of(question));
        } else {
            found.put("cpuSeconds", (cpu() - begin) / 1e9);
        }
        System.out.println(Json.write(found));
    }

    private static GraphSolver solver(Path model, Path evidence, GraphOptions options) {
        GraphModel read = GraphFormat.UAI.read(model);
        return new GraphSolver(read, EvidenceFile.read(read, evidence), options);
    }

    /** The forecast, and the answer where it fits; whether it does. */
    private static boolean answer(
            Path model, Path evidence, Path marginals, GraphOptions options, Map<String, Object> found)
            throws IOException {
        GraphSolver solver = solver(model, evidence, options);
        Forecast forecast = solver.forecast();
        found.put("width", forecast.width());
        found.put("forecastBytes", forecast.bytes());
        found.put("fits", solver.fits());
        if (!solver.fits()) {
            return false;
        }
        GraphAnswer answer = solver.infer();
        found.put("log10Z", answer.log10Z());
        Double difference = largestDifference(answer.marginals(), marginals);
        if (difference != null) {
            found.put("marginals", difference);
        }
        return true;
    }

    /** Between the marginals and those of a file: MAR, the number of variables, and for each the number of values and the probabilities. */
    private static @Nullable Double largestDifference(List<double[]> found, Path file) throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        String text;
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            text = reader.lines().reduce("", (a, b) -> a + " " + b);
        }
        double largest = 0;
        try (Scanner words = new Scanner(new StringReader(text))) {
            words.next(); // MAR
            words.next();
            for (double[] one : found) {
                words.next();
                for (double p : one) {
                    largest = Math.max(largest, Math.abs(p - Double.parseDouble(words.next())));
                }
            }
        }
        return largest;
    }

    private static long cpu() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return threads.getCurrentThreadCpuTime();
    }
}
