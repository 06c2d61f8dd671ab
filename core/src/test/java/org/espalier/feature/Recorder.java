package org.espalier.feature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.Sequence;

/** Keeps what an extractor reports: {@code name}, {@code name:value} unless it is 1, transitions behind {@code step}, segments as they are. */
public final class Recorder implements AttributeSink {
    private final List<String> attributes = new ArrayList<>();

    public static List<String> of(AttributeExtractor extractor, Sequence sequence, int position) {
        Recorder recorder = new Recorder();
        extractor.extract(sequence, position, recorder);
        return recorder.attributes;
    }

    public static List<String> of(AttributeExtractor.Observation observation, int position) {
        Recorder recorder = new Recorder();
        observation.extract(position, recorder);
        return recorder.attributes;
    }

    public static List<String> ofSegment(AttributeExtractor extractor, Sequence sequence, int start, int length) {
        Recorder recorder = new Recorder();
        extractor.observe(sequence).extractSegment(start, length, recorder);
        return recorder.attributes;
    }

    @Override
    public void segment(CharSequence name, double value) {
        state(name, value);
    }

    /** The attributes of a single token by their names, each of which is reported once; none is of a transition. */
    public static Map<String, Double> values(AttributeExtractor extractor, Sequence sequence) {
        Map<String, Double> found = new LinkedHashMap<>();
        extractor.extract(sequence, 0, new AttributeSink() {
            @Override
            public void state(CharSequence name, double value) {
                assertThat(found.put(name.toString(), value))
                        .as("%s twice", name)
                        .isNull();
            }

            @Override
            public void transition(CharSequence name, double value) {
                throw new AssertionError(name);
            }
        });
        return found;
    }

    @Override
    public void state(CharSequence name, double value) {
        attributes.add(name + (value == 1 ? "" : ":" + value));
    }

    @Override
    public void transition(CharSequence name, double value) {
        attributes.add("step " + name + (value == 1 ? "" : ":" + value));
    }
}
