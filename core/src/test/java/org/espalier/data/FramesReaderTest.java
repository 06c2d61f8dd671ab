package org.espalier.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class FramesReaderTest {
    private static final InstanceOptions USUAL = InstanceOptions.DEFAULTS;
    private static final InstanceOptions NAMED = USUAL.withSequence("rec").withLabel("y");

    private static List<Sequence> read(InstanceOptions options, String text) {
        return Texts.read(DataOptions.FRAMES.withInstances(options), text);
    }

    private static void refused(InstanceOptions options, String text, String message) {
        assertThatThrownBy(() -> read(options, text))
                .isInstanceOf(DataFormatException.class)
                .hasMessageStartingWith(message);
    }

    private static List<List<String>> columns(Sequence sequence) {
        return sequence.tokens().stream().map(Token::columns).toList();
    }

    @Test
    void rowsWithTheSameNameAreASequence() {
        List<Sequence> read =
                read(NAMED, "rec,ax,ay,y\na,1,-2.5e0,still\na, 2 ,NA,move\n\na,,?,move\n\"b, c\",0.5,nan,still\n");
        assertThat(read).hasSize(2);
        assertThat(columns(read.get(0))).containsExactly(List.of("1", "-2.5e0"), List.of("2", "NA"), List.of("", "?"));
        assertThat(read.get(0).labels()).containsExactly("still", "move", "move");
        assertThat(read.get(0).tokens()).allMatch(token -> token.names().equals(List.of("ax", "ay")));
        assertThat(read.get(0).comments()).containsExactly("{\"rec\":\"a\"}");
        assertThat(read.get(0).location()).isEqualTo(new Location("t.txt", 2));
        assertThat(read.get(1).comments()).containsExactly("{\"rec\":\"b, c\"}");
        assertThat(read.get(1).location()).isEqualTo(new Location("t.txt", 6));
        assertThat(read.get(1).labels()).containsExactly("still");
        assertThat(read.get(1).tokens().get(0).names())
                .isSameAs(read.get(0).tokens().get(0).names());
    }

    @Test
    void withoutNamesABlankLineOrTheEndEndsASequence() {
        List<Sequence> read = read(USUAL, "\nx;y\n\n1;A\n2;A\n\n  \n3;B\n4;B\n\n");
        assertThat(read)
                .extracting(FramesReaderTest::columns)
                .containsExactly(List.of(List.of("1"), List.of("2")), List.of(List.of("3"), List.of("4")));
        assertThat(read).extracting(Sequence::labels).containsExactly(List.of("A", "A"), List.of("B", "B"));
        assertThat(read.get(0).comments()).isEmpty();
        assertThat(read(USUAL, "")).isEmpty();
        assertThat(read(USUAL, "x,y\n")).isEmpty();
        refused(USUAL, "x,y\n1,A\n\n2,A\n\n3,B\n\n4,B\n", "t.txt:6: there is a blank line after every row");
        assertThat(read(USUAL, "x,y\n1,A\n\n2,A\n\n3,B\n")).hasSize(3);
    }

    @Test
    void columnsAreChosenByNameOrNumberAndTheOthersSurvive() {
        String table = "time\tax\tnote\ty\trec\tw\n0.1\t1\tgood, \"x\"\tA\tr1\t2\n0.2\t2\tbad\tB\tr1\t2\n";
        InstanceOptions ignoring = USUAL.withSequence("rec").withLabel("y").withWeight("w");
        for (InstanceOptions options : List.of(
                ignoring.withIgnored(Set.of("time", "note")),
                ignoring.withValues(Set.of("ax")),
                USUAL.withSequence("4").withLabel("-3").withWeight("-1").withValues(Set.of("1")))) {
            Sequence read = read(options, table).get(0);
            assertThat(columns(read)).containsExactly(List.of("1"), List.of("2"));
            assertThat(read.tokens().get(0).names()).containsExactly("ax");
            assertThat(read.labels()).containsExactly("A", "B");
            assertThat(read.weight()).isEqualTo(2);
            assertThat(read.comments())
                    .containsExactly(
                            "{\"rec\":\"r1\"}",
                            "{\"time\":[\"0.1\",\"0.2\"]}",
                            "{\"note\":[\"good, \\\"x\\\"\",\"bad\"]}");
        }
        assertThat(columns(read(USUAL.withHeader(false), "1,2,A\n3,4,B\n").get(0)))
                .containsExactly(List.of("1", "2"), List.of("3", "4"));
    }

    /** The label's column is the last that is nothing else. */
    @Test
    void theLabelIsTheLastColumnThatIsNothingElse() {
        assertThat(read(USUAL.withSequence("rec"), "x,y,rec\n1,A,r\n").get(0).labels())
                .containsExactly("A");
        refused(USUAL.withSequence("rec").withLabel("2"), "x,y,rec\n1,A,r\n", "t.txt:1: column 'rec' is named for");
        assertThatThrownBy(() -> USUAL.withSequence("a").withLabel("a"))
                .hasMessageContaining("'a' is named for the label and for the sequence");
    }

    @Test
    void theLabelMayBeMissingWhereNoneIsExpected() {
        DataOptions options =
                DataOptions.FRAMES.withLabelled(false).withObservedColumns(2).withInstances(USUAL.withSequence("rec"));
        assertThat(Texts.read(options, "rec,a,b\nr,1,2\n").get(0).labels()).isNull();
        assertThat(Texts.read(options, "rec,a,b,c\nr,1,2,X\n").get(0).labels()).containsExactly("X");
        assertThat(Texts.read(options, "a,b,c,rec\n1,2,X,r\n").get(0).labels()).containsExactly("X");
        DataOptions named = options.withInstances(NAMED.withIgnored(Set.of("time")));
        assertThat(Texts.read(named, "rec,a\nr,1\n").get(0).labels()).isNull();
        assertThat(Texts.read(named, "y,rec,a\nX,r,1\nY,r,1\n").get(0).labels()).containsExactly("X", "Y");
        assertThat(Texts.read(named, "y,rec,a\nX,r,1\n,r,1\n").get(0).labels()).containsExactly("X", "?");
    }

    @Test
    void mistakesAreNamedWithTheirPlace() {
        refused(NAMED, "rec,ax,y\na,1,A\na,fast,B\n", "t.txt:3:3: column 'ax' is 'fast'; expected a finite number");
        refused(NAMED, "rec,ax,y\n\"a\nb\",1e999,A\n", "t.txt:3:4: column 'ax' is '1e999'");
        refused(NAMED, "rec,ax,y\na,1,A\nb,1,A\na,1,A\n", "t.txt:4: sequence 'a' continues here; it began at line 2");
        refused(NAMED, "rec,ax,y\n ,1,A\n", "t.txt:2:1: the name of the sequence in column 'rec' is empty");
        refused(NAMED, "rec,ax,y\na,1,\n", "t.txt:2: the label in column 'y' is empty");
        refused(NAMED, "rec,ax,y\na,1\n", "t.txt:2: 2 fields, expected 3");
        refused(NAMED, "ax,y\n1,A\n", "t.txt:1: no sequence column 'rec'; expected one of [ax, y]");
        refused(NAMED.withValues(Set.of("q")), "rec,ax,y\na,1,A\n", "t.txt:1: no value column 'q'");
        refused(USUAL, "y\nA\n", "t.txt:2: no column is left for values");
        refused(USUAL.withWeight("w"), "w,x,y\n1,2,A\n3,2,A\n", "t.txt:3: the weight is 3.0, but 1.0 at line 2");
    }

    @Test
    void whatIsWrittenReadsBack() {
        for (long seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            char separator = ",;\t".charAt(random.nextInt(3));
            boolean named = random.nextBoolean();
            List<Sequence> written = new ArrayList<>();
            for (int n = 0; n < 1 + random.nextInt(4); n++) {
                written.add(random(random, n, named));
            }
            FramesFormatter formatter = FramesFormatter.DEFAULT
                    .withSeparator(separator)
                    .withSequence(named ? "rec" : null)
                    .withLabel("y");
            StringBuilder text = new StringBuilder(formatter.header(written.get(0)));
            written.forEach(sequence -> formatter.append(sequence, text));
            InstanceOptions options = USUAL.withIgnored(Set.of("note"))
                    .withLabel("y")
                    .withSequence(named ? "rec" : null)
                    .withFieldSeparator(separator);
            List<Sequence> read = read(options, text.toString());
            assertThat(read).as("seed %d", seed).hasSameSizeAs(written);
            for (int n = 0; n < read.size(); n++) {
                assertThat(read.get(n).tokens())
                        .as("seed %d", seed)
                        .isEqualTo(written.get(n).tokens());
                assertThat(read.get(n).labels()).isEqualTo(written.get(n).labels());
                assertThat(read.get(n).comments()).isEqualTo(written.get(n).comments());
            }
        }
        Sequence nameless = Sequence.of(List.of(Token.ofColumns("1")), List.of("A"));
        assertThatThrownBy(() -> FramesFormatter.DEFAULT.withSequence("rec").format(nameless))
                .hasMessageContaining("the sequence has no name for column 'rec'");
        assertThat(FramesFormatter.DEFAULT.header(nameless)).isEqualTo("0,label\n");
    }

    private static Sequence random(Random random, int n, boolean named) {
        List<Token> tokens = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (int t = 2 + random.nextInt(4); t > 0; t--) {
            String value = random.nextInt(5) == 0 ? "" : String.valueOf(random.nextGaussian());
            tokens.add(new Token(List.of(value, String.valueOf(t)), List.of(), List.of("a;b", "c")));
            labels.add("L" + random.nextInt(3));
            notes.add("a,;\t\"\n ".substring(random.nextInt(7)));
        }
        List<String> comments = new ArrayList<>();
        if (named) {
            comments.add(Json.write(java.util.Map.of("rec", "r,\" " + n)));
        }
        comments.add(Json.write(java.util.Map.of("note", notes)));
        return new Sequence(tokens, labels, 1, comments, Location.NONE);
    }

    /** Gesture phases (UCI): 7 videos, a file each. */
    @Test
    void realFilesAreRead() {
        Path folder = Texts.shared("data/gesture_phase/raw");
        Assumptions.assumeTrue(folder != null, "../shared/data/gesture_phase is not there");
        DataOptions options =
                DataOptions.FRAMES.withInstances(USUAL.withLabel("phase").withIgnored(Set.of("timestamp")));
        List<Sequence> read = Sequences.read(options, folder.resolve("a1_raw.csv"), folder.resolve("b3_raw.csv"));
        assertThat(read).extracting(Sequence::length).containsExactly(1747, 1424);
        assertThat(read.get(0).tokens().get(0).columns()).hasSize(18).startsWith("5.347435");
    }
}
