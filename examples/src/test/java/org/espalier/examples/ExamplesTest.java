package org.espalier.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs every example and looks at what it prints. */
class ExamplesTest {
    private static final Path SAMPLE = Path.of("..", "samples", "ingredients", "train.txt");

    private interface Program {
        void run() throws Exception;
    }

    private static String printed(Program program) throws Exception {
        PrintStream original = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream captured = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            System.setOut(captured);
            program.run();
        } finally {
            System.setOut(original);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void trainAndTagLabelsAnIngredientLine(@TempDir Path folder) throws Exception {
        String output = printed(() -> TrainAndTag.main(
                new String[] {SAMPLE.toString(), folder.resolve("model.esp").toString()}));

        assertThat(output)
                .contains("[B-QTY, B-UNIT, O, B-NAME, I-NAME, O, B-PREP]")
                .contains("3 best labellings");
    }

    @Test
    void partialLabelsAreEnoughToLearnFrom() throws Exception {
        assertThat(printed(() -> PartialLabels.main(new String[0])))
                .isEqualTo("[NAME, O, O, PLACE]" + System.lineSeparator());
    }
}
