package org.espalier.benchmarks.algorithms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.espalier.benchmarks.BenchmarkFailure;
import org.espalier.data.Attribute;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.template.Template;
import org.espalier.feature.text.FeatureSet;

/** Training data of one kind. */
enum Shape {
    NCBI("NCBI-disease, default features: attributes recur", "bio_ner/NCBI-disease-IOB/train.tsv", true),
    CONLL("CoNLL-2000, template", "conll2000/train.txt", true),
    A9A("a9a, maximum entropy", "libsvm/a9a", false),
    SINGLES("200,000 sequences of one token", "", true),
    LONG("one sequence of 200,000 tokens", "", true);

    private static final int LABELS = 5;
    private static final int WORDS = 2_000;
    private static final int ATTRIBUTES = 6;

    /** What it is. */
    final String title;

    private final String file; // below the folder of the data, or empty when the data are made up
    private final boolean transitions;

    Shape(String title, String file, boolean transitions) {
        this.title = title;
        this.file = file;
        this.transitions = transitions;
    }

    /** Whether its data can be had. */
    boolean isThere(Path data) {
        return file.isEmpty() || Files.exists(data.resolve(file));
    }

    boolean transitions() {
        return transitions;
    }

    AttributeExtractor features(Path data) {
        return switch (this) {
            case NCBI -> FeatureSet.text();
            case CONLL -> template(data.resolve("conll2000/template"));
            case A9A, SINGLES, LONG -> new GivenAttributes();
        };
    }

    private DataOptions options() {
        return switch (this) {
            case NCBI, CONLL -> DataOptions.COLUMNS;
            case A9A -> DataOptions.LIBSVM;
            case SINGLES, LONG -> DataOptions.CRFSUITE;
        };
    }

    List<Sequence> sequences(Path data) {
        if (!file.isEmpty()) {
            return Sequences.read(options(), data.resolve(file));
        }
        SplittableRandom random = new SplittableRandom(5);
        List<Sequence> sequences = new ArrayList<>();
        for (int n = 0; n < (this == SINGLES ? 200_000 : 1); n++) {
            sequences.add(madeUp(this == SINGLES ? 1 : 200_000, random));
        }
        return sequences;
    }

    /** Every token has a bias and some words, of which one in three tells the label. */
    private static Sequence madeUp(int length, SplittableRandom random) {
        List<Token> tokens = new ArrayList<>(length);
        List<String> labels = new ArrayList<>(length);
        for (int t = 0; t < length; t++) {
            int label = random.nextInt(LABELS);
            List<Attribute> attributes = new ArrayList<>();
            attributes.add(Attribute.of("bias"));
            for (int k = 0; k < ATTRIBUTES; k++) {
                boolean telling = random.nextInt(3) == 0;
                int word = telling
                        ? label * WORDS / (4 * LABELS) + random.nextInt(WORDS / (4 * LABELS))
                        : random.nextInt(WORDS);
                attributes.add(Attribute.of("w" + k + "=" + word));
            }
            tokens.add(Token.ofAttributes(attributes));
            labels.add("L" + label);
        }
        return Sequence.of(tokens, labels);
    }

    private static AttributeExtractor template(Path file) {
        try {
            return Template.read(file);
        } catch (IOException e) {
            throw new BenchmarkFailure(file + ": " + e.getMessage());
        }
    }
}
