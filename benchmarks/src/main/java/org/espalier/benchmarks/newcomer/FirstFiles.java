package org.espalier.benchmarks.newcomer;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.benchmarks.BenchmarkFailure;
import org.espalier.data.Attribute;
import org.espalier.data.DataOptions;
import org.espalier.data.ItemsFormatter;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.text.FeatureSet;

/**
 * The files of one data set: columns for Espalier, and for CRFsuite items with the {@code usual} attributes and with the {@code same} ones
 * as Espalier makes.
 *
 * @param gold the labels of the test data
 * @param usual attributes a token
 * @param same attributes a token
 */
record FirstFiles(FirstTask task, Path folder, List<List<String>> gold, double usual, double same) {

    /** Makes one sequence of another. */
    private interface Conversion {
        Sequence convert(Sequence sequence, List<String> labels);
    }

    static FirstFiles prepare(FirstTask task, Path folder) throws IOException {
        Files.createDirectories(folder.resolve("runs"));
        List<Sequence> train = Sequences.read(DataOptions.COLUMNS, folder.resolve(task + ".train.txt"));
        List<Sequence> test = Sequences.read(DataOptions.COLUMNS, folder.resolve(task + ".test.txt"));
        AttributeExtractor text = FeatureSet.text().fit(train);
        Conversion same = (sequence, labels) -> expanded(text, sequence, labels);
        double usualSize = write(train, UsualFunction::convert, folder.resolve(task + ".train.usual"));
        write(test, UsualFunction::convert, folder.resolve(task + ".test.usual"));
        double sameSize = write(train, same, folder.resolve(task + ".train.same"));
        write(test, same, folder.resolve(task + ".test.same"));
        return new FirstFiles(
                task, folder, test.stream().map(FirstFiles::labels).toList(), usualSize, sameSize);
    }

    Path train(String contestant) {
        return file("train", contestant);
    }

    Path test(String contestant) {
        return file("test", contestant);
    }

    private Path file(String part, String contestant) {
        return folder.resolve(task + "." + part + "." + (contestant.equals("espalier") ? "txt" : contestant));
    }

    Path log(String contestant) {
        return folder.resolve("runs").resolve(task + "-" + contestant);
    }

    double attributesPerToken(String contestant) {
        return contestant.equals("usual") ? usual : same;
    }

    /** Returns the number of attributes a token. */
    private static double write(List<Sequence> sequences, Conversion conversion, Path file) throws IOException {
        ItemsFormatter formatter = new ItemsFormatter();
        long attributes = 0;
        long tokens = 0;
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (Sequence sequence : sequences) {
                Sequence converted = conversion.convert(sequence, labels(sequence));
                StringBuilder text = new StringBuilder();
                formatter.append(converted, text);
                out.append(text);
                tokens += converted.length();
                attributes += converted.tokens().stream()
                        .mapToLong(token -> token.attributes().size())
                        .sum();
            }
        }
        return attributes / (double) tokens;
    }

    private static Sequence expanded(AttributeExtractor extractor, Sequence sequence, List<String> labels) {
        List<Token> tokens = new ArrayList<>(sequence.length());
        for (int t = 0; t < sequence.length(); t++) {
            List<Attribute> attributes = new ArrayList<>();
            extractor.extract(sequence, t, new AttributeSink() {
                @Override
                public void state(CharSequence name, double value) {
                    attributes.add(new Attribute(name.toString(), value));
                }

                @Override
                public void transition(CharSequence name, double value) {
                    throw new BenchmarkFailure("the default features have a transition attribute, " + name
                            + ", which CRFsuite cannot have");
                }
            });
            tokens.add(Token.ofAttributes(attributes));
        }
        return Sequence.of(tokens, labels);
    }

    private static List<String> labels(Sequence sequence) {
        List<String> labels = sequence.labels();
        if (labels == null) {
            throw new BenchmarkFailure(sequence.location() + ": no labels; the last column must be the label");
        }
        return labels;
    }
}
