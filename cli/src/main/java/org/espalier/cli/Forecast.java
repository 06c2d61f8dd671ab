package org.espalier.cli;

import java.util.ArrayList;
import java.util.List;
import org.espalier.data.LabelNotation;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.Encoder;
import org.espalier.scoring.LayoutBuilder;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.AllowedStates;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingProgress;
import org.jspecify.annotations.Nullable;

/**
 * What training on some data will take: sizes by counting, time by training on a part of them for a moment.
 *
 * @param attributes different attributes
 * @param features weights with observed features
 * @param allFeatures weights with {@code --all-features}
 * @param bytes memory, roughly: data, weights and what the optimiser remembers
 * @param secondsPerIteration 0 when there is nothing to learn
 */
record Forecast(long attributes, long features, long allFeatures, long bytes, double secondsPerIteration) {
    private static final long SAMPLE_TOKENS = 20_000;
    private static final double LONGEST_SECONDS = 3;
    private static final int SAMPLE_ITERATIONS = 8;

    static Forecast of(AttributeExtractor extractor, List<Sequence> sequences, Labels labels, LabelNotation notation) {
        AttributeExtractor fitted = extractor.fit(sequences);
        Encoder.Builder builder = new Encoder.Builder(fitted, false);
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
        Encoder encoder = builder.build(1, encoded);
        int attributes = encoder.attributes().size();
        int transitionAttributes = encoder.transitionAttributes().size();
        ParameterLayout layout = new LayoutBuilder(
                        labels.size(), attributes, transitionAttributes, fitted.sharedTransitions())
                .observed(encoded, gold, 1, null);
        long pairs = (long) labels.size() * labels.size();
        long all = (long) attributes * labels.size()
                + (fitted.sharedTransitions() ? pairs : 0)
                + transitionAttributes * pairs;
        TrainingOptions options = TrainingOptions.DEFAULTS.withNotation(notation);
        // Weights, gradient, direction and trial point, two vectors per remembered step, and one gradient per thread.
        long vectors = 6 + 2L * options.optimizer().memory() + options.workers();
        long vocabulary = 64L * (attributes + transitionAttributes);
        long bytes = 8 * vectors * layout.parameters() + 4 * occurrences + 40 * tokens + vocabulary;
        double seconds = measure(fitted, sequences, options, tokens);
        return new Forecast(attributes + (long) transitionAttributes, layout.parameters(), all, bytes, seconds);
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

    private static double measure(
            AttributeExtractor extractor, List<Sequence> sequences, TrainingOptions options, long tokens) {
        List<Sequence> sample = new ArrayList<>();
        long sampled = 0;
        for (Sequence sequence : sequences) {
            if (sampled >= SAMPLE_TOKENS) {
                break;
            }
            sample.add(sequence);
            sampled += sequence.length();
        }
        Stopwatch stopwatch = new Stopwatch();
        new Trainer(extractor, options.withMaxIterations(SAMPLE_ITERATIONS))
                .withListener(stopwatch)
                .withStop(() -> stopwatch.seconds > LONGEST_SECONDS)
                .train(sample);
        // With one label there is nothing to learn, and no iteration is made.
        return Double.isInfinite(stopwatch.fastest) ? 0 : stopwatch.fastest * tokens / sampled;
    }

    /** The fastest iteration, per evaluation: the first ones are slow, because the JVM has not yet compiled the program. */
    private static final class Stopwatch implements TrainingListener {
        private double seconds;
        private int evaluations;
        private double fastest = Double.POSITIVE_INFINITY;

        @Override
        public void onIteration(TrainingProgress progress) {
            fastest = Math.min(
                    fastest, (progress.seconds() - seconds) / Math.max(1, progress.evaluations() - evaluations));
            seconds = progress.seconds();
            evaluations = progress.evaluations();
        }
    }
}
