package org.espalier.cli.spark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.espalier.cli.output.CommandFailure;
import org.jspecify.annotations.Nullable;

/** Finds {@code spark-submit} and runs it; its output is this program's. */
public final class SparkSubmit {
    private SparkSubmit() {}

    /**
     * Runs it and waits.
     *
     * @param environment the variables of the process
     * @return its exit code
     */
    public static int run(List<String> arguments, Map<String, String> environment) throws InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(find(environment).toString());
        command.addAll(arguments);
        try {
            Process process = new ProcessBuilder(command).inheritIO().start();
            try {
                return process.waitFor();
            } catch (InterruptedException e) {
                process.destroy();
                throw e;
            }
        } catch (IOException e) {
            throw new CommandFailure(command.get(0) + ": it cannot be started: " + e.getMessage(), e);
        }
    }

    /** By SPARK_HOME, or else among the folders of PATH. */
    static Path find(Map<String, String> environment) {
        String home = environment.get("SPARK_HOME");
        if (home != null && !home.isEmpty()) {
            Path found = program(Path.of(home, "bin"));
            if (found == null) {
                throw new CommandFailure(
                        "SPARK_HOME is " + home + ", but there is no bin/spark-submit in it; set it to the"
                                + " folder of Spark 4.1, or unset it to look in PATH");
            }
            return found;
        }
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            Path found = folder.isEmpty() ? null : program(Path.of(folder));
            if (found != null) {
                return found;
            }
        }
        throw new CommandFailure(
                "there is no spark-submit: SPARK_HOME is not set, and no folder of PATH has it; install"
                        + " Spark 4.1 (Scala 2.13) and set SPARK_HOME to its folder. To train on this machine alone, use"
                        + " 'espalier train'");
    }

    private static @Nullable Path program(Path folder) {
        for (String name : List.of("spark-submit", "spark-submit.cmd")) {
            boolean fits = name.endsWith(".cmd") == (File.separatorChar == '\\');
            Path file = folder.resolve(name);
            if (fits && Files.isExecutable(file) && !Files.isDirectory(file)) {
                return file;
            }
        }
        return null;
    }
}
