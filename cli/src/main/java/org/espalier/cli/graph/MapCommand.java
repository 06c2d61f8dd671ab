package org.espalier.cli.graph;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.Topic;
import org.espalier.data.Json;
import org.espalier.graph.GraphBest;
import org.espalier.graph.GraphMethod;
import org.espalier.graph.GraphModel;
import org.espalier.graph.GraphOptions;
import org.espalier.graph.GraphSolver;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.factor.Convergence;
import org.espalier.structure.factor.Assignment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code espalier graph map}: the most probable assignments. */
@HelpTopic(Topic.OUTPUT)
@Command(
        name = "map",
        description = {
            "Finds the most probable assignment of values to all variables, or the n most probable ones. Each is"
                    + " printed with its score, the natural logarithm of the product of its potentials.",
            "junction-tree is exact, and so is graph-cut for binary variables that would rather agree. trw-s prints"
                    + " the best that it finds, and a bound: where both meet, nothing is better. alpha-expansion and bp"
                    + " print the best that they find. The other methods have no answer to this.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier graph map model.uai",
            "  espalier graph map --n-best 5 --evidence model.uai.evid --json model.uai",
            "  espalier graph map --method trw-s grid.uai"
        })
final class MapCommand extends Subcommand {
    @Mixin
    private GraphFiles files = new GraphFiles();

    @Mixin
    private MethodOptions method = new MethodOptions();

    @Option(
            names = "--n-best",
            paramLabel = "n",
            description = "How many assignments to print. Default: ${DEFAULT-VALUE}.")
    @Essential
    private int nBest = 1;

    @Option(names = "--json", description = "Print one JSON object.")
    @Essential
    private boolean json;

    @Override
    protected int run() {
        GraphOptions options = orUsage(method::chosen);
        tellIdle(method.rules());
        if (nBest < 1) {
            throw usage("--n-best " + nBest + "; expected at least 1");
        }
        GraphModel model = files.read();
        long start = System.nanoTime();
        GraphSolver solver = new GraphSolver(model, files.evidence(model), options);
        GraphBest best = solver.best(nBest);
        double seconds = (System.nanoTime() - start) / 1e9;
        tell(best, solver);
        streams().print(json ? Json.write(json(best, seconds)) + "\n" : text(best));
        return 0;
    }

    private void tell(GraphBest best, GraphSolver solver) {
        if (method.method() == GraphMethod.AUTO && best.method() != GraphMethod.JUNCTION_TREE) {
            warn("the junction tree would take "
                    + MemorySize.text(solver.forecast().bytes()) + ", more than --memory allows; the answer is that of "
                    + best.method());
        }
        if (!best.isExact()) {
            warn("this is the best that " + best.method() + " found, "
                    + (best.bound() == Double.POSITIVE_INFINITY
                            ? "there may be better ones"
                            : String.format(
                                    Locale.ROOT,
                                    "and none scores above %.6f; the gap is %.3g",
                                    best.bound(),
                                    best.gap())));
        }
        if (best.assignments().size() < nBest && best.method() != GraphMethod.JUNCTION_TREE) {
            warn("--n-best " + nBest + ", and " + best.method() + " finds one; use the junction tree for more");
        }
        Convergence convergence = best.convergence();
        if (convergence != null && !convergence.converged()) {
            warn(String.format(
                    Locale.ROOT,
                    "%s has not converged after %d iterations; more --iterations may close the gap",
                    best.method(),
                    convergence.iterations()));
        }
    }

    private static Map<String, Object> json(GraphBest best, double seconds) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("method", best.method().toString());
        map.put("exact", best.isExact());
        if (best.bound() < Double.POSITIVE_INFINITY) {
            map.put("bound", best.bound());
            map.put("gap", best.gap());
        }
        Convergence convergence = best.convergence();
        if (convergence != null) {
            map.put("converged", convergence.converged());
            map.put("iterations", convergence.iterations());
        }
        map.put("seconds", seconds);
        map.put("bytes", (long) best.bytes());
        map.put("assignments", best.assignments().stream().map(MapCommand::json).toList());
        return map;
    }

    private static Map<String, Object> json(ScoredOutput<Assignment> one) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("score", one.score());
        map.put("values", values(one.output()));
        return map;
    }

    private static List<Integer> values(Assignment assignment) {
        return IntStream.of(assignment.values()).boxed().toList();
    }

    private static String text(GraphBest best) {
        StringBuilder out = new StringBuilder();
        for (ScoredOutput<Assignment> one : best.assignments()) {
            out.append(String.format(Locale.ROOT, "%.6f\t", one.score()))
                    .append(values(one.output()).stream().map(String::valueOf).collect(Collectors.joining(" ")))
                    .append('\n');
        }
        return out.toString();
    }
}
