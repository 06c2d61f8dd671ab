package org.espalier.cli.graph;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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
import org.espalier.structure.factor.Assignment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code espalier graph sample}: draws assignments. */
@HelpTopic(Topic.OUTPUT)
@Command(
        name = "sample",
        description = {
            "Draws assignments from the distribution of a graphical model: one per line, the values of all variables in their order.",
            "junction-tree draws independent ones, exactly; gibbs walks from each to the next, and approaches the distribution only as it"
                    + " goes on. The other methods draw none.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier graph sample --count 10 model.uai",
            "  espalier graph sample --method gibbs --burn-in 1000 --seed 7 model.uai"
        })
final class SampleCommand extends Subcommand {
    @Mixin
    private GraphFiles files = new GraphFiles();

    @Mixin
    private MethodOptions method = new MethodOptions();

    @Option(names = "--count", paramLabel = "n", description = "How many to draw. Default: ${DEFAULT-VALUE}.")
    @Essential
    private int count = 1;

    @Option(names = "--json", description = "Print one JSON object.")
    @Essential
    private boolean json;

    @Override
    protected int run() {
        GraphOptions options = orUsage(method::chosen);
        tellIdle(method.rules());
        if (count < 1) {
            throw usage("--count " + count + "; expected at least 1");
        }
        GraphModel model = files.read();
        long start = System.nanoTime();
        GraphSolver solver = new GraphSolver(model, files.evidence(model), options);
        List<Assignment> drawn = solver.sample(count);
        double seconds = (System.nanoTime() - start) / 1e9;
        boolean exact =
                method.method() == GraphMethod.JUNCTION_TREE || (method.method() == GraphMethod.AUTO && solver.fits());
        if (!exact) {
            warn("the samples are those of a Gibbs chain: neighbours resemble each other");
        }
        streams().print(json ? Json.write(json(drawn, exact, seconds)) + "\n" : text(drawn));
        return 0;
    }

    private static Map<String, Object> json(List<Assignment> drawn, boolean exact, double seconds) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("method", (exact ? GraphMethod.JUNCTION_TREE : GraphMethod.GIBBS).toString());
        map.put("exact", exact);
        map.put("seconds", seconds);
        map.put(
                "samples",
                drawn.stream()
                        .map(one -> IntStream.of(one.values()).boxed().toList())
                        .toList());
        return map;
    }

    private static String text(List<Assignment> drawn) {
        return drawn.stream()
                .map(one ->
                        IntStream.of(one.values()).mapToObj(String::valueOf).collect(Collectors.joining(" ")) + "\n")
                .collect(Collectors.joining());
    }
}
