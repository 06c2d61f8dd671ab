package org.espalier.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SequencesTest {
    private static final DataOptions OPTIONS = DataOptions.COLUMNS;

    @TempDir
    Path directory;

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream output = new GZIPOutputStream(bytes)) {
            output.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void readsSeveralFilesInOrderEachWithItsOwnWidth() throws IOException {
        Path first = Files.writeString(directory.resolve("1.txt"), "a X");
        Path second = Files.writeString(directory.resolve("2.txt"), "");
        Path third = Files.write(directory.resolve("3.txt.gz"), gzip("b c Y\n"));
        List<Sequence> sequences = Sequences.read(OPTIONS, first, second, third);
        assertThat(sequences).hasSize(2);
        assertThat(sequences.get(1).tokens()).containsExactly(Token.ofColumns("b", "c"));
        assertThat(sequences.get(1).location()).isEqualTo(new Location(third.toString(), 1));
    }

    @Test
    void readsConcatenatedGzipMembers() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(gzip("a X\n"));
        bytes.write(gzip("b Y\n"));
        Path file = Files.write(directory.resolve("two.gz"), bytes.toByteArray());
        assertThat(Sequences.read(OPTIONS, file).get(0).labels()).containsExactly("X", "Y");
    }

    @Test
    void aDashIsStandardInputWhichStaysOpen() {
        InputStream before = System.in;
        boolean[] closed = new boolean[1];
        try {
            System.setIn(new ByteArrayInputStream("a X\n\nb Y".getBytes(StandardCharsets.UTF_8)) {
                @Override
                public void close() {
                    closed[0] = true;
                }
            });
            List<Sequence> sequences = Sequences.read(OPTIONS, Path.of("-"));
            assertThat(sequences).hasSize(2);
            assertThat(sequences.get(1).location()).hasToString("-:3");
            assertThat(closed[0]).isFalse();
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void readsConll2000AndRecognisesItsScheme() {
        Path file = Texts.shared("data/conll2000/train.txt");
        assumeTrue(file != null, "the shared data are not beside the repository");
        if (file != null) {
            List<Sequence> sequences = Sequences.read(OPTIONS, file);
            assertThat(sequences).hasSize(8936);
            assertThat(sequences.stream().mapToInt(Sequence::length).sum()).isEqualTo(211_727);
            List<List<String>> labels = new ArrayList<>();
            for (Sequence sequence : sequences) {
                List<String> own = sequence.labels();
                if (own != null) {
                    labels.add(own);
                }
            }
            assertThat(labels).hasSize(8936);
            assertThat(TagScheme.detect(labels)).isEqualTo(TagScheme.IOB2);
        }
    }

    @Test
    void whateverCannotBeReadIsNamed() throws IOException {
        Path missing = directory.resolve("missing.txt");
        assertThatThrownBy(() -> Sequences.open(OPTIONS, missing).close())
                .isInstanceOf(DataFormatException.class)
                .hasMessageStartingWith(missing + ": no such file");
        assertThatThrownBy(() -> Sequences.read(OPTIONS, directory))
                .hasMessageStartingWith(directory + ": this is a directory");
        Path plain = Files.writeString(directory.resolve("plain.gz"), "a X\n");
        assertThatThrownBy(() -> Sequences.read(OPTIONS, plain))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("gzip -t");
        Path empty = Files.writeString(directory.resolve("empty.gz"), "");
        assertThatThrownBy(() -> Sequences.read(OPTIONS, empty)).isInstanceOf(DataFormatException.class);
        byte[] whole = gzip("a X\n".repeat(1000));
        Path cut = Files.write(directory.resolve("cut.gz"), Arrays.copyOf(whole, whole.length - 10));
        assertThatThrownBy(() -> Sequences.read(OPTIONS, cut))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("damaged or cut off");
        Path hidden = Files.write(directory.resolve("packed.txt"), whole);
        assertThatThrownBy(() -> Sequences.read(OPTIONS, hidden)).hasMessageContaining("compressed with gzip");
    }

    @Test
    void aFileWithoutPermissionIsNamed() throws IOException {
        Path file = Files.writeString(directory.resolve("secret.txt"), "a X\n");
        assumeTrue(file.toFile().setReadable(false) && !Files.isReadable(file), "this user may read every file");
        assertThatThrownBy(() -> Sequences.read(OPTIONS, file))
                .hasMessageStartingWith(file + ": no permission to read");
    }

    @Test
    void malformedUtf8IsNeverReplaced() {
        byte[] bytes = "ab X\nc\u00E9 Y\n".getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> Texts.read(OPTIONS, bytes))
                .isInstanceOf(DataFormatException.class)
                .hasMessageStartingWith("t.txt:2:2: byte 0xE9 is not UTF-8; name");
        byte[] surrogate = {'a', ' ', (byte) 0xED, (byte) 0xA0, (byte) 0x80};
        assertThatThrownBy(() -> Texts.read(OPTIONS, surrogate)).hasMessageContaining("t.txt:1:3: byte 0xED");
        assertThatThrownBy(() -> Texts.read(OPTIONS, new byte[] {'a', ' ', (byte) 0xE2, (byte) 0x82}))
                .hasMessageContaining("byte 0xE2 is not UTF-8");
        assertThat(Texts.read(OPTIONS, "\uFFFD X\n").get(0).tokens().get(0).columns())
                .containsExactly("\uFFFD");
    }

    @Test
    void otherEncodingsAndBinaryFilesAreRecognised() {
        assertThatThrownBy(() -> Texts.read(OPTIONS, "a X\n".getBytes(StandardCharsets.UTF_16)))
                .hasMessageContaining("UTF-16");
        assertThatThrownBy(() -> Texts.read(OPTIONS, "a X\n".getBytes(StandardCharsets.UTF_16LE)))
                .hasMessageContaining("NUL character");
        assertThatThrownBy(() -> Texts.read(OPTIONS, "a X\rb Y\r"))
                .hasMessageContaining("t.txt:1:4: a carriage return");
    }

    @Test
    void aVeryLongLineIsReadOrRefused() {
        String word = "x".repeat(10 << 20);
        assertThat(Texts.read(OPTIONS, "a X\n" + word + " Y\n")
                        .get(0)
                        .tokens()
                        .get(1)
                        .columns())
                .containsExactly(word);
        assertThatThrownBy(() -> Texts.read(OPTIONS.withMaximumLineBytes(1 << 20), "a X\n" + word + " Y\n"))
                .isInstanceOf(DataFormatException.class)
                .hasMessageStartingWith("t.txt:2: the line is longer than 1048576 bytes");
        assertThat(Texts.read(OPTIONS.withMaximumLineBytes(3), "a X\nb Y\n")).hasSize(1);
    }

    @Test
    void readsALongStreamOneSequenceAtATime() {
        long lines = 300_000;
        try (SequenceReader reader = Sequences.open(OPTIONS, new Repeated("word X\n\n", lines), "-")) {
            long count = 0;
            while (reader.next() != null) {
                count++;
            }
            assertThat(count).isEqualTo(lines);
        }
    }

    @Test
    void aFailingStreamIsADataFormatException() {
        InputStream failing = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("disk on fire");
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                throw new IOException("disk on fire");
            }
        };
        assertThatThrownBy(() -> Sequences.readAll(Sequences.open(OPTIONS, failing, "s")))
                .isInstanceOf(DataFormatException.class)
                .hasMessage("s:1: reading failed: disk on fire");
    }

    /** A text repeated many times without being held in memory. */
    private static final class Repeated extends InputStream {
        private final byte[] text;
        private final long total;
        private long position;

        Repeated(String text, long times) {
            this.text = text.getBytes(StandardCharsets.UTF_8);
            this.total = this.text.length * times;
        }

        @Override
        public int read() {
            return position == total ? -1 : text[(int) (position++ % text.length)];
        }
    }
}
