package org.espalier.train.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.data.Sequence;
import org.espalier.feature.template.Template;
import org.espalier.model.Model;
import org.espalier.online.OnlineLearning;
import org.espalier.online.OnlineWeights;
import org.espalier.online.Perceptron;
import org.espalier.online.Rivals;
import org.espalier.online.UpdateRule;
import org.espalier.optimize.VisitingOrder;
import org.espalier.train.Algorithm;
import org.espalier.train.Recorder;
import org.espalier.train.SyntheticData;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingProgress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In which order an online learner meets the instances, in memory and on disk, seen by a rule of one's own. */
class OnlineVisitsTest {
    private static final Template WORDS = Template.parse("U0:%x[0,0]\nB", "words");
    private static final VisitingOrder BACKWARDS = (order, epoch) -> {
        for (int i = 0; i < order.length; i++) {
            order[i] = order.length - 1 - i;
        }
    };
    private static final TrainingOptions OPTIONS = options();

    private static TrainingOptions options() {
        TrainingOptions options = TrainingOptions.DEFAULTS.withThreads(1).withAlgorithm(Algorithm.PERCEPTRON);
        return options.withOnline(options.online().withEpochs(2));
    }

    /** Of several chunks; each weight is another, so that an instance is known by it, and one sequence is empty. */
    private static List<Sequence> data() {
        List<Sequence> data = new ArrayList<>();
        for (Sequence sequence : SyntheticData.sequences(1, 2_500, 3)) {
            data.add(sequence.withWeight(1 + data.size() / 4096.0));
        }
        return data;
    }

    /** A perceptron that writes down whom it meets, and skips some. */
    private static final class Diary implements UpdateRule {
        private final Perceptron rule = new Perceptron();
        private final List<Integer> met = new ArrayList<>();
        private final List<Double> weights = new ArrayList<>();
        private double loss;

        @Override
        public double update(int instance, Rivals rivals, double weight, OnlineWeights current) {
            met.add(instance);
            weights.add(weight);
            double own = rule.update(instance, rivals, weight, current);
            loss += own;
            return own;
        }

        @Override
        public boolean skips(int instance) {
            return instance % 5 == 3;
        }
    }

    private static Model train(List<Sequence> data, VisitingOrder order, Path folder, Diary diary, Recorder recorder) {
        return new Trainer(WORDS, OPTIONS)
                .withOnline(new OnlineLearning("diary", (parameters, instances) -> diary))
                .withOrder(order)
                .withDataOnDisk(folder)
                .withListener(recorder)
                .train(data);
    }

    @Test
    void onDiskChunksAndTheirInstancesAreArrangedAsTheOrderSays(@TempDir Path folder) {
        List<Sequence> data = data();
        for (VisitingOrder order : List.of(VisitingOrder.GIVEN, BACKWARDS)) {
            Diary inMemory = new Diary();
            Diary onDisk = new Diary();
            Recorder memory = new Recorder();
            Recorder disk = new Recorder();
            Model expected = train(data, order, null, inMemory, memory);
            Model found = train(data, order, folder, onDisk, disk);

            int[] epoch = IntStream.range(0, data.size()).toArray();
            order.arrange(epoch, 0);
            List<Integer> once = IntStream.of(epoch)
                    .filter(n -> n % 5 != 3 && data.get(n).length() > 0)
                    .boxed()
                    .toList();
            List<Integer> twice = new ArrayList<>(once);
            twice.addAll(once);
            for (Diary diary : List.of(inMemory, onDisk)) {
                assertThat(diary.met).isEqualTo(twice);
                assertThat(diary.weights)
                        .isEqualTo(twice.stream().map(n -> data.get(n).weight()).toList());
            }
            // Whole chunks backwards, and backwards in each, is all backwards: so the steps are the same.
            assertThat(found.weights()).isEqualTo(expected.weights());
            assertThat(disk.progress)
                    .extracting(TrainingProgress::objective)
                    .isEqualTo(memory.progress.stream()
                            .map(TrainingProgress::objective)
                            .toList());
            assertThat(disk.progress.stream()
                            .mapToDouble(TrainingProgress::objective)
                            .sum())
                    .isEqualTo(onDisk.loss, within(1e-9 * onDisk.loss));
        }
        assertThat(folder).isEmptyDirectory();
    }
}
