package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.espalier.data.Json;
import org.espalier.model.FileForm;
import org.espalier.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CompressCommandTest {
    @TempDir
    Path folder;

    @Test
    void withoutOptionsTheFileIsSmallerAndTheLabelsAreTheSame() throws IOException {
        Path model = SmallData.model(folder);
        Path small = folder.resolve("small.esp");
        Path test = SmallData.write(folder, "test.txt", SmallData.columns(50, 3));
        byte[] before = Files.readAllBytes(model);

        Program.Outcome outcome = Program.run("compress", model, "-o", small, "--test", test);

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out())
                .contains("bytes of the file", "  attributes", "  weights", "features", "bits of a weight")
                .contains("token accuracy", "span F1 (conlleval)", "sequence accuracy")
                .containsPattern("\n0 of \\d+ labels have changed\n");
        assertThat(Files.size(small)).isLessThan(Files.size(model));
        assertThat(Files.readAllBytes(model)).isEqualTo(before);
        assertThat(Program.run("tag", "-m", small, test).out())
                .isEqualTo(Program.run("tag", "-m", model, test).out());
    }

    @Test
    void pruningAndRoundingAreDoneAndShown() {
        Path model = SmallData.model(folder);
        Path small = folder.resolve("small.esp");

        Map<?, ?> map = (Map<?, ?>) Json.parse(
                Program.run("compress", model, "-o", small, "--keep", "20%", "--bits", 8, "--output-format", "json")
                        .out());

        Model smaller = Model.load(small);
        assertThat(smaller.form()).isEqualTo(FileForm.compact(8));
        assertThat(((Map<?, ?>) map.get("after")).get("features")).isEqualTo((long) smaller.weights().length);
        assertThat(((Map<?, ?>) map.get("before")).get("features"))
                .isEqualTo((long) Model.load(model).weights().length);
        assertThat(Program.run("inspect", small).out())
                .contains("compact, weights of 8 bits", "compression", "fraction=0.2", "bits=8");
        assertThat(Program.run("inspect", model).out()).contains("plain, weights of 64 bits");
        assertThat(((Map<?, ?>) Json.parse(Program.run("inspect", small, "--output-format", "json")
                                .out()))
                        .get("weightBits"))
                .isEqualTo(8L);
    }

    @Test
    void aStatedLossIsKept() {
        Path model = SmallData.model(folder);
        Path small = folder.resolve("small.esp");
        Path data = SmallData.write(folder, "data.txt", SmallData.columns(50, 3));

        for (String measure : List.of("f1", "accuracy", "likelihood")) {
            Program.Outcome outcome = Program.run(
                    "compress",
                    model,
                    "-o",
                    small,
                    "--max-loss",
                    1,
                    "--measure",
                    measure,
                    "--data",
                    data,
                    "--test",
                    data,
                    "--output-format",
                    "json");

            assertThat(outcome.code()).as(outcome.err()).isZero();
            Map<?, ?> map = (Map<?, ?>) Json.parse(outcome.out());
            Map<?, ?> before = (Map<?, ?>) map.get("before");
            Map<?, ?> after = (Map<?, ?>) map.get("after");
            assertThat((Long) after.get("features")).isLessThan((Long) before.get("features"));
            if (!measure.equals("likelihood")) {
                String figure = measure.equals("f1") ? "spanF1" : "tokenAccuracy";
                assertThat((Double) before.get(figure) - (Double) after.get(figure))
                        .isLessThanOrEqualTo(0.01);
            }
        }
    }

    private void refused(int code, String message, Object... arguments) {
        Program.Outcome outcome = Program.run(arguments);
        assertThat(outcome.code()).as(outcome.err()).isEqualTo(code);
        assertThat(outcome.err()).contains(message);
        assertThat(outcome.isClear()).as(outcome.err()).isTrue();
        assertThat(folder.resolve("small.esp")).doesNotExist();
    }

    @Test
    void whatIsAskedWronglyIsRefusedAndNothingIsWritten() {
        Path model = SmallData.model(folder);
        Path small = folder.resolve("small.esp");
        Path empty = SmallData.write(folder, "empty.txt", "\n\n");
        Path data = SmallData.write(folder, "data.txt", "a N O\n");

        refused(
                2,
                "would overwrite the model to compress",
                "compress",
                model,
                "-o",
                folder.resolve("../" + folder.getFileName() + "/model.esp"));
        refused(2, "expected 64, 32, 16, 12 or 8", "compress", model, "-o", small, "--bits", 7);
        refused(2, "expected a number of at least 0", "compress", model, "-o", small, "--prune", -1);
        refused(2, "expected a number of at least 0", "compress", model, "-o", small, "--prune", "NaN");
        refused(2, "expected a whole number of at least 1", "compress", model, "-o", small, "--keep", 0);
        refused(2, "above 0 and up to 1", "compress", model, "-o", small, "--keep", "120%");
        refused(2, "--keep is 'half'", "compress", model, "-o", small, "--keep", "half");
        refused(2, "mutually exclusive", "compress", model, "-o", small, "--keep", 5, "--prune", 1);
        refused(2, "give --data", "compress", model, "-o", small, "--max-loss", 1);
        refused(2, "--max-loss is -1.0", "compress", model, "-o", small, "--max-loss", -1, "--data", data);
        refused(2, "use --test", "compress", model, "-o", small, "--data", data);
        refused(2, "--measure is for --max-loss", "compress", model, "-o", small, "--measure", "f1");
        refused(2, "--output", "compress", model);
        refused(1, "nothing would be left", "compress", model, "-o", small, "--prune", 1000);
        refused(1, "no labelled tokens", "compress", model, "-o", small, "--test", empty);
        refused(1, "cannot read", "compress", folder.resolve("no.esp"), "-o", small);
        refused(1, "not an Espalier model", "compress", data, "-o", small);
    }

    @Test
    void unknownLabelsInTheTestDataAreNamed() {
        Path model = SmallData.model(folder);
        Path test = SmallData.write(folder, "test.txt", "cat N B-XYZ\nruns V O\n");

        Program.Outcome outcome = Program.run("compress", model, "-o", folder.resolve("small.esp"), "--test", test);

        assertThat(outcome.code()).isZero();
        assertThat(outcome.err()).contains("1 token has a gold label that the model does not know", "B-XYZ");
    }
}
