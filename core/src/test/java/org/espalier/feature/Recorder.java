package org.espalier.feature;

import java.util.ArrayList;
import java.util.List;
import org.espalier.data.Sequence;

/** Keeps what an extractor reports: {@code name}, {@code name:value} unless it is 1, transitions behind {@code step}, segments as they are. */
final class Recorder implements AttributeSink {
    private final List<String> attributes = new ArrayList<>();

    static List<String> of(AttributeExtractor extractor, Sequence sequence, int position) {
        Recorder recorder = new Recorder();
        extractor.extract(sequence, position, recorder);
        return recorder.attributes;
    }

    static List<String> of(AttributeExtractor.Observation observation, int position) {
        Recorder recorder = new Recorder();
        observation.extract(position, recorder);
        return recorder.attributes;
    }

    static List<String> ofSegment(AttributeExtractor extractor, Sequence sequence, int start, int length) {
        Recorder recorder = new Recorder();
        extractor.observe(sequence).extractSegment(start, length, recorder);
        return recorder.attributes;
    }

    @Override
    public void segment(CharSequence name, double value) {
        state(name, value);
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
