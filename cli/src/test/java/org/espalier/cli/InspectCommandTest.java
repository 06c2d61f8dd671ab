package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.espalier.data.Json;
import org.espalier.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InspectCommandTest {
    @TempDir
    Path folder;

    @Test
    void tellsWhatTheModelIs() {
        Path model = SmallData.model(folder);

        Program.Outcome outcome = Program.run("inspect", model, "--top", 3);

        assertThat(outcome.code()).isZero();
        assertThat(outcome.out())
                .contains(
                        model + ": an Espalier model",
                        "labels      3: B-NP I-NP O",
                        "Strongest features",
                        "Transitions")
                .contains("objective=", "format='columns'");
        assertThat(outcome.err()).isEmpty();
    }

    @Test
    void dumpHasEveryWeight() {
        Path model = SmallData.model(folder);

        List<String> lines =
                Program.run("inspect", model, "--dump").out().lines().toList();

        assertThat(lines).hasSize(Model.load(model).weights().length).allMatch(line -> line.split("\t").length == 4);
        double sum = lines.stream()
                .mapToDouble(line -> Double.parseDouble(line.split("\t")[3]))
                .sum();
        double expected = java.util.Arrays.stream(Model.load(model).weights()).sum();
        assertThat(sum).isCloseTo(expected, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(Program.run("inspect", model, "--dump", "--label", "B-NP").out())
                .doesNotContain("\tO\tO\t");
    }

    @Test
    void jsonIsOneValue() {
        Path model = SmallData.model(folder);

        Map<?, ?> map = (Map<?, ?>) Json.parse(Program.run("inspect", model, "--output-format", "json", "--label", "O")
                .out());

        assertThat(map.get("labels")).isEqualTo(List.of("B-NP", "I-NP", "O"));
        assertThat(((Map<?, ?>) map.get("strongest")).keySet().stream().map(Object::toString))
                .containsExactly("O");
        assertThat((List<?>) map.get("transitions")).hasSize(3);
    }

    @Test
    void aLabelThatIsNotThere() {
        Program.Outcome outcome = Program.run("inspect", SmallData.model(folder), "--label", "B-XX");

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains("B-XX", "B-NP, I-NP, O");
    }
}
