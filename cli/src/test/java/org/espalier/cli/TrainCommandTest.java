package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.data.Json;
import org.espalier.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TrainCommandTest {
    @TempDir
    Path folder;

    @Test
    void theModelIsTheSameForAnyNumberOfThreads() {
        Path data = SmallData.write(folder, "train.txt", SmallData.columns(300, 5));
        Path one = folder.resolve("1.esp");
        assertThat(Program.run("train", "-q", "--threads", 1, "-o", one, data).code())
                .isZero();

        for (int threads : new int[] {2, 7}) {
            Path other = folder.resolve(threads + ".esp");
            assertThat(Program.run("train", "-q", "--threads", threads, "-o", other, data)
                            .code())
                    .isZero();
            assertThat(other).hasSameBinaryContentAs(one);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cg", "trust-region", "gis", "iis", "gradient-descent", "rprop", "bcd"})
    void batchAlgorithmsLearn(String algorithm) throws IOException {
        Path data = SmallData.write(folder, "train.txt", SmallData.columns(30, 5));
        Path model = folder.resolve("model.esp");
        Program.Outcome outcome =
                Program.run("train", "--algorithm", algorithm, "--max-iterations", 4, "-o", model, data);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        Object options = Model.load(model).provenance().get("options");
        assertThat(options.toString())
                .contains("algorithm=" + algorithm.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    @Test
    void whatABatchAlgorithmCannotDoIsRefused() throws IOException {
        Path data = SmallData.write(folder, "train.txt", SmallData.columns(30, 5));
        Path model = folder.resolve("model.esp");
        for (String algorithm : new String[] {"cg", "bfgs", "newton", "trust-region", "gis", "iis"}) {
            Program.Outcome outcome = Program.run("train", "--algorithm", algorithm, "--l1", 1, "-o", model, data);
            assertThat(outcome.code()).isEqualTo(2);
            assertThat(outcome.err()).contains(algorithm + " cannot minimise an L1 penalty (l1 = 1.0)", "owlqn");
        }
        Program.Outcome memm = Program.run("train", "--model", "memm", "--algorithm", "iis", "-o", model, data);
        assertThat(memm.code()).isEqualTo(2);
        assertThat(memm.err()).contains("iis is for the log-loss");
    }

    /** Without a word about it, a CRF stops where F1 no longer moves; who asks for a tolerance gets it. */
    @Test
    void aCrfStopsInTime() throws IOException {
        Path data = SmallData.write(folder, "train.txt", SmallData.columns(300, 5));
        int usual = iterations(data);
        assertThat(usual).isLessThan(iterations(data, "--tolerance", 1e-5));
        assertThat(options()).doesNotContain("enough=");
        iterations(data);
        assertThat(options()).contains("enough=0.001");
        for (List<Object> given : List.<List<Object>>of(
                List.of("--period", 10),
                List.of("--gradient-tolerance", 1e-5),
                List.of("--dev", data),
                List.of("--algorithm", "lbfgs"),
                List.of("--l1", 0.1),
                List.of("--loss", "softmax-margin"),
                List.of("--model", "memm"),
                List.of("--order", 2))) {
            iterations(data, given.toArray());
            assertThat(options()).as("%s", given).doesNotContain("enough=");
        }
    }

    private int iterations(Path data, Object... given) throws IOException {
        Path report = folder.resolve("report.json");
        List<Object> arguments =
                new ArrayList<>(List.of("train", "-q", "--report", report, "-o", folder.resolve("stopped.esp")));
        arguments.addAll(List.of(given));
        arguments.add(data);
        Program.Outcome outcome = Program.run(arguments.toArray());
        assertThat(outcome.code()).as(outcome.err()).isZero();
        return ((Number) ((Map<?, ?>) Json.parse(Files.readString(report))).get("iterations")).intValue();
    }

    private String options() throws IOException {
        return String.valueOf(
                Model.load(folder.resolve("stopped.esp")).provenance().get("options"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"perceptron", "pa", "mira", "arow"})
    void onlineAlgorithmsLearn(String algorithm) throws IOException {
        Path data = SmallData.write(folder, "train.txt", SmallData.columns(100, 5));
        Path model = folder.resolve("model.esp");
        Program.Outcome outcome = Program.run(
                "train",
                "--algorithm",
                algorithm,
                "--max-iterations",
                7,
                "--dev",
                data,
                "--patience",
                7,
                "-o",
                model,
                data);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.err())
                .contains("epoch", "finished: all epochs are done")
                .doesNotContain("not converged");
        Object options = Model.load(model).provenance().get("options");
        assertThat(options).isInstanceOf(Map.class);
        assertThat(options.toString())
                .contains("algorithm=" + algorithm.toUpperCase(Locale.ROOT), "maxIterations=7")
                .doesNotContain("l2=");
        assertThat(Program.run("eval", "--model", model, data).code()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"perceptron", "pa", "mira", "arow"})
    void onlineLearnersGoOnFromACheckpointWithTheSameBytes(String algorithm) throws IOException {
        Path data = SmallData.write(folder, "train.txt", SmallData.columns(20, 6));
        Path check = folder.resolve("check");
        Path whole = folder.resolve("whole.esp");
        Path resumed = folder.resolve("resumed.esp");
        List<Object> usual = List.of("train", "-q", "--algorithm", algorithm, data);
        assertThat(run(usual, "--max-iterations", 7, "-o", whole).code()).isZero();
        assertThat(run(usual, "--max-iterations", 3, "-o", resumed, "--checkpoint", check, "--checkpoint-every", 1)
                        .code())
                .isZero();
        assertThat(Files.readAllBytes(resumed)).isNotEqualTo(Files.readAllBytes(whole));
        assertThat(run(usual, "--max-iterations", 7, "-o", resumed, "--checkpoint", check, "--resume")
                        .code())
                .isZero();
        assertThat(Files.readAllBytes(resumed)).isEqualTo(Files.readAllBytes(whole));
    }

    /** Two of three labels are one of two. */
    private Path partial() {
        StringBuilder text = new StringBuilder();
        int n = 0;
        for (String line : SmallData.columns(40, 3).split("\n")) {
            String other = line.endsWith("O") ? "|B-NP" : "|O";
            text.append(line)
                    .append(line.isEmpty() || n++ % 3 == 0 ? "" : other)
                    .append('\n');
        }
        return SmallData.write(folder, "partial.txt", text.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "log, auto",
        "log, lbfgs",
        "log, sgd",
        "log, sag",
        "softmax-margin, auto",
        "squared-hinge, lbfgs",
        "hinge, auto",
        "hinge, subgradient"
    })
    void nothingIsProvedWithPartialLabels(String loss, String algorithm) throws IOException {
        Path report = folder.resolve("report.json");
        Program.Outcome outcome = Program.run(
                "train",
                "--label-separator",
                "|",
                "--loss",
                loss,
                "--algorithm",
                algorithm,
                "--features",
                "text-small",
                "--max-iterations",
                60,
                "-o",
                folder.resolve("m.esp"),
                "--report",
                report,
                partial());

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.err())
                .contains("the objective is not convex with partial labels")
                .doesNotContain("prove");
        assertThat(report)
                .content()
                .contains("\"gapBound\": null", "\"convex\": false")
                .doesNotContain("prove", "CONVERGED_GAP", "CONVERGED_DUALITY");
        assertThat(Program.run("inspect", "-m", folder.resolve("m.esp")).out())
                .doesNotContain("prove", "CONVERGED_GAP", "CONVERGED_DUALITY");
    }

    @Test
    void aStationaryPointIsCalledSoAndRestartsMayLeadLower() throws IOException {
        Path report = folder.resolve("report.json");
        List<Object> usual = List.of(
                "train",
                "--label-separator",
                "|",
                "--features",
                "text-small",
                "--report",
                report,
                "-o",
                folder.resolve("m.esp"),
                partial());
        Program.Outcome once = run(usual);
        double single = objective(report);
        Program.Outcome more = run(usual, "--restarts", 4);

        assertThat(once.err()).contains("a stationary point, perhaps not the minimum");
        assertThat(more.err()).contains("start 4 of 4", "4 starts, with objectives from");
        assertThat(objective(report)).isLessThanOrEqualTo(single);
    }

    private static double objective(Path report) throws IOException {
        Map<?, ?> figures = (Map<?, ?>) Json.parse(Files.readString(report));
        return (Double) figures.get("objective");
    }

    @Test
    void restartsThatDoNothingAreTold() {
        Path data = SmallData.write(folder, "full.txt", SmallData.columns(20, 3));
        Program.Outcome outcome = Program.run("train", "-q", "--restarts", 3, "-o", folder.resolve("m.esp"), data);

        assertThat(outcome.code()).isZero();
        assertThat(outcome.err())
                .contains("warning: the objective is convex", "3 restarts (--restarts) have no effect");
    }

    @ParameterizedTest
    @CsvSource({
        "--restarts 0, restarts = 0; expected at least 1",
        "--restarts 2 --checkpoint c, --restarts with --checkpoint",
        "--restarts 2 --mixing one-shot, --restarts with --mixing",
        "--restarts 2 --algorithm mira, --restarts cannot be combined with --algorithm mira"
    })
    void restartsGoWithWhatCanBeRestarted(String options, String message) {
        List<Object> arguments = new ArrayList<>(List.of("train", "-o", folder.resolve("m.esp")));
        arguments.addAll(List.of(options.split(" ")));
        arguments.add(SmallData.write(folder, "full.txt", SmallData.columns(5, 3)));
        Program.Outcome outcome = Program.run(arguments.toArray());

        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains(message);
    }

    @Test
    void theObjectiveToldIsThatOfTheSavedWeights() throws IOException {
        Path data = SmallData.write(folder, "full.txt", SmallData.columns(60, 3));
        Path dev = SmallData.write(folder, "dev.txt", SmallData.columns(60, 4));
        Path report = folder.resolve("report.json");
        Path model = folder.resolve("m.esp");
        Program.Outcome outcome = Program.run(
                "train",
                "--features",
                "text-small",
                "--algorithm",
                "lbfgs",
                "--l2",
                0.001,
                "--dev",
                dev,
                "--dev-metric",
                "loss",
                "--patience",
                3,
                "--report",
                report,
                "-o",
                model,
                data);
        double told = objective(report);
        Program.Outcome again = Program.run(
                "train",
                "-q",
                "--features",
                "text-small",
                "--algorithm",
                "lbfgs",
                "--l2",
                0.001,
                "--max-iterations",
                0,
                "--init",
                model,
                "--report",
                report,
                "-o",
                folder.resolve("n.esp"),
                data);

        assertThat(again.code()).as(again.err()).isZero();
        assertThat(outcome.err()).contains("at the saved weights (iteration ");
        assertThat(told).isCloseTo(objective(report), org.assertj.core.data.Offset.offset(1e-9 * told));
    }

    private static Program.Outcome run(List<Object> usual, Object... more) {
        List<Object> all = new ArrayList<>(usual);
        all.addAll(List.of(more));
        return Program.run(all.toArray());
    }

    @ParameterizedTest
    @CsvSource({
        "--algorithm pa --l2 1, --l2 cannot be combined with --algorithm pa; which minimises no penalised objective",
        "--algorithm mira --gamma 2, --gamma has no meaning for --algorithm mira",
        "--candidates 3, --candidates has no meaning for --algorithm auto",
        "--algorithm pa --aggressiveness 0, aggressiveness = 0.0; expected a number above 0",
        "--algorithm perceptron --model memm, perceptron has an update rule instead of a loss"
    })
    void onlineOptionsThatDoNotGoTogetherAreRefused(String arguments, String message) {
        Path data = SmallData.write(folder, "train.txt", SmallData.columns(10, 5));
        List<Object> all = new ArrayList<>(List.of("train", "-o", folder.resolve("m"), data));
        all.addAll(List.of(arguments.split(" ")));
        Program.Outcome outcome = Program.run(all.toArray());
        assertThat(outcome.code()).isEqualTo(2);
        for (String piece : message.split("; ")) {
            assertThat(outcome.err()).contains(piece);
        }
    }

    @Test
    void theModelIsTheSameWithTheDataOnDisk() throws IOException {
        Path data = SmallData.write(folder, "train.txt", SmallData.columns(300, 5));
        Path expected = folder.resolve("memory.esp");
        assertThat(Program.run("train", "-q", "-o", expected, data).code()).isZero();
        Path directory = Files.createDirectory(folder.resolve("disk"));
        Path model = folder.resolve("disk.esp");

        assertThat(Program.run("train", "-q", "--data-on-disk", "--scratch", directory, "-o", model, data)
                        .code())
                .isZero();
        assertThat(model).hasSameBinaryContentAs(expected);
        Files.delete(model);
        assertThat(Program.run("train", "-q", "-o", model, "--data-on-disk", data)
                        .code())
                .isZero();
        assertThat(model).hasSameBinaryContentAs(expected);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aWrongDirectoryForTheDataIsNamed() {
        Path data = SmallData.write(folder, "train.txt", SmallData.columns(10, 5));
        Path model = folder.resolve("model.esp");

        Program.Outcome missing =
                Program.run("train", "--data-on-disk", "--scratch", folder.resolve("none"), "-o", model, data);
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.err()).contains("none: the training data cannot be kept there: there is no such directory");
        Program.Outcome file = Program.run("train", "-o", model, "--data-on-disk", "--scratch", data, data);
        assertThat(file.code()).isEqualTo(2);
        assertThat(file.err()).contains("--scratch", "train.txt', a file; expected a directory", "leave --scratch out");
        Program.Outcome only = Program.run("train", "-o", model, "--data-on-disk", "--scratch", data);
        assertThat(only.err())
                .contains("train.txt', a file; expected a directory")
                .doesNotContain("Missing");
        Program.Outcome order = Program.run("train", "-o", model, "--data-on-disk", "--algorithm", "sgd", data);
        assertThat(order.code()).isEqualTo(1);
        assertThat(order.err())
                .contains("the algorithm sgd visits the sequences in random order", "leave --data-on-disk")
                .contains("or use the algorithm lbfgs or owlqn");
        Program.Outcome kinks = Program.run("train", "-o", model, "--data-on-disk", "--loss", "hinge", data);
        assertThat(kinks.err()).contains("a loss without kinks, such as squared-hinge, with the algorithm lbfgs");
        assertThat(Program.run(
                                "train",
                                "-q",
                                "-o",
                                model,
                                "--data-on-disk",
                                "--loss",
                                "squared-hinge",
                                "--algorithm",
                                "lbfgs",
                                data)
                        .code())
                .isZero();
        Program.Outcome alone = Program.run("train", "-o", model, "--scratch", folder, data);
        assertThat(alone.code()).isEqualTo(2);
        assertThat(alone.err()).contains("give both, or neither");
    }

    @Test
    void choicesAreShownAsTheyAreWritten() {
        Program.Outcome outcome = Program.run("train", "--algorithm", "gradient", "-o", folder.resolve("m.esp"), "x");

        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err())
                .contains("--algorithm is 'gradient'; expected one of auto, lbfgs, owlqn")
                .contains("sgd-l1");
    }

    @Test
    void marginLossesAndStochasticAlgorithmsTrainModels() {
        Path data = SmallData.write(folder, "train.txt", SmallData.columns(60, 5));
        Path model = folder.resolve("model.esp");
        for (String choice : List.of(
                "--model svm",
                "--loss hinge --margin 0.5 --gap 0.05 --averaging",
                "--model maxent --loss one-vs-rest-log",
                "--algorithm sgd --rate 0.1 --batch 4",
                "--algorithm sgd-l1 --l1 0.1 --l2 0 --decay 0.9",
                "--loss squared-hinge --algorithm subgradient --calibration-samples 20 --calibration-rate 0.01")) {
            List<Object> arguments = new ArrayList<>(List.of("train", "-q", "--max-iterations", 5));
            arguments.addAll(List.of(choice.split(" ")));
            arguments.addAll(List.of("-o", model, data));
            Program.Outcome outcome = Program.run(arguments.toArray());
            assertThat(outcome.code()).as("%s: %s", choice, outcome.err()).isZero();
            assertThat(Program.run("eval", "-m", model, data).out()).isNotBlank();
        }
    }

    @Test
    void whatDoesNotGoTogetherIsRefusedWithAdvice() {
        Program.Outcome outcome =
                Program.run("train", "--algorithm", "frank-wolfe", "-o", folder.resolve("m.esp"), folder.resolve("x"));
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains("frank-wolfe is for the losses hinge and one-vs-rest-hinge, found log");
        Program.Outcome transitions = Program.run(
                "train",
                "--loss",
                "one-vs-rest-hinge",
                "-o",
                folder.resolve("m.esp"),
                SmallData.write(folder, "train.txt", SmallData.columns(20, 5)));
        assertThat(transitions.code()).isEqualTo(1);
        assertThat(transitions.err()).contains("scores every token by itself").doesNotContain("Exception");
    }

    @Test
    void theReportHasItsFigures() throws IOException {
        Path data = SmallData.write(folder, "train.txt", SmallData.columns(60, 5));
        Path report = folder.resolve("report.json");
        Path model = folder.resolve("model.esp");

        Program.Outcome outcome =
                Program.run("train", "--threads", 2, "--seed", 9, "--report", report, "-o", model, data);

        assertThat(outcome.code()).isZero();
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).contains("converged", "objective", "features", model.toString());
        Map<?, ?> figures = (Map<?, ?>) Json.parse(Files.readString(report));
        assertThat((List<?>) figures.get("history"))
                .hasSize(((Number) figures.get("iterations")).intValue())
                .last()
                .extracting(last -> ((Map<?, ?>) last).get("objective"))
                .isEqualTo(figures.get("objective"));
        assertThat(figures.keySet().stream().map(Object::toString).toList())
                .contains(
                        "objective",
                        "gradientNorm",
                        "iterations",
                        "evaluations",
                        "stopReason",
                        "seconds",
                        "secondsPerEvaluation",
                        "features",
                        "labels",
                        "sequences",
                        "tokens",
                        "peakMemoryBytes",
                        "seed",
                        "threads",
                        "date",
                        "activeFeatures",
                        "model",
                        "options",
                        "devScore");
        assertThat(figures.get("sequences")).isEqualTo(60L);
        assertThat(figures.get("labels")).isEqualTo(3L);
        assertThat(figures.get("threads")).isEqualTo(2L);
        assertThat(figures.get("seed")).isEqualTo(9L);
        assertThat((Double) figures.get("objective")).isPositive();
        assertThat((Long) figures.get("peakMemoryBytes")).isPositive();
        assertThat(Instant.parse((String) figures.get("date")))
                .isBefore(Instant.now().plusSeconds(1));
        assertThat((String) figures.get("stopReason")).startsWith("CONVERGED");
    }

    @Test
    void severalFilesAndStandardInputAreOneSetOfData() {
        String first = SmallData.columns(20, 1);
        String second = SmallData.columns(20, 2);
        Path both = SmallData.write(folder, "both.txt", first + second);
        Path one = SmallData.write(folder, "one.txt", first);
        Path two = SmallData.write(folder, "two.txt", second);

        assertThat(Program.run("train", "-q", "-o", folder.resolve("both.esp"), both)
                        .code())
                .isZero();
        assertThat(Program.run("train", "-q", "-o", folder.resolve("files.esp"), one, two)
                        .code())
                .isZero();
        assertThat(Program.runWith(
                                (first + second).getBytes(java.nio.charset.StandardCharsets.UTF_8),
                                "train",
                                "-q",
                                "-o",
                                folder.resolve("stdin.esp"),
                                "-")
                        .code())
                .isZero();

        assertThat(folder.resolve("files.esp")).hasSameBinaryContentAs(folder.resolve("both.esp"));
        assertThat(folder.resolve("stdin.esp")).hasSameBinaryContentAs(folder.resolve("both.esp"));
    }

    @Test
    void quietSaysNothing() {
        Path data = SmallData.write(folder, "train.txt", SmallData.columns(20, 5));

        assertThat(Program.run("train", "--quiet", "-o", folder.resolve("m.esp"), data))
                .isEqualTo(new Program.Outcome(0, "", ""));
    }

    @Test
    void theDevelopmentSetIsShownAndReported() throws IOException {
        Path data = SmallData.write(folder, "train.txt", SmallData.columns(60, 5));
        Path dev = SmallData.write(folder, "dev.txt", SmallData.columns(20, 6));
        Path report = folder.resolve("report.json");

        Program.Outcome outcome = Program.run(
                "train", "--dev", dev, "--patience", 3, "--report", report, "-o", folder.resolve("m.esp"), data);

        assertThat(outcome.code()).isZero();
        assertThat(outcome.err()).contains("dev F1", "best on the development data: F1");
        assertThat((Double) ((Map<?, ?>) Json.parse(Files.readString(report))).get("devScore"))
                .isBetween(0.5, 1.0);
    }

    @Test
    void warmStartKeepsTheFeaturesAndAddsLabels() {
        Path first = SmallData.write(folder, "first.txt", SmallData.columns(40, 1));
        Path second = SmallData.write(folder, "second.txt", "Rome N B-CITY\nis V O\n\n");
        Path model = folder.resolve("first.esp");
        Path warm = folder.resolve("warm.esp");
        assertThat(Program.run("train", "-q", "--features", "words", "-o", model, first)
                        .code())
                .isZero();

        assertThat(Program.run("train", "-q", "--init", model, "-o", warm, second)
                        .code())
                .isZero();

        Model trained = Model.load(warm);
        assertThat(trained.labels().names()).contains("B-NP", "I-NP", "O", "B-CITY");
        assertThat(trained.encoder().extractor().definition().text()).isEqualTo("words");
    }

    @Test
    void attributesAreTheUsualFeaturesOfItemsAndOfJsonThatHasThem() {
        Path items = SmallData.write(folder, "a.crfsuite", "A\tx\ty:2\nB\tz\n\n");
        Path json = SmallData.write(
                folder,
                "a.jsonl",
                "{\"tokens\":[{\"attributes\":{\"x\":1,\"y\":2}},{\"attributes\":{\"z\":1}}],\"labels\":[\"A\",\"B\"]}\n");
        Path words = SmallData.write(folder, "w.jsonl", "{\"tokens\":[\"x\",\"z\"],\"labels\":[\"A\",\"B\"]}\n");

        assertThat(kind(items, "crfsuite")).isEqualTo("attributes");
        assertThat(kind(json, "jsonl")).isEqualTo("attributes");
        assertThat(kind(words, "jsonl")).isEqualTo("features");
    }

    private String kind(Path data, String format) {
        Path model = folder.resolve("kind.esp");
        Program.Outcome outcome = Program.run("train", "-q", "--format", format, "-o", model, data);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        return Model.load(model).encoder().extractor().definition().kind();
    }

    @Test
    void notConvergingIsAWarning() {
        Path data = SmallData.write(folder, "train.txt", SmallData.columns(60, 5));

        Program.Outcome outcome =
                Program.run("train", "-q", "--max-iterations", 1, "-o", folder.resolve("m.esp"), data);

        assertThat(outcome.code()).isZero();
        assertThat(outcome.err()).contains("warning: not converged");
    }
}
