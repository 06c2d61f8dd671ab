package org.espalier.labelling.factor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.espalier.data.Labels;
import org.espalier.data.TagScheme;
import org.espalier.feature.AttributeLists;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.PairPlaces;
import org.espalier.inference.Inference;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.Decoder;
import org.espalier.inference.factor.Forecast;
import org.espalier.inference.factor.GraphTooLargeException;
import org.espalier.inference.factor.IterationOptions;
import org.espalier.inference.factor.JunctionTreeInference;
import org.espalier.labelling.Gold;
import org.espalier.labelling.LabelDecoding;
import org.espalier.labelling.LabelStructure;
import org.espalier.loss.Loss;
import org.espalier.loss.LossFunction;
import org.espalier.loss.factor.PseudoLikelihoodLoss;
import org.espalier.math.Kernels;
import org.espalier.scoring.LayoutBuilder;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.Family;
import org.espalier.structure.Supervision;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.StepConstraint;
import org.espalier.structure.factor.AllowedValues;
import org.espalier.structure.factor.FactorGraph;
import org.espalier.structure.factor.FactorTopology;
import org.espalier.structure.factor.GraphSites;
import org.jspecify.annotations.Nullable;

/**
 * The labels of the variables of graphs. A type of variables has some of the labels, and its values are numbers among these.
 *
 * <pre>
 *   families: type-u [values of u], template-k [joint values of k, or fewer where they are tied]
 * </pre>
 */
public final class GraphLabels implements LabelStructure<FactorGraph> {
    /** The kind that model files name. */
    public static final String KIND = "graph";

    private final int labels;
    private final List<String> types;
    private final int[][] values; // [types][values]: their labels, ascending
    private final FactorTopology topology;
    private final List<Family> families;
    private final GraphMethod method;
    private final long memory;
    private final IterationOptions iteration;
    private final boolean pseudoLikelihood; // of interest to training only

    GraphLabels(
            int labels,
            List<String> types,
            int[][] values,
            FactorTopology topology,
            GraphMethod method,
            long memory,
            IterationOptions iteration,
            boolean pseudoLikelihood) {
        this.labels = labels;
        this.types = List.copyOf(types);
        this.values = values;
        this.topology = topology;
        this.families = topology.families();
        this.method = method;
        this.memory = memory;
        this.iteration = iteration;
        this.pseudoLikelihood = pseudoLikelihood;
    }

    /** What {@link #definition} gave. */
    public static GraphLabels read(Map<?, ?> definition, Labels names, TagScheme scheme) {
        return GraphDefinition.read(definition, names.size());
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Map<String, Object> definition() {
        return GraphDefinition.write(types, values, topology.templates(), method, iteration);
    }

    /** How inference is done. */
    public GraphMethod method() {
        return method;
    }

    @Override
    public boolean isExact() {
        return method.isExact();
    }

    /** The same with another method of inference; the weights keep their meaning. */
    public GraphLabels with(GraphMethod value, long bytes, IterationOptions rounds) {
        return new GraphLabels(labels, types, values, topology, value, bytes, rounds, pseudoLikelihood);
    }

    @Override
    public int labels() {
        return labels;
    }

    @Override
    public List<Family> families() {
        return families;
    }

    @Override
    public LinearScorer<FactorGraph> scorer(ParameterLayout layout) {
        return new LinearScorer<>(layout, topology);
    }

    @Override
    public Inference<FactorGraph> inference(Kernels kernels) {
        return method.inference(memory, iteration);
    }

    @Override
    public PairPlaces pairPlaces() {
        return PairPlaces.FACTORS;
    }

    /** Why graphs of this shape cannot be learnt from or tagged by several threads; null when they can. */
    @Override
    public @Nullable String refusal(FactorGraph graph, int threads, Workspace workspace) {
        if (!method.isExact()) {
            return null;
        }
        workspace.reserve(graph);
        Arrays.fill(workspace.scores(), 0, graph.parts(), 0.0);
        try {
            JunctionTreeInference exact = (JunctionTreeInference) method.inference(memory, iteration);
            Forecast forecast = exact.forecast(graph, workspace);
            if (forecast.fits(memory / threads)) {
                return null;
            }
            return GraphTooLargeException.message(forecast, memory / threads)
                    + (threads > 1 ? " (each of the " + threads + " threads needs its own)" : "")
                    + ": --threads 1, a larger -Xmx, or --inference bp, trw or mean-field";
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    @Override
    public Loss<FactorGraph> loss(LossFunction function, Inference<FactorGraph> inference, double cost) {
        return pseudoLikelihood && function == LossFunction.LOG
                ? new PseudoLikelihoodLoss()
                : function.with(inference, cost);
    }

    @Override
    public boolean learnsWithoutInference() {
        return pseudoLikelihood;
    }

    @Override
    public Supervision<FactorGraph> supervision(Gold gold, FactorGraph graph) {
        AllowedStates given = gold.labels();
        int[] @Nullable [] allowed = new int[graph.variables()] @Nullable [];
        for (int v = 0; v < allowed.length; v++) {
            int only = given.onlyState(v);
            int[] some = only >= 0 ? new int[] {only} : given.alternatives(v);
            allowed[v] = some.length == 0 ? null : values(graph.type(v), v, some);
        }
        return AllowedValues.of(allowed);
    }

    private int[] values(int type, int variable, int[] some) {
        int[] found = Arrays.stream(some)
                .map(label -> value(type, label))
                .filter(value -> value >= 0)
                .toArray();
        if (found.length == 0) {
            throw new IllegalArgumentException("variable " + variable + " has a label that no variable of the type '"
                    + types.get(type) + "' has alone in the training data; expected one of its labels");
        }
        return found;
    }

    /** The value of a label, or −1 when the type has no such label. */
    int value(int type, int label) {
        return Math.max(-1, Arrays.binarySearch(values[type], label));
    }

    /** The label of a value. */
    int label(int type, int value) {
        return values[type][value];
    }

    @Override
    public LabelDecoding<FactorGraph> decoding(Inference<FactorGraph> inference, Decoder decoder) {
        return new GraphDecoding(this, inference, decoder);
    }

    @Override
    public Decoder usualDecoder() {
        return Decoder.VITERBI;
    }

    @Override
    public void count(EncodedSequence sequence, Gold gold, double weight, LayoutBuilder.Counter counter) {
        AttributeLists lists = sequence.lists(1);
        int[] pairs = sequence.sites(1);
        int[] typeOf = new int[sequence.length()];
        for (int site = 0; site < pairs.length / 2; site++) {
            int group = GraphSites.group(pairs, site);
            if (group >= 0 && group < types.size()) {
                typeOf[pairs[2 * site + 1]] = group;
            }
        }
        for (int site = 0; site < pairs.length / 2; site++) {
            int group = GraphSites.group(pairs, site);
            if (group >= 0 && counter.counts(group)) {
                int[] scope = GraphSites.variables(pairs, site);
                for (int entry : entries(scope, typeOf, gold.labels())) {
                    int[] tie = families.get(group).tie();
                    counter.add(group, lists, site, tie == null ? entry : tie[entry], weight);
                }
            }
        }
    }

    /** The joint values that the gold standard allows; none where a variable may have any. */
    private List<Integer> entries(int[] scope, int[] typeOf, AllowedStates gold) {
        List<Integer> entries = List.of(0);
        for (int variable : scope) {
            int type = typeOf[variable];
            int only = gold.onlyState(variable);
            int[] some = only >= 0 ? new int[] {only} : gold.alternatives(variable);
            List<Integer> next = new ArrayList<>();
            for (int entry : entries) {
                for (int label : some) {
                    if (value(type, label) >= 0) {
                        next.add(entry * values[type].length + value(type, label));
                    }
                }
            }
            entries = next;
        }
        return entries;
    }

    @Override
    public LayoutBuilder.Retargeting retargeting(LabelStructure<?> older) {
        if (!(older instanceof GraphLabels before)) {
            throw new IllegalArgumentException(
                    "it has " + older.kind() + " for a structure, and the training has " + KIND);
        }
        if (!types.equals(before.types) || !topology.templates().equals(before.topology.templates())) {
            throw new IllegalArgumentException("it has variables of the types " + before.types + " and factors of "
                    + before.topology.templates() + ", and the training has " + types + " and " + topology.templates());
        }
        return new GraphRetargeting(topology, values, before.topology, before.values);
    }

    /** As the data call it. */
    @Override
    public String familyName(int family) {
        return family < types.size()
                ? types.get(family)
                : topology.templates().get(family - types.size()).name();
    }

    @Override
    public List<String> targetNames(int family, Labels names) {
        if (family < types.size()) {
            return IntStream.of(values[family]).mapToObj(names::name).toList();
        }
        return GraphDefinition.targetNames(topology, family - types.size(), values, names);
    }

    /** Only where no factor has a weight. */
    @Override
    public boolean isTokenwise(ParameterLayout layout) {
        return IntStream.range(types.size(), families.size())
                .allMatch(family -> layout.lists(family).features() == 0);
    }

    @Override
    public boolean isTransition(Family family) {
        return false;
    }

    @Override
    public LabelStructure<FactorGraph> constrained(StepConstraint constraint) {
        throw new IllegalArgumentException(
                "a constraint on consecutive labels, but the variables of a graph have no order; leave it out");
    }

    @Override
    public String toString() {
        return "graphs of " + counted(types.size(), "type") + " and "
                + counted(topology.templates().size(), "template") + ", by " + method
                + (method.isExact() ? " (exact)" : " (approximate)");
    }

    private static String counted(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
