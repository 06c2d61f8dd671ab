package org.espalier.feature.encoding;

import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeIndex;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.EncodedBuilder;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.template.Template;
import org.espalier.feature.template.TemplateMemo;
import org.jspecify.annotations.Nullable;

/**
 * Turns a sequence into attribute numbers with a frozen vocabulary; unknown attributes vanish. Immutable and safe to
 * share.
 *
 * <p>With {@code boundaries} the first position has the attribute {@value #BEGIN} and the last {@value #END}: the begin
 * and end states of a chain, as features like any other.
 */
public final class Encoder {
    public static final String BEGIN = "__BEGIN__";
    public static final String END = "__END__";

    /** Tokens, and pairs of tokens. */
    static final int KINDS = 2;

    private final AttributeExtractor extractor;
    private final boolean boundaries;
    private final List<AttributeIndex> attributes; // by kind of place
    private final PairPlaces pairs;

    /** The encoder of chains. */
    public Encoder(
            AttributeExtractor extractor,
            boolean boundaries,
            AttributeIndex attributes,
            AttributeIndex transitionAttributes) {
        this(extractor, boundaries, List.of(attributes, transitionAttributes), PairPlaces.STEPS);
    }

    /**
     * An encoder.
     *
     * @param attributes the attributes of positions, and those of pairs of tokens
     * @param pairs which pairs of tokens have attributes
     */
    public Encoder(
            AttributeExtractor extractor, boolean boundaries, List<AttributeIndex> attributes, PairPlaces pairs) {
        if (attributes.size() != KINDS) {
            throw new IllegalArgumentException(
                    "attributes of " + attributes.size() + " kinds of places; expected " + KINDS);
        }
        this.extractor = extractor;
        this.boundaries = boundaries;
        this.attributes = List.copyOf(attributes);
        this.pairs = pairs;
    }

    public AttributeExtractor extractor() {
        return extractor;
    }

    public boolean boundaries() {
        return boundaries;
    }

    /** The attributes of positions. */
    public AttributeIndex attributes() {
        return attributes.get(0);
    }

    /** The attributes of steps between positions; where there are segments, theirs. */
    public AttributeIndex transitionAttributes() {
        return attributes.get(1);
    }

    /** The attributes of a kind of place: 0 for positions, 1 for pairs of tokens. */
    public AttributeIndex attributes(int kind) {
        return attributes.get(kind);
    }

    /** The same with other numbers of the attributes, or fewer of them. */
    public Encoder withAttributes(AttributeIndex states, AttributeIndex others) {
        return new Encoder(extractor, boundaries, List.of(states, others), pairs);
    }

    /** The same for other pairs of tokens, such as shorter segments. */
    public Encoder withPairs(PairPlaces value) {
        return new Encoder(extractor, boundaries, attributes, value);
    }

    /** Which pairs of tokens have attributes. */
    public PairPlaces pairs() {
        return pairs;
    }

    public EncodedSequence encode(Sequence sequence) {
        EncodedBuilder encoded = new EncodedBuilder(pairs.areTold());
        encoded.begin();
        AttributeExtractor.Observation observation = extractor.observe(sequence);
        AttributeSink sink = sink(encoded);
        walk(observation, boundaries, sequence.length(), encoded, sink);
        pairs.walk(extractor, observation, sequence.length(), new PairPlaces.Adding(encoded, sink));
        ValueLimit.SCORED.check(encoded, extractor, sequence, pairs);
        return encoded.build();
    }

    /** Looks attributes up and passes their numbers on. */
    private AttributeSink sink(EncodedBuilder encoded) {
        AttributeIndex states = attributes();
        AttributeIndex others = attributes(1);
        return new AttributeSink() {
            @Override
            public void state(CharSequence name, double value) {
                encoded.add(states.indexOf(name), value);
            }

            @Override
            public void transition(CharSequence name, double value) {
                encoded.addTransition(others.indexOf(name), value);
            }

            @Override
            public void segment(CharSequence name, double value) {
                encoded.addPair(others.indexOf(name), value);
            }

            @Override
            public void arc(CharSequence name, double value) {
                encoded.addPair(others.indexOf(name), value);
            }

            @Override
            public void factor(CharSequence name, double value) {
                encoded.addPair(others.indexOf(name), value);
            }
        };
    }

    /** An encoder for one thread that uses its memory again. */
    public Reusable reusable() {
        return new Reusable(this);
    }

    /** Encodes one sequence after the other for one thread, allocating next to nothing. */
    public static final class Reusable {
        private final Encoder encoder;
        private final AttributeExtractor.Observer observer;
        private final @Nullable TemplateMemo memo;
        private final @Nullable GivenNames given;
        private final EncodedBuilder encoded;
        private final AttributeSink sink;
        private final PairPlaces.Adding adding;

        private Reusable(Encoder encoder) {
            this.encoder = encoder;
            this.encoded = new EncodedBuilder(encoder.pairs.areTold());
            this.sink = encoder.sink(encoded);
            this.adding = new PairPlaces.Adding(encoded, sink);
            this.observer = encoder.extractor.observer();
            this.memo = encoder.extractor instanceof Template template && TemplateMemo.fits(template)
                    ? TemplateMemo.of(template, encoder.attributes(), encoder.transitionAttributes())
                    : null;
            this.given = encoder.extractor instanceof GivenAttributes ? new GivenNames(encoder.attributes()) : null;
        }

        /** The sequence as numbers, valid until the next call. */
        public EncodedSequence encode(Sequence sequence) {
            encoded.begin();
            if (given != null) {
                given.observe(sequence);
                walk((position, any) -> given.add(encoded), encoder.boundaries, sequence.length(), encoded, sink);
            } else if (memo == null) {
                AttributeExtractor.Observation observation = observer.observe(sequence);
                walk(observation, encoder.boundaries, sequence.length(), encoded, sink);
                encoder.pairs.walk(encoder.extractor, observation, sequence.length(), adding);
            } else {
                memo.observe(sequence);
                walk(
                        (position, any) -> memo.add(position, encoded),
                        encoder.boundaries,
                        sequence.length(),
                        encoded,
                        sink);
            }
            ValueLimit.SCORED.check(encoded, encoder.extractor, sequence, encoder.pairs);
            return encoded.view();
        }
    }

    /** Reports the attributes of every position to the sink, which adds them to {@code encoded}. */
    static void walk(
            AttributeExtractor.Observation observation,
            boolean boundaries,
            int length,
            EncodedBuilder encoded,
            AttributeSink sink) {
        for (int t = 0; t < length; t++) {
            observation.extract(t, sink);
            if (boundaries && t == 0) {
                sink.state(BEGIN, 1);
            }
            if (boundaries && t == length - 1) {
                sink.state(END, 1);
            }
            encoded.endPosition();
        }
    }

    /** Encodes training data while it collects the vocabulary. */
    public static final class Builder {
        private final AttributeExtractor extractor;
        private final boolean boundaries;
        private final PairPlaces pairs;
        private final Vocabulary.Builder attributes = new Vocabulary.Builder();
        private final Vocabulary.Builder otherAttributes = new Vocabulary.Builder(); // of pairs of tokens
        private final EncodedBuilder encoded;
        private final AttributeSink sink = new AttributeSink() {
            @Override
            public void state(CharSequence name, double value) {
                encoded.add(attributes.add(name), value);
            }

            @Override
            public void transition(CharSequence name, double value) {
                encoded.addTransition(otherAttributes.add(name), value);
            }

            @Override
            public void segment(CharSequence name, double value) {
                encoded.addPair(otherAttributes.add(name), value);
            }

            @Override
            public void arc(CharSequence name, double value) {
                encoded.addPair(otherAttributes.add(name), value);
            }

            @Override
            public void factor(CharSequence name, double value) {
                encoded.addPair(otherAttributes.add(name), value);
            }
        };

        private int keptAttributes;
        private int keptOtherAttributes;

        /** The builder of an encoder of chains. */
        public Builder(AttributeExtractor extractor, boolean boundaries) {
            this(extractor, boundaries, PairPlaces.STEPS);
        }

        /**
         * A builder.
         *
         * @param pairs which pairs of tokens have attributes
         */
        public Builder(AttributeExtractor extractor, boolean boundaries, PairPlaces pairs) {
            this.extractor = extractor;
            this.boundaries = boundaries;
            this.pairs = pairs;
            pairs.require(extractor);
            this.encoded = new EncodedBuilder(pairs.areTold());
        }

        /** Takes over the attributes of an older encoder, which are kept however rare they are; called first, or not at all. */
        public void addAll(Encoder older) {
            for (int a = 0; a < older.attributes().size(); a++) {
                attributes.add(older.attributes().get(a));
            }
            for (int a = 0; a < older.transitionAttributes().size(); a++) {
                otherAttributes.add(older.transitionAttributes().get(a));
            }
            keptAttributes = attributes.size();
            keptOtherAttributes = otherAttributes.size();
        }

        /** Encodes with provisional numbers, in the order in which attributes appear. */
        public EncodedSequence add(Sequence sequence) {
            encoded.begin();
            AttributeExtractor.Observation observation = extractor.observe(sequence);
            walk(observation, boundaries, sequence.length(), encoded, sink);
            pairs.walk(extractor, observation, sequence.length(), new PairPlaces.Adding(encoded, sink));
            ValueLimit.LEARNT.check(encoded, extractor, sequence, pairs);
            ValueLimit.LEARNT.checkWeight(sequence);
            return encoded.build();
        }

        /**
         * Freezes the vocabulary.
         *
         * @param minCount attributes that occur less often are cut
         * @param sequences what {@link #add} returned; renumbered in place when anything is cut
         */
        public Encoder build(int minCount, List<EncodedSequence> sequences) {
            Vocabulary.Cut states = cut(attributes, keptAttributes, minCount);
            Vocabulary.Cut others = cut(otherAttributes, keptOtherAttributes, minCount);
            boolean unchanged = states.vocabulary().size() == attributes.size()
                    && others.vocabulary().size() == otherAttributes.size();
            if (!unchanged) {
                int[][] numbers = {states.mapping(), others.mapping()};
                sequences.replaceAll(sequence -> sequence.renumbered(numbers));
            }
            return new Encoder(
                    extractor.trained(), boundaries, List.of(states.vocabulary(), others.vocabulary()), pairs);
        }

        /** An attribute taken over from an older encoder was counted once for that alone. */
        private static Vocabulary.Cut cut(Vocabulary.Builder builder, int kept, int minCount) {
            return builder.keep(id -> id < kept || builder.count(id) >= minCount);
        }
    }
}
