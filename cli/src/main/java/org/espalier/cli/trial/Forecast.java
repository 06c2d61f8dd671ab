package org.espalier.cli.trial;

import java.util.ArrayList;
import java.util.List;
import org.espalier.data.LabelNotation;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.scoring.ChainLayoutBuilder;
import org.espalier.scoring.ParameterLayout;
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
        Encoder.Builder builder = new Encoder.Builder(fitted, used.selection().boundaries());
        List<EncodedSequence> encoded = new ArrayList<>();
        List<AllowedStates> gold = new ArrayList<>();
        long occurrences = 0;
        long tokens = 0;
        for (Sequence sequence : sequences) {
            EncodedSequence numbers = builder.add(sequence);
            encoded.add(numbers);
            gold.add(states(sequence, labels, notation));
            tokens += numbers.length();
            occurrences += numbers.begin(numbers.length()) + numbers.transitionBegin(numbers.length());
        }
        Encoder encoder = builder.build(used.selection().minCount(), encoded);
        int attributes = encoder.attributes().size();
        int transitionAttributes = encoder.transitionAttributes().size();
        ParameterLayout layout = new ChainLayoutBuilder(labels.size(), attributes, transitionAttributes, transitions)
                .observed(encoded, gold, used.selection().minFeatureCount(), null);
        long pairs = (long) labels.size() * labels.size();
        long all = (long) attributes * labels.size() + (transitions ? pairs : 0) + transitionAttributes * pairs;
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

    private static AllowedStates states(Sequence sequence, Labels labels, LabelNotation notation) {
        List<String> given = sequence.labels();
        int[] @Nullable [] allowed = new int[sequence.length()] @Nullable [];
        for (int t = 0; t < allowed.length; t++) {
            List<String> alternatives = given == null ? List.of() : notation.alternatives(given.get(t));
            allowed[t] = alternatives.isEmpty()
                    ? null
                    : alternatives.stream().mapToInt(labels::indexOf).toArray();
        }
        return AllowedStates.of(allowed);
    }
}
