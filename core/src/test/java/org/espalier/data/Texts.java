package org.espalier.data;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

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
}
