package org.espalier.benchmarks.passes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.espalier.benchmarks.BenchmarkFailure;
import org.espalier.data.Attribute;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.template.Template;
import org.espalier.labelling.StructureSpec;
import org.espalier.labelling.chain.HiddenStates;
import org.espalier.labelling.chain.HigherOrder;
import org.espalier.labelling.segment.SemiMarkov;

/** Data, features and the structures that are compared on them. */
enum Task {
    LETTERS("OCR letters, fold 0, all features", true),
    CHUNKS("CoNLL-2000, the first 2,000 sentences", false);

    private static final int SENTENCES = 2_000;

    /** What it is. */
    final String title;

    /** Whether every attribute has a weight for every label. */
    final boolean allFeatures;

    Task(String title, boolean allFeatures) {
        this.title = title;
        this.allFeatures = allFeatures;
    }

    /** The plain chain first. */
    List<StructureSpec> structures() {
        return this == LETTERS
                ? List.of(HiddenStates.NONE, new HigherOrder(2), new HigherOrder(3))
                : List.of(HiddenStates.NONE, new HigherOrder(2), new SemiMarkov(6, Map.of(), true));
    }

    /** Whether its data can be had. */
    boolean isThere(Path data) {
        return Files.exists(data.resolve(this == LETTERS ? "ocr_letters/letters.tsv.gz" : "conll2000/train.txt"));
    }

    AttributeExtractor features(Path data) {
        if (this == LETTERS) {
            return new GivenAttributes();
        }
        try {
            return Template.read(data.resolve("conll2000/template"));
        } catch (IOException e) {
            throw new BenchmarkFailure("cannot read the template: " + e.getMessage());
        }
    }

    List<Sequence> sequences(Path data) {
        if (this == CHUNKS) {
            return Sequences.read(DataOptions.COLUMNS, data.resolve("conll2000/train.txt"))
                    .subList(0, SENTENCES);
        }
        try {
            return letters(data.resolve("ocr_letters/letters.tsv.gz"));
        } catch (IOException e) {
            throw new BenchmarkFailure("cannot read the letters: " + e.getMessage());
        }
    }

    /** The words of fold 0; a pixel that is set is an attribute. */
    private static List<Sequence> letters(Path file) throws IOException {
        List<Sequence> words = new ArrayList<>();
        List<Token> tokens = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        String word = "";
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String[] cells = line.split("\t");
                if (!cells[0].equals(word) && !tokens.isEmpty()) {
                    words.add(Sequence.of(tokens, labels));
                    tokens = new ArrayList<>();
                    labels = new ArrayList<>();
                }
                word = cells[0];
                if (cells[3].equals("0")) {
                    tokens.add(token(cells[5]));
                    labels.add(cells[2]);
                }
            }
        }
        if (!tokens.isEmpty()) {
            words.add(Sequence.of(tokens, labels));
        }
        return words;
    }

    private static Token token(String pixels) {
        List<Attribute> attributes = new ArrayList<>();
        attributes.add(new Attribute("bias", 1));
        for (int k = 0; k < pixels.length(); k++) {
            if (pixels.charAt(k) == '1') {
                attributes.add(new Attribute("p" + k, 1));
            }
        }
        return new Token(List.of(), attributes);
    }
}
