package org.espalier.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes one JSON object per graph, as {@link GraphReader} reads it; a grid is written with its factors. */
final class GraphFormatter implements SequenceFormatter {

    @Override
    public void append(Sequence sequence, StringBuilder out) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        List<String> comments = new ArrayList<>();
        for (String comment : sequence.comments()) {
            if (!JsonLinesFormatter.addMember(comment, line, GraphReader::isReserved)) {
                comments.add(comment);
            }
        }
        if (!comments.isEmpty()) {
            line.put(GraphReader.COMMENTS, comments);
        }
        List<String> labels = sequence.labels();
        List<Object> variables = new ArrayList<>();
        for (int v = 0; v < sequence.length(); v++) {
            variables.add(variable(sequence.tokens().get(v), labels == null ? null : labels.get(v)));
        }
        line.put(GraphReader.VARIABLES, variables);
        List<Object> factors = new ArrayList<>();
        for (Factor factor : sequence.factors() == null ? List.<Factor>of() : sequence.factors()) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put(GraphReader.TEMPLATE, factor.template());
            members.put(GraphReader.VARIABLES, factor.variables());
            putAttributes(factor.attributes(), members);
            factors.add(members);
        }
        line.put(GraphReader.FACTORS, factors);
        if (sequence.weight() != 1.0) {
            line.put(GraphReader.WEIGHT, sequence.weight());
        }
        out.append(Json.write(line)).append('\n');
    }

    private static Map<String, Object> variable(Token token, @Nullable String label) {
        Map<String, Object> members = new LinkedHashMap<>();
        if (label != null) {
            members.put(GraphReader.LABEL, label);
        }
        String type =
                token.columns().isEmpty() ? GraphReader.TYPE : token.columns().get(0);
        if (!type.equals(GraphReader.TYPE)) {
            members.put(GraphReader.TYPE_KEY, type);
        }
        putAttributes(token.attributes(), members);
        return members;
    }

    private static void putAttributes(List<Attribute> all, Map<String, Object> members) {
        Map<String, Double> attributes = new LinkedHashMap<>();
        for (Attribute attribute : all) {
            attributes.merge(attribute.name(), attribute.value(), Double::sum);
        }
        if (!attributes.isEmpty()) {
            members.put(GraphReader.ATTRIBUTES, attributes);
        }
    }
}
