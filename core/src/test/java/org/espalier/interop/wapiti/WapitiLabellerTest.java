package org.espalier.interop.wapiti;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.espalier.data.DataFormatException;
import org.espalier.interop.Goldens;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WapitiLabellerTest {
    private static final WapitiLabeller SMALL = new WapitiLabeller(WapitiModelFileTest.read(SmallWapitiModels.MIXED));

    @Test
    void linesComeBackAsGrobidWantsThem() {
        assertThat(SMALL.label("a X\né  Y\n\n\n b\tX \n")).isEqualTo("a\tX\tA\né\t\tY\tÉ\n\n\tb\tX\t\tA");
        assertThat(SMALL.label(List.of("a X", "é  Y", "", "", " b\tX ")))
                .isEqualTo("a\tX\tA\né\t\tY\tÉ\n\n\tb\tX\t\tA");
        assertThat(SMALL.label("")).isEmpty();
        assertThat(SMALL.label(" \n\t\n")).isEmpty();
        assertThat(SMALL.label(List.of())).isEmpty();
    }

    @Test
    void aMissingColumnIsAnErrorThatNamesTheLine() {
        assertThatThrownBy(() -> SMALL.label("a X\n\nb X\nc\nd X"))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("the feature lines:3")
                .hasMessageContaining("column 1");
    }

    @Test
    void modelsOfBothKindsAreOpened(@TempDir Path folder) throws IOException {
        Path theirs = folder.resolve("model.wapiti");
        Path ours = folder.resolve("model.esp");
        Files.writeString(theirs, SmallWapitiModels.MIXED);
        WapitiModelFile.read(theirs, StandardCharsets.UTF_8).save(ours);

        assertThat(WapitiLabeller.open(theirs).label("a X")).isEqualTo("a\tX\tA");
        assertThat(WapitiLabeller.open(ours).label("a X")).isEqualTo("a\tX\tA");
    }

    @ParameterizedTest
    @CsvSource({"date,date", "name/citation,name-citation"})
    void manyThreadsShareOneModel(String name, String expected) throws Exception {
        Path place = Goldens.shared("data/grobid");
        WapitiLabeller labeller = WapitiLabeller.open(place.resolve("models/" + name + "/model.wapiti"));
        List<String> inputs = blocks(place.resolve("expected/" + expected + ".in"));
        List<String> answers = new ArrayList<>();
        for (String block : blocks(place.resolve("expected/" + expected + ".labelled.txt"))) {
            answers.add(block.trim().replaceAll(" ", "\t"));
        }
        assertThat(labeller.label(String.join("\n\n", inputs))).isEqualTo(String.join("\n\n", answers));

        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<List<String>>> tasks = Collections.nCopies(
                    16, () -> inputs.stream().map(labeller::label).toList());
            for (Future<List<String>> answer : threads.invokeAll(tasks)) {
                assertThat(answer.get()).isEqualTo(answers);
            }
        } finally {
            threads.shutdown();
        }
    }

    private static List<String> blocks(Path file) throws IOException {
        return List.of(Files.readString(file, StandardCharsets.UTF_8).strip().split("\n\n"));
    }
}
