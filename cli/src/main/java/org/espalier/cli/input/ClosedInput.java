package org.espalier.cli.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Standard input of a process that was started without one, as {@code <&-} does.
 *
 * <p>The first file that the JVM opens then takes its number, and whoever reads standard input reads the JVM's own files.
 */
public final class ClosedInput extends InputStream {
    private static final Path DESCRIPTOR = Path.of("/proc/self/fd/0");

    private ClosedInput() {}

    /** Puts an error in the place of what is not standard input. */
    public static void guard() {
        try {
            // A pipe or a terminal needs no second look.
            Path taken = Files.isSymbolicLink(DESCRIPTOR) ? Files.readSymbolicLink(DESCRIPTOR) : DESCRIPTOR;
            if (Files.isRegularFile(taken)
                    && taken.startsWith(Path.of(System.getProperty("java.home")).toRealPath())) {
                System.setIn(new ClosedInput());
            }
        } catch (IOException e) {
            // The system tells nothing of its descriptors; then nothing is known against this one.
            return;
        }
    }

    @Override
    public int read() throws IOException {
        throw new IOException("standard input is closed; name a file, or leave it open");
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        return read();
    }
}
