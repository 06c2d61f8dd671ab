package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.espalier.data.Sequence;
import org.espalier.feature.EncodedSequence;
import org.espalier.labelling.chain.PairLabels;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.Normalisation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** A chain of order 2, trained on words of 60 lines of recipes when every history still had parts of its own. */
    @Test
    void version5Histories(@TempDir Path folder) throws IOException, URISyntaxException {
        Model model = Model.load(file("version-5-histories.esp"));
        Tagging tagging = model.tagger().tag(Sequence.ofWords("2", "cups", "brown", "sugar"));

        assertThat(tagging.labels()).containsExactly("B-QTY", "B-UNIT", "B-NAME", "I-NAME");
        assertThat(tagging.probability()).isCloseTo(0.5887318369356915, within(1e-13));
        assertThat(tagging.marginals()[3][6]).isCloseTo(0.9290627805709691, within(1e-13));
        assertThat(tagging.nBest(2).get(1).labels()).containsExactly("B-QTY", "B-NAME", "I-NAME", "I-NAME");
        assertThat(tagging.logProbability(List.of("B-QTY", "B-UNIT", "B-NAME", "B-NAME")))
                .isEqualTo(Double.NEGATIVE_INFINITY);

        Path again = folder.resolve("again.esp");
        model.save(again);
        assertThat(again).hasSameBinaryContentAs(file("version-5-histories.esp"));
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

    /**
     * Weights of pairs of labels where a chain has those of its steps: all pairs, coupled, of logistic regressions; and votes of support vector
     * machines with an RBF kernel, in a compact file. Beside each file stands what the program said that wrote it.
     *
     * <p>Scores of pairs are sums of products, so they are compared bit by bit. Probabilities take exponentials, which processors may round
     * differently.
     */
    @ParameterizedTest
    @CsvSource({"version-3-pairs-coupled, COUPLED, false", "version-3-pairs-votes-compact, VOTES, true"})
    void pairsOfVersion3(String name, Normalisation normalisation, boolean compact, @TempDir Path folder)
            throws IOException, URISyntaxException {
        Model old = Model.load(file(name + ".esp"));
        assertThat(old.normalisation()).isEqualTo(normalisation);
        assertThat(old.form().compact()).isEqualTo(compact);
        assertThat(old.structure()).isInstanceOf(PairLabels.class);
        assertThat(old.encoder().transitionAttributes().size()).isZero();

        Path today = folder.resolve("today.esp");
        old.save(today);
        assertThat(Model.sections(today)).containsKeys("structure", "f:pair").doesNotContainKey("transition-features");
        Model saved = Model.load(today);
        assertThat(saved.weights()).isEqualTo(old.weights());
        Path again = folder.resolve("again.esp");
        saved.save(again);
        assertThat(again).hasSameBinaryContentAs(today);

        for (Model model : List.of(old, saved)) {
            int tokens = 0;
            for (List<String[]> sentence : answers(file(name + ".txt"))) {
                Sequence words =
                        Sequence.ofWords(sentence.stream().map(row -> row[0]).toArray(String[]::new));
                Tagging tagging = model.tagger().tag(words);
                double[][] scores = pairScores(model, words);
                for (int t = 0; t < sentence.size(); t++, tokens++) {
                    assertThat(tagging.labels().get(t)).isEqualTo(sentence.get(t)[1]);
                    assertThat(scores[t]).isEqualTo(numbers(sentence.get(t)[2]));
                    assertThat(tagging.marginals()[t]).containsExactly(numbers(sentence.get(t)[3]), within(1e-14));
                }
            }
            assertThat(tokens).isGreaterThan(10);
        }
    }

    /** Sentences, of which every row has word, label, scores of pairs and probabilities. */
    private static List<List<String[]>> answers(Path file) throws IOException {
        List<List<String[]>> sentences = new ArrayList<>();
        sentences.add(new ArrayList<>());
        for (String line : Files.readAllLines(file)) {
            if (line.isEmpty()) {
                sentences.add(new ArrayList<>());
            } else if (!line.startsWith("#")) {
                sentences.get(sentences.size() - 1).add(line.split("\t"));
            }
        }
        return sentences;
    }

    private static double[] numbers(String text) {
        return Arrays.stream(text.split(" ")).mapToDouble(Double::parseDouble).toArray();
    }

    /** Added up in the order of the attributes // [T][pairs]. */
    private static double[][] pairScores(Model model, Sequence words) {
        EncodedSequence encoded = model.encoder().encode(words);
        FeatureLists lists = model.layout().lists(0);
        double[][] scores = new double[words.length()][lists.targetCount()];
        for (int t = 0; t < scores.length; t++) {
            for (int k = encoded.begin(t); k < encoded.begin(t + 1); k++) {
                int attribute = encoded.attribute(k);
                for (int f = lists.offsets()[attribute]; f < lists.offsets()[attribute + 1]; f++) {
                    scores[t][lists.target(attribute, f)] += model.weights()[f] * encoded.value(k);
                }
            }
        }
        return scores;
    }
}
