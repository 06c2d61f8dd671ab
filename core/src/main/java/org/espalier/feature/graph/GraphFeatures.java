package org.espalier.feature.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.espalier.data.Attribute;
import org.espalier.data.Factor;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.BiasedAttributes;
import org.espalier.feature.FeatureDefinition;

/**
 * The attributes that the variables and factors of graphs have in the data, and the constant {@value BiasedAttributes#BIAS} for each of them.
 *
 * <p>The constant gives every label a weight of its own, and every combination of labels that a factor joins.
 */
public final class GraphFeatures implements AttributeExtractor {
    /** The kind of {@link #definition()}. */
    public static final String KIND = "graph";

    private final GraphSchema schema;
    private final List<Set<String>>
            labels; // by type, as the data have them; empty before they are seen, and in a model
    private final boolean isFitted;

    /** What is in the data. */
    public GraphFeatures() {
        this(GraphSchema.empty(), List.of(), false);
    }

    private GraphFeatures(GraphSchema schema, List<Set<String>> labels, boolean isFitted) {
        this.schema = schema;
        this.labels = labels;
        this.isFitted = isFitted;
    }

    /**
     * What {@link #definition} gave.
     *
     * @throws IllegalArgumentException when it is not such a text
     */
    public static GraphFeatures parseDefinition(String text) {
        return new GraphFeatures(GraphSchema.parse(text), List.of(), false);
    }

    /** The types and templates that are known. */
    public GraphSchema schema() {
        return schema;
    }

    /** What stands for a label at variables of a type in the training data. */
    public Set<String> labels(int type) {
        return labels.get(type);
    }

    /** Looks which types, templates and labels there are; what a model knew before comes first. */
    @Override
    public AttributeExtractor fit(Iterable<Sequence> data) {
        GraphSchema found = schema;
        List<Set<String>> seen = new ArrayList<>();
        for (Sequence graph : data) {
            found = found.with(graph);
            List<String> given = graph.labels();
            for (int v = 0; v < graph.length(); v++) {
                int type = found.types().indexOf(GraphSchema.type(graph, v));
                while (seen.size() <= type) {
                    seen.add(new TreeSet<>());
                }
                if (given != null) {
                    seen.get(type).add(given.get(v));
                }
            }
        }
        while (seen.size() < found.types().size()) {
            seen.add(new TreeSet<>());
        }
        return new GraphFeatures(found, List.copyOf(seen), true);
    }

    @Override
    public boolean isFitted() {
        return isFitted;
    }

    /** Reports nothing: variables are told with the factors. */
    @Override
    public void extract(Sequence sequence, int position, AttributeSink sink) {}

    @Override
    public Observation observe(Sequence graph) {
        return new Observation() {
            @Override
            public void extract(int position, AttributeSink sink) {}

            @Override
            public void extractFactors(FactorVisitor visitor) {
                for (int v = 0; v < graph.length(); v++) {
                    report(graph.tokens().get(v).attributes(), visitor.sink());
                    visitor.endFactor(schema.requireType(graph, v), v);
                }
                for (Factor factor : GraphSchema.factors(graph)) {
                    int template = schema.requireTemplate(graph, factor);
                    report(factor.attributes(), visitor.sink());
                    visitor.endFactor(
                            schema.types().size() + template,
                            factor.variables().stream().mapToInt(v -> v).toArray());
                }
            }
        };
    }

    private static void report(List<Attribute> attributes, AttributeSink sink) {
        sink.factor(BiasedAttributes.BIAS, 1);
        for (Attribute attribute : attributes) {
            sink.factor(attribute.name(), attribute.value());
        }
    }

    @Override
    public boolean sharedTransitions() {
        return false;
    }

    @Override
    public boolean hasFactors() {
        return true;
    }

    @Override
    public FeatureDefinition definition() {
        return new FeatureDefinition(KIND, schema.write(), Map.of());
    }
}
