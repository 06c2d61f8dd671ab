package org.espalier.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Files that are found by walking up from the working directory. */
public final class Folders {
    private Folders() {}

    /** The first {@code relative} that exists below the working directory or one of its parents, or null. */
    public static @Nullable Path above(String relative) {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            Path file = folder.resolve(relative);
            if (Files.exists(file)) {
                return file;
            }
        }
        return null;
    }

    /** The launcher of the command line. */
    public static Path espalier(@Nullable Path given) {
        Path launcher = given == null ? above("cli/target/distribution/bin/espalier") : given;
        if (launcher == null || !Files.isExecutable(launcher)) {
            throw new BenchmarkFailure((given == null ? "cli/target/distribution/bin/espalier" : given.toString())
                    + " is not there; build it with 'mvn -pl cli -am package -DskipTests', or name another with"
                    + " --espalier");
        }
        return launcher.toAbsolutePath();
    }

    /** Where results are written unless told otherwise. */
    public static Path page(@Nullable Path given) {
        Path page = given == null ? above("docs/BENCHMARKS.md") : given;
        if (page == null) {
            throw new BenchmarkFailure(
                    "there is no docs/BENCHMARKS.md above the working directory; name a page with --page, or go"
                            + " into the source tree");
        }
        return page.toAbsolutePath();
    }

    /** Removes a folder with everything in it. */
    public static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(folder + ": cannot be removed: " + e.getMessage(), e);
        }
    }
}
