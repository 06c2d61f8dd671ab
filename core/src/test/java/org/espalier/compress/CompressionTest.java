package org.espalier.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.feature.template.Template;
import org.espalier.model.FileForm;
import org.espalier.model.Model;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompressionTest {
    private static final List<Sequence> DATA = data(60, 1);
    private static final Model MODEL = new Trainer(
                    Template.parse("U0:%x[0,0]\nU1:%x[-1,0]\nU2:%x[0,0]/%x[1,0]\nB1:%x[0,0]\nB", "t"),
                    TrainingOptions.DEFAULTS)
            .train(DATA);

    private static List<Sequence> data(int count, long seed) {
        Random random = new Random(seed);
        List<Sequence> data = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            String[] words = new String[2 + random.nextInt(5)];
            List<String> labels = new ArrayList<>();
            for (int t = 0; t < words.length; t++) {
                int word = random.nextInt(12);
                words[t] = "w" + word;
                labels.add(random.nextInt(9) == 0 || word % 3 == 2 ? "O" : word % 3 == 0 ? "B-X" : "I-X");
            }
            data.add(Sequence.ofWords(words).withLabels(labels));
        }
        return data;
    }

    /** Name of the feature → weight, for all but the shared transitions, which are under "". */
    private static Map<String, Double> features(Model model) {
        Map<String, Double> map = new TreeMap<>();
        ParameterLayout layout = model.layout();
        for (boolean states : new boolean[] {true, false}) {
            FeatureLists lists = states ? layout.stateFeatures() : layout.transitionFeatures();
            for (int a = 0; a < lists.attributes(); a++) {
                String name =
                        (states ? model.encoder().attributes() : model.encoder().transitionAttributes()).get(a);
                for (int f = lists.offsets()[a]; f < lists.offsets()[a + 1]; f++) {
                    map.put(
                            states + name + "→" + lists.target(a, f),
                            model.weights()[(states ? 0 : layout.transitionBegin()) + f]);
                }
            }
        }
        return map;
    }

    private static Map<String, Double> transitions(Model model) {
        Map<String, Double> map = new TreeMap<>();
        int[] shared = model.layout().sharedFeatures();
        for (int arc = 0; arc < shared.length; arc++) {
            if (shared[arc] >= 0) {
                map.put("" + arc, model.weights()[model.layout().sharedBegin() + shared[arc]]);
            }
        }
        return map;
    }

    @Test
    void losslessKeepsEveryWeightAndEveryBitOfTheAnswers(@TempDir Path folder) {
        Path file = folder.resolve("small.esp");
        Compression.LOSSLESS.apply(MODEL).save(file);
        Model smaller = Model.load(file);
        assertThat(features(smaller)).isEqualTo(features(MODEL));
        assertThat(transitions(smaller)).isEqualTo(transitions(MODEL));
        for (Sequence sequence : data(20, 7)) {
            assertThat(smaller.tagger().tag(sequence).labels())
                    .isEqualTo(MODEL.tagger().tag(sequence).labels());
            assertThat(smaller.tagger().tag(sequence).logPartition())
                    .isEqualTo(MODEL.tagger().tag(sequence).logPartition());
        }
    }

    @Test
    void aThresholdKeepsExactlyWhatReachesIt() {
        for (double threshold : new double[] {0, 0.01, 0.1, 0.5}) {
            Model smaller = Compression.pruning(threshold).apply(MODEL);
            Map<String, Double> expected = new TreeMap<>(features(MODEL));
            expected.values().removeIf(weight -> Math.abs(weight) < threshold);
            assertThat(features(smaller)).isEqualTo(expected);
            assertThat(transitions(smaller)).isEqualTo(transitions(MODEL));
        }
    }

    @Test
    void aCountAndAFractionKeepTheLargest() {
        List<Double> magnitudes =
                new ArrayList<>(features(MODEL).values().stream().map(Math::abs).toList());
        magnitudes.sort(Comparator.reverseOrder());
        for (int count : new int[] {1, 2, 17, magnitudes.size() - 1, magnitudes.size(), 1_000_000}) {
            Map<String, Double> kept = features(Compression.keeping(count).apply(MODEL));
            assertThat(kept).hasSize(Math.min(count, magnitudes.size()));
            double least = kept.values().stream().mapToDouble(Math::abs).min().orElseThrow();
            assertThat(least).isEqualTo(magnitudes.get(kept.size() - 1));
        }
        assertThat(features(Compression.keepingFraction(0.25).apply(MODEL))).hasSize((magnitudes.size() + 3) / 4);
    }

    @Test
    void equalWeightsAreKeptFromTheFirstOn() {
        ParameterLayout layout = MODEL.layout();
        double[] equal = new double[layout.parameters()];
        java.util.Arrays.fill(equal, -0.5);
        Model model = new Model(MODEL.labels(), MODEL.encoder(), layout, equal, 1, Map.of());
        Model smaller = Compression.keeping(3).apply(model);
        assertThat(features(smaller))
                .hasSize(3)
                .containsOnlyKeys(features(model).keySet().stream()
                        .filter(features(smaller)::containsKey)
                        .toList());
        assertThat(smaller.encoder().attributes().size()).isLessThanOrEqualTo(3);
        assertThat(smaller.encoder()
                        .attributes()
                        .indexOf(MODEL.encoder().attributes().get(0)))
                .isNotNegative();
    }

    @Test
    void attributesWithoutAFeatureLeaveAndTheOthersAreSorted() {
        Model smaller = Compression.keeping(5).withBits(12).apply(MODEL);
        assertThat(smaller.encoder().attributes().size()
                        + smaller.encoder().transitionAttributes().size())
                .isLessThanOrEqualTo(5);
        for (int a = 1; a < smaller.encoder().attributes().size(); a++) {
            assertThat(smaller.encoder().attributes().get(a))
                    .isGreaterThan(smaller.encoder().attributes().get(a - 1));
        }
        assertThat(smaller.form()).isEqualTo(FileForm.compact(12));
    }

    @Test
    void fewerBitsLabelAlikeAndSaySoInTheProvenance() {
        for (int bits : new int[] {32, 16, 12}) {
            Model smaller = Compression.LOSSLESS.withBits(bits).apply(MODEL);
            for (Sequence sequence : DATA) {
                assertThat(smaller.tagger().tag(sequence).labels())
                        .isEqualTo(MODEL.tagger().tag(sequence).labels());
            }
        }
        Model twice =
                Compression.pruning(0.2).apply(Compression.LOSSLESS.withBits(8).apply(MODEL));
        assertThat(twice.provenance())
                .containsKeys("training", "compression", "compression-2")
                .extractingByKey("compression-2")
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                .containsEntry("threshold", 0.2)
                .containsEntry("kept", twice.weights().length);
    }

    @Test
    void pruningWithinALossKeepsTheLossAndPrunesMoreWhenMoreIsAllowed() {
        int before = features(MODEL).size();
        for (Measure.Metric metric : Measure.Metric.values()) {
            Measure measure = new Measure(metric, DATA, LabelNotation.DEFAULT);
            int last = before;
            for (double most : new double[] {0, 0.01, 0.1}) {
                Compression recipe = Compression.LOSSLESS.withBits(12).pruningWithin(most + 1e-4, MODEL, measure);
                Model smaller = recipe.apply(MODEL);
                assertThat(measure.applyAsDouble(MODEL) - measure.applyAsDouble(smaller))
                        .isLessThanOrEqualTo(most + 1e-4);
                assertThat(features(smaller).size()).isLessThanOrEqualTo(last);
                last = features(smaller).size();
            }
            assertThat(last).as("%s", metric).isLessThan(before);
        }
    }

    @Test
    void whatCannotBeDoneIsRefused() {
        assertThatThrownBy(() -> Compression.pruning(1e6).apply(MODEL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing would be left")
                .hasMessageContaining("use a lower one");
        assertThatThrownBy(() -> Compression.pruning(-1)).hasMessageContaining("at least 0");
        assertThatThrownBy(() -> Compression.pruning(Double.NaN)).hasMessageContaining("at least 0");
        assertThatThrownBy(() -> Compression.keeping(0)).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> Compression.keepingFraction(1.5)).hasMessageContaining("up to 1");
        assertThatThrownBy(() -> Compression.LOSSLESS.withBits(7)).hasMessageContaining("64, 32, 16, 12 or 8");
        Measure measure = new Measure(Measure.Metric.LIKELIHOOD, DATA, LabelNotation.DEFAULT);
        assertThatThrownBy(
                        () -> Compression.LOSSLESS.withBits(8).pruningWithin(0, MODEL, model -> model == MODEL ? 1 : 0))
                .hasMessageContaining("8 bits alone lose 1");
        assertThatThrownBy(() -> Compression.LOSSLESS.pruningWithin(-1, MODEL, measure))
                .hasMessageContaining("0 or more");
        assertThatThrownBy(() -> new Measure(Measure.Metric.F1, List.of(), LabelNotation.DEFAULT))
                .hasMessageContaining("no tokens");
        assertThatThrownBy(() -> new Measure(Measure.Metric.F1, List.of(Sequence.ofWords("a")), LabelNotation.DEFAULT))
                .hasMessageContaining("no labels");
    }
}
