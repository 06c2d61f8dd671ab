package org.espalier.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CsvReaderTest {
    private static final InstanceOptions USUAL = InstanceOptions.DEFAULTS;

    private static List<Sequence> read(InstanceOptions options, String text) {
        return Texts.read(DataOptions.CSV.withInstances(options), text);
    }

    @Test
    void rowsAreInstancesWithNamedColumnsTheLabelLast() {
        List<Sequence> read = read(USUAL, "\uFEFFage, job ,income\r\n39,cook,high\r\n\r\n,\"a, \"\"b\"\"\nc\",low");
        assertThat(read).extracting(Sequence::labels).containsExactly(List.of("high"), List.of("low"));
        assertThat(read.get(0).tokens())
                .containsExactly(new Token(List.of("39", "cook"), List.of(), List.of("age", "job")));
        assertThat(read.get(1).tokens().get(0).columns()).containsExactly("", "a, \"b\"\nc");
        assertThat(read.get(1).location()).isEqualTo(new Location("t.txt", 4));
        assertThat(read.get(1).tokens().get(0).names())
                .isSameAs(read.get(0).tokens().get(0).names());
    }

    @Test
    void separatorsAreGuessedOrGiven() {
        assertThat(read(USUAL, "a;b,c;y\n1;2;3\n").get(0).tokens().get(0).names())
                .containsExactly("a", "b,c");
        assertThat(read(USUAL, "a\tb\ty\n\t\t3\n").get(0).tokens().get(0).columns())
                .containsExactly("", "");
        assertThat(read(USUAL, "\";;;\",y\n1,2\n").get(0).labels()).containsExactly("2");
        assertThat(read(USUAL.withFieldSeparator('|'), "a|b,y\n1|2\n").get(0).labels())
                .containsExactly("2");
    }

    @Test
    void columnsAreChosenByNameOrNumber() {
        String table = "y,w,id,x\nA,2.5,7,1\n";
        InstanceOptions byName = USUAL.withLabel("y").withWeight("w").withIgnored(Set.of("id"));
        InstanceOptions byNumber = USUAL.withLabel("0").withWeight("1").withIgnored(Set.of("-2"));
        for (InstanceOptions options : List.of(byName, byNumber)) {
            Sequence read = read(options, table).get(0);
            assertThat(read.labels()).containsExactly("A");
            assertThat(read.weight()).isEqualTo(2.5);
            assertThat(read.comments()).containsExactly("{\"id\":\"7\"}");
            assertThat(read.tokens().get(0)).isEqualTo(new Token(List.of("1"), List.of(), List.of("x")));
        }
    }

    @Test
    void withoutAHeaderNumbersAreTheNames() {
        List<Sequence> read = read(USUAL.withHeader(false), "1,a\n2,b\n");
        assertThat(read).extracting(Sequence::labels).containsExactly(List.of("a"), List.of("b"));
        assertThat(read.get(0).tokens().get(0).names()).containsExactly("0");
        assertThat(read(USUAL, ",x,y\n1,2,3\n").get(0).tokens().get(0).names()).containsExactly("0", "x");
    }

    @Test
    void theLabelMayBeMissingWhereNoneIsExpected() {
        DataOptions options = DataOptions.CSV.withLabelled(false).withObservedColumns(2);
        assertThat(Texts.read(options, "a,b\n1,2\n").get(0).labels()).isNull();
        assertThat(Texts.read(options, "a,b,c\n1,2,3\n").get(0).labels()).containsExactly("3");
        DataOptions named = options.withInstances(USUAL.withLabel("y").withWeight("w"));
        assertThat(Texts.read(named, "a,b\n1,2\n").get(0).labels()).isNull();
        assertThat(Texts.read(named, "y,a,b\n1,2,3\n").get(0).labels()).containsExactly("1");
        assertThat(Texts.read(named, "y,a,b\n,2,3\n").get(0).labels()).isNull();
    }

    @Test
    void mistakesAreNamedWithTheirPlace() {
        refused(USUAL, "a,y\n1,2\n1,2,3\n", "t.txt:3: 3 fields, expected 2 as in the first row");
        refused(USUAL, "a,y\n1,\n", "t.txt:2: the label in column 'y' is empty");
        refused(USUAL, "a,a\n1,2\n", "t.txt:1: two columns are named 'a'");
        refused(USUAL.withLabel("z"), "a,y\n1,2\n", "t.txt:1: no label column 'z'; expected one of [a, y]");
        refused(USUAL.withLabel("2"), "a,y\n1,2\n", "t.txt:1: no label column '2'");
        refused(USUAL.withIgnored(Set.of("q")), "a,y\n1,2\n", "t.txt:1: no ignored column 'q'");
        refused(USUAL.withWeight("a"), "a,y\n-1,2\n", "t.txt:2: the weight in column 'a' is '-1'");
        refused(USUAL.withWeight("a"), "a,y\nx,2\n", "t.txt:2: the weight in column 'a' is 'x'");
        refused(USUAL, "a,y\n\"1\"x,2\n", "t.txt:2:4: 'x' after a closing quote");
        refused(USUAL, "a,y\n1,\"2\n3,4\n", "t.txt:2:3: this quote is not closed");
        assertThatThrownBy(() -> USUAL.withLabel("a").withWeight("a")).hasMessageContaining("label and for the weight");
    }

    private static void refused(InstanceOptions options, String table, String message) {
        assertThatThrownBy(() -> read(options, table))
                .isInstanceOf(DataFormatException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void emptyTablesHaveNoInstances() {
        assertThat(read(USUAL, "")).isEmpty();
        assertThat(read(USUAL, "a,y\n")).isEmpty();
    }

    @Test
    void whatIsWrittenReadsBack() {
        String alphabet = "ab ,;\"\n\t?é";
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            List<Sequence> written = new ArrayList<>();
            CsvFormatter formatter = new CsvFormatter(",;\t".charAt(random.nextInt(3)), "y");
            for (int n = 0; n < 5; n++) {
                List<String> columns = new ArrayList<>();
                for (int c = 0; c < 3; c++) {
                    StringBuilder field = new StringBuilder();
                    for (int k = random.nextInt(5); k > 0; k--) {
                        field.append(alphabet.charAt(random.nextInt(alphabet.length())));
                    }
                    columns.add(field.toString());
                }
                Token token = new Token(columns, List.of(), List.of("a", "b;c", "d"));
                written.add(Sequence.of(List.of(token), List.of("y" + n)));
            }
            StringBuilder text = new StringBuilder(formatter.header(written.get(0)));
            written.forEach(sequence -> formatter.append(sequence, text));
            List<Sequence> read = read(USUAL.withFieldSeparator(formatter.separator()), text.toString());
            assertThat(read)
                    .as("seed %d", seed)
                    .extracting(Sequence::tokens)
                    .isEqualTo(written.stream().map(Sequence::tokens).toList());
            assertThat(read)
                    .extracting(Sequence::labels)
                    .isEqualTo(written.stream().map(Sequence::labels).toList());
        }
    }
}
