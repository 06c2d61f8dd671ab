package org.espalier.dictionary;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Copies of the sample dictionary. */
public final class SampleDictionary {
    /** The folder of the sample. */
    public static final Path SAMPLE = Path.of("..", "samples", "morphemes");

    private SampleDictionary() {}

    /** A copy of the seed in an encoding. */
    public static Path copy(Path target, Charset encoding) {
        try (Stream<Path> files = Files.list(SAMPLE.resolve("seed"))) {
            Files.createDirectories(target);
            for (Path file : files.toList()) {
                String text = Files.readString(file);
                if (file.endsWith("dicrc")) {
                    text = text.replace("UTF-8", encoding == StandardCharsets.UTF_8 ? "UTF-8" : name(encoding));
                }
                Files.writeString(target.resolve(file.getFileName().toString()), text, encoding);
            }
            return target;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String name(Charset encoding) {
        return DictionaryCharset.mecabName(encoding);
    }

    /** Replaces a file of a copy. */
    public static void write(Path folder, String name, String text) {
        try {
            Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The lines of a file of the sample. */
    public static List<String> lines(String name) {
        try {
            return Files.readAllLines(SAMPLE.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
