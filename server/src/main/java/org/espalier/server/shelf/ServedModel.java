package org.espalier.server.shelf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.espalier.continuous.ContinuousCrf;
import org.espalier.data.TagScheme;
import org.espalier.inference.chain.Decoder;
import org.espalier.interop.Toolkit;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.text.Tokenizer;

/** One version of a model under its name; immutable and safe to share. */
public final class ServedModel {
    /** The member of the provenance that a model of several labels has. */
    private static final String LABEL_TREE = "labelTree";

    private final String name;
    private final int version;
    private final String file;
    private final String sha256;
    private final Model model;
    private final Map<Choice, Tagger> taggers = new ConcurrentHashMap<>();

    /** How labels are chosen: few different ones, so their taggers are kept. */
    private record Choice(boolean valid, Decoder decoder) {}

    private ServedModel(String name, int version, String file, String sha256, Model model) {
        this.name = name;
        this.version = version;
        this.file = file;
        this.sha256 = sha256;
        this.model = model;
    }

    /**
     * Reads a model.
     *
     * @throws IllegalArgumentException when it is one that gives no labels to tokens
     * @throws org.espalier.model.ModelFormatException when the file is no model, or damaged
     */
    static ServedModel read(String name, int version, Path file) {
        if (ContinuousCrf.recognises(file)) {
            throw refused(file, "predicts numbers");
        }
        String sha256 = sha256(file);
        Model model = Toolkit.open(file);
        if (!sha256.equals(sha256(file))) {
            throw new IllegalArgumentException(
                    file + ": the file changed while it was read; try again, and replace files by renaming");
        }
        if (model.structure().hasMarks()) {
            throw refused(file, "is a parser");
        }
        if (model.provenance().containsKey(LABEL_TREE)) {
            throw refused(file, "finds several labels of an instance");
        }
        return new ServedModel(name, version, String.valueOf(file.getFileName()), sha256, model);
    }

    private static IllegalArgumentException refused(Path file, String what) {
        return new IllegalArgumentException(
                file + ": the model " + what + "; expected one that gives a label to every token");
    }

    private static String sha256(Path file) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": " + e.getMessage(), e);
        }
    }

    public String name() {
        return name;
    }

    public int version() {
        return version;
    }

    public Model model() {
        return model;
    }

    /** The tokeniser of raw text: the model's, or words where it does not say. */
    public Tokenizer tokenizer() {
        Tokenizer own = model.tokenizer();
        return own == null ? Tokenizer.WORDS : own;
    }

    /**
     * The tagger that chooses labels in that way.
     *
     * @throws IllegalArgumentException when the model cannot
     */
    public Tagger tagger(boolean valid, Decoder decoder) {
        return taggers.computeIfAbsent(new Choice(valid, decoder), this::made);
    }

    private Tagger made(Choice choice) {
        if (choice.valid && model.scheme() == TagScheme.NONE) {
            throw new IllegalArgumentException("the labels of the model follow no tag scheme; leave validLabels out");
        }
        Tagger tagger = (choice.valid ? model.withValidLabels() : model).tagger();
        return tagger.decoder().equals(choice.decoder) ? tagger : tagger.withDecoder(choice.decoder);
    }

    /** How labels are usually chosen. */
    public Decoder usualDecoder() {
        return model.structure().usualDecoder();
    }

    /** Which model gave an answer: its name, version, and the SHA-256 of its file. */
    public Map<String, Object> identity() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", name);
        map.put("version", version);
        map.put("sha256", sha256);
        return map;
    }

    /** The same in one line, as the header Espalier-Model has it. */
    public String header() {
        return "name=" + name + "; version=" + version + "; sha256=" + sha256;
    }

    /** What is told of it. */
    public Map<String, Object> describe() {
        Map<String, Object> map = identity();
        map.put("file", file);
        map.put("kind", model.structure().kind());
        map.put("labels", model.labels().names());
        map.put("scheme", model.scheme().toString());
        map.put("tokenizer", tokenizer().definition());
        map.put("columns", model.columns());
        return map;
    }
}
