package org.espalier.feature.kernel;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.espalier.data.Json;
import org.espalier.data.Location;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.Vocabulary;
import org.jspecify.annotations.Nullable;

/** Reads what a model file keeps of {@link KernelFeatures}. */
record KernelDefinition(
        FeatureDefinition definition, Function<FeatureDefinition, ? extends AttributeExtractor> extractors) {

    KernelFeatures features() {
        if (!(Json.parse(definition.text()) instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException("the definition of the kernel's support points is not a JSON object");
        }
        Map<?, ?> own = (Map<?, ?>) value(map, "inner");
        AttributeExtractor inner =
                extractors.apply(definition.with((String) value(own, "kind"), (String) value(own, "text")));
        KernelFunction kernel = KernelFunction.parse((String) value(map, "kernel"));
        Vocabulary.Builder names = new Vocabulary.Builder();
        List<String> attributes = texts(value(map, "attributes"));
        attributes.forEach(names::add);
        if (names.size() != attributes.size()) {
            throw new IllegalArgumentException("an attribute of the kernel's support points occurs twice");
        }
        List<List<String>> columns = kernel.columns().isEmpty()
                ? List.of()
                : ((List<?>) value(map, "columns"))
                        .stream().map(KernelDefinition::texts).toList();
        KernelFeatures features =
                KernelFeatures.read(kernel, inner, names.build(), texts(value(map, "points")), columns);
        return Boolean.TRUE.equals(map.get(KernelFeatures.ORTHONORMAL)) ? features.orthonormal() : features;
    }

    private static Object value(Map<?, ?> map, String key) {
        @Nullable Object value = map.get(key);
        if (value == null) {
            throw new IllegalArgumentException("the definition of the kernel's support points has no '" + key + "'");
        }
        return value;
    }

    private static List<String> texts(Object value) {
        return ((List<?>) value).stream().map(String.class::cast).toList();
    }

    static Point point(String vector, int attributes, List<String> columns, Location location) {
        String[] entries = vector.isEmpty() ? new String[0] : vector.split(" ", -1);
        int[] indices = new int[entries.length];
        double[] values = new double[entries.length];
        for (int k = 0; k < entries.length; k++) {
            int colon = entries[k].indexOf(':');
            try {
                indices[k] = Integer.parseInt(entries[k].substring(0, Math.max(0, colon)));
                values[k] = Double.parseDouble(entries[k].substring(colon + 1));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "support point entry '" + entries[k] + "'; expected number:value", e);
            }
            if (indices[k] >= attributes) {
                throw new IllegalArgumentException("support point with attribute " + indices[k] + " of " + attributes);
            }
        }
        return Point.of(indices, values, columns, location);
    }
}
