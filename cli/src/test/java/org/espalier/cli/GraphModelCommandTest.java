package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.espalier.data.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Models of graphs, and pictures, on the command line. */
final class GraphModelCommandTest {
    private static final Path TRAIN = Path.of("../samples/graphs/figures-train.jsonl");
    private static final Path TEST = Path.of("../samples/graphs/figures-test.jsonl");
    private static final Path VASE = Path.of("../samples/graphs/vase.png");

    @TempDir
    Path folder;

    private Path trained(Object... options) {
        Path model = folder.resolve("m.esp");
        Object[] arguments = new Object[options.length + 6];
        System.arraycopy(new Object[] {"train", "-q", "-o", model, "--threads", "1"}, 0, arguments, 0, 6);
        System.arraycopy(options, 0, arguments, 6, options.length);
        Program.Outcome outcome = Program.run(arguments);
        assertThat(outcome.code()).as(outcome.toString()).isZero();
        return model;
    }

    private static double accuracy(Path model) {
        Program.Outcome outcome = Program.run("eval", "--output-format", "json", "-m", model, TEST);
        assertThat(outcome.code()).as(outcome.toString()).isZero();
        return ((Number) ((Map<?, ?>) Json.parse(outcome.out().strip())).get("tokenAccuracy")).doubleValue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"junction-tree", "bp", "trw", "mean-field"})
    void graphsAreLearntTaggedAndMeasured(String method) {
        Path model = trained("--model", "graph", "--inference", method, "--max-iterations", "30", TRAIN);
        assertThat(accuracy(model)).isGreaterThan(0.8);
        Program.Outcome tagged = Program.run("tag", "-m", model, TEST);
        Map<?, ?> first =
                (Map<?, ?>) Json.parse(tagged.out().lines().findFirst().orElse(""));
        assertThat((Object) first.get("exact")).isEqualTo(method.equals("junction-tree"));
        assertThat((List<?>) first.get("variables"))
                .hasSize(25)
                .allSatisfy(variable -> assertThat(String.valueOf(((Map<?, ?>) variable).get("label")))
                        .isIn("figure", "ground"));
        Program.Outcome labels = Program.run("tag", "-m", model, "--output-format", "labels", TEST);
        assertThat(labels.out().lines().filter(line -> !line.isBlank())).hasSize(500);
        assertThat(Program.run("inspect", model).out())
                .contains(method + (method.equals("junction-tree") ? " (exact)" : " (approximate)"))
                .contains("of variables and factors")
                .contains("light");
    }

    @Test
    void theFormatIsEnough() {
        assertThat(accuracy(trained("--format", "graphs", "--tie", "right=potts", "--tie", "down=symmetric", TRAIN)))
                .isGreaterThan(0.8);
        Path model = trained("--format", "graphs", "--pseudo-likelihood", TRAIN);
        assertThat(Program.run("inspect", model).out()).contains("pseudoLikelihood=true");
    }

    /** On this sample its weights prefer one label everywhere; without factors they do not. */
    @Test
    void aPseudoLikelihoodThatCollapsesIsSaid() {
        Path model = folder.resolve("m.esp");
        assertThat(Program.run("train", "-q", "--model", "graph", "--pseudo-likelihood", "-o", model, TRAIN)
                        .err())
                .contains("warning: the pseudo-likelihood trusts neighbours too much", "--inference bp");
        Path alone = SmallData.write(
                folder,
                "alone.jsonl",
                ("{\"variables\":[{\"label\":\"a\",\"attributes\":{\"x\":1}},{\"label\":\"b\",\"attributes\":{\"x\":-1}}]}\n")
                        .repeat(20));
        assertThat(Program.run("train", "-q", "--model", "graph", "--pseudo-likelihood", "-o", model, alone)
                        .err())
                .isEmpty();
    }

    @Test
    void approximateTrainingWarns() {
        Program.Outcome outcome = Program.run(
                "train",
                "--model",
                "graph",
                "--inference",
                "bp",
                "--max-iterations",
                "3",
                "-o",
                folder.resolve("m.esp"),
                TRAIN);
        assertThat(outcome.err()).contains("inference is approximate");
    }

    @Test
    void wrongUsageIsExplained() {
        Path model = folder.resolve("m.esp");
        assertThat(Program.run("train", "--model", "crf", "--inference", "bp", "-o", model, TRAIN)
                        .err())
                .contains("--inference has no meaning for --model crf");
        assertThat(Program.run("train", "--model", "graph", "--inference-rounds", "5", "-o", model, TRAIN)
                        .err())
                .contains("for approximate inference");
        assertThat(Program.run("train", "--model", "crf", "--format", "graphs", "-o", model, TRAIN)
                        .err())
                .contains("--model graph");
        assertThat(Program.run("train", "--model", "graph", "--tie", "diagonal=potts", "-o", model, TRAIN)
                        .err())
                .contains("'diagonal'")
                .contains("right");
        assertThat(Program.run(
                                "train",
                                "--model",
                                "crf",
                                "--pseudo-likelihood",
                                "-o",
                                model,
                                SmallData.write(folder, "t.txt", "a X\n\n"))
                        .err())
                .contains("--pseudo-likelihood has no meaning for --model crf");
        assertThat(Program.run("check", "--format", "graphs", TRAIN).err()).contains("graphs");
    }

    @Test
    void picturesLoseTheirNoise() throws Exception {
        Path after = folder.resolve("after.png");
        Path before = folder.resolve("before.png");
        Program.Outcome outcome = Program.run(
                "graph",
                "image",
                "--json",
                "-o",
                after,
                "--noise",
                "0.5",
                "--noisy-output",
                before,
                "--truth",
                VASE,
                VASE);
        assertThat(outcome.code()).as(outcome.toString()).isZero();
        Map<?, ?> found = (Map<?, ?>) Json.parse(outcome.out().strip());
        assertThat((Object) found.get("exact")).isEqualTo(true);
        assertThat(((Number) found.get("rightAfter")).doubleValue()).isGreaterThan(0.98);
        assertThat(((Number) found.get("rightBefore")).doubleValue()).isLessThan(0.9);
        Program.Outcome regions = Program.run("graph", "image", "--classes", "3", "-o", after, before);
        assertThat(regions.code()).as(regions.toString()).isZero();
        assertThat(regions.out()).contains("trw (approximate)");
        Program.Outcome again = Program.run("graph", "image", "--json", "-o", after, VASE);
        Map<?, ?> clean = (Map<?, ?>) Json.parse(again.out().strip());
        Map<?, ?> dark = (Map<?, ?>) ((List<?>) clean.get("classes")).get(0);
        assertThat(((Number) dark.get("brightness")).doubleValue()).isCloseTo(0, within(1e-4));
    }

    @Test
    void whatIsNoPictureIsRefused() throws Exception {
        Path out = folder.resolve("o.png");
        Path text = SmallData.write(folder, "x.png", "no picture");
        assertThat(Program.run("graph", "image", "-o", out, text).err()).contains("no picture that can be read");
        assertThat(Program.run("graph", "image", "-o", out, "--classes", "1", VASE)
                        .err())
                .contains("2 to 64");
        assertThat(Program.run("graph", "image", "-o", out, "--noisy-output", folder.resolve("n.png"), VASE)
                        .err())
                .contains("without --noise");
        byte[] bytes = Files.readAllBytes(VASE);
        Random random = new Random(1);
        for (int n = 0; n < 60; n++) {
            byte[] damaged = bytes.clone();
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            Path file = folder.resolve("damaged.png");
            Files.write(file, damaged);
            Program.Outcome outcome = Program.run("graph", "image", "-o", out, file);
            assertThat(outcome.err()).doesNotContain("internal error");
        }
    }
}
