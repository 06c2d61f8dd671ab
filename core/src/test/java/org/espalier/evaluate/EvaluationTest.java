package org.espalier.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.espalier.data.Json;
import org.espalier.data.LabelNotation;
import org.espalier.data.Span;
import org.espalier.data.TagScheme;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EvaluationTest {

    private static List<String> labels(String text) {
        return text.isEmpty() ? List.of() : Arrays.asList(text.split(" "));
    }

    private static Scores score(Convention convention, String... goldAndPredicted) {
        Evaluation evaluation = new Evaluation(convention);
        for (int i = 0; i < goldAndPredicted.length; i += 2) {
            evaluation.add(labels(goldAndPredicted[i]), labels(goldAndPredicted[i + 1]));
        }
        return evaluation.scores();
    }

    private static List<String> random(Random random, String[] tags, int length) {
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            labels.add(tags[random.nextInt(tags.length)]);
        }
        return labels;
    }

    /** The definition: the spans of both sides as sets. */
    private static Counts bySets(List<Span> gold, List<Span> predicted) {
        Set<Span> both = new HashSet<>(gold);
        both.retainAll(predicted);
        return new Counts(gold.size(), predicted.size(), both.size());
    }

    @Test
    void conllevalOnIobLabelsIsTheIntersectionOfTheSpans() {
        String[] tags = {"O", "B-X", "I-X", "B-Y", "I-Y"};
        for (long seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            List<String> gold = random(random, tags, random.nextInt(7));
            List<String> predicted = random(random, tags, gold.size());
            Evaluation evaluation = new Evaluation(Convention.CONLLEVAL);
            evaluation.add(gold, predicted);
            assertThat(evaluation.scores().spans())
                    .as("seed %d: %s against %s", seed, gold, predicted)
                    .isEqualTo(bySets(TagScheme.IOB2.decode(gold), TagScheme.IOB2.decode(predicted)));
        }
    }

    @ParameterizedTest
    @EnumSource(TagScheme.class)
    void strictIsTheIntersectionOfTheValidSpans(TagScheme scheme) {
        String[] tags = {"O", "B-X", "I-X", "E-X", "S-X", "M-X", "L-X", "U-X", "I-Y"};
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            List<String> gold = random(random, tags, random.nextInt(7));
            List<String> predicted = random.nextBoolean() ? gold : random(random, tags, gold.size());
            Evaluation evaluation = new Evaluation(Convention.strict(scheme));
            evaluation.add(gold, predicted);
            assertThat(evaluation.scores().spans())
                    .as("seed %d: %s against %s", seed, gold, predicted)
                    .isEqualTo(bySets(scheme.decodeStrictly(gold), scheme.decodeStrictly(predicted)));
        }
    }

    @Test
    void countsAddUp() {
        String[] tags = {"O", "B-X", "I-X", "B-Y", "NN"};
        Random random = new Random(5);
        Evaluation evaluation = new Evaluation(Convention.CONLLEVAL);
        for (int i = 0; i < 200; i++) {
            List<String> gold = random(random, tags, 1 + random.nextInt(6));
            evaluation.add(gold, random.nextInt(3) == 0 ? gold : random(random, tags, gold.size()));
        }
        Scores scores = evaluation.scores();
        assertThat(scores.labels().values().stream().mapToLong(Counts::gold).sum())
                .isEqualTo(scores.tokens());
        assertThat(scores.labels().values().stream()
                        .mapToLong(Counts::predicted)
                        .sum())
                .isEqualTo(scores.tokens());
        assertThat(scores.labels().values().stream().mapToLong(Counts::correct).sum())
                .isEqualTo(scores.correctTokens());
        assertThat(scores.confusion().values().stream()
                        .flatMap(row -> row.values().stream())
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(scores.tokens());
        assertThat(scores.sequences()).isEqualTo(200);
        assertThat(scores.correctSequences()).isBetween(50L, 120L);
    }

    @Test
    void strictnessIsTheDifferenceThatItsNameSays() {
        Scores conlleval = score(Convention.CONLLEVAL, "B-X I-X O", "I-X I-X O");
        Scores strict = score(Convention.strict(TagScheme.IOB2), "B-X I-X O", "I-X I-X O");
        assertThat(conlleval.spans()).isEqualTo(new Counts(1, 1, 1));
        assertThat(strict.spans()).isEqualTo(new Counts(1, 0, 0));
        assertThat(conlleval.convention().name()).isEqualTo("conlleval");
        assertThat(strict.convention().name()).isEqualTo("strict IOB2");
    }

    @Test
    void unknownGoldTokensAreNotCounted() {
        Scores scores = score(
                Convention.CONLLEVAL, "B-X ? B-X I-X", "B-X I-X B-X I-X", "? ?", "B-X O", "", "", "? O", "B-X B-X");
        assertThat(scores.tokens()).isEqualTo(4);
        assertThat(scores.correctTokens()).isEqualTo(3);
        assertThat(scores.sequences()).isEqualTo(2);
        assertThat(scores.correctSequences()).isEqualTo(1);
        assertThat(scores.spans()).isEqualTo(new Counts(2, 3, 2));
        assertThat(scores.labels()).doesNotContainKey("?");
    }

    @Test
    void scoresCanBeTakenInBetween() {
        Evaluation evaluation = new Evaluation(Convention.CONLLEVAL);
        assertThat(evaluation.scores().tokenAccuracy()).isZero();
        evaluation.add(labels("B-X"), labels("B-X"));
        Scores first = evaluation.scores();
        evaluation.add(labels("B-X O"), labels("O O"));
        assertThat(first.tokens()).isEqualTo(1);
        assertThat(first.confusion().get("B-X")).isEqualTo(Map.of("B-X", 1L));
        assertThat(evaluation.scores().spans()).isEqualTo(new Counts(2, 1, 1));
        assertThat(evaluation.scores().spans().f1()).isCloseTo(2.0 / 3, within(1e-15));
    }

    @Test
    void unequalLengthsAreRefused() {
        assertThatThrownBy(() -> score(Convention.CONLLEVAL, "O O", "O"))
                .hasMessageContaining("2 gold labels, but 1 predicted");
    }

    @Test
    void notesWarnOfLabelsThatDoNotSuitTheConvention() {
        assertThat(score(Convention.CONLLEVAL, "S-X S-X O", "S-X O O").notes().get(0))
                .contains("look like IOBES");
        assertThat(score(Convention.CONLLEVAL, "NN VB", "NN NN").notes().get(0)).contains("no prefixes");
        assertThat(score(Convention.CONLLEVAL, "B-X I-X O", "B-X O O").notes()).isEmpty();
        assertThat(score(Convention.CONLLEVAL, "O", "O").notes()).isEmpty();
        assertThat(score(Convention.strict(TagScheme.IOBES), "S-X S-X O", "S-X O O")
                        .spans())
                .isEqualTo(new Counts(2, 1, 1));
        assertThat(score(Convention.strict(TagScheme.NONE), "Street Street Town", "Street Street Street")
                        .spans())
                .isEqualTo(new Counts(2, 1, 0));
    }

    @Test
    void theMapIsReadyForJson() {
        Scores scores = score(Convention.CONLLEVAL, "B-X I-X O", "B-X O O");
        assertThat(Json.write(ScoreReport.toMap(scores)))
                .isEqualTo(
                        "{\"convention\":\"conlleval\",\"tokens\":3,\"correctTokens\":2,\"tokenAccuracy\":0.6666666666666666,"
                                + "\"sequences\":1,\"correctSequences\":0,\"sequenceAccuracy\":0.0,"
                                + "\"spans\":{\"precision\":0.0,\"recall\":0.0,\"f1\":0.0,\"gold\":1,\"predicted\":1,\"correct\":0},"
                                + "\"types\":{\"X\":{\"precision\":0.0,\"recall\":0.0,\"f1\":0.0,\"gold\":1,\"predicted\":1,\"correct\":0}},"
                                + "\"labels\":{\"B-X\":{\"precision\":1.0,\"recall\":1.0,\"f1\":1.0,\"gold\":1,\"predicted\":1,\"correct\":1},"
                                + "\"I-X\":{\"precision\":0.0,\"recall\":0.0,\"f1\":0.0,\"gold\":1,\"predicted\":0,\"correct\":0},"
                                + "\"O\":{\"precision\":0.5,\"recall\":1.0,\"f1\":0.6666666666666666,\"gold\":1,\"predicted\":2,\"correct\":1}},"
                                + "\"confusion\":{\"B-X\":{\"B-X\":1},\"I-X\":{\"O\":1},\"O\":{\"O\":1}},\"notes\":[]}");
    }

    @Test
    void tablesAreReadable() {
        assertThat(ScoreReport.tables(score(Convention.CONLLEVAL, "B-X I-X O", "B-X O O")))
                .isEqualTo("""
                        tokens:    2 of 3 correct, accuracy 66.67%
                        sequences: 0 of 1 correct, accuracy 0.00%
                        spans:     precision 0.00%, recall 0.00%, F1 0.00% (convention: conlleval)

                        Spans by type
                        type  precision  recall     F1  gold  predicted  correct
                        X         0.00%   0.00%  0.00%     1          1        0

                        Tokens by label
                        label  precision   recall       F1  gold  predicted  correct
                        B-X      100.00%  100.00%  100.00%     1          1        1
                        I-X        0.00%    0.00%    0.00%     1          0        0
                        O         50.00%  100.00%   66.67%     1          2        1

                        Confusion (rows: gold, columns: predicted)
                             B-X  I-X  O
                        B-X    1    .  .
                        I-X    .    .  1
                        O      .    .  1
                        """);
    }

    @Test
    void manyLabelsAreShownByTheirMostFrequentConfusions() {
        Evaluation evaluation = new Evaluation(Convention.CONLLEVAL);
        for (int i = 0; i < 30; i++) {
            evaluation.add(List.of("L" + i, "L0"), List.of("L" + i, i > 20 ? "L7" : "L0"));
        }
        String text = ScoreReport.tables(evaluation.scores());
        assertThat(text).contains("Confusion (the 1 most frequent of 1 pairs)").contains("L0           L7       9");
        assertThat(ScoreReport.tables(new Evaluation(Convention.CONLLEVAL).scores()))
                .startsWith("tokens:    0 of 0 correct");
    }

    @Test
    void alternativesAndUnknownLabelsFollowTheNotation() {
        Evaluation evaluation = new Evaluation(Convention.CONLLEVAL, new LabelNotation("-", "|"));
        evaluation.add(List.of("B-X|B-Y", "A|B", "-", "?"), List.of("B-Y", "C", "B-X", "?"));
        Scores scores = evaluation.scores();
        assertThat(scores.tokens()).isEqualTo(3);
        assertThat(scores.correctTokens()).isEqualTo(2);
        assertThat(scores.confusion().get("A")).containsEntry("C", 1L);
        assertThat(scores.labels()).containsKeys("B-Y", "?").doesNotContainKeys("B-X", "-");
    }
}
