package org.espalier.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;
import org.espalier.train.Trainer;
import org.junit.jupiter.api.Test;

/**
 * Nothing of ours travels by Java's serialization. What tasks send and get are numbers, texts, arrays of bytes and Scala's pairs; the bytes
 * say what they are, in which version, and are checked when they are read (tests of {@code train.remote} and {@code train.corpus}).
 */
class SerializationTest {

    private static List<Class<?>> classes(Class<?> of) throws IOException, URISyntaxException, ClassNotFoundException {
        URI place = of.getProtectionDomain().getCodeSource().getLocation().toURI();
        Path source = Path.of(place);
        if (Files.isDirectory(source)) {
            return classes(source);
        }
        try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + place), Map.of())) {
            return classes(jar.getPath("/"));
        }
    }

    private static List<Class<?>> classes(Path root) throws IOException, ClassNotFoundException {
        List<Class<?>> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.toList()) {
                String name = root.relativize(file).toString().replace('\\', '/');
                if (name.startsWith("org/espalier/") && name.endsWith(".class") && !name.contains("-info")) {
                    found.add(Class.forName(
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'),
                            false,
                            SerializationTest.class.getClassLoader()));
                }
            }
        }
        return found;
    }

    private static boolean isByNature(Class<?> type) {
        return Throwable.class.isAssignableFrom(type) || Enum.class.isAssignableFrom(type);
    }

    /** Spark's own stages, readers and writers are serialisable, and ours are such; none of them is part of a task. */
    @Test
    void onlyWhatSparkMakesSerialisableIs() throws Exception {
        List<Class<?>> ours = classes(SequenceTagger.class);
        assertThat(ours).hasSizeGreaterThan(20).contains(ShardedRows.class);
        for (Class<?> type : ours) {
            boolean ofSpark = Params.class.isAssignableFrom(type)
                    || MLReader.class.isAssignableFrom(type)
                    || MLWriter.class.isAssignableFrom(type);
            // A map of Java's that drops its eldest entry; it stays where it is.
            boolean cache = java.util.LinkedHashMap.class.isAssignableFrom(type);
            assertThat(Serializable.class.isAssignableFrom(type) && !ofSpark && !cache && !isByNature(type))
                    .as(type.getName())
                    .isFalse();
        }
    }

    @Test
    void nothingOfCoreIsSerialisable() throws Exception {
        List<Class<?>> core = classes(Trainer.class);
        assertThat(core).hasSizeGreaterThan(500);
        assertThat(core.stream()
                        .filter(Serializable.class::isAssignableFrom)
                        .filter(type -> !isByNature(type) && !java.util.Map.class.isAssignableFrom(type))
                        .map(Class::getName))
                .isEmpty();
    }
}
