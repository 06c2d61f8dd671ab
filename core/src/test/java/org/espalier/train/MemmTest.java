package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.data.Sequence;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.text.FeatureSet;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
import org.espalier.scoring.Normalisation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The maximum-entropy Markov model through the one trainer, and where it meets its relatives. */
final class MemmTest {
    private static final TrainingOptions TIGHT = TrainingOptions.DEFAULTS
            .withTolerance(0)
            .withGradientTolerance(1e-9)
            .withMaxIterations(500);
    private static final TrainingOptions MEMM = TIGHT.withLoss(LossFunction.LOCAL);

    private static Model train(TrainingOptions options, List<Sequence> data) {
        return new Trainer(new GivenAttributes(), options).train(data);
    }

    @Test
    void aModelIsNormalisedLocallyAlsoWhenItComesFromItsFile(@TempDir Path directory) {
        List<Sequence> data = SyntheticData.sequences(1, 60, 3);
        Model model = train(MEMM, data);
        model.save(directory.resolve("memm.esp"));
        Model loaded = Model.load(directory.resolve("memm.esp"));

        assertThat(loaded.normalisation()).isEqualTo(Normalisation.LOCAL);
        for (Sequence sequence : data) {
            Tagging tagging = loaded.tagger().tag(sequence);
            assertThat(tagging.labels()).isEqualTo(model.tagger().tag(sequence).labels());
            assertThat(tagging.logPartition()).isCloseTo(0, within(1e-9));
            for (int t = 1; t < sequence.length(); t++) { // one more factor p(y_t | y_t−1, x) ≤ 1
                assertThat(logProbability(loaded, prefix(sequence, t)))
                        .isGreaterThanOrEqualTo(logProbability(loaded, prefix(sequence, t + 1)) - 1e-12);
            }
        }
    }

    private static double logProbability(Model model, Sequence sequence) {
        return model.tagger().tag(sequence).logProbability(sequence.labels());
    }

    private static Sequence prefix(Sequence sequence, int length) {
        return Sequence.of(
                sequence.tokens().subList(0, length), sequence.labels().subList(0, length));
    }

    /** What a global model cannot promise: the future does not change what is thought of the past. */
    @Test
    void laterTokensDoNotChangeTheMarginalsOfEarlierOnes() {
        List<Sequence> data = SyntheticData.sequences(2, 60, 3);
        Model model = train(MEMM, data);
        Sequence whole = data.stream().filter(s -> s.length() >= 5).findFirst().orElseThrow();

        double[][] all = model.tagger().tag(whole).marginals();
        double[][] two = model.tagger().tag(prefix(whole, 2)).marginals();

        for (int t = 0; t < 2; t++) {
            assertThat(all[t]).containsExactly(two[t], within(1e-9));
        }
    }

    @Test
    void withoutTransitionsChainMemmAndMaxentAreOne() {
        List<Sequence> data = SyntheticData.sequences(3, 60, 3);
        FeatureSelection states = FeatureSelection.OBSERVED.withTransitions(false);
        double[] crf = train(TIGHT.withSelection(states), data).weights();
        double[] memm = train(MEMM.withSelection(states), data).weights();
        List<Sequence> tokens = data.stream()
                .flatMap(sequence -> IntStream.range(0, sequence.length())
                        .mapToObj(t -> Sequence.of(
                                List.of(sequence.tokens().get(t)),
                                List.of(sequence.labels().get(t)))))
                .toList();
        double[] single = train(TIGHT, tokens).weights();

        assertThat(memm).containsExactly(crf, within(1e-6));
        assertThat(single).containsExactly(crf, within(1e-6));
    }

    @Test
    void theDevelopmentSetIsDecodedAsTheModelWillBe() {
        List<Sequence> data = SyntheticData.sequences(4, 80, 3);
        List<Sequence> dev = SyntheticData.sequences(5, 40, 3);
        Recorder recorder = new Recorder();
        Model model = new Trainer(
                        new GivenAttributes(), MEMM.withEarlyStopping(new EarlyStopping(EarlyStopping.Metric.LOSS, 3)))
                .withDev(dev)
                .withListener(recorder)
                .train(data);
        double loss = 0;
        long tokens = 0;
        for (Sequence sequence : dev) {
            loss -= model.tagger().tag(sequence).logProbability(sequence.labels());
            tokens += sequence.length();
        }

        assertThat(recorder.report().devScore()).isCloseTo(loss / tokens, within(1e-9));
    }

    @Test
    void partialLabelsAreRefused() {
        List<Sequence> data = List.of(SyntheticData.sequence(List.of("A", "?", "B"), "a", "b", "c"));

        assertThatThrownBy(() -> new Trainer(FeatureSet.text(), MEMM).train(data))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("sequence 1")
                .hasMessageContaining("complete the labels");
    }
}
