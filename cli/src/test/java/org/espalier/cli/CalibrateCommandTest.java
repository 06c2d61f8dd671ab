package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.espalier.data.Json;
import org.espalier.model.Model;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CalibrateCommandTest {
    @TempDir
    Path folder;

    private Path model;
    private Path dev;
    private Path test;
    private Path calibrated;

    @BeforeEach
    void train() {
        model = SmallData.model(folder);
        dev = SmallData.write(folder, "dev.txt", SmallData.columns(120, 3));
        test = SmallData.write(folder, "test.txt", SmallData.columns(120, 4));
        calibrated = folder.resolve("calibrated.esp");
    }

    private Program.Outcome succeed(Object... arguments) {
        Program.Outcome outcome = Program.run(arguments);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        return outcome;
    }

    private Map<?, ?> json(Object... arguments) {
        return (Map<?, ?>) Json.parse(succeed(arguments).out());
    }

    @Test
    void labelsStayAndTheFileKeepsWhatWasLearned() throws IOException {
        byte[] before = Files.readAllBytes(model);
        String said = succeed("calibrate", model, dev, "-o", calibrated, "--test", test, "--method", "both")
                .out();
        assertThat(said).startsWith("temperature ").contains("spans of the test data:", " before, ", " after\n");
        assertThat(Files.readAllBytes(model)).isEqualTo(before);
        assertThat(succeed("tag", "-m", calibrated, test).out())
                .isEqualTo(succeed("tag", "-m", model, test).out());
        assertThat(Model.load(calibrated).confidence().spans()).isNotNull();
        assertThat(succeed("inspect", calibrated).out()).contains("confidence");
    }

    @Test
    void spansCarryProbabilityAndConfidence() {
        succeed("calibrate", model, dev, "-o", calibrated, "--method", "isotonic");
        for (Path each : List.of(model, calibrated)) {
            String line = succeed("tag", "-m", each, "--output-format", "json", "--probability", test)
                    .out()
                    .lines()
                    .findFirst()
                    .orElseThrow();
            Map<?, ?> span = (Map<?, ?>) ((List<?>) ((Map<?, ?>) Json.parse(line)).get("spans")).get(0);
            assertThat((Double) span.get("probability")).isBetween(0.0, 1.0);
            if (each == model) {
                assertThat(span.containsKey("confidence")).isFalse();
            } else {
                assertThat((Double) span.get("confidence"))
                        .isEqualTo(Model.load(calibrated).confidence().ofSpan((Double) span.get("probability")));
            }
        }
    }

    @Test
    void theErrorThatIsTheJudgeOfBothIsThatOfEval() {
        Map<?, ?> figures = json(
                "calibrate",
                model,
                dev,
                "-o",
                calibrated,
                "--test",
                test,
                "--method",
                "both",
                "--output-format",
                "json");
        for (String which : List.of("before", "after")) {
            Path judged = which.equals("before") ? model : calibrated;
            Map<?, ?> scores = json("eval", "-m", judged, "--confidence", "--output-format", "json", test);
            assertThat(scores.get("confidence")).isEqualTo(figures.get(which));
        }
        assertThat((Double) figures.get("temperature")).isPositive();
    }

    @Test
    void trainingDataAreWarnedOf() {
        Path training = SmallData.write(folder, "train.txt", SmallData.columns(120, 5));
        Path own = folder.resolve("own.esp");
        succeed("train", "-q", "-o", own, training);
        Program.Outcome outcome = succeed("calibrate", own, training, "-o", calibrated);
        assertThat(outcome.err()).contains("is what the model was trained on, so it will learn to be too sure");
        assertThat(succeed("calibrate", own, dev, "-o", calibrated).err()).doesNotContain("trained on");
    }

    private void refused(int code, String message, Object... arguments) {
        Program.Outcome outcome = Program.run(arguments);
        assertThat(outcome.code()).as(outcome.err()).isEqualTo(code);
        assertThat(outcome.err()).contains(message);
        assertThat(outcome.isClear()).as(outcome.err()).isTrue();
        assertThat(calibrated).doesNotExist();
    }

    @Test
    void whatCannotBeLearnedIsRefusedAndNothingIsWritten() {
        Path few = SmallData.write(folder, "few.txt", SmallData.columns(2, 3));
        refused(
                1,
                "expected at least 50 to learn a curve from",
                "calibrate",
                model,
                few,
                "-o",
                calibrated,
                "--method",
                "isotonic");
        refused(2, "Missing required", "calibrate", model, "-o", calibrated);
        refused(
                2,
                "expected one of temperature, isotonic, both",
                "calibrate",
                model,
                dev,
                "-o",
                calibrated,
                "--method",
                "platt");
        refused(1, "no such file", "calibrate", model, folder.resolve("no.txt"), "-o", calibrated);
    }

    @Test
    void aPictureShowsWhatConfidenceIsWorth() throws IOException {
        Path plot = folder.resolve("confidence.svg");
        Program.Outcome outcome = succeed("eval", "-m", model, "--confidence", "--plot", plot, test);
        assertThat(outcome.out()).contains("Confidence: calibration error ", "coverage", "100.0%");
        assertThat(Files.readString(plot)).startsWith("<svg").contains("Accuracy over coverage");
        assertThat(Program.run("eval", "-m", model, "--plot", plot, test).err())
                .contains("--plot draws what --confidence shows; give both");
        assertThat(Program.run("eval", "--columns", "--confidence", test).err())
                .contains("--confidence needs a model; --columns has none");
    }
}
