package org.espalier.train;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.espalier.data.DataFormatException;
import org.espalier.data.LabelNotation;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.Encoder;
import org.espalier.feature.Vocabulary;
import org.espalier.model.Model;
import org.espalier.structure.AllowedStates;
import org.jspecify.annotations.Nullable;

/**
 * The training data as numbers.
 *
 * @param encoder with the vocabulary of the data, frozen
 * @param labels the labels of the data, sorted; those of an initial model come first
 * @param instances the sequences whose weight is not 0
 * @param tokens how many tokens they have together
 * @param columns how many observed columns the first token has
 * @param fingerprint a digest of the content
 */
record TrainingData(
        Encoder encoder, Labels labels, List<Instance> instances, long tokens, int columns, String fingerprint) {

    /** All pairs of so many labels still have int numbers. */
    private static final int MOST_LABELS = 40_000;

    /** Takes sequences one by one, so that the text need not stay in memory. */
    static final class Collector {
        private final LabelNotation notation;
        private final Encoder.Builder builder;
        private final Vocabulary.Builder labelNames = new Vocabulary.Builder();
        private final List<EncodedSequence> sequences = new ArrayList<>();
        private final List<int[] @Nullable []> gold = new ArrayList<>();
        private final List<Double> weights = new ArrayList<>();
        private final Fingerprint fingerprint = new Fingerprint();
        private final @Nullable Model initial;
        private long tokens;
        private int columns = -1;

        Collector(AttributeExtractor extractor, TrainingOptions options, @Nullable Model initial) {
            this.notation = options.notation();
            this.builder = new Encoder.Builder(extractor, options.selection().boundaries());
            this.initial = initial;
            if (initial != null) {
                builder.addAll(initial.encoder());
            }
        }

        void add(Sequence sequence) {
            List<String> labels = sequence.labels();
            if (labels == null) {
                throw new DataFormatException(
                        sequence.location(),
                        "the sequence has no labels; training needs a label, or '?', for every token");
            }
            fingerprint.add(sequence);
            List<List<String>> alternatives = GoldLabels.alternatives(notation, sequence, labels);
            if (sequence.weight() == 0) {
                return; // as if it were not there: its labels and attributes must not enter the model either
            }
            if (columns < 0 && sequence.length() > 0) {
                columns = sequence.tokens().get(0).columns().size();
            }
            int[] @Nullable [] allowed = new int[labels.size()] @Nullable [];
            for (int t = 0; t < allowed.length; t++) {
                List<String> names = alternatives.get(t);
                allowed[t] = names.isEmpty()
                        ? null
                        : names.stream().mapToInt(labelNames::add).distinct().toArray();
            }
            gold.add(allowed);
            weights.add(sequence.weight());
            sequences.add(builder.add(sequence));
            tokens += sequence.length();
        }

        TrainingData finish(int minCount) {
            if (tokens == 0) {
                throw new TrainingException(
                        "there are no tokens to train on; the data are empty, or every sequence has" + " the weight 0");
            }
            Labels labels = labels();
            if (labels.size() == 0) {
                throw new TrainingException("every label is '" + notation.unknown()
                        + "': there is nothing to learn; label some tokens, or name another text for unknown labels");
            }
            if (labels.size() > MOST_LABELS) {
                throw new TrainingException(labels.size() + " different labels, at most " + MOST_LABELS
                        + " are possible; is the label in another column?");
            }
            int[] numbers = new int[labelNames.size()];
            for (int id = 0; id < numbers.length; id++) {
                numbers[id] = labels.indexOf(labelNames.get(id));
            }
            Encoder encoder = builder.build(minCount, sequences);
            List<Instance> instances = new ArrayList<>(sequences.size());
            for (int n = 0; n < sequences.size(); n++) {
                instances.add(new Instance(sequences.get(n), states(gold.get(n), numbers), weights.get(n)));
            }
            return new TrainingData(encoder, labels, instances, tokens, Math.max(columns, 0), fingerprint.hex());
        }

        private Labels labels() {
            List<String> names = new ArrayList<>();
            if (initial != null) {
                names.addAll(initial.labels().names());
            }
            TreeSet<String> found = new TreeSet<>();
            for (int id = 0; id < labelNames.size(); id++) {
                found.add(labelNames.get(id));
            }
            names.forEach(found::remove);
            names.addAll(found);
            return Labels.of(names);
        }

        private static AllowedStates states(int[] @Nullable [] provisional, int[] numbers) {
            int[] @Nullable [] allowed = new int[provisional.length] @Nullable [];
            for (int t = 0; t < allowed.length; t++) {
                int[] set = provisional[t];
                if (set != null) {
                    int[] renumbered = new int[set.length];
                    for (int k = 0; k < set.length; k++) {
                        renumbered[k] = numbers[set[k]];
                    }
                    allowed[t] = renumbered;
                }
            }
            return AllowedStates.of(allowed);
        }
    }
}
