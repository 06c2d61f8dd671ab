package org.espalier.feature.graph;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.DataFormatException;
import org.espalier.data.Factor;
import org.espalier.data.Json;
import org.espalier.data.Sequence;

/**
 * The types of variables and the templates of factors that graphs have, in the order in which they first occur.
 *
 * @param types the names of the types
 * @param templates the templates
 */
public record GraphSchema(List<String> types, List<Template> templates) {
    private static final String TYPES = "types";
    private static final String TEMPLATES = "templates";
    private static final String NAME = "name";

    /**
     * What factors are copies of.
     *
     * @param name its name
     * @param types the types of its variables, in their order
     */
    public record Template(String name, List<Integer> types) {
        public Template {
            types = List.copyOf(types);
        }
    }

    public GraphSchema {
        types = List.copyOf(types);
        templates = List.copyOf(templates);
    }

    /** No types and no templates. */
    public static GraphSchema empty() {
        return new GraphSchema(List.of(), List.of());
    }

    /** The number of a template, or −1. */
    int template(String name) {
        for (int k = 0; k < templates.size(); k++) {
            if (templates.get(k).name().equals(name)) {
                return k;
            }
        }
        return -1;
    }

    /** The same with what is new in a graph. */
    GraphSchema with(Sequence graph) {
        List<String> allTypes = new ArrayList<>(types);
        for (int v = 0; v < graph.length(); v++) {
            if (!allTypes.contains(type(graph, v))) {
                allTypes.add(type(graph, v));
            }
        }
        List<Template> allTemplates = new ArrayList<>(templates);
        for (Factor factor : factors(graph)) {
            if (allTemplates.stream().noneMatch(known -> known.name().equals(factor.template()))) {
                allTemplates.add(new Template(
                        factor.template(),
                        factor.variables().stream()
                                .map(v -> allTypes.indexOf(type(graph, v)))
                                .toList()));
            }
        }
        return new GraphSchema(allTypes, allTemplates);
    }

    /** The type of a variable. */
    static String type(Sequence graph, int variable) {
        List<String> columns = graph.tokens().get(variable).columns();
        return columns.isEmpty() ? "variable" : columns.get(0);
    }

    static List<Factor> factors(Sequence graph) {
        List<Factor> factors = graph.factors();
        if (factors == null) {
            throw new DataFormatException(
                    graph.location(),
                    "a sequence of tokens, but the model is one of graphs; expected variables and factors (format graphs)");
        }
        return factors;
    }

    /**
     * The number of a factor's template.
     *
     * @throws DataFormatException when there is no such template, or it has other variables
     */
    int requireTemplate(Sequence graph, Factor factor) {
        int number = template(factor.template());
        if (number < 0) {
            throw new DataFormatException(
                    graph.location(),
                    "a factor has the template '" + factor.template() + "', which the model does not know; expected "
                            + templates.stream().map(Template::name).toList());
        }
        List<Integer> expected = templates.get(number).types();
        List<String> found =
                factor.variables().stream().map(v -> type(graph, v)).toList();
        if (!found.equals(expected.stream().map(types::get).toList())) {
            throw new DataFormatException(
                    graph.location(),
                    "a factor '" + factor.template() + "' joins variables of the types " + found + "; expected "
                            + expected.stream().map(types::get).toList()
                            + ", as where the template first occurs: give other factors another template");
        }
        return number;
    }

    /**
     * The number of a variable's type.
     *
     * @throws DataFormatException when there is no such type
     */
    int requireType(Sequence graph, int variable) {
        int number = types.indexOf(type(graph, variable));
        if (number < 0) {
            throw new DataFormatException(
                    graph.location(),
                    "variable " + variable + " has the type '" + type(graph, variable)
                            + "', which the model does not know; expected one of " + types);
        }
        return number;
    }

    /** As text, for a model file. */
    String write() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(TYPES, types);
        List<Object> all = new ArrayList<>();
        for (Template template : templates) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put(NAME, template.name());
            one.put(TYPES, template.types());
            all.add(one);
        }
        map.put(TEMPLATES, all);
        return Json.write(map);
    }

    /**
     * What {@link #write} gave.
     *
     * @throws IllegalArgumentException when it is not such a text
     */
    static GraphSchema parse(String text) {
        if (!(Json.parse(text) instanceof Map<?, ?> map
                && map.get(TYPES) instanceof List<?> types
                && map.get(TEMPLATES) instanceof List<?> templates)) {
            throw new IllegalArgumentException("the types and templates of graphs are damaged: " + text);
        }
        List<Template> all = new ArrayList<>();
        for (Object one : templates) {
            if (!(one instanceof Map<?, ?> template
                    && template.get(NAME) instanceof String name
                    && template.get(TYPES) instanceof List<?> numbers)) {
                throw new IllegalArgumentException("a template of graphs is damaged: " + one);
            }
            List<Integer> scope = new ArrayList<>();
            for (Object number : numbers) {
                if (!(number instanceof Long type) || type < 0 || type >= types.size()) {
                    throw new IllegalArgumentException("the template '" + name + "' has the type " + number);
                }
                scope.add(Math.toIntExact(type));
            }
            all.add(new Template(name, scope));
        }
        return new GraphSchema(types.stream().map(String::valueOf).toList(), all);
    }
}
