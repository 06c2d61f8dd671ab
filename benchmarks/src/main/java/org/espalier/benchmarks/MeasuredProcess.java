package org.espalier.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs one command in a fresh process and measures it from outside: wall time, CPU time of the process and its children,
 * and the largest resident memory.
 *
 * <p>CPU time is what the shell's {@code times} tells after the command has ended, so nothing is lost between two looks.
 * Memory is the kernel's own high-water mark ({@code VmHWM}), read every 20 ms while the process lives; where there is no
 * {@code /proc} it is 0.
 */
public final class MeasuredProcess {
    private static final int LOOK_EVERY_MILLISECONDS = 20;
    private static final Pattern MINUTES_AND_SECONDS = Pattern.compile("(\\d+)m([\\d.]+)s");
    private static final Pattern HIGH_WATER = Pattern.compile("VmHWM:\\s+(\\d+) kB");

    private MeasuredProcess() {}

    /** What one process took. */
    public record Measurement(double wallSeconds, double cpuSeconds, long peakBytes) {}

    /**
     * Runs {@code command} to its end.
     *
     * @param log the beginning of the names of the files that get standard output ({@code .out}) and error ({@code .err})
     * @throws BenchmarkFailure when it ends with another code than 0
     */
    public static Measurement run(List<String> command, Map<String, String> environment, Path log) {
        Path out = withSuffix(log, ".out");
        Path error = withSuffix(log, ".err");
        Path times = withSuffix(log, ".times");
        List<String> wrapped =
                new ArrayList<>(List.of("sh", "-c", "times=$1; shift; \"$@\"; code=$?; times >\"$times\"; exit $code"));
        wrapped.add("sh");
        wrapped.add(times.toString());
        wrapped.addAll(command);
        ProcessBuilder builder =
                new ProcessBuilder(wrapped).redirectOutput(out.toFile()).redirectError(error.toFile());
        builder.environment().putAll(environment);
        try {
            long begin = System.nanoTime();
            Process process = builder.start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
            long peak = 0;
            while (!process.waitFor(LOOK_EVERY_MILLISECONDS, TimeUnit.MILLISECONDS)) {
                peak = Math.max(peak, peakOfChild(process));
            }
            double wall = (System.nanoTime() - begin) * 1e-9;
            if (process.exitValue() != 0) {
                throw new BenchmarkFailure("'" + String.join(" ", command) + "' ended with code " + process.exitValue()
                        + ": " + lastLine(error) + "; its output is in " + out + " and " + error);
            }
            return new Measurement(wall, cpuSeconds(times), peak);
        } catch (IOException e) {
            throw new BenchmarkFailure("'" + String.join(" ", command) + "' cannot be started: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkFailure("interrupted");
        }
    }

    public static Path withSuffix(Path file, String suffix) {
        return file.resolveSibling(file.getFileName() + suffix);
    }

    private static long peakOfChild(Process process) {
        Optional<ProcessHandle> child = process.children().findFirst();
        if (child.isEmpty()) {
            return 0;
        }
        try {
            Matcher matcher = HIGH_WATER.matcher(
                    Files.readString(Path.of("/proc", String.valueOf(child.get().pid()), "status")));
            return matcher.find() ? Long.parseLong(matcher.group(1)) << 10 : 0;
        } catch (IOException gone) {
            return 0;
        }
    }

    /** The last line of {@code times}: user and system time of the children. */
    private static double cpuSeconds(Path times) throws IOException {
        Matcher matcher = MINUTES_AND_SECONDS.matcher(lastLine(times));
        double seconds = 0;
        while (matcher.find()) {
            seconds += 60 * Double.parseDouble(matcher.group(1)) + Double.parseDouble(matcher.group(2));
        }
        return seconds;
    }

    private static String lastLine(Path file) throws IOException {
        List<String> lines = new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                .lines()
                .toList();
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    }
}
