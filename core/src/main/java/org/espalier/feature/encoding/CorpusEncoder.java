package org.espalier.feature.encoding;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeIndex;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.BatchNames;
import org.espalier.feature.EncodedBuilder;
import org.espalier.feature.EncodedSequences;
import org.espalier.feature.NameBuffer;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.template.Template;
import org.espalier.feature.template.TemplateTables;
import org.espalier.feature.text.FeatureSet;
import org.espalier.feature.text.WordTables;
import org.jspecify.annotations.Nullable;

/**
 * Encodes a corpus on several threads while it collects the vocabulary.
 *
 * <p>The corpus is cut into batches. Any number of batches are encoded at the same time; each looks names up in the common
 * vocabulary, which does not change meanwhile, and numbers those that it does not find there on its own. Then the batches are
 * {@linkplain #merge merged} in the order of the corpus. The numbers are those of the first appearance in the corpus, however
 * it is cut and whichever threads were at work.
 */
public final class CorpusEncoder {
    private final AttributeExtractor extractor;
    private final boolean boundaries;
    private final PairPlaces pairs;
    private final Vocabulary.Builder attributes = new Vocabulary.Builder();
    private final Vocabulary.Builder otherAttributes = new Vocabulary.Builder(); // of pairs of tokens
    private final @Nullable TemplateTables tables;
    private final @Nullable WordTables words;
    private int keptAttributes;
    private int keptOtherAttributes;

    /** The encoder of a corpus of chains. */
    public CorpusEncoder(AttributeExtractor extractor, boolean boundaries) {
        this(extractor, boundaries, PairPlaces.STEPS);
    }

    /**
     * The encoder of a corpus.
     *
     * @param pairs which pairs of tokens have attributes
     */
    public CorpusEncoder(AttributeExtractor extractor, boolean boundaries, PairPlaces pairs) {
        this.extractor = extractor;
        this.boundaries = boundaries;
        this.pairs = pairs;
        pairs.require(extractor);
        this.tables = extractor instanceof Template template ? TemplateTables.of(template) : null;
        this.words = extractor instanceof FeatureSet features ? features.wordTables() : null;
    }

    /** Takes over the attributes of an older encoder, which are kept however rare they are; called first, or not at all. */
    public void addAll(Encoder older) {
        addAll(older.attributes(), attributes);
        addAll(older.transitionAttributes(), otherAttributes);
        keptAttributes = attributes.size();
        keptOtherAttributes = otherAttributes.size();
    }

    private static void addAll(AttributeIndex older, Vocabulary.Builder target) {
        for (int a = 0; a < older.size(); a++) {
            target.add(older.get(a));
        }
    }

    /** An empty batch; to be filled by one thread while nothing is merged. */
    public Batch newBatch() {
        return new Batch();
    }

    /** The sequences of a batch with their numbers in the vocabulary so far; called by one thread, in the order of the corpus. */
    public EncodedSequences merge(Batch batch) {
        int[] numbers = attributes.addAll(batch.states.own());
        int[] otherNumbers = otherAttributes.addAll(batch.others.own());
        if (tables != null && batch.templated != null) {
            tables.merge(batch.templated, numbers, otherNumbers);
        }
        if (words != null && batch.worded != null) {
            words.merge(batch.worded, batch.states.base(), numbers);
        }
        EncodedSequences sequences = batch.encoded.buildAll();
        sequences.settle(0, batch.states.base(), numbers);
        sequences.settle(1, batch.others.base(), otherNumbers);
        return sequences;
    }

    /** All attributes, with their numbers. */
    public Encoder build() {
        return encoder(attributes.build(), otherAttributes.build());
    }

    private Encoder encoder(Vocabulary states, Vocabulary others) {
        return new Encoder(extractor.trained(), boundaries, List.of(states, others), pairs);
    }

    /**
     * The attributes that occur at least {@code minCount} times, and those that were taken over.
     *
     * @param corpus everything that {@link #merge} gave
     */
    public Cut cut(int minCount, Iterable<EncodedSequences> corpus) {
        int[] counts = new int[attributes.size()];
        int[] otherCounts = new int[otherAttributes.size()];
        corpus.forEach(sequences -> {
            sequences.count(0, counts);
            sequences.count(1, otherCounts);
        });
        Vocabulary.Cut states = attributes.keep(isKept(counts, keptAttributes, minCount));
        Vocabulary.Cut others = otherAttributes.keep(isKept(otherCounts, keptOtherAttributes, minCount));
        return new Cut(encoder(states.vocabulary(), others.vocabulary()), states.mapping(), others.mapping());
    }

    private static IntPredicate isKept(int[] counts, int kept, int minCount) {
        return id -> id < kept || counts[id] >= minCount;
    }

    /** An encoder without rare attributes, and what that does to sequences encoded before. */
    public static final class Cut {
        private final Encoder encoder;
        private final int[][] numbers; // [kinds][attributes]: the new numbers, negative when cut

        private Cut(Encoder encoder, int[]... numbers) {
            this.encoder = encoder;
            this.numbers = numbers;
        }

        public Encoder encoder() {
            return encoder;
        }

        /** The sequences with the numbers of {@link #encoder()}, without the attributes that were cut. */
        public EncodedSequences apply(EncodedSequences sequences) {
            return sequences.renumbered(numbers);
        }

        /** Whether nothing was cut, so that sequences stay as they are. */
        public boolean isEmpty() {
            return Arrays.stream(numbers).flatMapToInt(IntStream::of).noneMatch(id -> id < 0);
        }
    }

    /** Some sequences that are being encoded. */
    public final class Batch {
        private final NameBuffer buffer = new NameBuffer();
        private final BatchNames states = new BatchNames(attributes, buffer);
        private final BatchNames others = new BatchNames(otherAttributes, buffer);
        private final EncodedBuilder encoded = new EncodedBuilder(pairs.areTold());
        private final TemplateTables.@Nullable Expansion templated = tables == null ? null : tables.new Expansion();
        private final AttributeSink sink = new AttributeSink() {
            @Override
            public void state(CharSequence name, double value) {
                encoded.add(states.number(name), value);
            }

            @Override
            public void transition(CharSequence name, double value) {
                encoded.addTransition(others.number(name), value);
            }

            @Override
            public void segment(CharSequence name, double value) {
                encoded.addPair(others.number(name), value);
            }

            @Override
            public void arc(CharSequence name, double value) {
                encoded.addPair(others.number(name), value);
            }

            @Override
            public void factor(CharSequence name, double value) {
                encoded.addPair(others.number(name), value);
            }
        };
        private final PairPlaces.Adding adding = new PairPlaces.Adding(encoded, sink);

        private final WordTables.@Nullable Expansion worded =
                words == null ? null : words.new Expansion(states, encoded, sink);

        private Batch() {}

        private static AttributeExtractor.Observation byWords(WordTables.Expansion expansion) {
            return (t, ignored) -> expansion.report(t);
        }

        /**
         * Encodes the next sequence.
         *
         * @throws org.espalier.data.DataFormatException when it lacks something that the features need, or has values from
         *     which nothing can be learnt
         */
        public void add(Sequence sequence) {
            if (templated != null && templated.observe(sequence)) {
                Encoder.walk(
                        (t, ignored) -> templated.report(t, encoded, states, others),
                        boundaries,
                        sequence.length(),
                        encoded,
                        sink);
            } else {
                AttributeExtractor.Observation observation = extractor.observe(sequence);
                AttributeExtractor.Observation places =
                        worded != null && worded.observe(sequence) ? byWords(worded) : observation;
                Encoder.walk(places, boundaries, sequence.length(), encoded, sink);
                pairs.walk(extractor, observation, sequence.length(), adding);
            }
            ValueLimit.LEARNT.check(encoded, extractor, sequence, pairs);
            ValueLimit.LEARNT.checkWeight(sequence);
            encoded.endSequence();
        }
    }
}
