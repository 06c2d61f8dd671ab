package org.espalier.cli.graph;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.Topic;
import org.espalier.data.Json;
import org.espalier.graph.GraphAnswer;
import org.espalier.graph.GraphMethod;
import org.espalier.graph.GraphModel;
import org.espalier.graph.GraphOptions;
import org.espalier.graph.GraphSolver;
import org.espalier.inference.factor.Convergence;
import org.espalier.inference.factor.Forecast;
import org.espalier.inference.factor.GibbsResult;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code espalier graph infer}: the partition function and the marginals. */
@HelpTopic(Topic.OUTPUT)
@Command(
        name = "infer",
        description = {
            "Computes the partition function Z of a graphical model (with evidence: the probability of the evidence, times Z) and the"
                    + " probability of every value of every variable.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier graph infer model.uai",
            "  espalier graph infer model.uai --evidence model.uai.evid --json",
            "  espalier graph infer --method trw --damping 0.5 grid.fg"
        })
final class InferCommand extends Subcommand {
    @Mixin
    private GraphFiles files = new GraphFiles();

    @Mixin
    private MethodOptions method = new MethodOptions();

    @Option(names = "--json", description = "Print one JSON object.")
    @Essential
    private boolean json;

    @Override
    protected int run() {
        GraphOptions options = orUsage(method::chosen);
        tellIdle(method.rules());
        GraphModel model = files.read();
        long start = System.nanoTime();
        GraphSolver solver = new GraphSolver(model, files.evidence(model), options);
        GraphAnswer answer = solver.infer();
        double seconds = (System.nanoTime() - start) / 1e9;
        tell(answer, solver);
        streams().print(json ? Json.write(json(answer, seconds)) + "\n" : text(model, answer, seconds));
        return 0;
    }

    private void tell(GraphAnswer answer, GraphSolver solver) {
        if (method.method() == GraphMethod.AUTO && !answer.isExact()) {
            warn("the junction tree would take "
                    + MemorySize.text(solver.forecast().bytes())
                    + ", more than --memory allows; the answer is an approximation by " + answer.method());
        }
        Convergence convergence = answer.convergence();
        if (convergence != null && !convergence.converged()) {
            warn(String.format(
                    Locale.ROOT,
                    "%s has not converged after %d iterations, the last change is %.3g; try --damping 0.5, or more --iterations",
                    answer.method(),
                    convergence.iterations(),
                    convergence.change()));
        }
        GibbsResult gibbs = answer.gibbs();
        if (gibbs != null && gibbs.rHat() > 1.01) {
            warn(String.format(
                    Locale.ROOT,
                    "the chains disagree: R̂ is %.3f, expected at most 1.01; take more --sweeps",
                    gibbs.rHat()));
        }
    }

    private static Map<String, @Nullable Object> json(GraphAnswer answer, double seconds) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("method", answer.method().toString());
        map.put("exact", answer.isExact());
        map.put("log10Z", finite(answer.log10Z()));
        map.put("logZ", finite(answer.logZ()));
        if (answer.bound() != GraphAnswer.Bound.NONE) {
            map.put("bound", answer.bound().name().toLowerCase(Locale.ROOT));
        }
        Forecast forecast = answer.forecast();
        if (forecast != null) {
            map.put("treewidth", forecast.width());
        }
        Convergence convergence = answer.convergence();
        if (convergence != null) {
            map.put("converged", convergence.converged());
            map.put("iterations", convergence.iterations());
            map.put("change", convergence.change());
        }
        GibbsResult gibbs = answer.gibbs();
        if (gibbs != null) {
            map.put("rHat", gibbs.rHat());
            map.put("effectiveSamples", gibbs.effectiveSamples());
        }
        map.put("seconds", seconds);
        map.put("bytes", (long) answer.bytes());
        map.put(
                "marginals",
                answer.marginals().stream()
                        .map(one -> DoubleStream.of(one).boxed().toList())
                        .toList());
        return map;
    }

    private static @Nullable Double finite(double number) {
        return Double.isFinite(number) ? number : null;
    }

    private static String text(GraphModel model, GraphAnswer answer, double seconds) {
        StringBuilder out = new StringBuilder();
        line(out, "method", answer.method() + (answer.isExact() ? " (exact)" : " (approximate)"));
        String bound = switch (answer.bound()) {
            case NONE -> "";
            case LOWER -> "at least ";
            case UPPER -> "at most ";
        };
        if (!Double.isNaN(answer.logZ())) {
            line(out, "log10 Z", bound + number(answer.log10Z()));
            line(out, "log Z", bound + number(answer.logZ()));
        }
        Forecast forecast = answer.forecast();
        if (forecast != null) {
            line(out, "treewidth", "at most " + forecast.width());
        }
        Convergence convergence = answer.convergence();
        if (convergence != null) {
            String ended = convergence.converged() ? "converged" : "not converged";
            line(out, "iterations", convergence.iterations() + ", " + ended);
        }
        GibbsResult gibbs = answer.gibbs();
        if (gibbs != null) {
            line(out, "R-hat", String.format(Locale.ROOT, "%.4f", gibbs.rHat()));
            line(out, "effective", String.format(Locale.ROOT, "%.0f samples", gibbs.effectiveSamples()));
        }
        line(out, "memory", MemorySize.text(answer.bytes()));
        line(out, "time", String.format(Locale.ROOT, "%.2f seconds", seconds));
        out.append("\nvariable  probability of each value\n");
        List<double[]> marginals = answer.marginals();
        for (int v = 0; v < marginals.size(); v++) {
            out.append(String.format(Locale.ROOT, "%8d  ", model.name(v)))
                    .append(DoubleStream.of(marginals.get(v))
                            .mapToObj(p -> String.format(Locale.ROOT, "%.6f", p))
                            .collect(Collectors.joining(" ")))
                    .append('\n');
        }
        return out.toString();
    }

    private static String number(double number) {
        return String.format(Locale.ROOT, "%.6f", number);
    }

    private static void line(StringBuilder out, String name, String value) {
        out.append(String.format(Locale.ROOT, "%-11s%s%n", name, value).replace("\r", ""));
    }
}
