package org.espalier.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TagSchemeTest {

    private static List<String> labels(String text) {
        return text.isEmpty() ? List.of() : Arrays.asList(text.split(" "));
    }

    /** Random spans; neighbours of one type only where the scheme can tell them apart. */
    private static List<Span> spans(Random random, int length, boolean neighbours) {
        List<Span> spans = new ArrayList<>();
        int position = 0;
        while (position < length) {
            int end = Math.min(length, position + 1 + random.nextInt(3));
            String type = random.nextBoolean() ? "X" : "Y-Z";
            Span previous = spans.isEmpty() ? null : spans.get(spans.size() - 1);
            boolean touching = previous != null
                    && previous.end() == position
                    && previous.type().equals(type);
            if (random.nextInt(3) > 0 && (neighbours || !touching)) {
                spans.add(new Span(position, end, type));
            }
            position = end;
        }
        return spans;
    }

    @ParameterizedTest
    @EnumSource(TagScheme.class)
    void decodesWhatItEncodes(TagScheme scheme) {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            int length = random.nextInt(12);
            List<Span> spans = spans(random, length, scheme != TagScheme.NONE);
            List<String> labels = scheme.encode(spans, length);
            assertThat(labels).hasSize(length);
            assertThat(scheme.decode(labels)).as("seed %d %s", seed, labels).isEqualTo(spans);
            assertThat(scheme.decodeStrictly(labels))
                    .as("seed %d %s", seed, labels)
                    .isEqualTo(spans);
            assertThat(scheme.validate(labels)).as("seed %d %s", seed, labels).isEmpty();
            assertThat(scheme.repair(labels)).isEqualTo(labels);
            for (TagScheme target : TagScheme.values()) {
                if (target != TagScheme.NONE) {
                    assertThat(target.decode(scheme.convert(labels, target)))
                            .as("seed %d", seed)
                            .isEqualTo(spans);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(TagScheme.class)
    void repairsAnyLabelsAndFindsViolationsExactlyWhenSomethingChanges(TagScheme scheme) {
        String[] tags = {"O", "B-X", "I-X", "E-X", "S-X", "M-X", "L-X", "U-X", "B-Y", "I-Y", "E-Y", "NN", "B", "I"};
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            List<String> labels = new ArrayList<>();
            for (int i = random.nextInt(8); i > 0; i--) {
                labels.add(tags[random.nextInt(tags.length)]);
            }
            List<String> repaired = scheme.repair(labels);
            assertThat(scheme.validate(repaired)).as("seed %d", seed).isEmpty();
            assertThat(scheme.decode(repaired)).isEqualTo(scheme.decode(labels));
            assertThat(scheme.validate(labels).isEmpty()).as("seed %d", seed).isEqualTo(repaired.equals(labels));
            assertThat(scheme.decode(labels)).containsAll(scheme.decodeStrictly(labels));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "IOB1, I-X I-X I-X B-X O I-Y",
        "IOB2, B-X I-X I-X B-X O B-Y",
        "IOE1, I-X I-X E-X I-X O I-Y",
        "IOE2, I-X I-X E-X E-X O E-Y",
        "IOBES, B-X I-X E-X S-X O S-Y",
        "BILOU, B-X I-X L-X U-X O U-Y",
        "BMES, B-X M-X E-X S-X O S-Y"
    })
    void writesTheTextbookExample(TagScheme scheme, String expected) {
        List<Span> spans = List.of(new Span(0, 3, "X"), new Span(3, 4, "X"), new Span(5, 6, "Y"));
        assertThat(scheme.encode(spans, 6)).isEqualTo(labels(expected));
        assertThat(scheme.decode(labels(expected))).isEqualTo(spans);
    }

    @ParameterizedTest
    @CsvSource({
        "IOB2, O I-X I-X, 1-3",
        "IOB2, B-X I-Y, 0-1 1-2",
        "IOB1, B-X I-X O B-X, 0-2 3-4",
        "IOBES, B-X O, 0-1",
        "IOBES, I-X E-X E-X, 0-2 2-3",
        "IOBES, S-X I-X, 0-1 1-2",
        "IOBES, B-X B-X E-Y, 0-1 1-2 2-3",
        "BMES, B M E S B E, 0-3 3-4 4-6",
        "IOB2, S-X B-X, 1-2"
    })
    void decodesBrokenLabelsLeniently(TagScheme scheme, String text, String expected) {
        List<String> found = scheme.decode(labels(text)).stream()
                .map(s -> s.start() + "-" + s.end())
                .toList();
        assertThat(String.join(" ", found)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "IOB2, O I-X I-X B-X, 3-4",
        "IOB2, B-X I-X I-Y, 0-2",
        "IOB1, B-X O I-X B-X, 2-3 3-4",
        "IOBES, B-X O S-X, 2-3",
        "IOBES, B-X I-X O B-Y E-Y, 3-5",
        "IOE2, I-X O I-X E-X, 2-4"
    })
    void strictDecodingDropsBrokenSpans(TagScheme scheme, String text, String expected) {
        List<String> found = scheme.decodeStrictly(labels(text)).stream()
                .map(s -> s.start() + "-" + s.end())
                .toList();
        assertThat(String.join(" ", found)).isEqualTo(expected);
    }

    @Test
    void violationsSayWhereAndWhat() {
        assertThat(TagScheme.IOB2.validate(labels("O I-X I-X S-X")))
                .containsExactly(
                        new TagScheme.Violation(
                                1, "'I-X' after 'O' and before 'I-X'; expected 'B-X' in the scheme IOB2"),
                        new TagScheme.Violation(3, "'S-X' is not a label of the scheme IOB2"));
        assertThat(TagScheme.IOBES.validate(labels("B-X")))
                .containsExactly(new TagScheme.Violation(
                        0, "'B-X' at the beginning and at the end; expected 'S-X' in the scheme IOBES"));
        assertThatThrownBy(() -> TagScheme.IOB2.convert(labels("O I-X"), TagScheme.IOBES))
                .hasMessageStartingWith("token 2: 'I-X' after 'O'")
                .hasMessageContaining("repair");
    }

    @Test
    void unknownLabelsBreakNothing() {
        assertThat(TagScheme.IOB2.validate(labels("? I-X ? O B-X I-X"))).isEmpty();
        assertThat(TagScheme.IOB2.validate(labels("? O I-X"))).hasSize(1);
    }

    @Test
    void recognisesSchemesFromLabels() {
        assertThat(TagScheme.ofLabels(Set.of("O", "B-X", "I-X", "?"))).isEqualTo(TagScheme.IOB2);
        assertThat(TagScheme.ofLabels(Set.of("O", "I-X"))).isEqualTo(TagScheme.IOB1);
        assertThat(TagScheme.ofLabels(Set.of("O", "E-X", "I-X"))).isEqualTo(TagScheme.IOE2);
        assertThat(TagScheme.ofLabels(Set.of("O", "B-X", "I-X", "E-X", "S-Y"))).isEqualTo(TagScheme.IOBES);
        assertThat(TagScheme.ofLabels(Set.of("O", "B-X", "I-X", "L-X", "U-X"))).isEqualTo(TagScheme.BILOU);
        assertThat(TagScheme.ofLabels(Set.of("B", "M", "E", "S"))).isEqualTo(TagScheme.BMES);
        assertThat(TagScheme.ofLabels(Set.of("B", "E", "S"))).isEqualTo(TagScheme.BMES);
        assertThat(TagScheme.ofLabels(Set.of("B-X", "E-X", "S-X", "O"))).isEqualTo(TagScheme.IOBES);
        assertThat(TagScheme.ofLabels(Set.of("NN", "VB", "O"))).isEqualTo(TagScheme.NONE);
        assertThat(TagScheme.ofLabels(Set.of("O"))).isEqualTo(TagScheme.NONE);
        assertThat(TagScheme.ofLabels(Set.of("B-X", "NN"))).isEqualTo(TagScheme.NONE);
    }

    @Test
    void recognisesVariantsFromSequences() {
        assertThat(TagScheme.detect(List.of(labels("O I-X I-X"), labels("B-X O"))))
                .isEqualTo(TagScheme.IOB2);
        assertThat(TagScheme.detect(List.of(labels("O I-X I-X"), labels("I-X B-X O"))))
                .isEqualTo(TagScheme.IOB1);
        assertThat(TagScheme.detect(List.of(labels("B-X I-X O"), labels("")))).isEqualTo(TagScheme.IOB2);
        assertThat(TagScheme.detect(List.of(labels("I-X E-X I-X O"), labels("I-X"))))
                .isEqualTo(TagScheme.IOE1);
        assertThat(TagScheme.detect(List.of(labels("I-X E-X O E-X")))).isEqualTo(TagScheme.IOE2);
    }

    @Test
    void plainLabelsThatAreCalledLikeAPrefixMakeNoScheme() {
        assertThat(TagScheme.ofLabels(Set.of("E", "S"))).isEqualTo(TagScheme.NONE);
        assertThat(TagScheme.ofLabels(Set.of("E", "H", "_"))).isEqualTo(TagScheme.NONE);
        assertThat(TagScheme.ofLabels(Set.of("B", "M", "E", "S"))).isEqualTo(TagScheme.BMES);
        // However rare the others are, E alone is no scheme.
        assertThat(TagScheme.ofCounts(Map.of("E", 950, "N", 50))).isEqualTo(TagScheme.NONE);
        assertThat(TagScheme.ofCounts(Map.of("O", 900, "B", 80, "N", 20))).isEqualTo(TagScheme.NONE);
    }

    @Test
    void aFewMistakesDoNotHideAScheme() {
        assertThat(TagScheme.ofCounts(Map.of("O", 80, "B-X", 10, "I-X", 5, "x", 5)))
                .isEqualTo(TagScheme.IOB2);
        assertThat(TagScheme.ofCounts(Map.of("O", 60, "B-X", 10, "I-X", 5, "x", 25)))
                .isEqualTo(TagScheme.NONE);
        assertThat(TagScheme.detect(List.of(labels("O I-X I-X O O O O O O O x"), labels("I-X B-X O"))))
                .isEqualTo(TagScheme.IOB1);
        assertThat(TagScheme.ofCounts(Map.of())).isEqualTo(TagScheme.NONE);
    }

    @Test
    void refusesSpansThatCannotBeWritten() {
        assertThatThrownBy(() -> TagScheme.IOB2.encode(List.of(new Span(0, 2, "X"), new Span(1, 3, "X")), 3))
                .hasMessageContaining("overlap");
        assertThatThrownBy(() -> TagScheme.IOB2.encode(List.of(new Span(0, 2, "X")), 1))
                .hasMessageContaining("ends after");
        assertThatThrownBy(() -> TagScheme.NONE.encode(List.of(new Span(0, 1, "X"), new Span(1, 2, "X")), 2))
                .hasMessageContaining("plain labels");
        assertThatThrownBy(() -> new Span(1, 1, "X")).isInstanceOf(IllegalArgumentException.class);
        assertThat(TagScheme.IOB2.encode(List.of(new Span(1, 2, "")), 2)).containsExactly("O", "B");
    }
}
