package org.espalier.spark;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;

/**
 * A cluster of Spark on this machine, whose executors are processes.
 *
 * <p>They are started from {@code SPARK_HOME/jars}, which the build has in its target folder: links to what is on the class path of the tests.
 */
final class LocalCluster {
    private static final Path HOME = Path.of(System.getenv().getOrDefault("SPARK_HOME", "target/spark-home"));

    private LocalCluster() {}

    /** Starts executors with one core each. */
    static SparkSession start(int executors) {
        link();
        return LocalSpark.start("local-cluster[" + executors + ",1,1024]");
    }

    /** Starts executors with one core and so many MB each, in a heap of seven eighths of it. */
    static SparkSession start(int executors, String megabytes) {
        link();
        int heap = Integer.parseInt(megabytes) * 7 / 8;
        return LocalSpark.start("local-cluster[" + executors + ",1," + megabytes + "]", heap + "m");
    }

    /** Makes the folder of Spark, with what starts programs: all that a downloaded one has in its script is this line. */
    static Path home() {
        link();
        Path program = HOME.toAbsolutePath().resolve(Path.of("bin", "spark-submit"));
        try {
            Files.createDirectories(program.getParent());
            Files.writeString(
                    program,
                    "#!/bin/sh\nexec java -XX:+UseSerialGC -Xmx512m -cp \"$SPARK_HOME/jars/*\" org.apache.spark.deploy.SparkSubmit"
                            + " \"$@\"\n");
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return HOME.toAbsolutePath();
    }

    private static void link() {
        Path jars = HOME.resolve("jars");
        try {
            if (Files.exists(HOME)) {
                try (Stream<Path> old = Files.walk(HOME, new FileVisitOption[0])) {
                    for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(path);
                    }
                }
            }
            Files.createDirectories(jars);
            int number = 0;
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
                Path path = Path.of(entry).toAbsolutePath();
                if (Files.isRegularFile(path) && entry.endsWith(".jar")) {
                    Files.createSymbolicLink(jars.resolve(number++ + "-" + path.getFileName()), path);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The folders on the class path, which are not in {@code jars}. */
    static String folders() {
        StringBuilder folders = new StringBuilder();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (Files.isDirectory(Path.of(entry))) {
                folders.append(folders.length() == 0 ? "" : File.pathSeparator)
                        .append(Path.of(entry).toAbsolutePath());
            }
        }
        return folders.toString();
    }

    /** The processes of the executors that this process has started. */
    static List<ProcessHandle> executors() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().commandLine().orElse("").contains("CoarseGrainedExecutorBackend"))
                .toList();
    }
}
