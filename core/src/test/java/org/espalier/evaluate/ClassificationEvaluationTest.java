package org.espalier.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.espalier.data.Json;
import org.espalier.data.LabelNotation;
import org.espalier.data.Labels;
import org.junit.jupiter.api.Test;

class ClassificationEvaluationTest {
    private static final double CLOSE = 1e-12;

    private static ClassificationEvaluation of(String... labels) {
        return new ClassificationEvaluation(Labels.of(List.of(labels)), new LabelNotation("?", "|"));
    }

    /**
     * By hand: A has 2 gold, 3 predicted, 2 correct; B 2 gold, 1 predicted, 1 correct; C 1 gold, 1 predicted, 0 correct.
     */
    @Test
    void averagesAreAsCountedByHand() {
        ClassificationEvaluation evaluation = of("A", "B", "C");
        String[][] pairs = {{"A", "A"}, {"A", "A"}, {"B", "A"}, {"B", "B"}, {"C", "D"}, {"?", "A"}, {"A|B", "A"}};
        for (String[] pair : pairs) {
            evaluation.add(pair[0], pair[1], null);
        }
        ClassificationScores scores = evaluation.scores();
        assertThat(scores.instances()).isEqualTo(5);
        assertThat(scores.accuracy()).isEqualTo(0.6);
        assertThat(scores.labels())
                .containsEntry("A", new Counts(2, 3, 2))
                .containsEntry("B", new Counts(2, 1, 1))
                .containsEntry("C", new Counts(1, 0, 0))
                .containsEntry("D", new Counts(0, 1, 0))
                .hasSize(4);
        assertThat(scores.macro().precision()).isCloseTo((2 / 3.0 + 1 + 0 + 0) / 4, within(CLOSE));
        assertThat(scores.macro().recall()).isCloseTo((1 + 0.5) / 4, within(CLOSE));
        assertThat(scores.macro().f1()).isCloseTo((0.8 + 2 / 3.0) / 4, within(CLOSE));
        assertThat(scores.weighted().precision()).isCloseTo((2 * 2 / 3.0 + 2) / 5, within(CLOSE));
        assertThat(scores.weighted().recall()).isCloseTo(0.6, within(CLOSE));
        assertThat(scores.weighted().f1()).isCloseTo((2 * 0.8 + 2 * 2 / 3.0) / 5, within(CLOSE));
        assertThat(scores.micro().f1()).isEqualTo(0.6);
        assertThat(scores.probabilities()).isNull();
        assertThat(scores.notes()).singleElement().asString().contains("1 instances with several gold labels");
        assertThat(scores.confusion().get("B")).containsEntry("A", 1L).containsEntry("B", 1L);
    }

    @Test
    void probabilitiesAreJudgedAsByHand() {
        ClassificationEvaluation evaluation = of("A", "B");
        evaluation.add("A", "A", new double[] {0.8, 0.2});
        evaluation.add("B", "A", new double[] {0.6, 0.4});
        evaluation.add("B", "B", new double[] {0.25, 0.75});
        evaluation.add("X", "B", new double[] {0.1, 0.9});
        ClassificationScores.Probabilities found =
                Objects.requireNonNull(evaluation.scores().probabilities());
        assertThat(found.instances()).isEqualTo(3);
        assertThat(found.logLoss()).isCloseTo(-(Math.log(0.8) + Math.log(0.4) + Math.log(0.75)) / 3, within(CLOSE));
        assertThat(found.brier()).isCloseTo((2 * 0.2 * 0.2 + 2 * 0.6 * 0.6 + 2 * 0.25 * 0.25) / 3, within(CLOSE));
        assertThat(found.auc()).isEqualTo(1.0);
        // Bins: 0.8 in (0.7, 0.8] with 0.75, both right; 0.6 in (0.5, 0.6], wrong.
        assertThat(found.calibrationError()).isCloseTo((2 * (1 - 0.775) + 0.6) / 3, within(CLOSE));
        assertThat(found.bins().get(7).instances()).isEqualTo(2);
        assertThat(found.bins().get(5)).isEqualTo(new ClassificationScores.Bin(0.5, 0.6, 1, 0.6, 0));
        assertThat(evaluation.scores().notes()).singleElement().asString().contains("does not know");
        assertThat(evaluation.scores().accuracy()).isEqualTo(0.5);
    }

    /** The definition, pair by pair. */
    @Test
    void theAreaIsTheShareOfPairsInTheRightOrder() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int count = 1 + random.nextInt(40);
            int levels = 1 + random.nextInt(12);
            double[] scores = new double[count];
            boolean[] positive = new boolean[count];
            for (int n = 0; n < count; n++) {
                scores[n] = random.nextInt(levels) - 3.0;
                positive[n] = random.nextBoolean();
            }
            double pairs = 0;
            double right = 0;
            for (int p = 0; p < count; p++) {
                for (int n = 0; n < count; n++) {
                    if (positive[p] && !positive[n]) {
                        pairs++;
                        right += scores[p] > scores[n] ? 1 : scores[p] == scores[n] ? 0.5 : 0;
                    }
                }
            }
            double area = RocCurve.area(scores, positive);
            if (pairs == 0) {
                assertThat(area).as("seed %d", seed).isNaN();
            } else {
                assertThat(area).as("seed %d", seed).isCloseTo(right / pairs, within(CLOSE));
            }
        }
    }

    @Test
    void bothZerosAreEqualScores() {
        assertThat(RocCurve.area(new double[] {0.0, -0.0}, new boolean[] {true, false}))
                .isEqualTo(0.5);
    }

    /** Σ over bins against one pass over all pairs of instance and bin. */
    @Test
    void manyLabelsAgreeWithTheDefinitions() {
        for (long seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            String[] names = {"a", "b", "c", "d"};
            ClassificationEvaluation evaluation = of(names);
            int count = 50 + random.nextInt(100);
            double[][] rows = new double[count][4];
            int[] gold = new int[count];
            double logLoss = 0;
            for (int n = 0; n < count; n++) {
                double sum = 0;
                for (int k = 0; k < 4; k++) {
                    rows[n][k] = 1 + random.nextInt(5);
                    sum += rows[n][k];
                }
                int best = 0;
                for (int k = 0; k < 4; k++) {
                    rows[n][k] /= sum;
                    best = rows[n][k] > rows[n][best] ? k : best;
                }
                gold[n] = random.nextInt(4);
                logLoss -= Math.log(rows[n][gold[n]]);
                evaluation.add(names[gold[n]], names[best], rows[n]);
            }
            ClassificationScores.Probabilities found =
                    Objects.requireNonNull(evaluation.scores().probabilities());
            assertThat(found.logLoss()).as("seed %d", seed).isCloseTo(logLoss / count, within(1e-10));
            double mean = 0;
            for (int k = 0; k < 4; k++) {
                double[] scores = new double[count];
                boolean[] positive = new boolean[count];
                for (int n = 0; n < count; n++) {
                    scores[n] = rows[n][k];
                    positive[n] = gold[n] == k;
                }
                double area = RocCurve.area(scores, positive);
                assertThat(found.areas().get(names[k])).as("seed %d", seed).isEqualTo(area);
                mean += area / 4;
            }
            assertThat(found.auc()).as("seed %d", seed).isCloseTo(mean, within(CLOSE));
            long binned = found.bins().stream()
                    .mapToLong(ClassificationScores.Bin::instances)
                    .sum();
            assertThat(binned).isEqualTo(count);
        }
    }

    @Test
    void reportsAreReadableAndJson() {
        ClassificationEvaluation evaluation = of("A", "B");
        evaluation.add("A", "A", new double[] {1, 0});
        evaluation.add("B", "A", new double[] {1, 0});
        ClassificationScores scores = evaluation.scores();
        String tables = ClassificationReport.tables(scores);
        assertThat(tables)
                .contains("instances: 1 of 2 correct, accuracy 50.00%")
                .contains("macro:     precision 25.00%, recall 50.00%, F1 33.33%")
                .contains("log-loss:  Infinity")
                .contains("ROC AUC:   0.500000")
                .contains("0.9 to 1.0")
                .contains("Confusion (rows: gold, columns: predicted)");
        Object json = Json.parse(Json.write(ClassificationReport.toMap(scores)));
        assertThat(((Map<?, ?>) json).get("accuracy")).isEqualTo(0.5);
        assertThat(((Map<?, ?>) ((Map<?, ?>) json).get("probabilities")).containsKey("logLoss"))
                .isFalse();
    }

    @Test
    void wrongNumbersOfProbabilitiesAreRefused() {
        assertThatThrownBy(() -> of("A", "B").add("A", "A", new double[3]))
                .hasMessageContaining("3 probabilities for 2 labels");
        assertThat(of("A").scores().accuracy()).isZero();
    }
}
