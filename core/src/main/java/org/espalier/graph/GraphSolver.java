package org.espalier.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.inference.factor.AlphaExpansion;
import org.espalier.inference.factor.Approximation;
import org.espalier.inference.factor.BeliefPropagation;
import org.espalier.inference.factor.BoundedBest;
import org.espalier.inference.factor.Forecast;
import org.espalier.inference.factor.GibbsResult;
import org.espalier.inference.factor.GibbsSampling;
import org.espalier.inference.factor.GraphCut;
import org.espalier.inference.factor.JunctionTreeInference;
import org.espalier.inference.factor.MeanField;
import org.espalier.inference.factor.SequentialReweighted;
import org.espalier.inference.factor.TreeReweighted;
import org.espalier.structure.factor.AllowedValues;
import org.espalier.structure.factor.Assignment;
import org.espalier.structure.factor.FactorGraph;
import org.jspecify.annotations.Nullable;

/**
 * Answers questions to one graphical model with evidence.
 *
 * <p>Every answer says which method gave it, and whether it is exact. Evidence that no assignment agrees with is an {@link
 * IllegalArgumentException}; a junction tree that does not fit is a {@link org.espalier.inference.factor.GraphTooLargeException}. For one
 * thread.
 */
public final class GraphSolver {
    private static final int BYTES = Double.BYTES;

    private final FactorGraph graph;
    private final GraphOptions options;
    private final JunctionTreeInference exact;
    private final Workspace workspace = new Workspace();
    private @Nullable Forecast forecast;

    /** Without evidence. */
    public GraphSolver(GraphModel model, GraphOptions options) {
        this(model, AllowedValues.of(new int[model.graph().variables()] @Nullable []), options);
    }

    /**
     * With evidence.
     *
     * @param evidence the values that variables may have
     */
    public GraphSolver(GraphModel model, AllowedValues evidence, GraphOptions options) {
        this.graph = model.graph();
        this.options = options;
        this.exact = new JunctionTreeInference(options.junctionTree());
        evidence.requireFit(graph);
        model.load(workspace);
        evidence.forbid(graph, workspace.scores());
    }

    /** What exact answers take. Large graphs have their elimination order searched for here, which takes seconds. */
    public Forecast forecast() {
        Forecast known = forecast;
        if (known == null) {
            known = exact.forecast(graph, workspace);
            forecast = known;
        }
        return known;
    }

    /** Whether exact answers fit in the allowed memory. */
    public boolean fits() {
        return forecast().fits(options.junctionTree().memory());
    }

    /** The method, or the junction tree where it fits and else another. */
    private GraphMethod methodOr(GraphMethod approximate) {
        return options.method() != GraphMethod.AUTO
                ? options.method()
                : fits() ? GraphMethod.JUNCTION_TREE : approximate;
    }

    private static void require(boolean answers, GraphMethod method, String expected, String question) {
        if (!answers) {
            throw new IllegalArgumentException("method = " + method + "; expected " + expected + " for " + question);
        }
    }

    /**
     * The partition function and the marginals.
     *
     * @throws IllegalArgumentException also when the method computes none
     */
    public GraphAnswer infer() {
        GraphMethod method = methodOr(GraphMethod.BP);
        require(method.infers(), method, "junction-tree, bp, trw, mean-field or gibbs", "log Z and marginals");
        return switch (method) {
            case AUTO, JUNCTION_TREE, TRW_S, GRAPH_CUT, ALPHA_EXPANSION -> {
                double[] marginals = new double[graph.parts()];
                double logZ = exact.addMarginals(graph, workspace, 1, marginals);
                Forecast taken = forecast();
                yield answer(method, true, logZ, marginals, taken.bytes(), taken);
            }
            case BP -> approximate(method, new BeliefPropagation(options.iteration()).approximate(graph, workspace));
            case TRW -> approximate(method, new TreeReweighted(options.iteration()).approximate(graph, workspace));
            case MEAN_FIELD -> approximate(method, new MeanField(options.iteration()).approximate(graph, workspace));
            case GIBBS -> gibbs(new GibbsSampling(options.gibbs()).marginals(graph, workspace));
        };
    }

    private GraphAnswer approximate(GraphMethod method, Approximation found) {
        GraphAnswer answer = answer(method, false, found.logSum(), found.marginals(), iterationBytes(), null);
        return new GraphAnswer(
                method, false, answer.logZ(), answer.marginals(), answer.bytes(), null, found.convergence(), null);
    }

    private GraphAnswer gibbs(GibbsResult found) {
        if (found.forbidden() > 0) {
            throw new IllegalArgumentException("Gibbs sampling was at a forbidden assignment in " + found.forbidden()
                    + " sweeps: the evidence may be impossible, or zeros in the tables keep the chains from moving;"
                    + " use the junction tree or belief propagation");
        }
        GraphAnswer answer = answer(GraphMethod.GIBBS, false, Double.NaN, found.marginals(), iterationBytes(), null);
        return new GraphAnswer(
                GraphMethod.GIBBS, false, Double.NaN, answer.marginals(), answer.bytes(), null, null, found);
    }

    /** Scores, gradient, marginals, and two messages for every variable of every factor. */
    private double iterationBytes() {
        double messages = 0;
        for (int f = 0; f < graph.factors(); f++) {
            for (int v : graph.scope(f)) {
                messages += 2.0 * graph.cardinality(v);
            }
        }
        return BYTES * (3.0 * graph.parts() + messages);
    }

    private GraphAnswer answer(
            GraphMethod method,
            boolean isExact,
            double logZ,
            double[] marginals,
            double bytes,
            @Nullable Forecast taken) {
        if (logZ == Double.NEGATIVE_INFINITY && method != GraphMethod.MEAN_FIELD) {
            throw impossible();
        }
        List<double[]> variables = new ArrayList<>();
        for (int v = 0; v < graph.variables(); v++) {
            int offset = graph.variableOffset(v);
            variables.add(Arrays.copyOfRange(marginals, offset, offset + graph.cardinality(v)));
        }
        return new GraphAnswer(method, isExact, logZ, variables, bytes, taken, null, null);
    }

    private static IllegalArgumentException impossible() {
        return new IllegalArgumentException(
                "every assignment is forbidden: the tables and the evidence contradict each other");
    }

    /**
     * The n most probable assignments, by the junction tree; or the best that another method finds.
     *
     * @throws IllegalArgumentException when the method cannot answer
     */
    public GraphBest best(int n) {
        if (n < 1) {
            throw new IllegalArgumentException("n = " + n + "; expected at least 1");
        }
        GraphMethod method = options.method() == GraphMethod.AUTO ? methodForBest() : options.method();
        require(
                method.maximises(),
                method,
                "junction-tree, trw-s, graph-cut, alpha-expansion or bp",
                "the best assignments");
        return switch (method) {
            case AUTO, JUNCTION_TREE, TRW, MEAN_FIELD, GIBBS -> {
                var found = exact.nBest(graph, workspace, n);
                if (found.isEmpty()) {
                    throw impossible();
                }
                yield new GraphBest(
                        method, true, found, found.get(0).score(), forecast().bytes(), null);
            }
            case BP ->
                only(method, new BeliefPropagation(options.iteration()).best(graph, workspace), iterationBytes());
            case TRW_S -> bounded();
            case GRAPH_CUT -> only(method, GraphCut.best(graph, workspace), cutBytes());
            case ALPHA_EXPANSION -> only(method, AlphaExpansion.best(graph, workspace), cutBytes());
        };
    }

    private GraphMethod methodForBest() {
        if (fits()) {
            return GraphMethod.JUNCTION_TREE;
        }
        if (GraphCut.refusal(graph, workspace).isEmpty()) {
            return GraphMethod.GRAPH_CUT;
        }
        return SequentialReweighted.refusal(graph, workspace).isEmpty() ? GraphMethod.TRW_S : GraphMethod.BP;
    }

    private GraphBest only(GraphMethod method, ScoredOutput<Assignment> found, double bytes) {
        requireAllowed(method, found);
        boolean isExact = method == GraphMethod.GRAPH_CUT;
        double bound = isExact ? found.score() : Double.POSITIVE_INFINITY;
        return new GraphBest(method, isExact, List.of(found), bound, bytes, null);
    }

    private GraphBest bounded() {
        // Damping is for belief propagation, which auto might have chosen too.
        boolean isChosen = options.method() == GraphMethod.TRW_S;
        SequentialReweighted method = new SequentialReweighted(
                isChosen ? options.iteration() : options.iteration().withDamping(0));
        BoundedBest found = method.best(graph, workspace);
        if (found.bound() == Double.NEGATIVE_INFINITY) {
            throw impossible();
        }
        requireAllowed(GraphMethod.TRW_S, found.best());
        return new GraphBest(
                GraphMethod.TRW_S,
                found.isOptimal(),
                List.of(found.best()),
                found.bound(),
                method.bytes(graph, workspace),
                found.convergence());
    }

    private static void requireAllowed(GraphMethod method, ScoredOutput<Assignment> found) {
        if (found.score() == Double.NEGATIVE_INFINITY) {
            throw method == GraphMethod.GRAPH_CUT || method == GraphMethod.ALPHA_EXPANSION
                    ? impossible()
                    : new IllegalArgumentException(
                            method + " found no assignment that is allowed; use the junction tree");
        }
    }

    /** Two arcs, of 16 bytes each, per pair and per variable, and the tables. */
    private double cutBytes() {
        return BYTES * (graph.parts() + 4.0 * (graph.factors() + graph.variables()));
    }

    /**
     * Draws assignments: independent ones by the junction tree, or, also when the tree does not fit, one per sweep of a Gibbs chain.
     *
     * @throws IllegalArgumentException when another method is asked for
     */
    public List<Assignment> sample(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("count = " + count + "; expected at least 1");
        }
        GraphMethod method = methodOr(GraphMethod.GIBBS);
        require(method.samples(), method, "junction-tree or gibbs", "samples");
        if (method == GraphMethod.GIBBS) {
            return new GibbsSampling(options.gibbs()).samples(graph, workspace, count);
        }
        try {
            return exact.samples(
                    graph, workspace, count, new Random(options.gibbs().seed()));
        } catch (IllegalStateException e) {
            throw new IllegalArgumentException(impossible().getMessage(), e);
        }
    }
}
