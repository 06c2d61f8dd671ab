package org.espalier.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ItemsReaderTest {
    private static final DataOptions OPTIONS = DataOptions.CRFSUITE;

    @Test
    void readsAttributesWithEscapesAndValues() {
        List<Sequence> sequences = Texts.read(OPTIONS, "B\\:x\tU\\:a b:0.5\tc\\\\:-2e3\td:\te\n\nO\n");
        assertThat(sequences).hasSize(2);
        assertThat(sequences.get(0).labels()).containsExactly("B:x");
        assertThat(sequences.get(0).tokens().get(0).attributes())
                .containsExactly(
                        new Attribute("U:a b", 0.5), new Attribute("c\\", -2000), Attribute.of("d"), Attribute.of("e"));
        assertThat(sequences.get(0).tokens().get(0).columns()).isEmpty();
        assertThat(sequences.get(1).tokens().get(0).attributes()).isEmpty();
        assertThat(sequences.get(1).labels()).containsExactly("O");
    }

    @Test
    void otherBackslashesAndEmptyFieldsAreAsInCrfsuite() {
        List<Sequence> sequences = Texts.read(OPTIONS, "X\t\\a\t\tb\\\t\n");
        assertThat(sequences.get(0).tokens().get(0).attributes())
                .containsExactly(Attribute.of("\\a"), Attribute.of("b\\"));
    }

    @Test
    void weightsStandBeforeOrWithinTheirSequence() {
        List<Sequence> sequences = Texts.read(OPTIONS, "@weight:2.5\nX\ta\n\nY\tb\n@weight:0\nY\tc\n\nZ\n");
        assertThat(sequences).extracting(Sequence::weight).containsExactly(2.5, 0.0, 1.0);
        assertThat(sequences.get(1).length()).isEqualTo(2);
        assertThatThrownBy(() -> Texts.read(OPTIONS, "@weight:-1\nX\n"))
                .hasMessageStartingWith("t.txt:1:9: the weight is -1.0");
        assertThatThrownBy(() -> Texts.read(OPTIONS, "@weight:many\nX\n"))
                .hasMessageContaining("t.txt:1:9: the weight is 'many'");
        assertThatThrownBy(() -> Texts.read(OPTIONS, "@weight:\nX\n")).isInstanceOf(DataFormatException.class);
        assertThatThrownBy(() -> Texts.read(OPTIONS, "@weight:1\nX\n@weight:2\n"))
                .hasMessageContaining("t.txt:3: a second @weight");
        assertThatThrownBy(() -> Texts.read(OPTIONS, "@weight:1\n\nX\n"))
                .hasMessageContaining("t.txt:1: @weight without a sequence");
        assertThatThrownBy(() -> Texts.read(OPTIONS, "@weight:1\ta\n")).hasMessageContaining("line of its own");
    }

    @Test
    void badNumbersAreErrorsWithLineAndColumn() {
        for (String value : List.of("x", "NaN", "Infinity", "1e999", "1.5f", "0x10", "1:2", " 1", "--1", "1e")) {
            assertThatThrownBy(() -> Texts.read(OPTIONS, "X\tok:1\nX\tname:" + value + "\n"))
                    .as(value)
                    .isInstanceOf(DataFormatException.class)
                    .hasMessageStartingWith(
                            "t.txt:2:8: the value of attribute 'name' is '" + value + "'; expected a finite number");
        }
        assertThat(Texts.read(OPTIONS, "X\ta:+1\tb:.5\tc:5.\n")
                        .get(0)
                        .tokens()
                        .get(0)
                        .attributes())
                .extracting(Attribute::value)
                .containsExactly(1.0, 0.5, 5.0);
    }

    @Test
    void labelsAreNeededUnlessUnlabelled() {
        assertThatThrownBy(() -> Texts.read(OPTIONS, "\ta\n")).hasMessageContaining("its label is empty");
        assertThatThrownBy(() -> Texts.read(OPTIONS, "A:1\ta\n"))
                .hasMessageStartingWith("t.txt:1:2: a ':' in the label 'A:1'");
        Sequence sequence =
                Texts.read(OPTIONS.withLabelled(false), "\ta\nX\tb\n").get(0);
        assertThat(sequence.labels()).isNull();
        assertThat(sequence.tokens().get(1).attributes()).containsExactly(Attribute.of("b"));
    }

    @Test
    void readsTheWeightedFileThatCrfsuiteWasTrainedOn() {
        Path file = Texts.shared("reference/golden/crfsuite/seg/train.weighted.crfsuite");
        assumeTrue(file != null, "the shared reference data are not beside the repository");
        if (file != null) {
            List<Sequence> sequences = Sequences.read(OPTIONS, file);
            assertThat(sequences)
                    .extracting(Sequence::weight)
                    .filteredOn(w -> w == 2.0)
                    .hasSize(3);
            Sequence first = sequences.get(0);
            assertThat(first.tokens().get(0).attributes().get(0)).isEqualTo(Attribute.of("U00:_B-2"));
            assertThat(first.tokens().get(0).attributes().get(1)).isEqualTo(new Attribute("U01:_B-1", 0.75));
        }
    }
}
