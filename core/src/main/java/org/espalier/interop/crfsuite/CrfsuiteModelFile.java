package org.espalier.interop.crfsuite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.model.Model;

/**
 * CRFsuite's binary model files (0.12), read and written.
 *
 * <pre>{@code
 * Tagger tagger = CrfsuiteModelFile.read(Path.of("address.crfsuite"), StandardCharsets.UTF_8).tagger();
 * Token token = Token.ofAttributes(List.of(Attribute.of("word:main"), new Attribute("length", 4)));
 * tagger.tag(Sequence.of(List.of(token), null)).labels();
 * }</pre>
 *
 * <p>A model that was read keeps a copy of the file's bytes: attributes are found by the file's own hash tables. A pair of labels
 * without a feature scores 0 and is allowed, as in CRFsuite.
 */
public final class CrfsuiteModelFile {
    private CrfsuiteModelFile() {}

    /** Whether a file begins as CRFsuite's models do. */
    public static boolean recognises(Path file) {
        try (InputStream input = Files.newInputStream(file)) {
            byte[] first = input.readNBytes(4);
            return first.length == 4 && first[0] == 'l' && first[1] == 'C' && first[2] == 'R' && first[3] == 'F';
        } catch (IOException e) {
            throw new UncheckedIOException(new IOException("cannot read " + file + ": " + e.getMessage(), e));
        }
    }

    /**
     * Opens a model.
     *
     * @param charset what the bytes of labels and attributes mean; UTF-8 keeps bytes that are not UTF-8, see {@link
     *     org.espalier.data.NativeText}, and ISO 8859-1 takes each byte as a character
     * @throws org.espalier.model.ModelFormatException when the file is not such a model, truncated or corrupt
     */
    public static Model read(Path file, Charset charset) {
        return ModelImport.model(FileLayout.open(ModelBytes.read(file), charset));
    }

    /**
     * Writes a model so that CRFsuite gives the same answers for the same attributes.
     *
     * @return what could not be kept, a sentence each
     * @throws IllegalArgumentException when CRFsuite cannot express the model
     */
    public static List<String> write(Model model, Path file, Charset charset) {
        return new ModelExport(model, charset).write(file);
    }

    /** Prints a model file as {@code crfsuite dump} does. */
    public static void dump(Path file, Charset charset, Appendable out) throws IOException {
        new ModelDump(FileLayout.open(ModelBytes.read(file), charset), out).print();
    }
}
