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
import org.espalier.graph.GraphModel;
import org.espalier.graph.GraphOptions;
import org.espalier.graph.GraphSolver;
import org.espalier.inference.ScoredOutput;
import org.espalier.structure.factor.Assignment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code espalier graph map}: the most probable assignments. */
@HelpTopic(Topic.OUTPUT)
@Command(
        name = "map",
        description = {
            "Finds the most probable assignment of values to all variables, or the n most probable ones. Each is printed with its score, the"
                    + " natural logarithm of the product of its potentials.",
            "junction-tree is exact; bp prints the best that it finds. The other methods have no answer to this.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier graph map model.uai",
            "  espalier graph map --n-best 5 --evidence model.uai.evid --json model.uai"
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
        if (nBest < 1) {
            throw usage("--n-best " + nBest + "; expected at least 1");
        }
        GraphModel model = files.read();
        GraphSolver solver = new GraphSolver(model, files.evidence(model), options);
        GraphBest best = solver.best(nBest);
        if (!best.isExact()) {
            warn("these are the best that " + best.method() + " found, there may be better ones"
                    + (nBest > 1 ? "; it finds one" : ""));
        }
        streams().print(json ? Json.write(json(best)) + "\n" : text(best));
        return 0;
    }

    private static Map<String, Object> json(GraphBest best) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("method", best.method().toString());
        map.put("exact", best.isExact());
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
