package org.espalier.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes a file beside its target, flushes it to the disk and renames it, so that a reader never sees a part of it. */
public final class FileReplacement {
    private FileReplacement() {}

    /** What the file shall hold. */
    @FunctionalInterface
    public interface Content {
        /** Writes everything, from the beginning of an empty file. */
        void write(FileChannel channel) throws IOException;
    }

    /**
     * Replaces the target, or creates it.
     *
     * @throws UncheckedIOException when it cannot be written; the target is then what it was before
     */
    public static void write(Path target, Content content) {
        try {
            Path absolute = destination(target);
            Path temporary = absolute.resolveSibling(absolute.getFileName() + ".writing");
            boolean moved = false;
            try {
                try (FileChannel channel = FileChannel.open(
                        temporary,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
                    content.write(channel);
                    channel.force(true);
                }
                moveInto(temporary, absolute);
                moved = true;
            } finally {
                if (!moved) {
                    deleteQuietly(temporary);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(new IOException("cannot write " + target + ": " + reason(e), e));
        }
    }

    /** The file to replace: where a symbolic link leads to, and never a directory or a device such as /dev/null. */
    private static Path destination(Path target) throws IOException {
        Path absolute = target.toAbsolutePath();
        Path folder = absolute.getParent();
        if (folder == null || Files.isDirectory(absolute)) {
            throw new IOException("it is a directory; give the name of a file");
        }
        if (!Files.isDirectory(folder)) {
            throw new IOException("the directory " + folder + " does not exist; create it first");
        }
        if (!Files.exists(absolute)) {
            return absolute;
        }
        if (!Files.isRegularFile(absolute)) {
            throw new IOException("it is not an ordinary file, and would be replaced by one; give another name");
        }
        return absolute.toRealPath();
    }

    private static void moveInto(Path temporary, Path target) throws IOException {
        try {
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The error that brought us here is the one to report.
        }
    }

    /** Why, in words. */
    static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "there is no such file";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }
}
