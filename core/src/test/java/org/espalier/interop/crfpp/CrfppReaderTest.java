package org.espalier.interop.crfpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.junit.jupiter.api.Test;

final class CrfppReaderTest {
    private static List<Sequence> read(String text, boolean labelled, int columns) {
        ByteArrayInputStream input = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        CrfppReader reader = labelled
                ? CrfppReader.labelled(input, "data", StandardCharsets.UTF_8)
                : CrfppReader.unlabelled(input, "data", StandardCharsets.UTF_8, columns);
        List<Sequence> sequences = new ArrayList<>();
        for (Sequence sequence = reader.next(); sequence != null; sequence = reader.next()) {
            sequences.add(sequence);
        }
        return sequences;
    }

    @Test
    void runsOfBlanksSeparateAndALeadingOneEnds() {
        List<Sequence> sequences = read("\n\na \t b  X\t \nc d Y\n \ne f Z\r", true, 0);

        assertThat(sequences).hasSize(2);
        assertThat(sequences.get(0).tokens().get(0).columns()).containsExactly("a", "b");
        assertThat(sequences.get(0).labels()).containsExactly("X", "Y");
        assertThat(sequences.get(0).location().line()).isEqualTo(3);
        assertThat(sequences.get(1).labels()).containsExactly("Z\r");
    }

    @Test
    void columnsAreCounted() {
        assertThat(read("a\nb c\n", false, 1)).hasSize(1);
        assertThatThrownBy(() -> read("a b\n\nc\n", false, 2))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("data:3: 1 column")
                .hasMessageContaining("at least 2");
        assertThatThrownBy(() -> read("a X\nb c Y\n", true, 0))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("data:2: 3 columns, expected 2");
    }
}
