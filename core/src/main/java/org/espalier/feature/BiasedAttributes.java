package org.espalier.feature;

import java.util.HashSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Function;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;

/**
 * The attributes of another extractor and the constant {@value #BIAS}, for models without transitions whose labels have
 * weights of their own: the priors of naive Bayes.
 *
 * <p>Values must not be negative. With {@code presence} they only say whether an attribute is there: what is above 0 counts 1,
 * also when it is reported twice.
 */
public final class BiasedAttributes implements AttributeExtractor {
    /** The constant attribute. */
    public static final String BIAS = "__BIAS__";

    /** The kind of {@link #definition()}. */
    public static final String KIND = "biased";

    /** The same for attributes that are only there or not. */
    public static final String PRESENCE_KIND = "biased-presence";

    private final AttributeExtractor inner;
    private final boolean presence;

    public BiasedAttributes(AttributeExtractor inner, boolean presence) {
        this.inner = inner;
        this.presence = presence;
    }

    @Override
    public void extract(Sequence sequence, int position, AttributeSink sink) {
        extract(inner.observe(sequence), sequence, position, sink);
    }

    @Override
    public Observation observe(Sequence sequence) {
        Observation observation = inner.observe(sequence);
        return (position, sink) -> extract(observation, sequence, position, sink);
    }

    private void extract(Observation observation, Sequence sequence, int position, AttributeSink sink) {
        sink.state(BIAS, 1);
        observation.extract(position, new Counting(sequence, presence, sink));
    }

    /** Passes counts on, and nothing about transitions. */
    private static final class Counting implements AttributeSink {
        private final Sequence sequence;
        private final boolean presence;
        private final AttributeSink sink;
        private final Set<String> seen = new HashSet<>();

        Counting(Sequence sequence, boolean presence, AttributeSink sink) {
            this.sequence = sequence;
            this.presence = presence;
            this.sink = sink;
        }

        @Override
        public void state(CharSequence name, double value) {
            if (!(value >= 0)) {
                throw new DataFormatException(
                        sequence.location(),
                        "attribute '" + name + "' has the value " + value
                                + "; naive Bayes counts attributes and needs values of at least 0: put real values into bins, or use another"
                                + " model");
            }
            if (!presence) {
                sink.state(name, value);
            } else if (value > 0 && seen.add(name.toString())) {
                sink.state(name, 1);
            }
        }

        @Override
        public void transition(CharSequence name, double value) {
            // labels are independent of each other
        }
    }

    @Override
    public AttributeExtractor fit(Iterable<Sequence> data) {
        return new BiasedAttributes(inner.fit(data), presence);
    }

    @Override
    public boolean isFitted() {
        return inner.isFitted();
    }

    @Override
    public SortedSet<Integer> columns() {
        return inner.columns();
    }

    @Override
    public boolean sharedTransitions() {
        return false;
    }

    @Override
    public FeatureDefinition definition() {
        FeatureDefinition definition = inner.definition();
        return definition.with(presence ? PRESENCE_KIND : KIND, definition.kind() + "\n" + definition.text());
    }

    /**
     * The extractor with this definition.
     *
     * @param others makes the extractor inside
     */
    public static BiasedAttributes parse(
            FeatureDefinition definition, Function<FeatureDefinition, AttributeExtractor> others) {
        int lineEnd = definition.text().indexOf('\n');
        if (lineEnd < 0) {
            throw new IllegalArgumentException("the definition of the model's attributes is damaged: no kind");
        }
        FeatureDefinition inner = definition.with(
                definition.text().substring(0, lineEnd), definition.text().substring(lineEnd + 1));
        return new BiasedAttributes(others.apply(inner), definition.kind().equals(PRESENCE_KIND));
    }
}
