package org.espalier.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.espalier.data.Json;
import org.espalier.data.LabelNotation;
import org.espalier.data.Labels;
import org.espalier.data.TagScheme;
import org.junit.jupiter.api.Test;

/** The reports, whole, of scores that are counted by hand. */
class ReportsTest {

    private static ClassificationEvaluation of(String... labels) {
        return new ClassificationEvaluation(Labels.of(List.of(labels)), LabelNotation.DEFAULT);
    }

    private static ClassificationScores three() {
        ClassificationEvaluation evaluation = of("A", "B", "C");
        evaluation.add("A", "A", new double[] {0.5, 0.25, 0.25});
        evaluation.add("B", "A", new double[] {0.5, 0.25, 0.25});
        evaluation.add("B", "B", new double[] {0.25, 0.75, 0});
        evaluation.add("C", "C", new double[] {0, 0.5, 0.5});
        return evaluation.scores();
    }

    /** −ln p: (2 ln 2 + ln 4 + ln 4/3) / 4; Brier (0.375 + 0.875 + 0.125 + 0.5) / 4; areas by their pairs. */
    @Test
    void theTablesOfAClassifierAreComplete() {
        assertThat(ClassificationReport.tables(three())).isEqualTo("""
            instances: 3 of 4 correct, accuracy 75.00%
            macro:     precision 83.33%, recall 83.33%, F1 77.78%
            weighted:  precision 87.50%, recall 75.00%, F1 75.00%
            micro:     precision 75.00%, recall 75.00%, F1 75.00%
            log-loss:  0.765068 (mean of -ln p(gold)), Brier score 0.468750 (0 to 2)
            ROC AUC:   0.819444 (mean over labels, each against the rest)
            calibration error: 0.187500 (in 10 bins)

            Instances by label
            label  precision   recall       F1  gold  predicted  correct     AUC
            A         50.00%  100.00%   66.67%     1          2        1  0.8333
            B        100.00%   50.00%   66.67%     2          1        1  0.6250
            C        100.00%  100.00%  100.00%     1          1        1  1.0000

            Reliability (how often the predicted label is right, by its probability)
            probability  instances    mean    right
            0.4 to 0.5           3  50.00%   66.67%
            0.7 to 0.8           1  75.00%  100.00%

            Confusion (rows: gold, columns: predicted)
               A  B  C
            A  1  .  .
            B  1  1  .
            C  .  .  1
            """);
    }

    @Test
    void theMapOfAClassifierIsComplete() {
        String json = Json.write(ClassificationReport.toMap(three()));
        assertThat(json)
                .startsWith("{\"instances\":4,\"correct\":3,\"accuracy\":0.75,\"macro\":{\"precision\":0.83")
                .contains("\"micro\":{\"precision\":0.75,\"recall\":0.75,\"f1\":0.75}")
                .contains("\"probabilities\":{\"instances\":4,\"logLoss\":0.76506")
                .contains("\"brier\":0.46875,\"auc\":0.81944")
                .contains("\"C\":1.0},\"calibrationError\":0.187")
                .contains("\"bins\":[{\"from\":0.0,\"to\":0.1,\"instances\":0,")
                .contains("{\"from\":0.7,\"to\":0.8,\"instances\":1,\"probability\":0.75,\"accuracy\":1.0}")
                .endsWith("\"confusion\":{\"A\":{\"A\":1},\"B\":{\"A\":1,\"B\":1},\"C\":{\"C\":1}},\"notes\":[]}");
    }

    /** With two labels there is one curve; a label without an area has a dot; without probabilities there is no column. */
    @Test
    void whatIsNotDefinedIsNotShown() {
        ClassificationEvaluation two = of("A", "B");
        two.add("A", "A", new double[] {0.75, 0.25});
        two.add("B", "X", new double[] {0.75, 0.25});
        String tables = ClassificationReport.tables(two.scores());
        assertThat(tables).contains("ROC AUC:   0.500000\n");
        assertThat(tables.lines().filter(line -> line.startsWith("X ")))
                .first()
                .asString()
                .endsWith(".");
        ClassificationEvaluation none = of("A", "B");
        none.add("?", "A", null);
        none.add("A", "A", null);
        assertThat(ClassificationReport.tables(none.scores()))
                .doesNotContain("AUC")
                .doesNotContain("Reliability")
                .doesNotContain("note");
        assertThat(none.scores().notes()).isEmpty();
    }

    /** More numbers than the first room holds: 3 labels · 900 instances. */
    @Test
    void manyProbabilitiesAreAllKept() {
        ClassificationEvaluation evaluation = of("A", "B", "C");
        String[] names = {"A", "B", "C"};
        int count = 900;
        double[][] rows = new double[count][];
        for (int n = 0; n < count; n++) {
            double p = (n * 37 % 100) / 100.0;
            rows[n] = new double[] {p, (1 - p) / 4, 3 * (1 - p) / 4};
            evaluation.add(names[n % 3], "A", rows[n]);
        }
        ClassificationScores.Probabilities found = evaluation.scores().probabilities();
        for (int k = 0; k < 3; k++) {
            double[] scores = new double[count];
            boolean[] positive = new boolean[count];
            for (int n = 0; n < count; n++) {
                scores[n] = rows[n][k];
                positive[n] = n % 3 == k;
            }
            assertThat(found.areas().get(names[k])).isEqualTo(RocCurve.area(scores, positive));
        }
    }

    @Test
    void theMostFrequentConfusionsComeFirstAndSixteenLabelsAreStillAMatrix() {
        for (int labels : new int[] {16, 17}) {
            List<String> gold = new ArrayList<>();
            List<String> predicted = new ArrayList<>();
            for (int k = 0; k < labels; k++) {
                gold.addAll(Collections.nCopies(1 + k % 5, "L" + k));
                predicted.addAll(Collections.nCopies(1 + k % 5, "L" + (k + 1) % labels));
            }
            Evaluation evaluation = new Evaluation(Convention.CONLLEVAL);
            evaluation.add(gold, predicted);
            String text = ScoreReport.tables(evaluation.scores());
            assertThat(text.contains("Confusion (rows: gold, columns: predicted)"))
                    .isEqualTo(labels == 16);
            if (labels == 17) {
                List<Integer> counts = text.lines()
                        .dropWhile(line -> !line.startsWith("gold"))
                        .skip(1)
                        .map(line -> Integer.valueOf(line.substring(line.lastIndexOf(' ') + 1)))
                        .toList();
                assertThat(counts).hasSize(17).startsWith(5, 5, 5, 4).endsWith(1, 1, 1, 1);
                assertThat(counts).isSortedAccordingTo((a, b) -> Integer.compare(b, a));
            }
        }
    }

    @Test
    void sequencesAndTokensAreSharesOfAll() {
        for (Convention convention : List.of(Convention.CONLLEVAL, Convention.strict(TagScheme.IOB2))) {
            Evaluation evaluation = new Evaluation(convention);
            evaluation.add(List.of("B-X", "I-X"), List.of("B-X", "I-X"));
            evaluation.add(List.of("B-X", "O"), List.of("B-X", "I-X"));
            evaluation.add(List.of("O"), List.of("O"));
            evaluation.add(List.of("O"), List.of("B-X"));
            assertThat(evaluation.scores().sequenceAccuracy()).isEqualTo(0.5);
            assertThat(evaluation.scores().tokenAccuracy()).isEqualTo(4 / 6.0);
        }
    }
}
