package org.espalier.feature;

import java.util.List;
import java.util.Map;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;

/** Passes on the attributes that the data already have (CRFsuite items, JSON attributes), with shared transitions. */
public final class GivenAttributes implements AttributeExtractor {
    /** The kind of {@link #definition()}. */
    public static final String KIND = "attributes";

    @Override
    public void extract(Sequence sequence, int position, AttributeSink sink) {
        List<Attribute> attributes = sequence.tokens().get(position).attributes();
        for (int i = 0; i < attributes.size(); i++) {
            Attribute attribute = attributes.get(i);
            sink.state(attribute.name(), attribute.value());
        }
    }

    @Override
    public boolean sharedTransitions() {
        return true;
    }

    @Override
    public FeatureDefinition definition() {
        return new FeatureDefinition(KIND, "", Map.of());
    }
}
