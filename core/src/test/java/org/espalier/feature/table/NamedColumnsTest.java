package org.espalier.feature.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.Recorder;
import org.espalier.feature.encoding.Extractors;
import org.junit.jupiter.api.Test;

class NamedColumnsTest {
    private static final List<String> NAMES = List.of("age", "job", "same");
    private static final List<Sequence> DATA =
            List.of(row(NAMES, "1", "cook", "5"), row(NAMES, "", "7", "5"), row(NAMES, "3", "?", "5"));

    private static Sequence row(List<String> names, String... fields) {
        return Sequence.of(List.of(new Token(Arrays.asList(fields), List.of(), names)), null);
    }

    private static Map<String, Double> attributes(AttributeExtractor extractor, Sequence row) {
        return Recorder.values(extractor, row);
    }

    /** The ages 1 and 3 have the mean 2 and the deviation 1. */
    @Test
    void columnsOfNumbersAreValuesOthersAreCategories() {
        NamedColumns raw = NamedColumns.raw().fit(DATA);
        assertThat(attributes(raw, DATA.get(0)))
                .isEqualTo(Map.of("bias", 1.0, "age", 1.0, "job=cook", 1.0, "same", 5.0));
        assertThat(attributes(raw, DATA.get(1)))
                .isEqualTo(Map.of("bias", 1.0, "age=?", 1.0, "job=7", 1.0, "same", 5.0));
        NamedColumns standardised = NamedColumns.standardised().withBias(false).fit(DATA);
        assertThat(attributes(standardised, DATA.get(0))).isEqualTo(Map.of("age", -1.0, "job=cook", 1.0));
        assertThat(attributes(standardised, DATA.get(2))).isEqualTo(Map.of("age", 1.0, "job=?", 1.0));
        Map<String, Double> other = attributes(standardised, row(NAMES, "2.5e0", "new", "6"));
        assertThat(other).isEqualTo(Map.of("age", 0.5, "job=new", 1.0, "same", 1.0));
    }

    @Test
    void otherDataAreReadByName() {
        NamedColumns fitted = NamedColumns.raw().withBias(false).fit(DATA);
        List<String> turned = List.of("same", "extra", "age", "job");
        assertThat(attributes(fitted, row(turned, "5", "x", "9", "cook")))
                .isEqualTo(Map.of("age", 9.0, "job=cook", 1.0, "same", 5.0));
        assertThatThrownBy(() -> attributes(fitted, row(List.of("age", "job"), "1", "a")))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("there is no column 'same', which the training data have; found [age, job]");
        assertThatThrownBy(() -> attributes(fitted, row(NAMES, "old", "a", "5")))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("column 'age' is 'old'; expected a finite number");
    }

    @Test
    void aColumnThatSomeInstancesLackIsMissingThere() {
        NamedColumns fitted = NamedColumns.raw()
                .withBias(false)
                .fit(List.of(row(List.of("a"), "1"), row(List.of("a", "b"), "2", "x")));
        assertThat(fitted.settled()).extracting(NamedColumns.Column::optional).containsExactly(false, true);
        assertThat(attributes(fitted, row(List.of("a"), "1"))).isEqualTo(Map.of("a", 1.0, "b=?", 1.0));
    }

    @Test
    void theDefinitionBuildsTheSameExtractor() {
        for (String specification : List.of("table", "table(raw,no-bias)")) {
            NamedColumns fitted = NamedColumns.parse(specification).fit(DATA);
            AttributeExtractor again = Extractors.from(fitted.definition());
            assertThat(again.definition()).isEqualTo(fitted.definition());
            for (Sequence row : DATA) {
                assertThat(attributes(again, row)).isEqualTo(attributes(fitted, row));
            }
        }
        assertThat(Extractors.from(NamedColumns.raw().definition()).isFitted()).isFalse();
        assertThatThrownBy(() -> NamedColumns.parseDefinition("{")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> NamedColumns.parseDefinition("{\"specification\":\"table\",\"columns\":[1]}"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> NamedColumns.parse("table(fast)")).hasMessageContaining("found 'fast'");
        assertThatThrownBy(() -> NamedColumns.parse("tables")).hasMessageContaining("expected table");
    }

    @Test
    void largeNumbersKeepTheirDeviation() {
        List<String> names = List.of("x");
        NamedColumns fitted = NamedColumns.standardised()
                .fit(List.of(row(names, "1000000001"), row(names, "1000000003"), row(names, "1000000002")));
        assertThat(fitted.settled().get(0).mean()).isEqualTo(1000000002);
        assertThat(fitted.settled().get(0).scale()).isCloseTo(Math.sqrt(2.0 / 3), within(1e-12));
    }

    @Test
    void columnsWithoutNamesAreRefused() {
        assertThatThrownBy(() -> NamedColumns.raw().fit(List.of(Sequence.ofWords("a"))))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("the columns have no names");
        assertThatThrownBy(() -> attributes(NamedColumns.raw(), DATA.get(0))).isInstanceOf(IllegalStateException.class);
    }
}
