package org.espalier.cli.spark;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import org.espalier.cli.output.CommandFailure;
import org.jspecify.annotations.Nullable;

/** Finds the jars that Spark needs: beside the jar of this program, or in the source tree that it was built in. */
final class ProgramJars {
    private ProgramJars() {}

    /** The jar of espalier-spark, and that of espalier-core. */
    static List<Path> beside() {
        for (Path folder = home(); folder != null; folder = folder.getParent()) {
            Path spark = jar(folder, "espalier-spark");
            Path core = jar(folder, "espalier-core");
            if (spark == null || core == null) {
                spark = jar(folder.resolve("spark").resolve("target"), "espalier-spark");
                core = jar(folder.resolve("core").resolve("target"), "espalier-core");
            }
            if (spark != null && core != null) {
                return List.of(spark, core);
            }
        }
        throw new CommandFailure(
                "the jars of espalier-spark and espalier-core are neither beside this program nor in its"
                        + " source tree; build them (mvn -pl core,spark -am package -DskipTests), or name them:"
                        + " --jars espalier-spark.jar,espalier-core.jar");
    }

    /** The folder of this program's own jar or classes. */
    private static @Nullable Path home() {
        CodeSource source = ProgramJars.class.getProtectionDomain().getCodeSource();
        try {
            return source == null ? null : Path.of(source.getLocation().toURI()).getParent();
        } catch (URISyntaxException e) {
            return null;
        }
    }

    /** The jar of a name, with or without a version; not those of its sources or documentation. */
    private static @Nullable Path jar(Path folder, String name) {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, name + "*.jar")) {
                files.forEach(file -> {
                    if (String.valueOf(file.getFileName()).matches(name + "(-[0-9][^-]*(-SNAPSHOT)?)?\\.jar")) {
                        found.add(file);
                    }
                });
            } catch (IOException e) {
                return null;
            }
        }
        found.sort(null);
        return found.isEmpty() ? null : found.get(found.size() - 1);
    }
}
