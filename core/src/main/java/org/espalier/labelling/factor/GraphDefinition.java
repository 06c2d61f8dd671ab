package org.espalier.labelling.factor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.data.Labels;
import org.espalier.inference.factor.IterationOptions;
import org.espalier.inference.factor.JunctionTreeOptions;
import org.espalier.structure.factor.FactorTemplate;
import org.espalier.structure.factor.FactorTopology;
import org.espalier.structure.factor.Tying;

/** What a model file keeps of {@link GraphLabels}. */
final class GraphDefinition {
    private static final String TYPES = "types";
    private static final String TEMPLATES = "templates";
    private static final String NAME = "name";
    private static final String LABELS = "labels";
    private static final String TYING = "tying";
    private static final String INFERENCE = "inference";
    private static final String ITERATIONS = "iterations";
    private static final String TOLERANCE = "tolerance";
    private static final String DAMPING = "damping";

    private GraphDefinition() {}

    static Map<String, Object> write(
            List<String> types,
            int[][] values,
            List<FactorTemplate> templates,
            GraphMethod method,
            IterationOptions iteration) {
        List<Object> allTypes = new ArrayList<>();
        for (int type = 0; type < values.length; type++) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put(NAME, types.get(type));
            one.put(LABELS, IntStream.of(values[type]).boxed().toList());
            allTypes.add(one);
        }
        List<Object> allTemplates = new ArrayList<>();
        for (FactorTemplate template : templates) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put(NAME, template.name());
            one.put(TYPES, template.types());
            one.put(TYING, template.tying().toString());
            allTemplates.add(one);
        }
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(TYPES, allTypes);
        map.put(TEMPLATES, allTemplates);
        map.put(INFERENCE, method.toString());
        map.put("exact", method.isExact());
        map.put(ITERATIONS, iteration.iterations());
        map.put(TOLERANCE, iteration.tolerance());
        map.put(DAMPING, iteration.damping());
        return map;
    }

    static GraphLabels read(Map<?, ?> definition, int labels) {
        List<String> names = new ArrayList<>();
        List<int[]> values = new ArrayList<>();
        for (Object one : list(definition, TYPES)) {
            Map<?, ?> type = map(one);
            names.add(text(type, NAME));
            values.add(numbers(type, LABELS, labels));
        }
        List<FactorTemplate> templates = new ArrayList<>();
        for (Object one : list(definition, TEMPLATES)) {
            Map<?, ?> template = map(one);
            int[] types = numbers(template, TYPES, names.size());
            Tying tying = Tying.valueOf(constant(template, TYING));
            templates.add(new FactorTemplate(
                    text(template, NAME), IntStream.of(types).boxed().toList(), tying));
        }
        int[] sizes = values.stream().mapToInt(all -> all.length).toArray();
        IterationOptions iteration = new IterationOptions(
                (int) Math.min(Integer.MAX_VALUE, (long) number(definition, ITERATIONS)),
                number(definition, TOLERANCE),
                number(definition, DAMPING));
        return new GraphLabels(
                labels,
                names,
                values.toArray(int[][]::new),
                new FactorTopology(sizes, templates),
                GraphMethod.valueOf(constant(definition, INFERENCE)),
                JunctionTreeOptions.usual().memory(),
                iteration,
                false);
    }

    private static String constant(Map<?, ?> map, String key) {
        return text(map, key).toUpperCase(Locale.ROOT).replace('-', '_');
    }

    private static List<?> list(Map<?, ?> map, String key) {
        if (map.get(key) instanceof List<?> list) {
            return list;
        }
        throw new IllegalArgumentException("a structure of graphs without '" + key + "'");
    }

    private static Map<?, ?> map(Object one) {
        if (one instanceof Map<?, ?> map) {
            return map;
        }
        throw new IllegalArgumentException("a structure of graphs with " + one);
    }

    private static String text(Map<?, ?> map, String key) {
        if (map.get(key) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("a structure of graphs without '" + key + "'");
    }

    private static double number(Map<?, ?> map, String key) {
        if (map.get(key) instanceof Number number) {
            return number.doubleValue();
        }
        throw new IllegalArgumentException("a structure of graphs without '" + key + "'");
    }

    private static int[] numbers(Map<?, ?> map, String key, int limit) {
        List<Integer> found = new ArrayList<>();
        for (Object one : list(map, key)) {
            if (!(one instanceof Long number) || number < 0 || number >= limit) {
                throw new IllegalArgumentException("'" + key + "' has " + one + "; expected a number below " + limit);
            }
            found.add(Math.toIntExact(number));
        }
        return found.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The joint values of a template as texts: labels with commas between them, or what they have in common. */
    static List<String> targetNames(FactorTopology topology, int template, int[][] values, Labels names) {
        FactorTemplate own = topology.templates().get(template);
        if (own.tying() == Tying.POTTS) {
            return List.of("different", "same");
        }
        int[] cardinalities = topology.cardinalities(template);
        int[] tie = own.tying().map(cardinalities);
        String[] found = new String[own.tying().targets(cardinalities)];
        int entries = Arrays.stream(cardinalities).reduce(1, (a, b) -> a * b);
        for (int entry = entries - 1; entry >= 0; entry--) {
            List<Integer> joint = Tying.joint(entry, cardinalities);
            found[tie == null ? entry : tie[entry]] = IntStream.range(0, joint.size())
                    .mapToObj(k -> names.name(values[own.types().get(k)][joint.get(k)]))
                    .collect(Collectors.joining(","));
        }
        return List.of(found);
    }
}
