package org.espalier.benchmarks.uai;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.espalier.benchmarks.BenchmarkFailure;
import org.espalier.data.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code benchmarks uai}: the instances of the UAI 2014 competition by the junction tree, their memory as forecast and as used. */
@Command(
        name = "uai",
        description = {
            "Solves the instances of the UAI 2014 competition by the junction tree, each in a JVM of its own, in one"
                    + " thread, and prints a table in Markdown: the memory that was forecast and the memory that was used,"
                    + " CPU seconds, and the largest differences from the published answers.",
            "Used is what a full collection leaves at most while the question is asked again and again, from reading"
                    + " the file on, beside what there was before."
        })
public final class Uai implements Callable<Integer> {
    private static final String SUFFIX = ".uai.gz";
    private static final double MEGA = 1e6;
    private static final int GIBI = 30;

    /** Digits of the published answers: half a unit of the last of six, relative to the number. */
    private static final double PRINTED = 5.1e-6;

    @Parameters(arity = "0..*", paramLabel = "name", description = "Instances, such as Grids_11. Default: all.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--data",
            paramLabel = "folder",
            description = "Where name.uai.gz, name.uai.evid.gz and name.uai.MAR.gz are. Default: ${DEFAULT-VALUE}.")
    private Path data = Path.of("../shared/data/uai2014");

    @Option(
            names = "--gigabytes",
            paramLabel = "n",
            description = "The memory that a junction tree may take, in GiB. Default: ${DEFAULT-VALUE}.")
    private int gigabytes = 12;

    @Option(names = "--tries", paramLabel = "n", description = "Elimination orders to try. Default: ${DEFAULT-VALUE}.")
    private int tries = 200;

    @Option(
            names = "--more-tries",
            paramLabel = "n",
            description = "Elimination orders to try where the tree does not fit then; 0 for no second attempt."
                    + " Default: ${DEFAULT-VALUE}.")
    private int moreTries = 2500;

    @Override
    public Integer call() throws IOException {
        Properties published = published();
        List<String> all = names.isEmpty() ? namesIn(data) : names;
        System.out.println(
                "| instance | treewidth at most | forecast, MB | used, MB | forecast / used | CPU s | log₁₀ Z |"
                        + " difference | marginals |");
        System.out.println("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
        int solved = 0;
        int close = 0;
        for (String name : all) {
            Map<?, ?> found = ask(name, tries);
            if (!Boolean.TRUE.equals(found.get("fits")) && moreTries > 0) {
                found = ask(name, moreTries);
            }
            boolean fits = Boolean.TRUE.equals(found.get("fits"));
            solved += fits ? 1 : 0;
            double ratio = fits ? number(found, "forecastBytes") / number(found, "usedBytes") : 1;
            close += fits && ratio >= 0.5 && ratio <= 2 ? 1 : 0;
            System.out.println(fits ? solvedRow(name, found, ratio, published) : refusedRow(name, found));
        }
        System.out.printf(
                Locale.ROOT,
                "%n%d instances, %d solved, %d of them with a forecast within a factor of 2 of the memory used.%n",
                all.size(),
                solved,
                close);
        return 0;
    }

    private static Properties published() throws IOException {
        Properties published = new Properties();
        try (InputStream input = Objects.requireNonNull(Uai.class.getResourceAsStream("log10z.properties"))) {
            published.load(input);
        }
        return published;
    }

    private static List<String> namesIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(SUFFIX))
                    .map(file -> file.substring(0, file.length() - SUFFIX.length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new BenchmarkFailure(folder + " cannot be read: " + e.getMessage() + "; name another with --data");
        }
    }

    private static double number(Map<?, ?> found, String key) {
        if (found.get(key) instanceof Number number) {
            return number.doubleValue();
        }
        throw new BenchmarkFailure("no number for " + key + " in " + found);
    }

    private static String solvedRow(String name, Map<?, ?> found, double ratio, Properties published) {
        double log10 = number(found, "log10Z");
        String answer = published.getProperty(name);
        String difference = "";
        if (answer != null) {
            double relative = Math.abs(log10 - Double.parseDouble(answer)) / Math.abs(log10);
            difference = relative <= PRINTED ? "as printed" : String.format(Locale.ROOT, "published: %s", answer);
        }
        return String.format(
                Locale.ROOT,
                "| %s | %.0f | %.1f | %.1f | %.2f | %.1f | %.6f | %s | %s |",
                name,
                number(found, "width"),
                number(found, "forecastBytes") / MEGA,
                number(found, "usedBytes") / MEGA,
                ratio,
                number(found, "cpuSeconds"),
                log10,
                difference,
                found.containsKey("marginals") ? String.format(Locale.ROOT, "%.1e", number(found, "marginals")) : "");
    }

    private static String refusedRow(String name, Map<?, ?> found) {
        return String.format(
                Locale.ROOT,
                "| %s | %.0f | %,.0f | refused | | %.1f | | | |",
                name,
                number(found, "width"),
                number(found, "forecastBytes") / MEGA,
                number(found, "cpuSeconds"));
    }

    private Map<?, ?> ask(String name, int orders) {
        long bytes = (long) gigabytes << GIBI;
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx" + (bytes / 4 * 5 >> 20) + "m",
                "-cp",
                System.getProperty("java.class.path"),
                UaiInstance.class.getName(),
                data.toString(),
                name,
                String.valueOf(orders),
                String.valueOf(bytes));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new BenchmarkFailure(name + ": the JVM ended with code " + process.exitValue());
            }
            return (Map<?, ?>) Objects.requireNonNull(Json.parse(text.strip()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkFailure("interrupted");
        }
    }
}
