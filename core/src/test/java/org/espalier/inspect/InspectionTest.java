package org.espalier.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.espalier.data.Json;
import org.espalier.data.Sequence;
import org.espalier.feature.template.Template;
import org.espalier.feature.text.FeatureSet;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
import org.espalier.train.AllPairs;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;

final class InspectionTest {
    private static final List<Sequence> DATA = List.of(
            Sequence.ofWords("the", "cat", "sat").withLabels(List.of("D", "N", "V")),
            Sequence.ofWords("the", "dog", "ran").withLabels(List.of("D", "N", "V")),
            Sequence.ofWords("cat", "ran").withLabels(List.of("N", "V")));
    private static final Model MODEL =
            new Trainer(FeatureSet.parse("words(-1..1)"), TrainingOptions.DEFAULTS).train(DATA);
    private static final Model TEMPLATE = new Trainer(
                    Template.parse("U0:%x[0,0]\nB1:%x[0,0]\nB\n", "t"), TrainingOptions.DEFAULTS.withAllFeatures(true))
            .train(DATA);

    @Test
    void theDumpedWeightsScoreAsTheModelDoes() {
        for (Model model : List.of(MODEL, TEMPLATE)) {
            Map<String, Double> states = new HashMap<>();
            Map<String, Double> transitions = new HashMap<>();
            Inspection.of(model).forEachFeature(f -> states.put(f.attribute() + "/" + f.label(), f.weight()));
            Inspection.of(model)
                    .forEachTransition(t -> transitions.put(t.attribute() + "/" + t.from() + "/" + t.to(), t.weight()));
            Sequence sequence = Sequence.ofWords("the", "cat", "ran");
            Tagging tagging = model.tagger().tag(sequence);
            double[] score = {0};
            List<String> labels = tagging.labels();
            for (int t = 0; t < labels.size(); t++) {
                int position = t;
                model.encoder().extractor().extract(sequence, t, new org.espalier.feature.AttributeSink() {
                    @Override
                    public void state(CharSequence name, double value) {
                        score[0] += value * states.getOrDefault(name + "/" + labels.get(position), 0.0);
                    }

                    @Override
                    public void transition(CharSequence name, double value) {
                        String pair = "/" + labels.get(position - 1) + "/" + labels.get(position);
                        score[0] += value * transitions.getOrDefault(name + pair, 0.0);
                    }
                });
                if (t > 0) {
                    score[0] += transitions.getOrDefault("/" + labels.get(t - 1) + "/" + labels.get(t), 0.0);
                }
            }
            assertThat(score[0]).isCloseTo(tagging.score(), org.assertj.core.data.Offset.offset(1e-12));
        }
    }

    /** D N, D V and N V: each of the three pairs has the weights of a classifier of its own. */
    @Test
    void pairsOfLabelsAreNamedAndTheirDumpedWeightsVoteAsTheModelDoes() {
        Trainer binary = new Trainer(FeatureSet.parse("words(-1..1)"), TrainingOptions.DEFAULTS);
        Model model = new AllPairs(binary, false).train(DATA);
        InspectionReport report = new InspectionReport(Inspection.of(model), 2, null);
        assertThat(report.summary())
                .contains("one binary classifier per pair of labels, 3 in all")
                .contains("positive weights speak for the first of the two")
                .doesNotContain("transition");
        assertThat(report.features()).contains("D against N\n", "D against V\n", "N against V\n");
        assertThat(report.transitions()).contains("classified by itself");
        assertThat(report.toMap().get("strongest"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsOnlyKeys("D against N", "D against V", "N against V");

        Map<String, Double> weights = new HashMap<>();
        report.dump(line -> {
            String[] fields = line.strip().split("\t");
            assertThat(fields).hasSize(4).startsWith("pair");
            weights.put(fields[1] + "/" + fields[2], Double.valueOf(fields[3]));
        });
        Sequence sequence = Sequence.ofWords("the", "cat", "ran");
        for (int t = 0; t < 3; t++) {
            Map<String, Integer> votes = new HashMap<>();
            for (String pair : model.stateNames()) {
                double[] score = {0};
                model.encoder().extractor().extract(sequence, t, new org.espalier.feature.AttributeSink() {
                    @Override
                    public void state(CharSequence name, double value) {
                        score[0] += value * weights.getOrDefault(name + "/" + pair, 0.0);
                    }

                    @Override
                    public void transition(CharSequence name, double value) {
                        throw new AssertionError("words have no transitions");
                    }
                });
                votes.merge(pair.split(" against ")[score[0] >= 0 ? 0 : 1], 1, Integer::sum);
            }
            String best = model.tagger().tag(sequence).labels().get(t);
            assertThat(votes).containsEntry(best, 2);
        }
    }

    @Test
    void aLabelSelectsThePairsThatItIsOneOf() {
        Trainer binary = new Trainer(FeatureSet.parse("words"), TrainingOptions.DEFAULTS);
        Inspection inspection = Inspection.of(new AllPairs(binary, true).train(DATA));
        assertThat(inspection.statesOf("N")).containsExactly("D against N", "N against V");
        assertThat(inspection.statesOf("D against V")).containsExactly("D against V");
        assertThat(new InspectionReport(inspection, 2, "N").features())
                .contains("D against N", "N against V")
                .doesNotContain("D against V");
        assertThatThrownBy(() -> new InspectionReport(inspection, 2, "X")).hasMessageContaining("labels are D, N, V");
    }

    @Test
    void theStrongestAreTheFirstOfAllSorted() {
        Inspection inspection = Inspection.of(MODEL);
        List<FeatureWeight> all = new ArrayList<>();
        inspection.forEachFeature(feature -> {
            if (feature.label().equals("N") && feature.weight() > 0) {
                all.add(feature);
            }
        });
        all.sort((a, b) -> a.weight() != b.weight()
                ? Double.compare(b.weight(), a.weight())
                : a.attribute().compareTo(b.attribute()));

        assertThat(inspection.supporting("N", 3)).isEqualTo(all.subList(0, 3));
        assertThat(inspection.supporting("N", 1000)).isEqualTo(all);
        assertThat(inspection.opposing("N", 1000)).allMatch(feature -> feature.weight() < 0);
        assertThat(inspection.supporting("N", 0)).isEmpty();
        assertThatThrownBy(() -> inspection.supporting("X", 1)).hasMessageContaining("D, N, V");
    }

    @Test
    void sizesAddUp() {
        for (Model model : List.of(MODEL, TEMPLATE)) {
            ModelSize size = Inspection.of(model).size();

            assertThat(size.features()).isEqualTo(model.weights().length);
            assertThat(size.labels()).isEqualTo(3);
            assertThat(size.nonZero()).isLessThanOrEqualTo(size.features()).isPositive();
        }
        assertThat(Inspection.of(TEMPLATE).size().observedTransitionFeatures()).isPositive();
    }

    @Test
    void theMatrixHasTheSharedTransitions() {
        double[][] matrix = Inspection.of(MODEL).transitions();

        assertThat(matrix[0][1]).isPositive(); // D -> N
        assertThat(matrix[2][0]).isNaN(); // V -> D never occurs
        assertThat(Inspection.of(MODEL).strongestTransitions(1).get(0).weight()).isPositive();
    }

    @Test
    void reportsAreReadableAndValid() {
        InspectionReport report = new InspectionReport(Inspection.of(TEMPLATE), 3, null);
        List<String> lines = new ArrayList<>();
        report.dump(lines::add);

        assertThat(report.summary()).contains("labels      3: D N V", "U0:%x[0,0]");
        assertThat(report.features()).contains("U0:the");
        assertThat(report.transitions()).contains("Transitions", "Strongest transitions");
        assertThat(Json.parse(Json.write(report.toMap()))).isInstanceOf(Map.class);
        assertThat(lines).hasSize(TEMPLATE.weights().length);
        assertThat(lines.stream()
                        .filter(line -> line.startsWith("observed\tB1:"))
                        .count())
                .isPositive();
        assertThatThrownBy(() -> new InspectionReport(Inspection.of(MODEL), 3, "X"))
                .hasMessageContaining("no label 'X'");
    }
}
