package org.espalier.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes a file beside its target, flushes it to the disk and renames it, so that a reader never sees a part of it. */
public final class FileReplacement {
    /** As many as Linux follows. */
    private static final int MOST_LINKS = 40;

    private FileReplacement() {}

    /** What the file shall hold. */
    @FunctionalInterface
    public interface Content {
        /** Writes everything, from the beginning of an empty file. */
        void write(FileChannel channel) throws IOException;
    }

    /**
     * Replaces the target, or creates it. What is no ordinary file, such as {@code /dev/null} or a pipe, is not replaced but
     * written to.
     *
     * @throws UncheckedIOException when it cannot be written; an ordinary file is then what it was before
     */
    public static void write(Path target, Content content) {
        try {
            Path destination = destination(target);
            if (Files.exists(destination) && !Files.isRegularFile(destination)) {
                try (FileChannel channel = FileChannel.open(destination, StandardOpenOption.WRITE)) {
                    content.write(channel);
                }
            } else {
                replace(destination, content);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(new IOException("cannot write " + target + ": " + reason(e), e));
        }
    }

    private static void replace(Path destination, Content content) throws IOException {
        Scratch scratch = Scratch.beside(destination);
        boolean moved = false;
        try {
            try (FileChannel channel = scratch.channel()) {
                content.write(channel);
                channel.force(true);
            }
            moveInto(scratch.file(), destination);
            moved = true;
        } finally {
            if (!moved) {
                deleteQuietly(scratch.file());
            }
        }
    }

    /** A new file: nobody's own is overwritten, and two who write the same target do not share it. */
    private record Scratch(Path file, FileChannel channel) {
        private static final int MOST = 1000;

        static Scratch beside(Path destination) throws IOException {
            for (int number = 1; ; number++) {
                String end = number == 1 ? ".writing" : "." + number + ".writing";
                Path file = destination.resolveSibling(destination.getFileName() + end);
                try {
                    return new Scratch(
                            file, FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
                } catch (FileAlreadyExistsException e) {
                    if (number == MOST) {
                        throw new IOException(
                                "there are " + MOST + " unfinished files such as " + file + "; delete them", e);
                    }
                }
            }
        }
    }

    /**
     * The file that a target stands for: where symbolic links lead to, whether it is there or not.
     *
     * @throws IOException when it is a directory, in a directory that is not there, or behind links that go round in a circle
     */
    public static Path destination(Path target) throws IOException {
        Path absolute = target.toAbsolutePath();
        for (int links = 0; Files.isSymbolicLink(absolute) && !Files.exists(absolute); links++) {
            if (links == MOST_LINKS) {
                throw new IOException("its symbolic links form a loop; give another name");
            }
            absolute = absolute.resolveSibling(Files.readSymbolicLink(absolute));
        }
        Path folder = absolute.getParent();
        if (folder == null || Files.isDirectory(absolute)) {
            throw new IOException("it is a directory; give the name of a file");
        }
        if (!Files.isDirectory(folder)) {
            throw new IOException("the directory " + folder + " does not exist; create it first");
        }
        return Files.isRegularFile(absolute) ? absolute.toRealPath() : absolute;
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
        // That of a file system begins with the name of the file, which is said already.
        String message = e instanceof FileSystemException system && system.getReason() != null
                ? system.getReason()
                : e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }
}
