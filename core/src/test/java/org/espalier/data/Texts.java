package org.espalier.data;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads sequences from text in memory, as the file {@code t.txt}. */
final class Texts {
    private Texts() {}

    static List<Sequence> read(DataOptions options, String text) {
        return read(options, text.getBytes(StandardCharsets.UTF_8));
    }

    static List<Sequence> read(DataOptions options, byte[] bytes) {
        try (SequenceReader reader = Sequences.open(options, new ByteArrayInputStream(bytes), "t.txt")) {
            return Sequences.readAll(reader);
        }
    }

    /** A file of the shared data beside the repository, or null when it is not there. */
    static @Nullable Path shared(String name) {
        for (Path path = Path.of("").toAbsolutePath(); path != null; path = path.getParent()) {
            Path candidate = path.resolve("shared").resolve(name);
            if (Files.exists(candidate)) {
                return candidate;
            }
        }
        return null;
    }
}
