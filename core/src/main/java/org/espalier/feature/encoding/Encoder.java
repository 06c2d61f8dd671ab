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

    private final AttributeExtractor extractor;
    private final boolean boundaries;
    private final AttributeIndex attributes;
    private final AttributeIndex transitionAttributes;

    public Encoder(
            AttributeExtractor extractor,
            boolean boundaries,
            AttributeIndex attributes,
            AttributeIndex transitionAttributes) {
        this.extractor = extractor;
        this.boundaries = boundaries;
        this.attributes = attributes;
        this.transitionAttributes = transitionAttributes;
    }

    public AttributeExtractor extractor() {
        return extractor;
    }

    public boolean boundaries() {
        return boundaries;
    }

    /** The attributes of positions. */
    public AttributeIndex attributes() {
        return attributes;
    }

    /** The attributes of steps between positions. */
    public AttributeIndex transitionAttributes() {
        return transitionAttributes;
    }

    public EncodedSequence encode(Sequence sequence) {
        EncodedBuilder encoded = new EncodedBuilder();
        encoded.begin();
        walk(extractor.observe(sequence), boundaries, sequence.length(), encoded, sink(encoded));
        ValueLimit.SCORED.check(encoded, extractor, sequence);
        return encoded.build();
    }

    /** Looks attributes up and passes their numbers on. */
    private AttributeSink sink(EncodedBuilder encoded) {
        return new AttributeSink() {
            @Override
            public void state(CharSequence name, double value) {
                encoded.add(attributes.indexOf(name), value);
            }

            @Override
            public void transition(CharSequence name, double value) {
                encoded.addTransition(transitionAttributes.indexOf(name), value);
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
        private final EncodedBuilder encoded = new EncodedBuilder();
        private final AttributeSink sink;

        private Reusable(Encoder encoder) {
            this.encoder = encoder;
            this.sink = encoder.sink(encoded);
            this.observer = encoder.extractor.observer();
            this.memo = encoder.extractor instanceof Template template && TemplateMemo.fits(template)
                    ? TemplateMemo.of(template, encoder.attributes, encoder.transitionAttributes)
                    : null;
            this.given = encoder.extractor instanceof GivenAttributes ? new GivenNames(encoder.attributes) : null;
        }

        /** The sequence as numbers, valid until the next call. */
        public EncodedSequence encode(Sequence sequence) {
            encoded.begin();
            if (given != null) {
                given.observe(sequence);
                walk((position, any) -> given.add(encoded), encoder.boundaries, sequence.length(), encoded, sink);
            } else if (memo == null) {
                walk(observer.observe(sequence), encoder.boundaries, sequence.length(), encoded, sink);
            } else {
                memo.observe(sequence);
                walk(
                        (position, any) -> memo.add(position, encoded),
                        encoder.boundaries,
                        sequence.length(),
                        encoded,
                        sink);
            }
            ValueLimit.SCORED.check(encoded, encoder.extractor, sequence);
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
        private final Vocabulary.Builder attributes = new Vocabulary.Builder();
        private final Vocabulary.Builder transitionAttributes = new Vocabulary.Builder();
        private final EncodedBuilder encoded = new EncodedBuilder();
        private final AttributeSink sink = new AttributeSink() {
            @Override
            public void state(CharSequence name, double value) {
                encoded.add(attributes.add(name), value);
            }

            @Override
            public void transition(CharSequence name, double value) {
                encoded.addTransition(transitionAttributes.add(name), value);
            }
        };

        private int keptAttributes;
        private int keptTransitionAttributes;

        public Builder(AttributeExtractor extractor, boolean boundaries) {
            this.extractor = extractor;
            this.boundaries = boundaries;
        }

        /** Takes over the attributes of an older encoder, which are kept however rare they are; called first, or not at all. */
        public void addAll(Encoder older) {
            for (int a = 0; a < older.attributes.size(); a++) {
                attributes.add(older.attributes.get(a));
            }
            for (int a = 0; a < older.transitionAttributes.size(); a++) {
                transitionAttributes.add(older.transitionAttributes.get(a));
            }
            keptAttributes = attributes.size();
            keptTransitionAttributes = transitionAttributes.size();
        }

        /** Encodes with provisional numbers, in the order in which attributes appear. */
        public EncodedSequence add(Sequence sequence) {
            encoded.begin();
            walk(extractor.observe(sequence), boundaries, sequence.length(), encoded, sink);
            ValueLimit.LEARNT.check(encoded, extractor, sequence);
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
            Vocabulary.Cut transitions = cut(transitionAttributes, keptTransitionAttributes, minCount);
            boolean unchanged = states.vocabulary().size() == attributes.size()
                    && transitions.vocabulary().size() == transitionAttributes.size();
            if (!unchanged) {
                int[] newStates = states.mapping();
                int[] newTransitions = transitions.mapping();
                sequences.replaceAll(sequence -> sequence.renumbered(newStates, newTransitions));
            }
            return new Encoder(extractor, boundaries, states.vocabulary(), transitions.vocabulary());
        }

        /** An attribute taken over from an older encoder was counted once for that alone. */
        private static Vocabulary.Cut cut(Vocabulary.Builder builder, int kept, int minCount) {
            return builder.keep(id -> id < kept || builder.count(id) >= minCount);
        }
    }
}
