package org.espalier.interop.crfsuite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.espalier.data.Sequence;
import org.espalier.feature.GivenAttributes;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.model.Tagging;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Native CRFsuite reads what we write, and we read what it writes. */
class NativeCrfsuiteTest {
    private static final List<String> LABELS = List.of("O", "B-größe", "I-größe", "語");

    // The library cannot be deleted on Windows while it is loaded.
    @TempDir(cleanup = CleanupMode.NEVER)
    static Path libraries;

    @TempDir
    Path folder;

    @BeforeAll
    static void loadCrfsuite() throws IOException {
        NativeCrfsuite.load(libraries);
    }

    @Test
    void crfsuiteTagsAsWeDoWithTheFileThatWeWrote() {
        for (boolean all : new boolean[] {false, true}) {
            Model model = new Trainer(
                            new GivenAttributes(),
                            TrainingOptions.DEFAULTS.withL2(0.3).withAllFeatures(all))
                    .train(ItemData.random(1, 120, LABELS));
            Path ours = folder.resolve("model.esp");
            Path theirs = folder.resolve("model.crfsuite");
            model.save(ours);

            assertThat(CrfsuiteModelFile.write(model, theirs, StandardCharsets.UTF_8))
                    .containsExactly("The training options are not kept.");

            List<Sequence> data = ItemData.random(2, 100, LABELS);
            List<NativeCrfsuite.Answer> expected =
                    NativeCrfsuite.tag(theirs, model.labels().names(), data);
            assertSame(Model.load(ours), data, expected);
            assertSame(CrfsuiteModelFile.read(theirs, StandardCharsets.UTF_8), data, expected);
        }
    }

    @Test
    void weTagAsCrfsuiteDoesWithTheFileThatItWrote() {
        Path file = folder.resolve("native.crfsuite");
        for (String c1 : new String[] {"0", "0.5"}) {
            NativeCrfsuite.train(ItemData.random(3, 150, LABELS), file, Map.of("c1", c1, "c2", "0.1"));
            Model model = CrfsuiteModelFile.read(file, StandardCharsets.UTF_8);
            Path converted = folder.resolve("converted.esp");
            model.save(converted);
            List<Sequence> data = ItemData.random(4, 100, LABELS);
            List<NativeCrfsuite.Answer> expected =
                    NativeCrfsuite.tag(file, model.labels().names(), data);
            assertSame(model, data, expected);
            assertSame(Model.load(converted), data, expected);
        }
    }

    private static void assertSame(Model model, List<Sequence> data, List<NativeCrfsuite.Answer> expected) {
        Tagger tagger = model.tagger();
        List<List<String>> labels = new ArrayList<>();
        for (int n = 0; n < data.size(); n++) {
            Tagging tagging = tagger.tag(data.get(n));
            NativeCrfsuite.Answer answer = expected.get(n);
            labels.add(tagging.labels());
            assertThat(tagging.labels()).as("sequence %d", n).isEqualTo(answer.labels());
            assertThat(tagging.probability()).isCloseTo(answer.probability(), within(1e-9 * answer.probability()));
            double[][] marginals = tagging.marginals();
            for (int t = 0; t < marginals.length; t++) {
                for (int s = 0; s < marginals[t].length; s++) {
                    double wanted = answer.marginals()[t][s];
                    assertThat(marginals[t][s])
                            .as("sequence %d, item %d, label %d", n, t, s)
                            .isCloseTo(wanted, within(1e-9 * wanted + 1e-300));
                }
            }
        }
        assertThat(labels).hasSize(data.size());
    }
}
