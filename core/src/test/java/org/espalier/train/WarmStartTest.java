package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.Assertions;
import org.espalier.data.Sequence;
import org.espalier.feature.template.Template;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WarmStartTest {
    private static final Template BIGRAMS = Template.parse("U0:%x[0,0]\nB0:%x[0,0]\nB", "bigrams");
    private static final TrainingOptions TIGHT = TrainingOptions.DEFAULTS
            .withTolerance(0)
            .withGradientTolerance(1e-7)
            .withThreads(1);

    private static double logProbability(Model model, Sequence sequence) {
        return model.tagger().tag(sequence).logProbability(Objects.requireNonNull(sequence.labels()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theOptimumIsWhereTheNextRunStarts(boolean all) {
        List<Sequence> data = SyntheticData.sequences(1, 40, 3);
        TrainingOptions options = TIGHT.withAllFeatures(all);
        Recorder cold = new Recorder();
        Model first = new Trainer(BIGRAMS, options).withListener(cold).train(data);
        Recorder warm = new Recorder();
        Model second = new Trainer(BIGRAMS, options)
                .withInitial(first)
                .withListener(warm)
                .train(data);
        assertThat(cold.report().iterations()).isGreaterThan(10);
        assertThat(warm.report().iterations()).isLessThanOrEqualTo(1);
        assertThat(warm.report().objective()).isCloseTo(cold.report().objective(), Assertions.within(1e-9));
        assertThat(second.labels()).isEqualTo(first.labels());
        assertThat(warm.warnings).isEmpty();
    }

    /** With new labels in front of, between and after the old ones, every old weight must find its new place. */
    @Test
    void newLabelsAndAttributesComeBehindTheOldOnes() {
        List<Sequence> data = SyntheticData.sequences(2, 40, 3);
        Model first = new Trainer(BIGRAMS, TIGHT).train(data);
        List<Sequence> more = new ArrayList<>(data);
        more.add(SyntheticData.sequence(List.of("Aa", "L1a", "Z"), "new", "w1", "newer"));
        Recorder cold = new Recorder();
        Model scratch = new Trainer(BIGRAMS, TIGHT.withAllFeatures(true))
                .withListener(cold)
                .train(more);
        Recorder warm = new Recorder();
        Model second = new Trainer(BIGRAMS, TIGHT.withAllFeatures(true))
                .withInitial(first)
                .withListener(warm)
                .train(more);
        assertThat(second.labels().names()).containsExactly("L0", "L1", "L2", "Aa", "L1a", "Z");
        for (int a = 0; a < first.encoder().attributes().size(); a++) {
            assertThat(second.encoder().attributes().get(a))
                    .isEqualTo(first.encoder().attributes().get(a));
        }
        assertThat(second.encoder().attributes().indexOf("U0:newer")).isNotNegative();
        // The problem is convex and has the same features either way.
        assertThat(warm.report().objective()).isCloseTo(cold.report().objective(), Assertions.within(1e-6));
        for (Sequence sequence : more) {
            assertThat(logProbability(second, sequence))
                    .isCloseTo(logProbability(scratch, sequence), Assertions.within(1e-4));
        }
    }

    @Test
    void frankWolfeSaysThatItStartsFromZeroAndDoes() {
        List<Sequence> data = SyntheticData.sequences(5, 40, 3);
        TrainingOptions options = TrainingOptions.DEFAULTS
                .withLoss(LossFunction.HINGE)
                .withMaxIterations(3)
                .withAllFeatures(true)
                .withThreads(1);
        Model first = new Trainer(BIGRAMS, options).train(data);
        Recorder warm = new Recorder();
        Model second = new Trainer(BIGRAMS, options)
                .withInitial(first)
                .withListener(warm)
                .train(data);

        assertThat(warm.warnings)
                .anySatisfy(warning -> assertThat(warning).contains("Frank–Wolfe starts from 0", "subgradient"));
        assertThat(second.weights()).isEqualTo(first.weights());
    }

    /** One iteration with a huge penalty on nothing: the start itself is looked at through the first objective. */
    @Test
    void oldWeightsStandAtTheirNewPlacesFromTheStart() {
        List<Sequence> data = SyntheticData.sequences(3, 40, 3);
        Model first = new Trainer(BIGRAMS, TIGHT).train(data);
        List<Sequence> relabelled = new ArrayList<>(data);
        relabelled.add(SyntheticData.sequence(List.of("A", "Z"), "w1", "w2"));
        Model second = new Trainer(BIGRAMS, TIGHT.withMaxIterations(0))
                .withInitial(first)
                .train(relabelled);
        assertThat(second.weights()).hasSameSizeAs(first.weights());
        for (Sequence sequence : data) {
            // Scores of old labellings are the same sums of the same weights.
            List<String> gold = Objects.requireNonNull(sequence.labels());
            double before = logProbability(first, sequence)
                    + first.tagger().tag(sequence).logPartition();
            double after = second.tagger().tag(sequence).logProbability(gold)
                    + second.tagger().tag(sequence).logPartition();
            assertThat(after).isCloseTo(before, Assertions.within(1e-12));
        }
    }

    @Test
    void whatTheOldModelHasIsKeptThoughTheNewDataLackIt() {
        List<Sequence> old = List.of(
                SyntheticData.sequence(List.of("A", "B"), "x", "y"),
                SyntheticData.sequence(List.of("C", "A"), "z", "x"));
        List<Sequence> now = List.of(SyntheticData.sequence(List.of("A", "B"), "x", "v"));
        Model first = new Trainer(BIGRAMS, TIGHT.withL2(0.01)).train(old);
        Model second = new Trainer(
                        BIGRAMS,
                        TIGHT.withL2(0.01)
                                .withMinCount(2)
                                .withMinFeatureCount(2)
                                .withMaxIterations(2))
                .withInitial(first)
                .train(now);
        assertThat(second.labels().names()).containsExactly("A", "B", "C");
        assertThat(second.encoder().attributes().indexOf("U0:z")).isNotNegative();
        assertThat(second.encoder().attributes().indexOf("U0:v")).isNegative();
    }

    @Test
    void anotherTemplateServesAsFarAsItsAttributesDoAndWarns() {
        List<Sequence> data = SyntheticData.sequences(4, 40, 3);
        Model first = new Trainer(BIGRAMS, TIGHT).train(data);
        Template fewer = Template.parse("U0:%x[0,0]\nU9:%x[1,0]", "fewer");
        Recorder cold = new Recorder();
        new Trainer(fewer, TIGHT).withListener(cold).train(data);
        Recorder warm = new Recorder();
        Model second =
                new Trainer(fewer, TIGHT).withInitial(first).withListener(warm).train(data);
        assertThat(warm.warnings).singleElement().asString().contains("other features");
        Recorder same = new Recorder();
        new Trainer(BIGRAMS, TIGHT).withInitial(first).withListener(same).train(data);
        assertThat(same.warnings).isEmpty();
        Recorder bounded = new Recorder();
        new Trainer(BIGRAMS, TIGHT.withBoundaries(true))
                .withInitial(first)
                .withListener(bounded)
                .train(data);
        assertThat(bounded.warnings).singleElement().asString().contains("other features");
        assertThat(warm.report().objective()).isCloseTo(cold.report().objective(), Assertions.within(1e-5));
        assertThat(second.layout().sharedCount()).isZero();
        assertThat(second.tagger().tag(data.get(5)).labels())
                .hasSize(data.get(5).length());
    }
}
