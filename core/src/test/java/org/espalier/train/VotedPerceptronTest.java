package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.espalier.data.Sequence;
import org.espalier.feature.Template;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.online.OnlineLearning;
import org.espalier.online.OnlineOptions;
import org.espalier.online.OnlineWeights;
import org.espalier.online.Perceptron;
import org.espalier.online.Rivals;
import org.espalier.online.UpdateRule;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class VotedPerceptronTest {
    private static final Template WORDS = Template.parse("U0:%x[0,0]\nU1:%x[-1,0]\nB", "words");
    private static final List<Sequence> TRAIN = SyntheticData.sequences(1, 30, 3);
    private static final List<Sequence> TEST = SyntheticData.sequences(2, 15, 3);
    private static final TrainingOptions OPTIONS =
            TrainingOptions.DEFAULTS.withThreads(1).withOnline(OnlineOptions.DEFAULTS.withEpochs(3));

    /** A perceptron that copies its weights after every visit. */
    private static final class Copying implements UpdateRule {
        private final Perceptron perceptron = new Perceptron();
        private final List<double[]> before = new ArrayList<>();
        private boolean first = true;

        @Override
        public double update(int instance, Rivals rivals, double weight, OnlineWeights weights) {
            if (first && rivals.size() == 0) {
                before.add(weights.current().clone()); // the first vector of all, which survives its visit
            }
            first = false;
            double loss = perceptron.update(instance, rivals, weight, weights);
            before.add(weights.current().clone());
            return loss;
        }
    }

    private static final class Shape implements TrainingListener {
        private @Nullable Model model;

        @Override
        public void onIteration(TrainingProgress progress, Supplier<Model> current) {
            model = current.get();
        }
    }

    @Test
    void theVoteIsThatOfAllVectorsOneByOne() {
        Copying rule = new Copying();
        Shape shape = new Shape();
        new Trainer(WORDS, OPTIONS.withAlgorithm(Algorithm.PERCEPTRON))
                .withOnline(new OnlineLearning("copying", (p, n) -> rule))
                .withListener(shape)
                .train(TRAIN);
        VotedPerceptron voted = VotedPerceptron.train(WORDS, OPTIONS, TRAIN);
        Model model = Objects.requireNonNull(shape.model);
        List<double[][]> votes = voted.votes(TEST);
        List<double[]> vectors = rule.before.size() > visits() ? rule.before.subList(1, visits() + 1) : rule.before;
        for (int n = 0; n < TEST.size(); n++) {
            double[][] expected =
                    new double[TEST.get(n).length()][model.labels().size()];
            for (double[] weights : vectors) {
                Tagger tagger = new Model(
                                model.labels(),
                                model.encoder(),
                                model.layout(),
                                weights,
                                model.columns(),
                                model.provenance())
                        .tagger();
                List<String> labels = tagger.tag(TEST.get(n)).labels();
                for (int t = 0; t < labels.size(); t++) {
                    expected[t][model.labels().indexOf(labels.get(t))] += 1.0 / vectors.size();
                }
            }
            for (int t = 0; t < expected.length; t++) {
                assertThat(votes.get(n)[t]).containsExactly(expected[t], within(1e-12));
            }
        }
        assertThat(voted.mistakes()).isPositive();
    }

    /** Sequences without tokens are not visited. */
    private static int visits() {
        return 3
                * (int) TRAIN.stream().filter(sequence -> sequence.length() > 0).count();
    }

    @Test
    void itLabelsAboutAsWellAsTheAverage() {
        VotedPerceptron voted = VotedPerceptron.train(WORDS, OPTIONS, TRAIN);
        Model averaged = new Trainer(WORDS, OPTIONS.withAlgorithm(Algorithm.PERCEPTRON)).train(TRAIN);
        List<List<String>> labels = voted.tag(TEST);
        int right = 0;
        int rightByAverage = 0;
        int all = 0;
        for (int n = 0; n < TEST.size(); n++) {
            List<String> gold = Objects.requireNonNull(TEST.get(n).labels());
            List<String> other = averaged.tagger().tag(TEST.get(n)).labels();
            for (int t = 0; t < gold.size(); t++) {
                right += gold.get(t).equals(labels.get(n).get(t)) ? 1 : 0;
                rightByAverage += gold.get(t).equals(other.get(t)) ? 1 : 0;
                all++;
            }
        }
        assertThat(right).isGreaterThan(rightByAverage - all / 8).isGreaterThan(all / 2);
        assertThat(voted).hasToString("a vote of " + (voted.mistakes() + 1) + " weight vectors over [L0, L1, L2]");
    }

    @Test
    void withoutEpochsNobodyVotes() {
        assertThatThrownBy(() ->
                        VotedPerceptron.train(WORDS, OPTIONS.withOnline(OnlineOptions.DEFAULTS.withEpochs(0)), TRAIN))
                .hasMessageContaining("0 epochs");
    }
}
