package org.espalier.benchmarks.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.benchmarks.BenchmarkFailure;

/** {@code espalier serve} in a process of its own, so that its time and its memory are not those of the clients. */
final class ServerProcess implements AutoCloseable {
    static final int TIME_LIMIT_SECONDS = 10;

    private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:([0-9]+)");

    private final Process process;
    private final int port;
    private final double startSeconds;

    private ServerProcess(Process process, int port, double startSeconds) {
        this.process = process;
        this.port = port;
        this.startSeconds = startSeconds;
    }

    static ServerProcess start(Path model, Path folder, int threads, String heap) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx" + heap,
                "-cp",
                System.getProperty("java.class.path"),
                "org.espalier.cli.Main",
                "serve",
                "-m",
                "model=" + model,
                "--port",
                "0",
                "--threads",
                String.valueOf(threads),
                "--model-folder",
                folder.toString(),
                "--time-limit",
                String.valueOf(TIME_LIMIT_SECONDS)));
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        String line = output.readLine();
        Matcher matcher = line == null ? null : ADDRESS.matcher(line);
        if (matcher == null || !matcher.find()) {
            process.destroyForcibly();
            throw new BenchmarkFailure("the server did not start: " + line);
        }
        return new ServerProcess(process, Integer.parseInt(matcher.group(1)), (System.nanoTime() - begin) / 1e9);
    }

    int port() {
        return port;
    }

    /** From its start to the line that names its address. */
    double startSeconds() {
        return startSeconds;
    }

    /** The seconds of all processors that it has used. */
    double cpuSeconds() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
    }

    /** The bytes of all objects that are in use, by the histogram of the JDK's jcmd, which collects first; −1 where that is missing. */
    long bytesInUse() throws IOException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Process histogram;
        try {
            histogram = new ProcessBuilder(jcmd.toString(), String.valueOf(process.pid()), "GC.class_histogram")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            return -1;
        }
        try (BufferedReader output = histogram.inputReader(StandardCharsets.UTF_8)) {
            return output.lines()
                    .filter(line -> line.startsWith("Total"))
                    .mapToLong(line -> Long.parseLong(line.strip().split("\\s+")[2]))
                    .findFirst()
                    .orElse(-1);
        }
    }

    /** A figure of its metrics. */
    long figure(String name) throws IOException {
        try (Connection connection = new Connection(port)) {
            connection.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            return connection
                    .receive()
                    .body()
                    .lines()
                    .filter(line -> line.startsWith(name + " "))
                    .mapToLong(line -> (long) Double.parseDouble(line.substring(name.length() + 1)))
                    .findFirst()
                    .orElse(-1);
        }
    }

    /** Asks it to stop, and says whether it did by itself. */
    boolean stop() {
        process.destroy();
        try {
            return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
