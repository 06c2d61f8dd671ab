package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Objects;
import org.espalier.data.Sequence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Model files of every format version, kept for ever: they must open and answer as on the day they were written. */
class OldModelFilesTest {

    private static Path file(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(OldModelFilesTest.class.getResource(name))
                .toURI());
    }

    @Test
    void version1(@TempDir Path folder) throws IOException, URISyntaxException {
        Model model = Model.load(file("version-1.esp"));
        Tagging tagging = model.tagger().tag(Sequence.ofWords("2", "cups", "brown", "sugar"));

        assertThat(model.encoder().extractor().definition().gazetteers()).containsKey("units");
        assertThat(model.encoder().boundaries()).isTrue();
        assertThat(model.layout().transitionFeatures().features()).isPositive();
        assertThat(tagging.labels()).containsExactly("B-QTY", "B-UNIT", "B-NAME", "I-NAME");
        assertThat(tagging.probability()).isCloseTo(0.766714, within(1e-6));

        Path again = folder.resolve("again.esp");
        model.save(again);
        assertThat(again).hasSameBinaryContentAs(file("version-1.esp"));
    }

    /** Made by {@code espalier train --algorithm perceptron --voting --max-iterations 3 --features words}. */
    @Test
    void version4(@TempDir Path folder) throws IOException, URISyntaxException {
        Model model = Model.load(file("version-4.esp"));
        Tagging tagging = model.tagger().tag(Sequence.ofWords("2", "cups", "brown", "sugar"));

        assertThat(Objects.requireNonNull(model.votes()).total()).isEqualTo(15);
        assertThat(tagging.labels()).containsExactly("B-QTY", "B-UNIT", "B-NAME", "I-NAME");
        assertThat(tagging.marginals()[3]).containsExactly(new double[] {0, 0, 1 / 15.0, 14 / 15.0}, within(1e-12));

        Path again = folder.resolve("again.esp");
        model.save(again);
        assertThat(again).hasSameBinaryContentAs(file("version-4.esp"));
    }

    /** Made by {@code espalier compress version-1.esp -o version-2.esp --bits 12 --prune 0.05}. */
    @Test
    void version2(@TempDir Path folder) throws IOException, URISyntaxException {
        Model model = Model.load(file("version-2.esp"));
        Tagging tagging = model.tagger().tag(Sequence.ofWords("2", "cups", "brown", "sugar"));

        assertThat(model.form()).isEqualTo(FileForm.compact(12));
        assertThat(model.provenance()).containsKey("compression");
        assertThat(model.encoder().extractor().definition().gazetteers()).containsKey("units");
        assertThat(model.layout().transitionFeatures().features()).isPositive();
        assertThat(tagging.labels()).containsExactly("B-QTY", "B-UNIT", "B-NAME", "I-NAME");
        assertThat(tagging.probability()).isCloseTo(0.767721, within(1e-6));

        Path again = folder.resolve("again.esp");
        model.save(again);
        assertThat(again).hasSameBinaryContentAs(file("version-2.esp"));
    }
}
