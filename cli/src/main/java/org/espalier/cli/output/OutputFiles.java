package org.espalier.cli.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.espalier.model.FileReplacement;

/** The files that a command writes. */
public final class OutputFiles {
    private OutputFiles() {}

    /** Hours of work must not end in a file that cannot be written. */
    public static void check(Path file, String what) {
        Path absolute = file.toAbsolutePath();
        if (absolute.getParent() == null || Files.isDirectory(absolute)) {
            throw new CommandFailure(file + ": this is a directory; expected the name of a file for " + what);
        }
        if (Files.exists(absolute) && !Files.isRegularFile(absolute)) {
            requirePermission(file, what, Files.isWritable(absolute));
            return; // a device or a pipe, which is written to and not replaced
        }
        if (!Files.isSymbolicLink(absolute) && !Files.isDirectory(absolute.getParent())) {
            throw new CommandFailure(file + ": " + what + " cannot be written: there is no directory "
                    + absolute.getParent() + "; create it first");
        }
        Path destination = destination(file, what);
        Path folder = destination.getParent();
        boolean writable = folder != null && Files.isWritable(folder);
        requirePermission(file, what, writable && (!Files.exists(destination) || Files.isWritable(destination)));
    }

    private static Path destination(Path file, String what) {
        try {
            return FileReplacement.destination(file);
        } catch (IOException e) {
            throw new CommandFailure(file + ": " + what + " cannot be written: " + e.getMessage(), e);
        }
    }

    private static void requirePermission(Path file, String what, boolean permitted) {
        if (!permitted) {
            throw new CommandFailure(file + ": " + what + " cannot be written: no permission to write there");
        }
    }

    /**
     * Writes what took long to make. When it cannot be written where it should be, because the disk is full or the directory
     * has gone, it is kept elsewhere.
     *
     * @param what is written, for messages
     * @param write writes it to the path that it is given, or throws {@link UncheckedIOException}
     * @throws CommandFailure when it was not written to the target; the message says where it is
     */
    public static void save(Path target, String what, Consumer<Path> write) {
        try {
            write.accept(target);
        } catch (UncheckedIOException e) {
            throw kept(target, what, write, e);
        }
    }

    private static CommandFailure kept(Path target, String what, Consumer<Path> write, UncheckedIOException problem) {
        String reason = reason(problem);
        for (String folder : List.of("java.io.tmpdir", "user.home")) {
            Path refuge = Path.of(System.getProperty(folder))
                    .resolve("espalier-" + UUID.randomUUID() + "-" + target.getFileName());
            try {
                write.accept(refuge);
                return new CommandFailure(reason + ". Nothing is lost: " + what + " is in " + refuge, problem);
            } catch (UncheckedIOException e) {
                problem.addSuppressed(e);
            }
        }
        return new CommandFailure(
                reason + "; nor could " + what + " be kept in the directory for temporary files or at home", problem);
    }

    private static String reason(UncheckedIOException e) {
        IOException cause = e.getCause();
        return String.valueOf((cause == null ? e : cause).getMessage());
    }

    /** Writes a report. */
    public static void write(Path file, String text) {
        save(
                file,
                "the report",
                target -> FileReplacement.write(target, channel -> {
                    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
                    while (bytes.hasRemaining()) {
                        channel.write(bytes);
                    }
                }));
    }

    /** The bytes of a file that was written; 0 of what keeps none, such as a pipe. */
    public static long size(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": " + e.getMessage(), e);
        }
    }
}
