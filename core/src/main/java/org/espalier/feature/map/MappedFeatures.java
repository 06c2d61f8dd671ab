package org.espalier.feature.map;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Function;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.FeatureDefinition;

/**
 * The attributes of another extractor, seen through a {@link FeatureMap}.
 *
 * <p>Only attributes of positions are mapped; those of steps and segments are passed on. An attribute that is reported twice counts with the sum of its values.
 */
public final class MappedFeatures implements AttributeExtractor {
    /** The kind of {@link #definition()}. */
    public static final String KIND = "mapped";

    private final AttributeExtractor inner;
    private final FeatureMap map;

    /**
     * Mapped features.
     *
     * @throws IllegalArgumentException when the extractor looks at arcs or factors instead of tokens
     */
    public MappedFeatures(AttributeExtractor inner, FeatureMap map) {
        if (inner.hasArcAttributes() || inner.choosesArcs() || inner.hasFactors()) {
            throw new IllegalArgumentException("a feature map is for attributes of tokens; these features look at "
                    + (inner.hasFactors() ? "variables and factors" : "arcs"));
        }
        this.inner = inner;
        this.map = map;
    }

    /** What is mapped. */
    public AttributeExtractor inner() {
        return inner;
    }

    /** How. */
    public FeatureMap map() {
        return map;
    }

    @Override
    public void extract(Sequence sequence, int position, AttributeSink sink) {
        observe(sequence).extract(position, sink);
    }

    @Override
    public Observation observe(Sequence sequence) {
        return observer().observe(sequence);
    }

    @Override
    public Observer observer() {
        Observer observer = inner.observer();
        FeatureMap.Mapper mapper = map.mapper();
        return sequence -> new Mapping(sequence, observer.observe(sequence), mapper);
    }

    private static final class Mapping implements Observation {
        private final Sequence sequence;
        private final Observation observation;
        private final FeatureMap.Mapper mapper;

        Mapping(Sequence sequence, Observation observation, FeatureMap.Mapper mapper) {
            this.sequence = sequence;
            this.observation = observation;
            this.mapper = mapper;
        }

        @Override
        public void extract(int position, AttributeSink sink) {
            Collected collected = new Collected(sink);
            observation.extract(position, collected);
            List<String> names = new ArrayList<>(collected.values.keySet());
            double[] values = collected.values.values().stream()
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            try {
                mapper.map(names, values, sink);
            } catch (IllegalArgumentException e) {
                throw new DataFormatException(sequence.location(), String.valueOf(e.getMessage()), e);
            }
        }

        @Override
        public void extractSegment(int start, int length, AttributeSink sink) {
            observation.extractSegment(start, length, sink);
        }
    }

    /** Keeps the attributes of a position, and passes those of steps on. */
    private static final class Collected implements AttributeSink {
        private final Map<String, Double> values = new TreeMap<>();
        private final AttributeSink sink;

        Collected(AttributeSink sink) {
            this.sink = sink;
        }

        @Override
        public void state(CharSequence name, double value) {
            values.merge(name.toString(), value, Double::sum);
        }

        @Override
        public void transition(CharSequence name, double value) {
            sink.transition(name, value);
        }
    }

    @Override
    public AttributeExtractor fit(Iterable<Sequence> data) {
        return new MappedFeatures(inner.fit(data), map);
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
        return inner.sharedTransitions();
    }

    @Override
    public boolean hasSegmentAttributes() {
        return inner.hasSegmentAttributes();
    }

    /** The map, the kind of the extractor inside, and its definition, each from a line of its own on. */
    @Override
    public FeatureDefinition definition() {
        FeatureDefinition own = inner.definition();
        return own.with(KIND, map + "\n" + own.kind() + "\n" + own.text());
    }

    /**
     * The extractor with this definition.
     *
     * @param others makes the extractor inside
     * @throws IllegalArgumentException when the definition is damaged
     */
    public static MappedFeatures parse(
            FeatureDefinition definition, Function<FeatureDefinition, ? extends AttributeExtractor> others) {
        String text = definition.text();
        int first = text.indexOf('\n');
        int second = text.indexOf('\n', first + 1);
        if (first < 0 || second < 0) {
            throw new IllegalArgumentException("the definition of the model's mapped features is damaged");
        }
        FeatureMap map = FeatureMap.parse(text.substring(0, first));
        AttributeExtractor inner =
                others.apply(definition.with(text.substring(first + 1, second), text.substring(second + 1)));
        return new MappedFeatures(inner, map);
    }
}
