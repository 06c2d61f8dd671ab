package org.espalier.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The files that a command writes. */
final class OutputFiles {
    private OutputFiles() {}

    /** Hours of work must not end in a file that cannot be written; null when none is wanted. */
    static void check(@Nullable Path file, String what) {
        if (file == null) {
            return;
        }
        Path absolute = file.toAbsolutePath();
        Path folder = absolute.getParent();
        if (folder == null || Files.isDirectory(absolute)) {
            throw new CommandFailure(file + ": this is a directory; expected the name of a file for " + what);
        }
        if (!Files.isDirectory(folder)) {
            throw new CommandFailure(
                    file + ": " + what + " cannot be written: there is no directory " + folder + "; create it first");
        }
        if (!Files.isWritable(folder) || (Files.exists(absolute) && !Files.isWritable(absolute))) {
            throw new CommandFailure(file + ": " + what + " cannot be written: no permission to write there");
        }
    }

    /** Writes a report. */
    static void write(Path file, String text) {
        try {
            Files.writeString(file, text, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": the report cannot be written: " + e.getMessage(), e);
        }
    }

    static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": " + e.getMessage(), e);
        }
    }
}
