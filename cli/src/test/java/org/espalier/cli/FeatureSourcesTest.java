package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.feature.text.Preset;
import org.espalier.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --features} and {@code --template}: sources of attributes, alone and together. */
final class FeatureSourcesTest {
    private static final String TOKENS =
            "{\"tokens\":[{\"w\":\"Cat\",\"attributes\":{\"plural\":1}},{\"w\":\"runs\",\"attributes\":[\"verb\"]}],"
                    + "\"labels\":[\"N\",\"V\"]}\n";

    @TempDir
    Path folder;

    private Model train(Path data, String... options) throws IOException {
        Path model = folder.resolve("m.esp");
        List<Object> arguments = new ArrayList<>(List.of("train", "-q", "-o", model));
        arguments.addAll(List.of(options));
        arguments.add(data);
        Program.Outcome outcome = Program.run(arguments.toArray());
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(Program.run("tag", "-m", model, data).code()).isZero();
        return Model.load(model);
    }

    private static List<String> names(Model model) {
        List<String> names = new ArrayList<>();
        for (int k = 0; k < model.encoder().attributes().size(); k++) {
            names.add(model.encoder().attributes().get(k));
        }
        return names;
    }

    @Test
    void givenAttributesStandAnywhereBetweenOtherItems() throws IOException {
        Path data = SmallData.write(folder, "d.jsonl", TOKENS);
        for (String features :
                List.of("attributes,words,lower", "words,attributes,lower", " words, lower , attributes")) {
            assertThat(names(train(data, "--format", "jsonl", "--features", features)))
                    .as(features)
                    .containsExactlyInAnyOrder("plural", "verb", "w=Cat", "w=runs", "low=cat", "low=runs");
        }
    }

    @Test
    void attributesThatAreLookedAtAreNotReportedAsLost() {
        Path data = SmallData.write(folder, "d.jsonl", TOKENS);
        Program.Outcome outcome = Program.run(
                "train", "-q", "--format", "jsonl", "--features", "words,attributes", "-o", folder.resolve("m"), data);
        assertThat(outcome.err()).isEmpty();
    }

    @Test
    void aTemplateAndFeaturesAddUp() throws IOException {
        Path data = SmallData.write(folder, "d.txt", "Two D A\ncups N B\n\nTwo D A\n");
        Path template = Files.writeString(folder.resolve("t"), "U00:%x[0,1]\nB\n");
        Model model = train(data, "--template", template.toString(), "--features", "lower");
        assertThat(names(model)).containsExactlyInAnyOrder("U00:D", "U00:N", "low=two", "low=cups");
        assertThat(model.encoder().extractor().definition().kind()).isEqualTo("combined");
    }

    @Test
    void aSourceMayStandOnce() {
        Path data = SmallData.write(folder, "d.jsonl", TOKENS);
        Program.Outcome outcome = Program.run(
                "train",
                "--format",
                "jsonl",
                "--features",
                "attributes,words,attributes",
                "-o",
                folder.resolve("m"),
                data);
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains("a source stands twice");
    }

    @Test
    void everyPresetTrainsWithAndWithoutFurtherColumns() throws IOException {
        Path words = SmallData.write(folder, "w.txt", "Two A\ncups B\n\nTwo A\n");
        Path tags = SmallData.write(folder, "t.txt", "Two D x A\ncups N y B\n\nTwo D x A\n");
        for (Preset preset : Preset.all()) {
            String features = preset.name().equals("segments") ? "text" : preset.name();
            train(words, "--features", features);
            assertThat(names(train(tags, "--features", features)).stream().anyMatch(name -> name.equals("c2=y")))
                    .as("%s looks at columns", features)
                    .isEqualTo(preset.specification().contains("columns") || features.equals("text"));
        }
    }

    @Test
    void vectorsAreKeptInTheModelOrReferredTo() throws IOException {
        Path data = SmallData.write(folder, "d.txt", "Two A\ncups B\n\nTwo A\n");
        Path vectors = SmallData.write(folder, "v.txt", "two 1 2\ncups 3 -1\n");
        Model kept = train(data, "--features", "words,embedding(v=" + vectors + ")");
        assertThat(names(kept)).contains("v/0", "v/1");
        train(data, "--features", "words,embedding(v=" + vectors + ",keep=false)");
        Path model = folder.resolve("m.esp");
        assertThat(Program.run("tag", "-m", model, data).code()).isZero();

        SmallData.write(folder, "v.txt", "two 1 2\ncups 3 -2\n");
        Program.Outcome changed = Program.run("tag", "-m", model, data);
        assertThat(changed.code()).isEqualTo(1);
        assertThat(changed.err()).contains("m.esp: its word vectors are in the file", "not the one of the training");
        Files.delete(vectors);
        Program.Outcome missing = Program.run("tag", "-m", model, data);
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.err()).contains("m.esp: its word vectors are in the file", "v.txt, which is not there");
    }

    @Test
    void noOutputMayOverwriteTheVectors() {
        Path data = SmallData.write(folder, "d.txt", "Two A\ncups B\n");
        Path vectors = SmallData.write(folder, "v.txt", "two 1 2\n");
        Program.Outcome outcome = Program.run("train", "-f", "embedding(v=" + vectors + ")", "-o", vectors, data);
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains("would overwrite a file of the features");
    }

    @Test
    void thePageOfFeaturesHasEveryPreset() throws IOException {
        String page = Files.readString(Path.of("../docs/features.md"));
        for (Preset preset : Preset.all()) {
            assertThat(page).contains("| `" + preset.name() + "` | ").contains(" | `" + preset.specification() + "` |");
        }
    }

    @Test
    void helpShowsWhatPresetsStandFor() {
        Program.Outcome outcome = Program.run("help", "presets");
        assertThat(outcome.code()).isZero();
        String joined = outcome.out().replaceAll("\\s+", "");
        for (Preset preset : Preset.all()) {
            assertThat(outcome.out()).contains("  " + preset.name() + ": " + preset.purpose());
            assertThat(joined).contains(preset.specification());
        }
        assertThat(outcome.out().lines()).allMatch(line -> line.length() <= 120);
    }
}
