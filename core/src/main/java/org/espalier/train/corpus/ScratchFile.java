package org.espalier.train.corpus;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;
import org.espalier.scoring.Spool;
import org.espalier.train.TrainingException;

/**
 * A temporary file, which is gone when it is closed, whatever happens.
 *
 * <p>Systems that can unlink an open file have no name of it from the start, so that not even the end of the process leaves
 * anything behind. One thread writes, then any number of threads read.
 */
final class ScratchFile implements Spool {
    private final Path directory;
    private final FileChannel channel;
    private long end;

    ScratchFile(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    static ScratchFile in(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new TrainingException(directory + ": the training data cannot be kept there: "
                    + (Files.exists(directory) ? "it is not a directory" : "there is no such directory")
                    + "; name a directory with room for them");
        }
        Path file = directory.resolve("espalier-" + UUID.randomUUID() + ".data");
        try {
            return new ScratchFile(
                    directory,
                    FileChannel.open(
                            file,
                            Set.of(
                                    StandardOpenOption.CREATE_NEW,
                                    StandardOpenOption.READ,
                                    StandardOpenOption.WRITE,
                                    StandardOpenOption.DELETE_ON_CLOSE)));
        } catch (FileAlreadyExistsException e) {
            throw new IllegalStateException("a random name twice: " + file, e);
        } catch (IOException e) {
            throw new TrainingException(
                    directory + ": the training data cannot be kept there: no file can be made (" + reason(e)
                            + "); name a directory that you may write to",
                    e);
        }
    }

    private static String reason(IOException e) {
        String message = e.getMessage();
        String kind = e.getClass().getSimpleName();
        return e.getClass() == IOException.class && message != null ? message : kind.replace("Exception", "");
    }

    @Override
    public long append(ByteBuffer bytes) {
        long begin = end;
        try {
            while (bytes.hasRemaining()) {
                end += channel.write(bytes, end);
            }
        } catch (ClosedByInterruptException e) {
            throw new TrainingException("training was interrupted", e);
        } catch (IOException e) {
            throw new TrainingException(
                    directory + ": writing the training data failed after " + end + " bytes (" + reason(e)
                            + "); name a directory with more room",
                    e);
        }
        return begin;
    }

    @Override
    public void read(long position, ByteBuffer into) {
        int begin = into.position();
        try {
            while (into.hasRemaining()) {
                if (channel.read(into, position + into.position() - begin) < 0) {
                    throw new EOFException("the file was cut off");
                }
            }
        } catch (ClosedByInterruptException e) {
            throw new TrainingException("training was interrupted", e);
        } catch (IOException e) {
            throw new TrainingException(directory + ": reading the training data again failed (" + reason(e) + ")", e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new TrainingException(
                    directory + ": the temporary file of the training data cannot be closed (" + reason(e) + ")", e);
        }
    }
}
