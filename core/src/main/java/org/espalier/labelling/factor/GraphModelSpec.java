package org.espalier.labelling.factor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.espalier.feature.encoding.PairPlaces;
import org.espalier.feature.graph.GraphFeatures;
import org.espalier.feature.graph.GraphSchema;
import org.espalier.inference.factor.IterationOptions;
import org.espalier.inference.factor.JunctionTreeOptions;
import org.espalier.labelling.LabelData;
import org.espalier.labelling.LabelStructure;
import org.espalier.labelling.StructureSpec;
import org.espalier.structure.factor.FactorTemplate;
import org.espalier.structure.factor.FactorTopology;
import org.espalier.structure.factor.Tying;

/**
 * A conditional random field on graphs: variables of any number, joined by factors that are copies of templates.
 *
 * @param method how inference is done, in training and in tagging
 * @param memory how many bytes a junction tree may take; it has no meaning for the other methods
 * @param iteration when the other methods stop
 * @param tying which joint values share a weight, by the names of templates; of others none do
 * @param pseudoLikelihood whether the log-loss is the pseudo-likelihood: each label predicted from all others, without inference
 */
public record GraphModelSpec(
        GraphMethod method, long memory, IterationOptions iteration, Map<String, Tying> tying, boolean pseudoLikelihood)
        implements StructureSpec {
    /** Enough for weights: the probabilities of one training step need not be exact. */
    public static final IterationOptions ITERATION = new IterationOptions(200, 1e-6, 0);

    public GraphModelSpec {
        Objects.requireNonNull(method, "method");
        tying = Map.copyOf(tying);
    }

    /** By a junction tree in four fifths of the memory of this JVM. */
    public static GraphModelSpec exact() {
        return of(GraphMethod.JUNCTION_TREE);
    }

    /** By a method, as usual. */
    public static GraphModelSpec of(GraphMethod method) {
        return new GraphModelSpec(method, JunctionTreeOptions.usual().memory(), ITERATION, Map.of(), false);
    }

    /** With templates whose joint values share weights. */
    public GraphModelSpec withTying(Map<String, Tying> value) {
        return new GraphModelSpec(method, memory, iteration, value, pseudoLikelihood);
    }

    /** With another limit of the junction tree. */
    public GraphModelSpec withMemory(long value) {
        return new GraphModelSpec(method, value, iteration, tying, pseudoLikelihood);
    }

    /** With other rounds of approximate methods. */
    public GraphModelSpec withIteration(IterationOptions value) {
        return new GraphModelSpec(method, memory, value, tying, pseudoLikelihood);
    }

    /** Trained by the pseudo-likelihood; the method is then for tagging only. */
    public GraphModelSpec withPseudoLikelihood(boolean value) {
        return new GraphModelSpec(method, memory, iteration, tying, value);
    }

    @Override
    public LabelStructure<?> settle(LabelData data) {
        if (!(data.extractor() instanceof GraphFeatures features)) {
            throw new IllegalArgumentException("a model of graphs needs the attributes of graphs (GraphFeatures)");
        }
        GraphSchema schema = features.schema();
        int[][] values = new int[schema.types().size()][];
        for (int type = 0; type < values.length; type++) {
            Set<String> seen = features.labels(type);
            boolean isOnly = values.length == 1;
            values[type] = IntStream.range(0, data.labels().size())
                    .filter(label -> isOnly || seen.contains(data.labels().name(label)))
                    .toArray();
            if (values[type].length == 0) {
                throw new IllegalArgumentException(
                        "no variable of the type '" + schema.types().get(type)
                                + "' has a label; expected some, because the labels are the values that it can have");
            }
        }
        for (String name : tying.keySet()) {
            if (schema.templates().stream()
                    .noneMatch(template -> template.name().equals(name))) {
                throw new IllegalArgumentException(
                        "weights of the template '" + name + "' are to be tied, but the data have "
                                + schema.templates().stream()
                                        .map(GraphSchema.Template::name)
                                        .toList());
            }
        }
        List<FactorTemplate> templates = new ArrayList<>();
        for (GraphSchema.Template template : schema.templates()) {
            templates.add(new FactorTemplate(
                    template.name(), template.types(), tying.getOrDefault(template.name(), Tying.FULL)));
        }
        int[] sizes = Arrays.stream(values).mapToInt(all -> all.length).toArray();
        return new GraphLabels(
                data.labels().size(),
                schema.types(),
                values,
                new FactorTopology(sizes, templates),
                method,
                memory,
                iteration,
                pseudoLikelihood);
    }

    @Override
    public PairPlaces pairPlaces() {
        return PairPlaces.FACTORS;
    }

    @Override
    public Map<String, Object> provenance() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("inference", method.toString());
        if (!method.isExact()) {
            map.put("approximate", true);
            map.put("inferenceIterations", iteration.iterations());
            map.put("inferenceTolerance", iteration.tolerance());
            map.put("inferenceDamping", iteration.damping());
        }
        if (pseudoLikelihood) {
            map.put("pseudoLikelihood", true);
        }
        if (!tying.isEmpty()) {
            Map<String, Object> tied = new TreeMap<>();
            tying.forEach((name, kind) -> tied.put(name, kind.toString()));
            map.put("tying", tied);
        }
        return map;
    }

    @Override
    public String describe() {
        return "a model of graphs";
    }
}
