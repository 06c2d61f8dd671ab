package org.espalier.feature;

import java.util.SortedSet;
import org.espalier.data.Sequence;

/**
 * Reports the attributes of positions as attributes of pairs of labels, at the first position too: what a model of one binary classifier
 * per pair of labels observes.
 *
 * @param attributes what is observed
 */
public record PairAttributes(AttributeExtractor attributes) implements AttributeExtractor {
    /** The kind of {@link #definition()}. */
    public static final String KIND = "pairs";

    @Override
    public void extract(Sequence sequence, int position, AttributeSink sink) {
        attributes.extract(sequence, position, turned(sink));
    }

    @Override
    public Observation observe(Sequence sequence) {
        return turned(attributes.observe(sequence));
    }

    @Override
    public Observer observer() {
        Observer observer = attributes.observer();
        return sequence -> turned(observer.observe(sequence));
    }

    private static Observation turned(Observation observation) {
        return (position, sink) -> observation.extract(position, turned(sink));
    }

    private static AttributeSink turned(AttributeSink sink) {
        return new AttributeSink() {
            @Override
            public void state(CharSequence name, double value) {
                sink.transition(name, value);
            }

            @Override
            public void transition(CharSequence name, double value) {
                // Every position is classified by itself.
            }
        };
    }

    @Override
    public AttributeExtractor fit(Iterable<Sequence> data) {
        return new PairAttributes(attributes.fit(data));
    }

    @Override
    public boolean isFitted() {
        return attributes.isFitted();
    }

    @Override
    public SortedSet<Integer> columns() {
        return attributes.columns();
    }

    @Override
    public boolean sharedTransitions() {
        return false;
    }

    /** Its text has the kind of what is observed in the first line, and then its text. */
    @Override
    public FeatureDefinition definition() {
        FeatureDefinition inner = attributes.definition();
        return new FeatureDefinition(KIND, inner.kind() + "\n" + inner.text(), inner.gazetteers());
    }

    /** The definition of the extractor inside. */
    public static FeatureDefinition inner(FeatureDefinition definition) {
        int end = definition.text().indexOf('\n');
        if (end < 0 || definition.text().startsWith(KIND + "\n")) {
            throw new IllegalArgumentException("the definition of the pairs' features is damaged");
        }
        return new FeatureDefinition(
                definition.text().substring(0, end), definition.text().substring(end + 1), definition.gazetteers());
    }
}
