package org.espalier.interop.wapiti;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.espalier.model.FileReplacement;
import org.espalier.model.Model;
import org.espalier.model.ModelFormatException;
import org.espalier.model.ModelFormatException.Kind;

/**
 * Model files of Wapiti, all versions: conditional random fields, maximum-entropy Markov models and maximum-entropy models.
 *
 * <pre>
 *   #mdl#type#n                   n weights that are not zero; files of old versions lack the type, or have any number there
 *   #rdr#patterns/columns/single  files of old versions lack the last number
 *   length:pattern,               and so on
 *   #qrk#labels
 *   length:label,
 *   #qrk#observations
 *   length:observation,
 *   index=weight
 * </pre>
 *
 * An imported model labels with the same scores; {@link #write} gives the bytes back that {@link #read} was given, as long as
 * they were written by Wapiti 1.5.
 */
public final class WapitiModelFile {
    private static final byte[] MAGIC = "#mdl#".getBytes(StandardCharsets.US_ASCII);
    private static final int BUFFER = 1 << 16;

    private WapitiModelFile() {}

    /** Whether the file begins like a model of Wapiti. */
    public static boolean recognises(Path file) {
        try (InputStream input = Files.newInputStream(file)) {
            return Arrays.equals(input.readNBytes(MAGIC.length), MAGIC);
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Reads a model in time and memory proportional to its size.
     *
     * @param charset the encoding of patterns, labels and observations: UTF-8 loses nothing, see
     *     {@link org.espalier.data.NativeText}
     * @throws ModelFormatException when it is no model, truncated or damaged; names the byte
     */
    public static Model read(Path file, Charset charset) {
        try (InputStream input = Files.newInputStream(file)) {
            return read(input, file, charset);
        } catch (IOException e) {
            throw new UncheckedIOException(new IOException("cannot read " + file + ": " + e.getMessage(), e));
        }
    }

    /**
     * Reads a model from a stream, which is not closed.
     *
     * @param name what error messages call it
     */
    public static Model read(InputStream input, Path name, Charset charset) throws IOException {
        try {
            return new WapitiModelReader(input, name, charset).read();
        } catch (IllegalArgumentException e) {
            throw new ModelFormatException(Kind.CORRUPT, name, "the model cannot be used: " + e.getMessage());
        }
    }

    /**
     * Writes a model that Wapiti 1.5 reads.
     *
     * @return what Wapiti cannot express and the file therefore lacks, a sentence each
     * @throws IllegalArgumentException when Wapiti cannot express the model at all: its attributes come neither from Wapiti's
     *     patterns nor from a CRF++ template, or it has attributes for begin and end
     */
    public static List<String> write(Model model, Path file, Charset charset) {
        WapitiObservations observations = WapitiObservations.of(model);
        FileReplacement.write(file, channel -> {
            OutputStream output = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER);
            new WapitiModelWriter(observations, output, charset).write();
            output.flush();
        });
        return observations.notKept();
    }

    /** Writes a model to a stream, which is flushed and not closed; see the other {@code write}. */
    public static List<String> write(Model model, OutputStream output, Charset charset) throws IOException {
        WapitiObservations observations = WapitiObservations.of(model);
        OutputStream buffered = new BufferedOutputStream(output, BUFFER);
        new WapitiModelWriter(observations, buffered, charset).write();
        buffered.flush();
        return observations.notKept();
    }
}
