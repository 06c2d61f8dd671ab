package org.espalier.testkit;

import java.util.Map;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.FeatureDefinition;

/**
 * Reports the attributes that the tokens carry; one whose name begins with {@value #TRANSITION} is an attribute of the
 * step into the token.
 *
 * @param sharedTransitions whether pairs of labels have weights of their own
 */
public record TokenAttributes(boolean sharedTransitions) implements AttributeExtractor {
    public static final String TRANSITION = "step:";

    @Override
    public void extract(Sequence sequence, int position, AttributeSink sink) {
        for (Attribute attribute : sequence.tokens().get(position).attributes()) {
            if (!attribute.name().startsWith(TRANSITION)) {
                sink.state(attribute.name(), attribute.value());
            } else if (position > 0) {
                sink.transition(attribute.name(), attribute.value());
            }
        }
    }

    @Override
    public FeatureDefinition definition() {
        return new FeatureDefinition("attributes", "", Map.of());
    }
}
