package org.espalier.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class TsReaderTest {
    private static final String HEADER =
            "# made up\n@problemName Two\n@timeStamps false\n\n@univariate false\n@dimensions 2\n"
                    + "@equalLength false\n@classLabel true Up down\n@data\n";

    private static List<Sequence> read(String text) {
        return Texts.read(DataOptions.TS, text);
    }

    private static void refused(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(DataFormatException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void aLineIsASequenceOfFramesWithOneLabel() {
        List<Sequence> read = read(HEADER + "1,2.5,?:-1, 0 ,NaN:Up\n# between\n\n7:8: DOWN\r\n3,4:5,6:?\n");
        List<String> names = List.of("dim_0", "dim_1");
        assertThat(read.get(0).tokens())
                .containsExactly(
                        new Token(List.of("1", "-1"), List.of(), names),
                        new Token(List.of("2.5", "0"), List.of(), names),
                        new Token(List.of("?", "NaN"), List.of(), names));
        assertThat(read)
                .extracting(Sequence::labels)
                .containsExactly(List.of("Up", "Up", "Up"), List.of("down"), List.of("?", "?"));
        assertThat(read).extracting(s -> s.location().line()).containsExactly(10L, 13L, 14L);
        assertThat(read.get(2).tokens().get(0).names())
                .isSameAs(read.get(0).tokens().get(0).names());
    }

    @Test
    void aHeaderNeedNotSayEverything() {
        assertThat(read("@data\n1,2:a\n3:b\n"))
                .extracting(Sequence::labels)
                .containsExactly(List.of("a", "a"), List.of("b"));
        assertThat(read("@UNIVARIATE TRUE\n@made-up 7\n@Data\n1,2:a b\n").get(0).labels())
                .containsExactly("a b", "a b");
        assertThat(read("# nothing\n\n")).isEmpty();
        assertThat(read("@data\n")).isEmpty();
    }

    @Test
    void timesAreKept() {
        String header = "@timeStamps true\n@dimensions 2\n@classLabel true a\n@data\n";
        Sequence read = read(header + "(2024-01-01 00:00:00,1.5),( 2024-01-01 00:00:01 , ? ):"
                        + "(2024-01-01 00:00:00,7),(2024-01-01 00:00:01,8):a\n")
                .get(0);
        assertThat(read.tokens()).extracting(Token::columns).containsExactly(List.of("1.5", "7"), List.of("?", "8"));
        assertThat(read.comments())
                .containsExactly("{\"timestamps\":[\"2024-01-01 00:00:00\",\"2024-01-01 00:00:01\"]}");
        refused(header + "(0,1):(1,1):a\n", "t.txt:5:7: the time is '1', but '0' in the first dimension");
        refused(header + "(0,1):2:a\n", "t.txt:5:7: found '2'; expected (time,value)");
        refused(header + "(0,1),(1,2):(0,1):a\n", "t.txt:5:13: dimension 1 has 1 value, expected 2");
    }

    @Test
    void labelsMayBeMissingWhereNoneAreExpected() {
        DataOptions options = DataOptions.TS.withLabelled(false);
        assertThat(Texts.read(options, "@classLabel false\n@data\n1,2\n").get(0).labels())
                .isNull();
        assertThat(Texts.read(options, "@classLabel true a\n@data\n1,2:a\n")
                        .get(0)
                        .labels())
                .containsExactly("a", "a");
        refused("@classLabel false\n@data\n1,2\n", "t.txt:3: the header says @classLabel false");
    }

    @Test
    void mistakesAreNamedWithTheirPlace() {
        refused(HEADER + "1,x:2,3:Up\n", "t.txt:10:3: the value 'x' is not a number");
        refused(HEADER + "1,,2:2,3,4:Up\n", "t.txt:10:3: the value '' is not a number");
        refused(HEADER + "1,1e999:2,3:Up\n", "t.txt:10:3: the value '1e999' is not a number");
        refused(HEADER + "1,2:3:Up\n", "t.txt:10:5: dimension 1 has 1 value, expected 2 as in the first");
        refused(HEADER + "1,2:Up\n", "t.txt:10: 1 dimension, expected 2");
        refused(HEADER + "::Up\n", "t.txt:10:1: dimension 0 has 0 values, expected at least one");
        refused(HEADER + "1:2:left\n", "t.txt:10:5: the label 'left' is not in the header; expected one of [down, Up]");
        refused(HEADER + "1:2:\n", "t.txt:10:5: the line ends with a colon");
        refused(HEADER + "Up\n", "t.txt:10: no values before the label");
        refused("@data\n1:a\n1:2:a\n", "t.txt:3: 2 dimensions, expected 1");
        refused("@equalLength true\n@data\n1,2:a\n1:a\n", "t.txt:4: 1 frame, expected 2, because");
        refused("@equalLength true\n@seriesLength 3\n@data\n1,2:a\n", "t.txt:4: 2 frames, expected 3");
        refused("@timeStamps maybe\n@data\n", "t.txt:1: '@timeStamps' is followed by 'maybe'; expected true or false");
        refused("@classLabel\n@data\n", "t.txt:1: '@classLabel' is followed by ''");
        refused("@dimensions 0\n@data\n", "t.txt:1: '@dimensions' is followed by '0'; expected a whole number");
        refused("@targetLabel true\n@data\n", "t.txt:1: @targetLabel true: every sequence has a number");
        refused("1,2,3\n", "t.txt:1: found '1,2,3' before @data");
        refused("# a\n@problemName x\n", "t.txt:2: the file ends without @data");
    }

    @Test
    void whatIsWrittenReadsBack() {
        TsFormatter formatter = new TsFormatter();
        for (long seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            int dimensions = 1 + random.nextInt(3);
            List<String> names = new ArrayList<>();
            for (int d = 0; d < dimensions; d++) {
                names.add("dim_" + d);
            }
            List<Sequence> written = new ArrayList<>();
            for (int n = 0; n < 3; n++) {
                int length = 1 + random.nextInt(5);
                List<Token> tokens = new ArrayList<>();
                for (int t = 0; t < length; t++) {
                    List<String> values = new ArrayList<>();
                    for (int d = 0; d < dimensions; d++) {
                        values.add(random.nextInt(6) == 0 ? "?" : String.valueOf(random.nextGaussian()));
                    }
                    tokens.add(new Token(values, List.of(), names));
                }
                written.add(Sequence.of(tokens, Collections.nCopies(length, "L" + random.nextInt(2))));
            }
            StringBuilder text = new StringBuilder(formatter.header("a b", written.get(0), List.of("L0", "L1")));
            written.forEach(sequence -> formatter.append(sequence, text));
            List<Sequence> read = read(text.toString());
            assertThat(read)
                    .as("seed %d", seed)
                    .extracting(Sequence::tokens)
                    .isEqualTo(written.stream().map(Sequence::tokens).toList());
            assertThat(read)
                    .extracting(Sequence::labels)
                    .isEqualTo(written.stream().map(Sequence::labels).toList());
        }
        Token token = Token.ofColumns("1");
        assertThatThrownBy(() -> formatter.format(Sequence.of(List.of(token, token), List.of("a", "b"))))
                .hasMessageContaining("one label per sequence");
        assertThatThrownBy(() -> formatter.format(Sequence.of(List.of(token), List.of("a b"))))
                .hasMessageContaining("the label 'a b'");
        assertThatThrownBy(() -> formatter.format(Sequence.ofWords("x"))).hasMessageContaining("'x' is not a number");
        assertThatThrownBy(() -> formatter.format(Sequence.ofWords())).hasMessageContaining("without frames");
    }

    /** Counts of the archive: sequences, labels, dimensions, shortest and longest. */
    @Test
    void realFilesAreRead() {
        Path folder = Texts.shared("data/timeseries_cls");
        Assumptions.assumeTrue(folder != null, "../shared/data/timeseries_cls is not there");
        counts(folder, "JapaneseVowels", "TRAIN", 270, 9, 12, 7, 26);
        counts(folder, "JapaneseVowels", "TEST", 370, 9, 12, 7, 29);
        counts(folder, "BasicMotions", "TRAIN", 40, 4, 6, 100, 100);
        counts(folder, "PickupGestureWiimoteZ", "TEST", 50, 10, 1, 37, 324);
        counts(folder, "ItalyPowerDemand", "TRAIN", 67, 2, 1, 24, 24);
        counts(folder, "GunPoint", "TEST", 150, 2, 1, 150, 150);
    }

    private static void counts(
            Path folder, String name, String part, int sequences, int labels, int dimensions, int least, int most) {
        List<Sequence> read =
                Sequences.read(DataOptions.TS, folder.resolve(name).resolve(name + "_" + part + ".ts"));
        assertThat(read).as(name).hasSize(sequences);
        Set<String> found = new TreeSet<>();
        read.forEach(sequence -> found.addAll(sequence.labels()));
        assertThat(found).as(name).hasSize(labels);
        assertThat(read).allMatch(s -> s.tokens().get(0).columns().size() == dimensions);
        assertThat(read.stream().mapToInt(Sequence::length).min()).as(name).hasValue(least);
        assertThat(read.stream().mapToInt(Sequence::length).max()).as(name).hasValue(most);
    }
}
