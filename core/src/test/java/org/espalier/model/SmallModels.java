package org.espalier.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.scoring.ChainLayoutBuilder;
import org.espalier.scoring.ParameterLayout;

/** Models with random weights, made without training. */
final class SmallModels {
    private SmallModels() {}

    /** A model with all features of the words, and random weights. */
    static Model random(
            AttributeExtractor extractor, boolean boundaries, List<String> labels, long seed, String... words) {
        Encoder.Builder builder = new Encoder.Builder(extractor, boundaries);
        List<EncodedSequence> sequences = new ArrayList<>(List.of(builder.add(Sequence.ofWords(words))));
        Encoder encoder = builder.build(1, sequences);
        ParameterLayout layout = new ChainLayoutBuilder(
                        labels.size(),
                        encoder.attributes().size(),
                        encoder.transitionAttributes().size(),
                        extractor.sharedTransitions())
                .complete();
        Random random = new Random(seed);
        double[] weights = random.doubles(layout.parameters(), -2, 2).toArray();
        Map<String, Object> provenance = new LinkedHashMap<>();
        provenance.put("seed", seed);
        provenance.put("note", "made by hand");
        return new Model(Labels.of(labels), encoder, layout, weights, 1, provenance);
    }
}
