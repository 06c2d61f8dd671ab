package org.espalier.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import org.espalier.data.DataFormatException;
import org.espalier.data.LabelNotation;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.kernel.KernelFunction;
import org.espalier.feature.kernel.Point;
import org.espalier.feature.kernel.PointReader;
import org.espalier.train.TrainingException;
import org.jspecify.annotations.Nullable;

/**
 * Training data as points.
 *
 * @param extractor what told the attributes, settled on the data
 * @param attributes the names of the points' attributes
 * @param points sequences of weight 0 left out // n
 * @param labels sorted
 * @param gold the label of each point // [n]
 * @param weights // [n]
 * @param columns the observed columns of a token
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
record KernelData(
        AttributeExtractor extractor,
        Vocabulary attributes,
        List<Point> points,
        Labels labels,
        int[] gold,
        double[] weights,
        int columns) {

    /** Reads one-token sequences, each with one label. */
    static KernelData read(KernelFunction kernel, AttributeExtractor extractor, Iterable<Sequence> sequences) {
        return read(kernel, extractor, sequences, KernelData::label, LabelNotation.DEFAULT);
    }

    /** Reads the positions of sequences that have one known label; the others are left out. */
    static KernelData positions(
            KernelFunction kernel, AttributeExtractor extractor, Iterable<Sequence> sequences, LabelNotation notation) {
        return read(kernel, extractor, sequences, null, notation);
    }

    private static KernelData read(
            KernelFunction kernel,
            AttributeExtractor extractor,
            Iterable<Sequence> sequences,
            @Nullable Function<Sequence, String> single,
            LabelNotation notation) {
        AttributeExtractor fitted = extractor.fit(sequences);
        Vocabulary.Builder attributes = new Vocabulary.Builder();
        PointReader reader = new PointReader(kernel, fitted, attributes::add);
        List<Point> points = new ArrayList<>();
        List<String> names = new ArrayList<>();
        List<Double> weights = new ArrayList<>();
        int columns = 0;
        for (Sequence sequence : sequences) {
            List<String> known = single == null ? sequence.labels() : List.of(single.apply(sequence));
            for (int t = 0; known != null && t < known.size(); t++) {
                columns = Math.max(columns, sequence.tokens().get(t).columns().size());
                if (sequence.weight() > 0 && notation.alternatives(known.get(t)).size() == 1) {
                    points.add(reader.read(sequence, t));
                    names.add(known.get(t));
                    weights.add(sequence.weight());
                }
            }
        }
        Labels labels = Labels.of(new TreeSet<>(names));
        if (labels.size() < 2) {
            throw new TrainingException(
                    labels.size() == 0
                            ? "the training data are empty"
                            : "all training data have the label '" + labels.name(0)
                                    + "'; expected at least two labels");
        }
        return new KernelData(
                fitted,
                attributes.build(),
                points,
                labels,
                names.stream().mapToInt(labels::indexOf).toArray(),
                weights.stream().mapToDouble(Double::doubleValue).toArray(),
                columns);
    }

    private static String label(Sequence sequence) {
        if (sequence.length() != 1) {
            throw new DataFormatException(
                    sequence.location(),
                    "a sequence of " + sequence.length()
                            + " tokens; kernel machines classify sequences of one token. Put each on lines of its own,"
                            + " or train a chain (crf)");
        }
        List<String> labels = sequence.labels();
        if (labels == null || LabelNotation.DEFAULT.isUnknown(labels.get(0))) {
            throw new DataFormatException(
                    sequence.location(),
                    "no label; kernel machines learn from labelled tokens only. Remove it, or label it");
        }
        return labels.get(0);
    }
}
