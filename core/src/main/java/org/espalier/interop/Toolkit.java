package org.espalier.interop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import org.espalier.continuous.ContinuousCrf;
import org.espalier.interop.crfpp.CrfppModelFile;
import org.espalier.interop.crfsuite.CrfsuiteModelFile;
import org.espalier.interop.wapiti.WapitiModelFile;
import org.espalier.model.Model;
import org.espalier.model.ModelFormatException;
import org.espalier.scoring.Normalisation;
import org.jspecify.annotations.Nullable;

/**
 * The programs whose model files are read and written, Espalier among them.
 *
 * <pre>{@code
 * Model model = Toolkit.open(Path.of("model.wapiti"));
 * model.save(Path.of("model.esp"));
 * }</pre>
 */
public enum Toolkit {
    ESPALIER("espalier", ".esp"),
    CRFSUITE("crfsuite", ".crfsuite"),
    WAPITI("wapiti", ".wapiti"),
    CRFPP("crf++", ".crfpp"),
    CRFPP_TEXT("crf++-text", ".crfpp.txt");

    private static final String ONNX = ".onnx";

    private final String text;
    private final String extension;

    Toolkit(String text, String extension) {
        this.text = text;
        this.extension = extension;
    }

    /**
     * Reads a model that this program wrote.
     *
     * @param charset of the texts in the file; Espalier's own are always UTF-8
     * @throws org.espalier.model.ModelFormatException when the file is not such a model, truncated or corrupt
     */
    public Model read(Path file, Charset charset) {
        return switch (this) {
            case ESPALIER -> Model.load(file);
            case CRFSUITE -> CrfsuiteModelFile.read(file, charset);
            case WAPITI -> WapitiModelFile.read(file, charset);
            case CRFPP, CRFPP_TEXT -> CrfppModelFile.read(file, charset);
        };
    }

    /**
     * Writes a model for this program: beside the target first, then renamed.
     *
     * @return what could not be kept, a sentence each; empty when everything was
     * @throws IllegalArgumentException when this program has no way to express the model
     */
    public List<String> write(Model model, Path file, Charset charset) {
        boolean binary = model.normalisation().isPairwise() || model.normalisation() == Normalisation.ONE_VERSUS_REST;
        if (this != ESPALIER && binary) {
            throw new IllegalArgumentException(
                    "the model is built from binary classifiers, which only Espalier's format supports; train with"
                            + " softmax instead");
        }
        if (this != ESPALIER && model.votes() != null) {
            throw new IllegalArgumentException("the model is " + model.votes()
                    + ", which only Espalier's format supports; train it without voting, to get the average of"
                    + " the vectors");
        }
        if (this != ESPALIER
                && (!model.structure().isPlainChain() || model.structure().constraint() != null)) {
            throw new IllegalArgumentException("only Espalier's format supports this model's structure ("
                    + model.structure() + "); train a plain chain, without hidden states, segments or a higher order");
        }
        return switch (this) {
            case ESPALIER -> {
                model.save(file);
                yield List.of();
            }
            case CRFSUITE -> CrfsuiteModelFile.write(model, file, charset);
            case WAPITI -> WapitiModelFile.write(model, file, charset);
            case CRFPP -> CrfppModelFile.writeBinary(model, file, charset);
            case CRFPP_TEXT -> CrfppModelFile.writeText(model, file, charset);
        };
    }

    /** The program that wrote a model file, by its first bytes; Espalier when no other recognises it, or nobody can read it. */
    public static Toolkit of(Path file) {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            return ESPALIER;
        }
        if (CrfsuiteModelFile.recognises(file)) {
            return CRFSUITE;
        }
        if (WapitiModelFile.recognises(file)) {
            return WAPITI;
        }
        return CrfppModelFile.recognises(file) ? CRFPP : ESPALIER;
    }

    /** The program whose model files usually have such a name; null when none has. */
    public static @Nullable Toolkit ofName(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        for (Toolkit toolkit : values()) {
            if (name.endsWith(toolkit.extension)) {
                return toolkit;
            }
        }
        return null;
    }

    /** Reads a model file of any of the programs; texts in UTF-8. */
    public static Model open(Path file) {
        return open(file, StandardCharsets.UTF_8);
    }

    /** Reads a model file of any of the programs; it may be changed or deleted afterwards. */
    public static Model open(Path file, Charset charset) {
        if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
            // Whose model it is takes a look at the beginning, which a pipe does not give twice.
            throw new UncheckedIOException(new IOException("cannot read " + file
                    + ": it is a pipe or a device; a model is read from an ordinary file, so write it to one first"));
        }
        if (ContinuousCrf.recognises(file)) {
            throw new ModelFormatException(
                    ModelFormatException.Kind.NOT_A_MODEL,
                    file,
                    "a continuous CRF, which predicts numbers and has no labels; use 'espalier tag', 'eval' or"
                            + " 'inspect'");
        }
        for (ModelReader reader : ServiceLoader.load(ModelReader.class, Toolkit.class.getClassLoader())) {
            if (reader.recognises(file)) {
                return reader.read(file);
            }
        }
        if (file.toString().toLowerCase(Locale.ROOT).endsWith(ONNX) && Files.isReadable(file)) {
            throw new ModelFormatException(
                    ModelFormatException.Kind.NOT_A_MODEL,
                    file,
                    "an ONNX graph, which a module of its own reads; put org.espalier:espalier-neural and"
                            + " com.microsoft.onnxruntime:onnxruntime:1.29.0 on the class path");
        }
        return of(file).read(file, charset);
    }

    /** The name on the command line. */
    @Override
    public String toString() {
        return text;
    }
}
