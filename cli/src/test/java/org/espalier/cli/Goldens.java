package org.espalier.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/**
 * What CRF++, CRFsuite and Wapiti made: of our own sample, among the test resources, and of data that are not ours, in the
 * folder shared/ beside the project. Tests that need the latter say that they skip without it.
 */
public final class Goldens {
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;

    private Goldens() {}

    /** Something in shared/reference/golden, such as {@code crfsuite/seg}. */
    public static Path shared(String name) {
        Path place = Path.of("").toAbsolutePath();
        while (place != null && !Files.isDirectory(place.resolve("shared/reference/golden"))) {
            place = place.getParent();
        }
        assumeTrue(
                place != null,
                () -> "no folder shared/ beside or above the project, so '" + name
                        + "' is skipped; see docs/interop-tests.md");
        Path found = place.resolve("shared/reference/golden").resolve(name);
        assumeTrue(Files.exists(found), () -> "no " + found + ", so it is skipped; see docs/interop-tests.md");
        return found;
    }

    /** A file of our own, such as {@code crfpp/mira.model}, unpacked into a folder. */
    public static Path own(String name, Path folder) {
        Path target = folder.resolve("golden").resolve(name);
        if (!Files.exists(target)) {
            try (InputStream packed = Goldens.class.getResourceAsStream("golden/" + name + ".gz");
                    InputStream input = new GZIPInputStream(Objects.requireNonNull(packed, name))) {
                Files.createDirectories(Objects.requireNonNull(target.getParent()));
                Files.copy(input, target);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return target;
    }

    /** The lines of a file. */
    public static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file, BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
