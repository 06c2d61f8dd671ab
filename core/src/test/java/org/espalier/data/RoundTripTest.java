package org.espalier.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoundTripTest {
    private static final String[] PIECES = {
        "a", "B", ":", "\\", "#", "@weight", "é", "日本", "\uD83D\uDE00", "-", "\"", "'", "1.5", "|", "?"
    };

    @TempDir
    Path directory;

    private static String word(Random random, boolean spaces) {
        StringBuilder word = new StringBuilder();
        do {
            word.append(PIECES[random.nextInt(PIECES.length)]);
            if (spaces && random.nextInt(4) == 0) {
                word.append(' ').append('x');
            }
        } while (random.nextInt(3) > 0);
        return word.toString();
    }

    private static List<Sequence> columns(Random random, boolean spaces) {
        List<Sequence> sequences = new ArrayList<>();
        int width = 1 + random.nextInt(4);
        for (int n = random.nextInt(6); n > 0; n--) {
            List<Token> tokens = new ArrayList<>();
            List<String> labels = new ArrayList<>();
            for (int t = 1 + random.nextInt(5); t > 0; t--) {
                String[] columns = new String[width];
                for (int c = 0; c < width; c++) {
                    columns[c] = word(random, spaces);
                }
                tokens.add(Token.ofColumns(columns));
                labels.add(columns[width - 1]);
            }
            sequences.add(Sequence.of(tokens, labels));
        }
        return sequences;
    }

    private static List<Sequence> items(Random random) {
        List<Sequence> sequences = new ArrayList<>();
        for (int n = random.nextInt(6); n > 0; n--) {
            List<Token> tokens = new ArrayList<>();
            List<String> labels = new ArrayList<>();
            for (int t = 1 + random.nextInt(5); t > 0; t--) {
                List<Attribute> attributes = new ArrayList<>();
                for (int a = random.nextInt(4); a > 0; a--) {
                    double value =
                            random.nextBoolean() ? 1 : random.nextGaussian() * Math.pow(10, random.nextInt(30) - 15);
                    attributes.add(new Attribute(a + word(random, true), value));
                }
                tokens.add(Token.ofAttributes(attributes));
                labels.add("L" + word(random, true));
            }
            sequences.add(Sequence.of(tokens, labels).withWeight(random.nextBoolean() ? 1 : random.nextDouble()));
        }
        return sequences;
    }

    private static List<Sequence> read(DataOptions options, SequenceFormatter formatter, List<Sequence> sequences) {
        StringBuilder text = new StringBuilder();
        for (Sequence sequence : sequences) {
            formatter.append(sequence, text);
        }
        return Texts.read(options, text.toString()).stream()
                .map(s -> new Sequence(s.tokens(), s.labels(), s.weight(), s.comments(), Location.NONE))
                .toList();
    }

    @Test
    void everyFormatReadsBackWhatItWrote() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<Sequence> plain = columns(random, false);
            List<Sequence> spaced = columns(random, true);
            List<Sequence> items = items(random);
            assertThat(read(DataOptions.COLUMNS, ColumnsFormatter.DEFAULT, plain))
                    .as("seed %d", seed)
                    .isEqualTo(plain);
            assertThat(read(
                            DataOptions.COLUMNS.withSeparator(Separator.TAB),
                            ColumnsFormatter.DEFAULT.withSeparator("\t"),
                            spaced))
                    .as("seed %d", seed)
                    .isEqualTo(spaced);
            assertThat(read(DataOptions.CRFSUITE, new ItemsFormatter(), items))
                    .as("seed %d", seed)
                    .isEqualTo(items);
            assertThat(read(DataOptions.JSONL, JsonLinesFormatter.DEFAULT, spaced))
                    .as("seed %d", seed)
                    .isEqualTo(spaced);
            assertThat(read(DataOptions.JSONL, JsonLinesFormatter.DEFAULT, items))
                    .as("seed %d", seed)
                    .isEqualTo(items);
        }
    }

    @Test
    void everyFormatHasAFormatterThatItsReaderUnderstands() {
        for (Format format : Format.values()) {
            Token token = switch (format) {
                case CRFSUITE -> Token.ofAttributes(List.of(Attribute.of("a")));
                case LIBSVM -> Token.ofAttributes(List.of(new Attribute("3", 0.5)));
                case TEXT -> new Token(List.of("X y"), List.of(), List.of("text"));
                // Their headers are written apart, and running text has a place for every token; see the tests of their
                // readers.
                case CSV, FRAMES, TS, CONLLU, BRACKETS, GRAPHS, LINES, INLINE, DOCUMENT, SPANS, BRAT -> null;
                case COLUMNS, JSONL -> Token.ofColumns("X");
            };
            if (token == null) {
                continue;
            }
            List<Sequence> sequences = List.of(Sequence.of(List.of(token), List.of("X")));
            assertThat(read(DataOptions.of(format), SequenceFormatter.of(format), sequences))
                    .isEqualTo(sequences);
        }
    }

    @Test
    void namedColumnsAreObjects() {
        Sequence sequence = Sequence.of(List.of(Token.ofColumns("2", "CD")), null);
        JsonLinesFormatter formatter = new JsonLinesFormatter(List.of("word", "pos"));
        assertThat(formatter.format(sequence)).isEqualTo("{\"tokens\":[{\"word\":\"2\",\"pos\":\"CD\"}]}\n");
        assertThatThrownBy(() -> formatter.format(Sequence.ofWords("a")))
                .hasMessageContaining("1 columns, but 2 column names");
        assertThatThrownBy(() -> new JsonLinesFormatter(List.of("a", "a")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void commentsAreWrittenWhenAskedFor() {
        Sequence sequence = new Sequence(
                List.of(Token.ofColumns("a"), Token.ofColumns("b")),
                List.of("X", "Y"),
                1,
                List.of("# id", "note"),
                Location.NONE);
        assertThat(ColumnsFormatter.DEFAULT.withAppendLabels(false).format(sequence))
                .isEqualTo("a\nb\n\n");
        assertThat(ColumnsFormatter.DEFAULT
                        .withCommentPrefix("#")
                        .withSeparator("\t")
                        .format(sequence))
                .isEqualTo("# id\n# note\na\tX\nb\tY\n\n");
    }

    @Test
    void unlabelledItemsAreUnknown() {
        Sequence sequence = Sequence.of(List.of(Token.ofAttributes(List.of(new Attribute("a:b", 0)))), null);
        assertThat(new ItemsFormatter().format(sequence)).isEqualTo("?\ta\\:b:0.0\n\n");
    }

    @Test
    void whatCannotBeReadBackIsRefused() {
        assertThatThrownBy(() -> ColumnsFormatter.DEFAULT.format(Sequence.ofWords("a b")))
                .hasMessageContaining("needs a tab");
        assertThatThrownBy(() -> ColumnsFormatter.DEFAULT.format(Sequence.ofWords("")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ColumnsFormatter.DEFAULT.format(Sequence.ofWords("a\nb")))
                .hasMessageContaining("line end");
        assertThatThrownBy(() -> ColumnsFormatter.DEFAULT.withSeparator("\t").format(Sequence.ofWords("a\tb")))
                .hasMessageContaining("contains the separator");
        assertThatThrownBy(() -> ColumnsFormatter.DEFAULT.withSeparator("\t").format(Sequence.ofWords(" ")))
                .hasMessageContaining("blank line would end the sequence");
        assertThatThrownBy(() -> new ItemsFormatter()
                        .format(Sequence.of(List.of(Token.ofAttributes(List.of(Attribute.of("a\tb")))), null)))
                .hasMessageContaining("write jsonl");
    }

    @Test
    void writesFilesCompressedByTheirName() {
        List<Sequence> sequences = columns(new Random(3), false);
        for (String name : List.of("s.txt", "s.txt.gz")) {
            Path file = directory.resolve(name);
            Sequences.write(ColumnsFormatter.DEFAULT, file, sequences);
            assertThat(Sequences.read(DataOptions.COLUMNS, file))
                    .extracting(Sequence::labels)
                    .isEqualTo(sequences.stream().map(Sequence::labels).toList());
        }
    }
}
