package org.espalier.interop.crfpp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.espalier.model.FileReplacement;
import org.espalier.model.Model;
import org.espalier.model.ModelFormatException;
import org.espalier.model.ModelFormatException.Kind;

/**
 * Reads and writes the model files of CRF++, binary and text.
 *
 * <pre>{@code
 * Model model = CrfppModelFile.read(Path.of("model"), StandardCharsets.UTF_8);
 * List<String> lost = CrfppModelFile.write(model, Path.of("model.txt"), StandardCharsets.UTF_8);
 * }</pre>
 *
 * <p>A model that was read is written again byte for byte: a text model as the same text, a binary one as the same
 * binary, and a text model as the binary that {@code crf_learn -C} makes of it. Files are untrusted: whatever is wrong with one ends in
 * a {@link ModelFormatException}, and no more memory is used than the size of the file justifies.
 */
public final class CrfppModelFile {
    private static final int START = 8;

    private CrfppModelFile() {}

    /** Whether the file begins like a CRF++ model. */
    public static boolean recognises(Path file) {
        byte[] start = start(file);
        return BinaryForm.begins(ByteBuffer.wrap(start)) || TextForm.begins(start);
    }

    private static byte[] start(Path file) {
        try (var input = Files.newInputStream(file)) {
            return input.readNBytes(START);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /**
     * Opens a model, binary or text.
     *
     * @param charset the encoding of the data that the model was trained on
     * @throws ModelFormatException when the file is not a CRF++ model, too new, truncated or corrupt
     */
    public static Model read(Path file, Charset charset) {
        boolean text = TextForm.begins(start(file));
        return ContentReading.model(readContent(file, charset), file, text ? "text" : "binary");
    }

    /**
     * What a model file says, without making a model of it.
     *
     * @param charset the encoding of the data that the model was trained on
     * @throws ModelFormatException when the file is not a CRF++ model, too new, truncated or corrupt
     */
    public static CrfppContent readContent(Path file, Charset charset) {
        byte[] start = start(file);
        if (start.length == 0) {
            throw new ModelFormatException(Kind.NOT_A_MODEL, file, "this is not a CRF++ model: the file is empty");
        }
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            return TextForm.begins(start)
                    ? TextForm.read(file, Channels.newInputStream(channel), charset)
                    : BinaryForm.read(file, channel, charset);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static UncheckedIOException unreadable(Path file, IOException e) {
        String reason = e instanceof NoSuchFileException ? "there is no such file" : String.valueOf(e.getMessage());
        return new UncheckedIOException(new IOException("cannot read " + file + ": " + reason, e));
    }

    /**
     * Writes a model: as text when the file's name ends in {@code .txt}, and otherwise in the binary form, which is the
     * one that {@code crf_test} opens.
     *
     * @param charset the encoding of the data that CRF++ will see
     * @return what could not be kept, one sentence each
     * @throws IllegalArgumentException when CRF++ cannot express the model: its attributes are not those of a template,
     *     the template looks farther than 8 tokens, or there are boundary features
     */
    public static List<String> write(Model model, Path file, Charset charset) {
        return isText(file) ? writeText(model, file, charset) : writeBinary(model, file, charset);
    }

    /** Writes a model in the binary form, whatever the file's name is; see {@link #write}. */
    public static List<String> writeBinary(Model model, Path file, Charset charset) {
        ContentWriting.Outcome outcome = ContentWriting.of(model, charset);
        writeBinary(outcome.content(), file, charset);
        List<String> lost = new ArrayList<>(outcome.lost());
        lost.addAll(ContentWriting.rounding(outcome.content()));
        return List.copyOf(lost);
    }

    /** Writes a model as text, whatever the file's name is; see {@link #write}. */
    public static List<String> writeText(Model model, Path file, Charset charset) {
        ContentWriting.Outcome outcome = ContentWriting.of(model, charset);
        writeText(outcome.content(), file, charset);
        return List.copyOf(outcome.lost());
    }

    private static boolean isText(Path file) {
        Path name = file.getFileName();
        return name != null && name.toString().toLowerCase(Locale.ROOT).endsWith(".txt");
    }

    /** Writes the binary form; the strings must be sorted by their bytes. */
    public static void writeBinary(CrfppContent content, Path file, Charset charset) {
        FileReplacement.write(file, channel -> BinaryForm.write(content, channel, charset));
    }

    /** Writes the text form; the strings must be sorted by their bytes. */
    public static void writeText(CrfppContent content, Path file, Charset charset) {
        FileReplacement.write(file, channel -> TextForm.write(content, Channels.newOutputStream(channel), charset));
    }
}
