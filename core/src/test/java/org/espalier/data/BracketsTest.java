package org.espalier.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BracketsTest {
    private static final String TWO = """
            ( (S
                (NP-SBJ-1 (NNP Pierre) )
                (VP (VBZ sings)
                  (S (NP-SBJ (-NONE- *-1) )
                     (VP (TO to) (VP (VB please) (NP=2 (PRP us))))))
                (. .) ))  (TOP (NP (NP (DT the) (NN end))))
            """;

    private static List<Sequence> read(String text, DataOptions options) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (SequenceReader reader = Sequences.open(options, new ByteArrayInputStream(bytes), "x.mrg")) {
            return Sequences.readAll(reader);
        }
    }

    private static String write(List<Sequence> sequences) {
        StringBuilder text = new StringBuilder();
        sequences.forEach(sequence -> SequenceFormatter.of(Format.BRACKETS).append(sequence, text));
        return text.toString();
    }

    @Test
    void treesOverLinesAndSeveralOnALine() {
        List<Sequence> trees = read(TWO, DataOptions.BRACKETS);
        assertThat(trees).hasSize(2);
        assertThat(trees.get(0).tokens())
                .containsExactly(
                        Token.ofColumns("Pierre", "NNP"),
                        Token.ofColumns("sings", "VBZ"),
                        Token.ofColumns("to", "TO"),
                        Token.ofColumns("please", "VB"),
                        Token.ofColumns("us", "PRP"),
                        Token.ofColumns(".", "."));
        assertThat(trees.get(0).marks())
                .containsExactly(
                        new Mark(0, 6, "S"),
                        new Mark(0, 1, "NP"),
                        new Mark(1, 5, "VP"),
                        new Mark(2, 5, "S"),
                        new Mark(2, 5, "VP"),
                        new Mark(3, 5, "VP"),
                        new Mark(4, 5, "NP"));
        assertThat(trees.get(0).location().line()).isEqualTo(1);
        assertThat(trees.get(1).marks()).containsExactly(new Mark(0, 2, "NP"), new Mark(0, 2, "NP"));
        assertThat(trees.get(1).location().line()).isEqualTo(6);
    }

    @Test
    void functionTagsAreKeptOnDemand() {
        Sequence tree = read(TWO, DataOptions.BRACKETS.withFunctionTags(true)).get(0);
        assertThat(tree.marks()).contains(new Mark(0, 1, "NP-SBJ-1"), new Mark(4, 5, "NP=2"), new Mark(2, 5, "S"));
        assertThat(read("(-LRB- (X a) (X b))", DataOptions.BRACKETS).get(0).marks())
                .containsExactly(new Mark(0, 2, "-LRB-"));
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        String once = write(read(TWO, DataOptions.BRACKETS));
        assertThat(once).isEqualTo("""
                (TOP (S (NP (NNP Pierre)) (VP (VBZ sings) (S (VP (TO to) (VP (VB please) (NP (PRP us)))))) (. .)))
                (TOP (NP (NP (DT the) (NN end))))
                """);
        assertThat(write(read(once, DataOptions.BRACKETS))).isEqualTo(once);
        Sequence brackets = Sequence.of(List.of(Token.ofColumns("(a)")), null).withMarks(List.of());
        assertThat(write(List.of(brackets))).isEqualTo("(TOP (XX -LRB-a-RRB-))\n");
    }

    @Test
    void linesBetweenTreesAreComments() {
        String text = "# one\n(TOP (S (# #) (NN a)))\n# two\n# three\n(TOP (NN b))\n";
        List<Sequence> trees = read(text, DataOptions.BRACKETS);
        assertThat(trees.get(0).comments()).containsExactly("# one");
        assertThat(trees.get(1).comments()).containsExactly("# two", "# three");
        assertThat(trees.get(0).tokens().get(0)).isEqualTo(Token.ofColumns("#", "#"));
        assertThat(write(trees)).isEqualTo(text);
    }

    @Test
    void anyTreeIsReadAsItWasWritten() {
        Random random = new Random(5);
        for (int n = 0; n < 300; n++) {
            int words = 1 + random.nextInt(8);
            List<Mark> marks = new ArrayList<>();
            grow(0, words, marks, random);
            List<Token> tokens = new ArrayList<>();
            for (int t = 0; t < words; t++) {
                tokens.add(Token.ofColumns("w" + random.nextInt(9), "T" + random.nextInt(3)));
            }
            Sequence tree = Sequence.of(tokens, null).withMarks(marks);
            Sequence again = read(write(List.of(tree)), DataOptions.BRACKETS).get(0);
            assertThat(again.marks()).isEqualTo(marks);
            assertThat(again.tokens()).isEqualTo(tokens);
        }
    }

    /** Whoever reads on after an error gets to the end, and never meets more trees than there are. */
    @Test
    void readingGoesOnAfterDamage() {
        Random random = new Random(11);
        for (int n = 0; n < 400; n++) {
            int lines = 1 + random.nextInt(6);
            StringBuilder text = new StringBuilder();
            for (int k = 0; k < lines; k++) {
                text.append("(TOP (S (NP (DT the) (NN w").append(k).append(")) (. .)))\n");
            }
            int damages = random.nextInt(4);
            for (int k = 0; k < damages; k++) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(3)) {
                    case 0 -> text.deleteCharAt(at);
                    case 1 -> text.insert(at, "() \nx#".charAt(random.nextInt(6)));
                    default -> text.setCharAt(at, "() \nx#".charAt(random.nextInt(6)));
                }
            }
            int found = 0;
            int errors = 0;
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            try (SequenceReader reader =
                    Sequences.open(DataOptions.BRACKETS, new ByteArrayInputStream(bytes), "x.mrg")) {
                boolean isOpen = true;
                while (isOpen) {
                    try {
                        isOpen = reader.next() != null;
                        found += isOpen ? 1 : 0;
                    } catch (DataFormatException e) {
                        assertThat(e.getMessage()).startsWith("x.mrg:");
                        errors++;
                        assertThat(errors).as("%s", text).isLessThan(100);
                    }
                }
            }
            assertThat(found).as("%s", text).isLessThanOrEqualTo(lines + damages);
            if (damages == 0) {
                assertThat(found).isEqualTo(lines);
                assertThat(errors).isZero();
            }
        }
    }

    /** Constituents of these words, in any number, with chains. */
    private static void grow(int begin, int end, List<Mark> marks, Random random) {
        for (int k = random.nextInt(3); k > 0; k--) {
            marks.add(new Mark(begin, end, "L" + random.nextInt(3)));
        }
        for (int from = begin; from < end && end > begin + 1; ) {
            int to = from + 1 + random.nextInt(Math.min(end - from, end - begin - 1));
            grow(from, to, marks, random);
            from = to;
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            (S (NP (NN a))            | x.mrg:1:1 | 1 bracket without an end
            (S (NN a)))               | x.mrg:1:11 | closes nothing
            (S (NN a) b)              | x.mrg:1:11 | 'b' after a bracket
            (S (NN a b))              | x.mrg:1:10 | 'b' after the word 'a'
            (S (NN a (NN b)))         | x.mrg:1:10 | a bracket after the word 'a'
            (S (NN))                  | x.mrg:1:4 | 'NN' stands alone
            (S dog)(                  | x.mrg:1:8 | without an end
            (S ())                    | x.mrg:1:4 | an empty bracket
            (S ((NN a)))              | x.mrg:1:4 | without a label
            ()                        | x.mrg:1:1 | an empty bracket
            dog                       | x.mrg:1:1 | outside of brackets
            (S (NP (-NONE- *)))       | x.mrg:1 | only traces
            """)
    void faultsAreNamedWithTheirPlace(String text, String place, String problem) {
        assertThatThrownBy(() -> read(text, DataOptions.BRACKETS))
                .isInstanceOf(DataFormatException.class)
                .hasMessageStartingWith(place + ": ")
                .hasMessageContaining(problem);
    }

    @Test
    void deepTreesAreReadAndWritten() {
        int depth = 10_000;
        String text = "(S ".repeat(depth) + "(NN a)" + ")".repeat(depth) + "\n";
        List<Sequence> trees = read(text, DataOptions.BRACKETS);
        assertThat(trees.get(0).marks()).hasSize(depth);
        assertThat(read(write(trees), DataOptions.BRACKETS).get(0).marks()).hasSize(depth);
        assertThatThrownBy(() -> read("(S ".repeat(depth), DataOptions.BRACKETS))
                .hasMessageContaining("10000 brackets without an end");
    }

    @Test
    void constituentsThatCrossAreNotWritten() {
        Sequence words = Sequence.ofWords("a", "b", "c");
        assertThatThrownBy(() -> write(List.of(words.withMarks(List.of(new Mark(0, 2, "A"), new Mark(1, 3, "B"))))))
                .hasMessageContaining("leaves the one around it");
        assertThatThrownBy(() -> write(List.of(words.withMarks(List.of(new Mark(1, 2, "A"), new Mark(0, 3, "B"))))))
                .hasMessageContaining("comes too late");
        assertThatThrownBy(() -> write(List.of(Sequence.ofWords("a b")))).hasMessageContaining("no blanks");
    }

    @Test
    void unlabelledDataHaveNoTree() {
        assertThat(read(TWO, DataOptions.BRACKETS.withLabelled(false)).get(0).marks())
                .isNull();
    }

    @Test
    void anotherEncodingIsRefused(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("latin.mrg");
        Files.write(file, "(S (NN caf\u00e9))\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> Sequences.read(DataOptions.BRACKETS, file)).hasMessageContaining("iconv");
    }

    @Test
    void packedFilesAreRead(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("trees.mrg.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(TWO.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(Sequences.read(DataOptions.BRACKETS, file)).hasSize(2);
    }

    /** Whatever bytes change or are missing, the reader gives trees that can be written, or says where the fault is. */
    @Test
    void damagedFilesNeverBreakTheReader() {
        Random random = new Random(7);
        int read = 0;
        int refused = 0;
        for (int n = 0; n < 3_000; n++) {
            byte[] whole = TWO.getBytes(StandardCharsets.UTF_8);
            byte[] bytes = random.nextInt(4) == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole;
            for (int k = 0; k < random.nextInt(3) && bytes.length > 0; k++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            try (SequenceReader reader =
                    Sequences.open(DataOptions.BRACKETS, new ByteArrayInputStream(bytes), "x.mrg")) {
                write(Sequences.readAll(reader));
                read++;
            } catch (DataFormatException e) {
                assertThat(e.getMessage()).startsWith("x.mrg");
                refused++;
            }
        }
        assertThat(read).isGreaterThan(100);
        assertThat(refused).isGreaterThan(100);
    }
}
