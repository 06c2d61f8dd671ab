package org.espalier.benchmarks.race;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.espalier.benchmarks.BenchmarkFailure;
import org.espalier.benchmarks.ChunkingTemplate;
import org.espalier.benchmarks.SyntheticCorpus;
import org.espalier.data.Attribute;
import org.espalier.data.ColumnsFormatter;
import org.espalier.data.DataOptions;
import org.espalier.data.ItemsFormatter;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceFormatter;
import org.espalier.data.Sequences;
import org.espalier.data.Token;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.template.Template;
import org.jspecify.annotations.Nullable;

/**
 * What is raced over: the files of one task in one folder, as columns for the toolkits that expand a template and as ready
 * attributes ({@code .crfsuite}) for those that do not. Both say exactly the same.
 *
 * @param kind which task
 * @param folder has {@code template} and, as {@code .txt} and {@code .crfsuite}, the four parts
 * @param source where the data are from, for people
 * @param gold the labels of {@link Part#TEST}
 * @param trainingTokens in {@link Part#TRAIN}
 * @param copies how many times {@link Part#MANY} holds the test data
 */
record Task(Kind kind, Path folder, String source, List<List<String>> gold, int trainingTokens, int copies) {
    private static final int SYNTHETIC_TRAINING_SENTENCES = 8936;
    private static final int SYNTHETIC_TEST_SENTENCES = 2012;

    /** The tasks. */
    enum Kind {
        CHUNK("chunking, template attributes, observed features, λ₂ = 1", false, 0),
        CHUNK_ALL("chunking, template attributes, all features, λ₂ = 1", true, 0),
        POS45("parts of speech, 17 attributes a token, observed features, λ₂ = 1", false, 50);

        final String description;
        final boolean allFeatures;
        /** The usual limit of iterations; 0 for none. */
        final int iterations;

        Kind(String description, boolean allFeatures, int iterations) {
            this.description = description;
            this.allFeatures = allFeatures;
            this.iterations = iterations;
        }

        /** As on the command line: {@code chunk-all}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** The data: for training, for the scores, the test data several times over for the speed, and one sentence. */
    enum Part {
        TRAIN,
        TEST,
        MANY,
        ONE;

        /** Without the ending. */
        String fileName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How many tokens a part has. */
    long tokens(Part part) {
        long test = gold.stream().mapToLong(List::size).sum();
        return switch (part) {
            case TRAIN -> trainingTokens;
            case TEST -> test;
            case MANY -> test * copies;
            case ONE -> gold.get(0).size();
        };
    }

    Path template() {
        return folder.resolve("template");
    }

    Path columns(Part part) {
        return folder.resolve(part.fileName() + ".txt");
    }

    Path ready(Part part) {
        return folder.resolve(part.fileName() + ".crfsuite");
    }

    /**
     * Writes the files of a task.
     *
     * @param data a folder with {@code train.txt}, {@code test.txt} and {@code template}, or null for synthetic data
     * @param mostSentences at most so many for training; 0 for all
     * @param copies how many times {@link Part#MANY} holds the test data
     */
    static Task prepare(Kind kind, @Nullable Path data, Path folder, int mostSentences, int copies) {
        try {
            Files.createDirectories(folder);
            List<Sequence> train;
            List<Sequence> test;
            String template = ChunkingTemplate.TEXT;
            if (data == null) {
                SyntheticCorpus corpus = SyntheticCorpus.of(SyntheticCorpus.Shape.CONLL);
                train = corpus.sentences(SYNTHETIC_TRAINING_SENTENCES, 1);
                test = corpus.sentences(SYNTHETIC_TEST_SENTENCES, 2);
            } else {
                train = Sequences.read(DataOptions.COLUMNS, data.resolve("train.txt"));
                test = Sequences.read(DataOptions.COLUMNS, data.resolve("test.txt"));
                template = Files.readString(data.resolve("template"));
            }
            if (kind == Kind.POS45) {
                UnaryOperator<Sequence> convert = PartOfSpeechColumns::convert;
                train = train.stream().map(convert).toList();
                test = test.stream().map(convert).toList();
                template = PartOfSpeechColumns.TEMPLATE;
            }
            if (mostSentences > 0 && mostSentences < train.size()) {
                train = train.subList(0, mostSentences);
            }
            String source = data == null ? "synthetic" : String.valueOf(data.getFileName());
            List<List<String>> gold = test.stream().map(Task::labels).toList();
            int trainingTokens = train.stream().mapToInt(Sequence::length).sum();
            Task task = new Task(kind, folder, source, gold, trainingTokens, copies);
            Files.writeString(task.template(), template);
            task.write(Part.TRAIN, train, 1);
            task.write(Part.TEST, test, 1);
            task.write(Part.MANY, test, copies);
            task.write(Part.ONE, test.subList(0, 1), 1);
            return task;
        } catch (IOException e) {
            throw new BenchmarkFailure("the data of the race cannot be prepared: " + e.getMessage()
                    + "; give a folder with train.txt, test.txt and template as --data");
        }
    }

    private static List<String> labels(Sequence sequence) {
        List<String> labels = sequence.labels();
        if (labels == null) {
            throw new BenchmarkFailure(sequence.location() + ": no labels; the last column must be the label");
        }
        return labels;
    }

    private void write(Part part, List<Sequence> sequences, int copies) throws IOException {
        Template template = Template.read(template());
        try (BufferedWriter columns = Files.newBufferedWriter(columns(part));
                BufferedWriter ready = Files.newBufferedWriter(ready(part))) {
            for (int copy = 0; copy < copies; copy++) {
                for (Sequence sequence : sequences) {
                    append(ColumnsFormatter.DEFAULT, sequence, columns);
                    append(new ItemsFormatter(), expanded(template, sequence), ready);
                }
            }
        }
    }

    private static void append(SequenceFormatter formatter, Sequence sequence, BufferedWriter out) throws IOException {
        StringBuilder text = new StringBuilder();
        formatter.append(sequence, text);
        out.append(text);
    }

    private static Sequence expanded(Template template, Sequence sequence) {
        List<Token> tokens = new ArrayList<>(sequence.length());
        for (int t = 0; t < sequence.length(); t++) {
            List<Attribute> attributes = new ArrayList<>();
            template.extract(sequence, t, new AttributeSink() {
                @Override
                public void state(CharSequence name, double value) {
                    attributes.add(new Attribute(name.toString(), value));
                }

                @Override
                public void transition(CharSequence name, double value) {
                    throw new BenchmarkFailure(
                            "the template has a transition attribute, " + name + ", which CRFsuite cannot have");
                }
            });
            tokens.add(Token.ofAttributes(attributes));
        }
        return Sequence.of(tokens, labels(sequence));
    }
}
