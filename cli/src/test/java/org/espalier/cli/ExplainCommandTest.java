package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.espalier.data.Json;
import org.espalier.data.Span;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code explain} and {@code diff}; the amounts themselves are the matter of {@code ExplanationTest} in core. */
final class ExplainCommandTest {
    @TempDir
    Path folder;

    private Path model;
    private Path test;

    @BeforeEach
    void train() {
        model = SmallData.model(folder);
        test = SmallData.write(folder, "test.txt", SmallData.columns(20, 4));
    }

    private static String succeed(Object... arguments) {
        Program.Outcome outcome = Program.run(arguments);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        return outcome.out();
    }

    private static double sum(List<?> list, String member) {
        return list.stream()
                .mapToDouble(one -> (Double) ((Map<?, ?>) one).get(member))
                .sum();
    }

    @Test
    void everyContributionIsInJsonAndTheirSumIsTheMargin() {
        List<String> lines = succeed("explain", "-m", model, "--all", "--output-format", "json", test)
                .lines()
                .toList();
        List<String> tagged = succeed("tag", "-m", model, "--output-format", "json", test)
                .lines()
                .toList();
        long spans = tagged.stream()
                .mapToLong(line -> ((List<?>) ((Map<?, ?>) Json.parse(line)).get("spans")).size())
                .sum();
        assertThat(lines).hasSize((int) spans);
        for (String line : lines) {
            Map<?, ?> answer = (Map<?, ?>) Json.parse(line);
            assertThat(sum((List<?>) answer.get("contributions"), "amount"))
                    .isCloseTo((Double) answer.get("margin"), within(1e-9));
            Map<?, ?> span = (Map<?, ?>) answer.get("span");
            Map<?, ?> change = (Map<?, ?>) answer.get("change");
            if (change != null) {
                assertThat(List.copyOf((List<?>) change.get("without"))).isNotEmpty();
                assertThat(spansOf((List<?>) change.get("labels"))).doesNotContain(spanOf(span));
            }
            assertThat(spansOf((List<?>) answer.get("labels"))).contains(spanOf(span));
            assertThat(spansOf((List<?>) answer.get("rivalLabels"))).doesNotContain(spanOf(span));
        }
    }

    private static Span spanOf(Map<?, ?> span) {
        return new Span(
                ((Long) span.get("start")).intValue(), ((Long) span.get("end")).intValue(), (String) span.get("type"));
    }

    private static List<Span> spansOf(List<?> labels) {
        return org.espalier.data.TagScheme.IOB2.decode(
                labels.stream().map(String::valueOf).toList());
    }

    @Test
    void byDefaultTheLeastSureSpanOfASequenceIsExplained() {
        String said = succeed("explain", "-m", model, "--top", 2, test);
        assertThat(said)
                .contains("probability", "  margin ", "smaller ones")
                .containsPattern("(without .* it would be|no attributes)");
        long spans = succeed("explain", "-m", model, "--all", test)
                .lines()
                .filter(line -> line.contains(", probability "))
                .count();
        assertThat(said.lines().filter(line -> line.contains(", probability ")).count())
                .isPositive()
                .isLessThan(spans);
    }

    @Test
    void oneTokenOrAllOfThem() {
        long sequences = succeed("tag", "-m", model, "--output-format", "json", test)
                .lines()
                .count();
        assertThat(succeed("explain", "-m", model, "--token", 1, test)
                        .lines()
                        .filter(line -> line.contains(", token 1: "))
                        .count())
                .isEqualTo(sequences);
        assertThat(succeed("explain", "-m", model, "--tokens", "--all", test)).contains(", token 2: ");
        assertThat(succeed("explain", "-m", model, "--token", 1000, test)).isEmpty();
    }

    @Test
    void twoModelsAreCompared() {
        Path other = folder.resolve("other.esp");
        Path training = SmallData.write(folder, "few.txt", SmallData.columns(8, 9));
        succeed("train", "-q", "-o", other, training);
        Map<?, ?> map =
                (Map<?, ?>) Json.parse(succeed("diff", model, other, test, "--show", 1000, "--output-format", "json"));
        List<?> explained = (List<?>) map.get("explained");
        assertThat(explained).isNotEmpty();
        assertThat((Long) map.get("differentSequences"))
                .isEqualTo(explained.size() + (Long) map.get("withUnknownLabels"));
        long tokens = 0;
        for (Object one : explained) {
            Map<?, ?> difference = (Map<?, ?>) one;
            tokens += ((List<?>) difference.get("tokens")).size();
            List<?> terms = (List<?>) difference.get("terms");
            assertThat(sum(terms, "first")).isCloseTo((Double) difference.get("firstMargin"), within(1e-9));
            assertThat(sum(terms, "second")).isCloseTo(-(Double) difference.get("secondMargin"), within(1e-9));
        }
        if (map.get("withUnknownLabels").equals(0L)) {
            assertThat(tokens).isEqualTo(map.get("differentTokens"));
        }
        assertThat(succeed("diff", model, model, test)).startsWith("0 of ");
        assertThat(succeed("diff", model, other, test, "--show", 1, "--top", 1))
                .contains("in the first, ", "in the second; ", "the first model prefers its labels by ");
    }

    private static void refused(int code, String message, Object... arguments) {
        Program.Outcome outcome = Program.run(arguments);
        assertThat(outcome.code()).as(outcome.err()).isEqualTo(code);
        assertThat(outcome.err()).contains(message);
        assertThat(outcome.isClear()).as(outcome.err()).isTrue();
    }

    @Test
    void whatCannotBeExplainedIsSaid() {
        refused(2, "tokens are counted from 1", "explain", "-m", model, "--token", 0, test);
        refused(2, "leave --all and --tokens out", "explain", "-m", model, "--token", 1, "--all", test);
        refused(2, "expected at least 0", "explain", "-m", model, "--top", -1, test);
        refused(2, "cannot be negative", "diff", model, model, test, "--show", -1);
        Path hidden = folder.resolve("hidden.esp");
        succeed("train", "-q", "-o", hidden, "--model", "ldcrf", "--max-iterations", 3, test);
        refused(1, "contributions are told for chains", "explain", "-m", hidden, test);
        Path empty = SmallData.write(folder, "empty.txt", "");
        refused(1, "there are no sequences in the data", "explain", "-m", model, empty);
        refused(1, "there are no sequences in the data", "diff", model, model, empty);
    }
}
