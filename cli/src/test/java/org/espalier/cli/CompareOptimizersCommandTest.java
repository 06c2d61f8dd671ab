package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.espalier.cli.report.ComparedRun;
import org.espalier.data.Json;
import org.espalier.train.Algorithm;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CompareOptimizersCommandTest {
    @TempDir
    Path folder;

    private Path data = Path.of("");

    @BeforeEach
    void writeData() {
        data = SmallData.write(folder, "train.txt", SmallData.columns(60, 21));
    }

    private Map<String, Map<?, ?>> report(Path file) throws IOException {
        Map<?, ?> json = (Map<?, ?>) Objects.requireNonNull(Json.parse(Files.readString(file)));
        Map<String, Map<?, ?>> runs = new HashMap<>();
        for (Object run : (List<?>) json.get("algorithms")) {
            Map<?, ?> map = (Map<?, ?>) run;
            runs.put((String) map.get("algorithm"), map);
        }
        return runs;
    }

    private static double number(Map<?, ?> map, String key) {
        return ((Number) Objects.requireNonNull(map.get(key), key)).doubleValue();
    }

    @Test
    void theMarginReachesTheObjective() throws IOException {
        List<Double> objectives = new ArrayList<>();
        for (int margin : new int[] {1, 3}) {
            Path report = folder.resolve("margin.json");
            Program.Outcome outcome = Program.run(
                    "compare-optimizers",
                    data,
                    "--features",
                    "text-small",
                    "--algorithms",
                    "lbfgs",
                    "--loss",
                    "softmax-margin",
                    "--margin",
                    margin,
                    "--iterations",
                    20,
                    "--warm-up",
                    0,
                    "--report",
                    report);
            assertThat(outcome.code()).as(outcome.err()).isZero();
            objectives.add(number(report(report).get("lbfgs"), "objective"));
        }

        assertThat(objectives.get(1)).isGreaterThan(objectives.get(0) + 1);
    }

    @Test
    void algorithmsReachTheSameMinimum() throws IOException {
        Path report = folder.resolve("out.json");
        Path plot = folder.resolve("out.svg");
        Program.Outcome outcome = Program.run(
                "compare-optimizers",
                data,
                "--features",
                "text-small",
                "--algorithms",
                "auto,lbfgs,owlqn",
                "--gradient-tolerance",
                "1e-7",
                "--iterations",
                300,
                "--warm-up",
                0,
                "--report",
                report,
                "--plot",
                plot);

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("objective", "above best", "By passes", "By time", "o auto", "x lbfgs");
        assertThat(plot).content().contains("passes over the data", "seconds", "owlqn");
        Map<String, Map<?, ?>> runs = report(report);
        double auto = number(runs.get("auto"), "objective");
        assertThat(number(runs.get("lbfgs"), "objective")).isCloseTo(auto, org.assertj.core.data.Offset.offset(1e-6));
        assertThat(number(runs.get("owlqn"), "objective")).isCloseTo(auto, org.assertj.core.data.Offset.offset(1e-6));
    }

    /** As met on the way, the objective of an epoch of dual ascent lies above that at the point reached. */
    @Test
    void epochsAreGivenTheirExactObjective() throws IOException {
        Path report = folder.resolve("out.json");
        Path training = folder.resolve("training.json");
        String[] common = {"--features", "text-small", "--l2", "0.5"};
        List<Object> compare =
                new ArrayList<>(List.of("compare-optimizers", "-q", data, "-a", "auto", "-n", 12, "--report", report));
        compare.addAll(List.of(common));
        assertThat(Program.run(compare.toArray()).code()).isZero();
        List<Object> train = new ArrayList<>(List.of(
                "train",
                "-q",
                data,
                "--max-iterations",
                12,
                "--tolerance",
                0,
                "--report",
                training,
                "-o",
                folder.resolve("m.esp")));
        train.addAll(List.of(common));
        assertThat(Program.run(train.toArray()).code()).isZero();

        List<?> exact = (List<?>) report(report).get("auto").get("history");
        List<?> met =
                (List<?>) ((Map<?, ?>) Objects.requireNonNull(Json.parse(Files.readString(training)))).get("history");
        assertThat(exact).hasSameSizeAs(met).hasSizeGreaterThan(5);
        Map<?, ?> first = (Map<?, ?>) exact.get(0);
        assertThat(number(first, "objective")).isLessThan(number((Map<?, ?>) met.get(0), "objective"));
        assertThat(first.get("gradientNorm")).isNotNull();
        assertThat(((Map<?, ?>) met.get(0)).get("gradientNorm")).isNull();
        double end = number(report(report).get("auto"), "objective");
        for (Object entry : exact) {
            assertThat(number((Map<?, ?>) entry, "objective")).isGreaterThan(end - 1e-9);
        }
    }

    /** No point lies below the minimum, so a value that does is not the objective of a point. */
    @Test
    void noAlgorithmIsShownBelowTheMinimum() throws IOException {
        Path report = folder.resolve("out.json");
        Program.Outcome outcome = Program.run(
                "compare-optimizers",
                "-q",
                data,
                "--features",
                "text-small",
                "-n",
                40,
                "--warm-up",
                0,
                "--gradient-tolerance",
                "1e-7",
                "-a",
                "auto,sag,sgd,adam,bcd",
                "--report",
                report);

        assertThat(outcome.code()).as(outcome.err()).isZero();
        Map<String, Map<?, ?>> runs = report(report);
        double minimum = number(runs.get("auto"), "objective");
        assertThat(number(runs.get("auto"), "gradientNorm")).isLessThan(1e-2);
        runs.forEach((name, run) -> {
            for (Object entry : (List<?>) run.get("history")) {
                assertThat(number((Map<?, ?>) entry, "objective")).as(name).isGreaterThan(minimum - 1e-4);
            }
        });
    }

    @Test
    void whatDoesNotGoTogetherIsLeftOutWithItsReason() throws IOException {
        Path report = folder.resolve("out.json");
        Program.Outcome outcome = Program.run(
                "compare-optimizers",
                data,
                "--features",
                "text-small",
                "--l1",
                1,
                "-a",
                "lbfgs,owlqn",
                "-n",
                5,
                "--report",
                report);

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("left out: ");
        assertThat((String) report(report).get("lbfgs").get("skipped")).contains("L1");
        assertThat(report(report).get("owlqn").get("skipped")).isNull();

        Program.Outcome none = Program.run("compare-optimizers", data, "--l1", 1, "-a", "lbfgs", "-n", 5);
        assertThat(none.code()).isEqualTo(1);
        assertThat(none.err()).contains("no algorithm could minimise this objective");
    }

    @Test
    void usuallyEveryAlgorithmRuns() {
        Program.Outcome outcome =
                Program.run("compare-optimizers", "-q", data, "--features", "text-small", "-n", 3, "--warm-up", 0);

        assertThat(outcome.code()).as(outcome.err()).isZero();
        for (Algorithm algorithm : Algorithm.values()) {
            assertThat(outcome.out().contains("  " + ComparedRun.name(algorithm) + " "))
                    .as(algorithm.name())
                    .isEqualTo(!algorithm.isOnline());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"perceptron", "pa", "mira", "arow"})
    void onlineLearnersAreRefusedAndTheOthersNamed(String name) {
        Program.Outcome outcome = Program.run("compare-optimizers", "-q", data, "-n", 1, "-a", "lbfgs," + name);
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .contains("--algorithms " + name + ": an online learner does not minimise this objective")
                .contains("choose from auto, lbfgs, owlqn, ", ", sgd, ", ", subgradient");
        assertThat(outcome.err().lines().filter(line -> line.contains("choose from")))
                .noneMatch(line -> line.substring(line.indexOf("choose from")).contains(" " + name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"perceptron", "pa", "mira", "arow", "kernel-svm"})
    void modelsWithAnAlgorithmOfTheirOwnAreRefused(String model) {
        Program.Outcome outcome = Program.run("compare-optimizers", "-q", data, "-n", 1, "--model", model);
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains("--model " + model + " has its own algorithm", "maxent or svm");
    }

    @Test
    void wrongUsageIsExplained() {
        Program.Outcome name = Program.run("compare-optimizers", data, "-a", "magic");
        assertThat(name.code()).isEqualTo(2);
        assertThat(name.err()).contains("magic", "lbfgs");
        Program.Outcome counted = Program.run("compare-optimizers", data, "--model", "hmm");
        assertThat(counted.code()).isEqualTo(2);
        assertThat(counted.err()).contains("no objective to minimise");
        Program.Outcome plot = Program.run("compare-optimizers", data, "--plot", "x.gif");
        assertThat(plot.code()).isEqualTo(2);
        assertThat(plot.err()).contains(".svg or .png");
    }

    @Test
    void trainMixesParameters() {
        Path model = folder.resolve("m.esp");
        Program.Outcome outcome = Program.run(
                "train",
                data,
                "--features",
                "text-small",
                "--mixing",
                "iterated",
                "--shards",
                3,
                "--epoch-iterations",
                2,
                "--max-iterations",
                6,
                "-o",
                model);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        Map<?, ?> mixing = (Map<?, ?>) Objects.requireNonNull(
                org.espalier.model.Model.load(model).provenance().get("mixing"));
        assertThat(mixing.get("kind")).isEqualTo("ITERATED");
        assertThat(mixing.get("shards")).hasToString("3");

        assertThat(Program.run("train", data, "--shards", 3, "-o", model).err()).contains("belong to --mixing");
        assertThat(Program.run("train", data, "--mixing", "often", "-o", model).err())
                .contains("one-shot or iterated");
        assertThat(Program.run("train", data, "--mixing", "one-shot", "--epoch-iterations", 3, "-o", model)
                        .code())
                .isEqualTo(2);
    }
}
