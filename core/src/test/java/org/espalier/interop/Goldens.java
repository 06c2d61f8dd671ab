package org.espalier.interop;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds what the native tools wrote, in the folder shared/ beside the project; tests say that they skip without it. */
public final class Goldens {
    private Goldens() {}

    /** The folder of a tool's task, such as {@code crfsuite/seg}. */
    public static Path folder(String task) {
        return shared("reference/golden/" + task);
    }

    /** Something in shared/, such as {@code data/grobid}. */
    public static Path shared(String name) {
        Path place = Path.of("").toAbsolutePath();
        while (place != null && !Files.isDirectory(place.resolve("shared"))) {
            place = place.getParent();
        }
        assumeTrue(place != null, "no folder shared/ beside or above the project, so '" + name + "' is skipped");
        Path found = place.resolve("shared").resolve(name);
        assumeTrue(Files.exists(found), "no " + found + ", so it is skipped");
        return found;
    }
}
