package org.espalier.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.espalier.data.Json;
import org.espalier.data.LabelNotation;
import org.espalier.data.Mark;
import org.junit.jupiter.api.Test;

class PairedBootstrapTest {
    private static final List<String> LABELS = List.of("O", "B-X", "I-X", "B-Y");

    private record Case(List<String> gold, List<String> one, List<String> other) {}

    private static List<Case> cases(Random random, int size, double firstErrors, double secondErrors) {
        List<Case> cases = new ArrayList<>();
        for (int n = 0; n < size; n++) {
            List<String> gold = new ArrayList<>();
            for (int t = random.nextInt(6); t >= 0; t--) {
                gold.add(LABELS.get(random.nextInt(LABELS.size())));
            }
            cases.add(new Case(gold, noisy(gold, firstErrors, random), noisy(gold, secondErrors, random)));
        }
        return cases;
    }

    private static List<String> noisy(List<String> gold, double rate, Random random) {
        return gold.stream()
                .map(label -> random.nextDouble() < rate ? LABELS.get(random.nextInt(LABELS.size())) : label)
                .toList();
    }

    private static PairedBootstrap bootstrap(Convention convention, List<Case> cases) {
        PairedBootstrap bootstrap = new PairedBootstrap(convention);
        cases.forEach(each -> bootstrap.add(each.gold(), each.one(), each.other()));
        return bootstrap;
    }

    private static PairedComparison swapped(Convention convention, List<Case> cases, int samples, long seed) {
        PairedBootstrap bootstrap = new PairedBootstrap(convention);
        cases.forEach(each -> bootstrap.add(each.gold(), each.other(), each.one()));
        return bootstrap.compare(samples, seed);
    }

    /** A tree is a label per word, made of head and relation; by the heads alone it is another one. */
    @Test
    void treesAreLabelsOfTheirWords() {
        List<Case> cases = cases(new Random(4), 40, 0.1, 0.3);
        PairedBootstrap trees = new PairedBootstrap(Convention.PLAIN);
        PairedBootstrap heads = new PairedBootstrap(Convention.PLAIN);
        for (Case each : cases) {
            trees.addTrees(each.gold().size(), marks(each.gold()), marks(each.one()), marks(each.other()));
            heads.add(heads(each.gold()), heads(each.one()), heads(each.other()));
        }
        PairedComparison found = trees.compare(100, 3);
        PairedComparison ofLabels = bootstrap(Convention.PLAIN, cases).compare(100, 3);
        assertThat(found.differences().stream().map(PairedComparison.Difference::measure))
                .containsExactly(ScoreKind.LAS, ScoreKind.UAS, ScoreKind.WHOLE_TREES);
        assertSame(found.differences().get(0), ofLabels.differences().get(0));
        assertSame(
                found.differences().get(1), heads.compare(100, 3).differences().get(0));
        assertSame(found.differences().get(2), ofLabels.differences().get(1));
        assertThat(found.firstBetter()).isEqualTo(ofLabels.firstBetter());
    }

    private static void assertSame(PairedComparison.Difference found, PairedComparison.Difference expected) {
        assertThat(found.first()).isEqualTo(expected.first());
        assertThat(found.second()).isEqualTo(expected.second());
        assertThat(found.low()).isEqualTo(expected.low());
        assertThat(found.high()).isEqualTo(expected.high());
        assertThat(found.pValue()).isEqualTo(expected.pValue());
    }

    /** A label as an arc: outside of everything is the root, and the type decides the head. */
    private static List<Mark> marks(List<String> labels) {
        List<Mark> marks = new ArrayList<>();
        for (int t = 0; t < labels.size(); t++) {
            marks.add(new Mark(labels.get(t).endsWith("X") ? t + 1 : -1, t, labels.get(t)));
        }
        return marks;
    }

    private static List<String> heads(List<String> labels) {
        return labels.stream().map(label -> String.valueOf(label.endsWith("X"))).toList();
    }

    /** The same in the plainest loops: every sample is evaluated as a whole, and quantiles are counted. */
    @Test
    void asPlainLoopsSay() {
        for (int round = 0; round < 10; round++) {
            List<Case> cases = cases(new Random(round), 12, 0.2, 0.4);
            int samples = 157;
            PairedComparison comparison = bootstrap(Convention.CONLLEVAL, cases).compare(samples, 7);
            double delta = f1(cases, true) - f1(cases, false);
            SplittableRandom random = new SplittableRandom(7);
            List<Double> drawn = new ArrayList<>();
            int beyond = 0;
            for (int b = 0; b < samples; b++) {
                List<Case> sample = new ArrayList<>();
                for (int i = 0; i < cases.size(); i++) {
                    sample.add(cases.get(random.nextInt(cases.size())));
                }
                double difference = f1(sample, true) - f1(sample, false);
                drawn.add(difference);
                beyond += Math.abs(difference - delta) > Math.abs(delta) - 1e-9 ? 1 : 0;
            }
            Collections.sort(drawn);

            PairedComparison.Difference found = comparison.differences().get(0);
            assertThat(found.measure()).isEqualTo(ScoreKind.SPAN_F1);
            assertThat(found.first()).isEqualTo(f1(cases, true));
            assertThat(found.second()).isEqualTo(f1(cases, false));
            assertThat(found.value()).isEqualTo(delta);
            assertThat(found.pValue()).isCloseTo((beyond + 1.0) / (samples + 1.0), within(1e-15));
            // 2.5 % of 157 are 3.9: three samples are cut off at either end.
            assertThat(found.low()).isEqualTo(drawn.get(3));
            assertThat(found.high()).isEqualTo(drawn.get(samples - 4));
        }
    }

    private static double f1(List<Case> cases, boolean first) {
        Evaluation evaluation = new Evaluation(Convention.CONLLEVAL);
        cases.forEach(each -> evaluation.add(each.gold(), first ? each.one() : each.other()));
        return evaluation.scores().spans().f1();
    }

    /** Six sequences of one token: all 6^6 samples are listed, which the drawn ones must come near to. */
    @Test
    void nearToTheListOfAllSamples() {
        int[] differences = {1, 1, 1, 0, -1, 0}; // of correct tokens
        PairedBootstrap bootstrap = new PairedBootstrap(Convention.PLAIN);
        for (int difference : differences) {
            bootstrap.add(List.of("A"), List.of(difference >= 0 ? "A" : "B"), List.of(difference <= 0 ? "A" : "B"));
        }
        int beyond = 0;
        int all = (int) Math.pow(6, 6);
        for (int code = 0; code < all; code++) {
            int sum = 0;
            for (int i = 0, rest = code; i < 6; i++, rest /= 6) {
                sum += differences[rest % 6];
            }
            beyond += Math.abs(sum - 2) >= 2 ? 1 : 0; // in sixths, like the difference of 2/6
        }
        PairedComparison comparison = bootstrap.compare(200_000, 3);
        PairedComparison.Difference accuracy = comparison.differences().get(0);
        assertThat(accuracy.value()).isCloseTo(2.0 / 6, within(1e-15));
        assertThat(accuracy.pValue()).isCloseTo((double) beyond / all, within(0.005));
        assertThat(comparison.firstBetter()).isEqualTo(3);
        assertThat(comparison.secondBetter()).isEqualTo(1);
    }

    @Test
    void symmetricAndDeterministic() {
        for (Convention convention : List.of(Convention.CONLLEVAL, Convention.PLAIN)) {
            List<Case> cases = cases(new Random(4), 40, 0.2, 0.3);
            PairedComparison one = bootstrap(convention, cases).compare(500, 11);
            PairedComparison other = swapped(convention, cases, 500, 11);
            assertThat(bootstrap(convention, cases).compare(500, 11)).isEqualTo(one);
            assertThat(bootstrap(convention, cases).compare(500, 12)).isNotEqualTo(one);
            assertThat(other.firstBetter()).isEqualTo(one.secondBetter());
            assertThat(other.secondBetter()).isEqualTo(one.firstBetter());
            for (int m = 0; m < one.differences().size(); m++) {
                PairedComparison.Difference a = one.differences().get(m);
                PairedComparison.Difference b = other.differences().get(m);
                assertThat(b)
                        .isEqualTo(new PairedComparison.Difference(
                                a.measure(), a.second(), a.first(), 0.0 - a.high(), 0.0 - a.low(), a.pValue()));
                assertThat(a.low()).isLessThanOrEqualTo(a.value());
                assertThat(a.high()).isGreaterThanOrEqualTo(a.value());
            }
        }
    }

    @Test
    void equalSystemsAreEqualAndFarOnesAreNot() {
        List<Case> cases = cases(new Random(1), 100, 0.05, 0.6);
        PairedBootstrap same = new PairedBootstrap(Convention.CONLLEVAL);
        cases.forEach(each -> same.add(each.gold(), each.one(), each.one()));
        assertThat(same.compare(100, 1).differences()).allSatisfy(each -> {
            assertThat(each.pValue()).isEqualTo(1);
            assertThat(each.low()).isZero();
            assertThat(each.high()).isZero();
        });
        assertThat(bootstrap(Convention.CONLLEVAL, cases).compare(999, 1).differences())
                .allSatisfy(each -> {
                    assertThat(each.pValue()).isEqualTo(0.001);
                    assertThat(each.low()).isPositive();
                });
    }

    /** Between equally good systems at most one comparison in twenty is significant, or about that many. */
    @Test
    void falseAlarmsAreRare() {
        int alarms = 0;
        for (int round = 0; round < 200; round++) {
            List<Case> cases = cases(new Random(1000 + round), 60, 0.3, 0.3);
            alarms += bootstrap(Convention.PLAIN, cases)
                                    .compare(300, round)
                                    .differences()
                                    .get(0)
                                    .pValue()
                            < 0.05
                    ? 1
                    : 0;
        }
        assertThat(alarms).isBetween(2, 20);
    }

    @Test
    void unknownLabelsAndAlternativesCountAsInAnEvaluation() {
        PairedBootstrap bootstrap = new PairedBootstrap(Convention.PLAIN, new LabelNotation("?", "|"));
        bootstrap.add(List.of("?", "A|B"), List.of("A", "B"), List.of("A", "C"));
        bootstrap.add(List.of("?"), List.of("A"), List.of("B"));
        bootstrap.add(List.of(), List.of(), List.of());
        assertThat(bootstrap.size()).isEqualTo(1);
        PairedComparison comparison = bootstrap.compare(10, 1);
        assertThat(comparison.differences().get(0).first()).isEqualTo(1);
        assertThat(comparison.differences().get(0).second()).isZero();
        assertThat(comparison.firstBetter()).isEqualTo(1);
    }

    @Test
    void theReportNamesEverything() {
        List<Case> cases = cases(new Random(1), 100, 0.05, 0.6);
        PairedComparison comparison = bootstrap(Convention.CONLLEVAL, cases).compare(1000, 1);
        List<String> lines = comparison.text("a.esp", "b.esp").lines().toList();
        assertThat(lines.get(0)).isEqualTo("Compared with b.esp (paired bootstrap over 100 sequences, 1,000 samples)");
        assertThat(lines.get(1)).matches(" +a.esp +b.esp +difference +95% interval +p-value");
        assertThat(lines.get(2)).matches("span F1 +[0-9.]+% +[0-9.]+% +\\+[0-9.]+ +\\+[0-9.]+ to \\+[0-9.]+ +0.0010");
        assertThat(lines.get(3)).startsWith("token accuracy");
        assertThat(lines.get(4)).startsWith("sequence accuracy");
        assertThat(lines.get(5)).matches("sequences: a.esp better on [0-9]+, b.esp better on [0-9]+, equal on [0-9]+");
        assertThat(lines.get(6)).isEqualTo("a.esp is significantly better in span F1 (p < 0.05)");
        assertThat(swapped(Convention.CONLLEVAL, cases, 1000, 1).text("b.esp", "a.esp"))
                .contains("a.esp is significantly better");
        assertThat(bootstrap(Convention.CONLLEVAL, cases.subList(0, 1))
                        .compare(10, 1)
                        .text("a", "b"))
                .contains("could be chance");
        assertThat(Json.write(comparison.toMap("a.esp", "b.esp")))
                .contains("\"first\":\"a.esp\"", "\"sequences\":100", "\"spanF1\":{\"first\":", "\"pValue\":");
    }

    @Test
    void wrongUse() {
        PairedBootstrap bootstrap = new PairedBootstrap(Convention.PLAIN);
        assertThatThrownBy(() -> bootstrap.compare(10, 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> bootstrap.compare(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> bootstrap.add(List.of("A"), List.of("A"), Arrays.asList()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
