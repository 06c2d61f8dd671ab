package org.espalier.cli.trial;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.espalier.data.LabelNotation;
import org.espalier.data.Labels;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.TagScheme;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeLists;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.labelling.Gold;
import org.espalier.labelling.LabelData;
import org.espalier.labelling.LabelStructure;
import org.espalier.scoring.LayoutBuilder;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.Family;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.train.TrainingOptions;
import org.jspecify.annotations.Nullable;

/**
 * What training on some data will take: sizes by counting, time by a {@link TrainingTrial}.
 *
 * @param attributes different attributes
 * @param features weights with observed features
 * @param allFeatures weights with {@code --all-features}
 * @param bytes memory, roughly: data, weights and what the optimiser remembers
 * @param trial null if nothing was tried
 */
public record Forecast(
        long attributes,
        long features,
        long allFeatures,
        long bytes,
        @Nullable TrainingTrial trial) {
    /** An occurrence of an attribute is kept with its sequence and with its feature; found by trying how small a heap may be. */
    private static final int BYTES_OF_OCCURRENCE = 20;

    /** What the program itself takes. */
    private static final long PROGRAM_BYTES = 10 << 20;

    /**
     * Counts, and tries the options out.
     *
     * @param options null if the model needs no iterations
     */
    public static Forecast of(
            AttributeExtractor extractor,
            List<Sequence> sequences,
            Labels labels,
            LabelNotation notation,
            @Nullable TrainingOptions options) {
        TrainingOptions used = options == null ? TrainingOptions.DEFAULTS : options;
        AttributeExtractor fitted = extractor.fit(sequences);
        boolean transitions = fitted.sharedTransitions() && used.selection().transitions();
        LabelStructure<?> structure = used.structure().settle(new Given(labels, sequences, notation, fitted));
        Encoder.Builder builder = new Encoder.Builder(
                fitted, used.selection().boundaries(), used.structure().pairPlaces());
        List<EncodedSequence> encoded = new ArrayList<>();
        long occurrences = 0;
        long tokens = 0;
        for (Sequence sequence : sequences) {
            EncodedSequence numbers = builder.add(sequence);
            encoded.add(numbers);
            tokens += numbers.length();
            occurrences += occurrences(numbers.lists(0)) + occurrences(numbers.lists(1));
        }
        Encoder encoder = builder.build(used.selection().minCount(), encoded);
        int attributes = encoder.attributes().size();
        int transitionAttributes = encoder.transitionAttributes().size();
        Predicate<Family> learnt = family -> transitions || !structure.isTransition(family);
        LayoutBuilder.Counter counter = new LayoutBuilder(
                        structure.families(), places -> places == 0 ? attributes : transitionAttributes, learnt)
                .counter(LayoutBuilder.Choice.occurring(used.selection().minFeatureCount()));
        for (int n = 0; n < encoded.size(); n++) {
            structure.count(encoded.get(n), gold(sequences.get(n), labels, notation), 1, counter);
        }
        ParameterLayout layout = counter.layout(null, (family, target) -> target);
        long all = 0;
        for (Family family : structure.families()) {
            long places = family.isConstant() ? 1 : family.places() == 0 ? attributes : transitionAttributes;
            all += learnt.test(family) ? places * family.targets() : 0;
        }
        // Weights, gradient, direction and the like; and per remembered step two vectors in single precision.
        long bytesOfWeight =
                6L * Double.BYTES + 2L * Float.BYTES * used.optimizer().memory();
        long vocabulary = 64L * (attributes + transitionAttributes);
        long weights = used.selection().allFeatures() ? all : layout.parameters();
        long bytes =
                PROGRAM_BYTES + bytesOfWeight * weights + BYTES_OF_OCCURRENCE * occurrences + 40 * tokens + vocabulary;
        TrainingTrial trial = options == null ? null : TrainingTrial.of(fitted, options, sequences, tokens);
        return new Forecast(attributes + (long) transitionAttributes, layout.parameters(), all, bytes, trial);
    }

    private static int occurrences(AttributeLists lists) {
        return lists.begin(lists.offsets().length - 1);
    }

    /** The data, for a structure that settles on them. */
    private record Given(Labels labels, List<Sequence> sequences, LabelNotation notation, AttributeExtractor extractor)
            implements LabelData {
        /** As in training: the labels are counted only where their names leave it open. */
        @Override
        public TagScheme scheme() {
            TagScheme named = TagScheme.ofLabels(labels.names());
            boolean open = named == TagScheme.NONE && labels.names().stream().anyMatch(name -> name.indexOf('-') > 0);
            if (!open) {
                return named;
            }
            Map<String, Long> counts = new HashMap<>();
            for (Sequence sequence : sequences) {
                List<String> given = sequence.labels();
                (given == null ? List.<String>of() : given)
                        .forEach(label -> notation.alternatives(label).stream()
                                .filter(name -> labels.indexOf(name) >= 0)
                                .forEach(name -> counts.merge(name, 1L, Long::sum)));
            }
            return TagScheme.ofCounts(counts);
        }

        @Override
        public void forEach(Consumer<Gold> gold) {
            sequences.forEach(sequence -> gold.accept(gold(sequence, labels, notation)));
        }

        @Override
        public Location location(int sequence) {
            return sequences.get(sequence).location();
        }
    }

    private static Gold gold(Sequence sequence, Labels labels, LabelNotation notation) {
        List<String> given = sequence.labels();
        int[] @Nullable [] allowed = new int[sequence.length()] @Nullable [];
        for (int t = 0; t < allowed.length; t++) {
            List<String> alternatives = given == null ? List.of() : notation.alternatives(given.get(t));
            allowed[t] = alternatives.isEmpty()
                    ? null
                    : alternatives.stream().mapToInt(labels::indexOf).toArray();
        }
        return Gold.of(AllowedStates.of(allowed));
    }
}
