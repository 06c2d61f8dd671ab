package org.espalier.feature;

/**
 * Makes extractors of a kind that is not built in, so that models with them can be loaded; found by {@link java.util.ServiceLoader}.
 *
 * <p>A module beside the core offers it, such as the one for ONNX graphs.
 */
public interface ExtractorProvider {

    /** The kind, as in {@link FeatureDefinition#kind}. */
    String kind();

    /**
     * The extractor that gave this definition.
     *
     * @throws IllegalArgumentException when the definition is damaged, or what it refers to is not there
     */
    AttributeExtractor extractor(FeatureDefinition definition);
}
