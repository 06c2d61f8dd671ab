package org.espalier.neural;

import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.ExtractorProvider;
import org.espalier.feature.FeatureDefinition;

/** Makes the extractors of models that stand on an ONNX graph. */
public final class OnnxExtractors implements ExtractorProvider {

    /** For the service loader. */
    public OnnxExtractors() {}

    @Override
    public String kind() {
        return OnnxFeatures.KIND;
    }

    @Override
    public AttributeExtractor extractor(FeatureDefinition definition) {
        return OnnxFeatures.parse(definition);
    }
}
