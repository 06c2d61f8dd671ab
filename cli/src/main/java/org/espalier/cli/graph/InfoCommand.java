package org.espalier.cli.graph;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.Topic;
import org.espalier.data.Json;
import org.espalier.graph.GraphMethod;
import org.espalier.graph.GraphModel;
import org.espalier.graph.GraphOptions;
import org.espalier.graph.GraphSolver;
import org.espalier.inference.factor.Forecast;
import org.espalier.structure.factor.FactorGraph;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code espalier graph info}: what a model is, and what exact inference on it takes. */
@HelpTopic(Topic.OUTPUT)
@Command(
        name = "info",
        description = {
            "Says how large a model is, and what exact inference takes: the treewidth of the best elimination order that was found, the memory"
                    + " of its tables, and the entries that a pass goes through. Nothing else is computed.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier graph info model.uai",
            "  espalier graph info --tries 1000 --memory 8g model.uai"
        })
final class InfoCommand extends Subcommand {
    @Mixin
    private GraphFiles files = new GraphFiles();

    @Mixin
    private TreeOptions tree = new TreeOptions();

    @Option(names = "--json", description = "Print one JSON object.")
    @Essential
    private boolean json;

    @Override
    protected int run() {
        GraphOptions options =
                orUsage(() -> GraphOptions.usual().withMethod(GraphMethod.AUTO).withJunctionTree(tree.chosen()));
        GraphModel model = files.read();
        GraphSolver solver = new GraphSolver(model, files.evidence(model), options);
        Map<String, Object> facts = facts(model, solver);
        streams().print(json ? Json.write(facts) + "\n" : text(model, solver));
        return 0;
    }

    private static Map<String, Object> facts(GraphModel model, GraphSolver solver) {
        FactorGraph graph = model.graph();
        Forecast forecast = solver.forecast();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("kind", model.kind().toString());
        facts.put("variables", graph.variables());
        facts.put("freeVariables", forecast.freeVariables());
        facts.put("mostValues", mostValues(graph));
        facts.put("factors", graph.factors());
        facts.put("largestFactor", mostVariables(graph));
        facts.put("treewidth", forecast.width());
        facts.put("cliqueEntries", forecast.cliqueEntries());
        facts.put("bytes", forecast.bytes());
        facts.put("order", forecast.order());
        facts.put("fits", solver.fits());
        return facts;
    }

    private static int mostValues(FactorGraph graph) {
        return IntStream.of(graph.cardinalities()).max().orElse(0);
    }

    private static int mostVariables(FactorGraph graph) {
        return IntStream.range(0, graph.factors()).map(graph::arity).max().orElse(0);
    }

    private static String entries(double count) {
        return count < 1e6 ? String.format(Locale.ROOT, "%,.0f", count) : String.format(Locale.ROOT, "%.2e", count);
    }

    private static String text(GraphModel model, GraphSolver solver) {
        FactorGraph graph = model.graph();
        Forecast forecast = solver.forecast();
        return String.format(
                        Locale.ROOT,
                        "kind        %s%nvariables   %,d with up to %,d values; %,d are free%nfactors     %,d over up to %d variables%n"
                                + "treewidth   at most %d, by %s%nentries     %s in all cliques%nmemory      %s%nexact       %s%n",
                        model.kind(),
                        graph.variables(),
                        mostValues(graph),
                        forecast.freeVariables(),
                        graph.factors(),
                        mostVariables(graph),
                        forecast.width(),
                        forecast.order(),
                        entries(forecast.cliqueEntries()),
                        MemorySize.text(forecast.bytes()),
                        solver.fits() ? "yes, it fits" : "no, that is more than --memory allows")
                .replace("\r", "");
    }
}
