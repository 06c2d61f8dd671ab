package org.espalier.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VocabularyTest {

    @Test
    void numbersInOrderOfFirstAppearance() {
        Vocabulary.Builder builder = new Vocabulary.Builder();
        assertThat(builder.add("b")).isEqualTo(0);
        assertThat(builder.add("a")).isEqualTo(1);
        assertThat(builder.add(new StringBuilder("b"))).isEqualTo(0);
        assertThat(builder.add("")).isEqualTo(2);
        assertThat(builder.count(0)).isEqualTo(2);
        assertThat(builder.indexOf("a")).isEqualTo(1);
        assertThat(builder.indexOf("c")).isEqualTo(-1);
        assertThat(builder.get(1)).isEqualTo("a");
        Vocabulary vocabulary = builder.build();
        assertThat(strings(vocabulary)).containsExactly("b", "a", "");
        assertThat(vocabulary.indexOf("")).isEqualTo(2);
        assertThat(vocabulary.indexOf("ab")).isEqualTo(-1);
        assertThatThrownBy(() -> vocabulary.get(3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> vocabulary.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void emptyVocabularyKnowsNothing() {
        Vocabulary vocabulary = Vocabulary.read(new Vocabulary.Builder().build().toBytes());
        assertThat(vocabulary.size()).isZero();
        assertThat(vocabulary.indexOf("")).isEqualTo(-1);
        assertThat(vocabulary.indexOf("x")).isEqualTo(-1);
    }

    @Test
    void cutsRareStringsAndKeepsTheOrder() {
        Vocabulary.Builder builder = new Vocabulary.Builder();
        for (String string : List.of("a", "b", "c", "b", "a", "d", "b")) {
            builder.add(string);
        }
        Vocabulary.Cut cut = builder.build(2);
        assertThat(strings(cut.vocabulary())).containsExactly("a", "b");
        assertThat(cut.mapping()).containsExactly(0, 1, -1, -1);
        assertThat(cut.index(2)).isEqualTo(-1);

        Vocabulary.Cut odd = builder.build().keep(id -> id % 2 == 1);
        assertThat(strings(odd.vocabulary())).containsExactly("b", "d");
        assertThat(odd.mapping()).containsExactly(-1, 0, -1, 1);
        assertThat(odd.vocabulary().indexOf("d")).isEqualTo(1);
        assertThat(odd.vocabulary().indexOf("a")).isEqualTo(-1);
        assertThat(strings(builder.build(4).vocabulary())).isEmpty();
    }

    @Test
    void agreesWithHashMapOnManyUnicodeStrings() {
        long seed = 20240611;
        Random random = new Random(seed);
        Map<String, Integer> ids = new LinkedHashMap<>();
        Map<String, Integer> counts = new LinkedHashMap<>();
        Vocabulary.Builder builder = new Vocabulary.Builder();
        for (int i = 0; i < 160_000; i++) {
            String string = randomString(random);
            Integer id = ids.putIfAbsent(string, ids.size());
            counts.merge(string, 1, Integer::sum);
            assertThat(builder.add(string))
                    .as("seed %d, string %d", seed, i)
                    .isEqualTo(id == null ? ids.size() - 1 : id);
        }
        assertThat(builder.size()).isEqualTo(ids.size()).isGreaterThan(100_000);
        Vocabulary read = Vocabulary.read(copy(builder.build()));
        ids.forEach((string, id) -> {
            assertThat(read.indexOf(string)).isEqualTo(id);
            assertThat(read.get(id)).isEqualTo(string);
            assertThat(builder.count(id)).isEqualTo(counts.get(string));
        });
        for (int i = 0; i < 100_000; i++) {
            String string = randomString(random);
            assertThat(read.indexOf(string)).as("seed %d", seed).isEqualTo(ids.getOrDefault(string, -1));
        }
        assertThat(read.toBytes()).isEqualTo(builder.build().toBytes());
        Vocabulary.Cut cut = builder.build(2);
        int next = 0;
        for (Map.Entry<String, Integer> entry : counts.entrySet()) {
            int expected = entry.getValue() >= 2 ? next++ : -1;
            assertThat(cut.index(ids.get(entry.getKey()))).isEqualTo(expected);
            assertThat(cut.vocabulary().indexOf(entry.getKey())).isEqualTo(expected);
        }
        assertThat(cut.vocabulary().size()).isEqualTo(next).isGreaterThan(100);
    }

    @Test
    void hashOfCharactersIsHashOfTheirBytes() {
        long seed = 7;
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(40); length > 0; length--) {
                text.append(randomString(random));
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            assertThat(Utf8.length(text)).as("seed %d", seed).isEqualTo(bytes.length);
            assertThat(Utf8.hash(text)).as("seed %d, '%s'", seed, text).isEqualTo(Utf8.hash(buffer, 0, bytes.length));
            assertThat(Utf8.matches(text, buffer, 0, bytes.length)).isTrue();
            byte[] copy = new byte[bytes.length];
            Utf8.copy(text, copy, 0);
            assertThat(copy).isEqualTo(bytes);
        }
    }

    @Test
    void hashIsPartOfTheFileFormat() {
        // An independent calculation of the documented formula; a change here would make old model files unreadable.
        long m1 = 0x9E3779B97F4A7C15L;
        long m2 = 0xD6E8FEB86659FD93L;
        long word = 'a' | 'b' << 8 | 'c' << 16;
        long h = word * m1;
        h ^= h >>> 32;
        h = (h ^ 3 * m1) * m2;
        h ^= h >>> 29;
        assertThat(Utf8.hash("abc")).isEqualTo(h);
        assertThat(Utf8.hash("")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uD800", "\uDC00", "a\uD83D", "\uDC00\uD83D", "\uD83Dx", "\uD83D\uD83D\uDE00", "😀\uDE00"})
    void unpairedSurrogateCountsAsReplacementCharacter(String broken) {
        StringBuilder mended = new StringBuilder();
        broken.codePoints().forEach(p -> mended.appendCodePoint(p >= 0xD800 && p <= 0xDFFF ? 0xFFFD : p));
        Vocabulary.Builder builder = new Vocabulary.Builder();
        builder.add("x");
        assertThat(builder.add(broken)).isEqualTo(1);
        assertThat(builder.add(mended)).isEqualTo(1);
        Vocabulary vocabulary = Vocabulary.read(builder.build().toBytes());
        assertThat(vocabulary.indexOf(broken)).isEqualTo(1);
        assertThat(vocabulary.indexOf(mended)).isEqualTo(1);
        assertThat(vocabulary.get(1)).isEqualTo(mended.toString());
    }

    @Test
    void readsASliceInTheMiddleOfAMappedFile(@TempDir Path folder) throws IOException {
        Vocabulary vocabulary = vocabulary("zero", "eins", "två");
        ByteBuffer bytes = vocabulary.toBytes();
        Path file = folder.resolve("model");
        ByteBuffer padded = ByteBuffer.allocate(5 + bytes.remaining() + 9).put(5, bytes, 0, bytes.remaining());
        Files.write(file, padded.array());
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            mapped.position(5).limit(5 + bytes.remaining());
            Vocabulary read = Vocabulary.read(mapped);
            assertThat(mapped.position()).isEqualTo(5);
            assertThat(strings(read)).containsExactly("zero", "eins", "två");
            assertThat(read.indexOf("två")).isEqualTo(2);
            assertThat(strings(read.keep(id -> id > 0).vocabulary())).containsExactly("eins", "två");
            assertThat(read.toBytes()).isEqualTo(bytes);
        }
    }

    @Test
    void refusesBrokenBytesAndSaysWhy() {
        Vocabulary vocabulary = vocabulary("a", "bc", "d");
        assertBroken(ByteBuffer.allocate(3), "3 bytes");
        assertBroken(patched(vocabulary, 0, 2), "version 2, expected 1");
        assertBroken(patched(vocabulary, 4, -1), "claims -1 strings");
        assertBroken(patched(vocabulary, 4, Integer.MAX_VALUE), "more slots than strings");
        assertBroken(patched(vocabulary, 8, Integer.MAX_VALUE), "take 8589934");
        assertBroken(patched(vocabulary, 8, 3), "more slots than strings");
        assertBroken(patched(vocabulary, 12, -4), "claims -4 bytes of text");
        assertBroken(patched(vocabulary, 12, Integer.MAX_VALUE), "take 2147483");
        assertBroken(patched(vocabulary, 16, 1), "first string begins at byte 1");
        assertBroken(patched(vocabulary, 20, -1), "string 0 ends at byte -1, before it begins (0)");
        assertBroken(patched(vocabulary, 24, 9), "string 2 ends at byte 4, before it begins (9)");
        assertBroken(patched(vocabulary, 28, 3), "last string ends at byte 3 of 4");
        ByteBuffer full = copy(vocabulary);
        for (int i = 0; i < 7; i++) {
            full.putInt(32 + 4 * i, 1);
        }
        assertBroken(full, "7 of its slots are in use for 3 strings");
        ByteBuffer tooHigh = copy(vocabulary("a", "bc", "d", "e"));
        for (int i = 0; i < 9; i++) {
            tooHigh.putInt(36 + 4 * i, 7);
        }
        assertBroken(tooHigh, "slot 0 points to string 6 of 4");
    }

    @Test
    void anyDamageEitherIsNoticedOrDoesNoHarm() {
        long seed = 99;
        Random random = new Random(seed);
        byte[] good = copy(vocabulary("a", "bc", "déf", "", "😀", "a longer string of some bytes"))
                .array();
        int accepted = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bad = java.util.Arrays.copyOf(
                    good, random.nextInt(10) == 0 ? random.nextInt(good.length + 20) : good.length);
            for (int flips = random.nextInt(4); flips > 0 && bad.length > 0; flips--) {
                bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
            }
            Vocabulary read;
            try {
                read = Vocabulary.read(ByteBuffer.wrap(bad));
            } catch (IllegalArgumentException e) {
                assertThat(e).as("seed %d, case %d", seed, i).hasMessageStartingWith("not a vocabulary: ");
                continue;
            }
            accepted++;
            for (int id = 0; id < read.size(); id++) {
                assertThat(read.indexOf(read.get(id)))
                        .as("seed %d, case %d", seed, i)
                        .isBetween(-1, read.size() - 1);
            }
            assertThat(read.indexOf("unknown")).isBetween(-1, read.size() - 1);
        }
        assertThat(accepted).isPositive();
    }

    static List<String> strings(Vocabulary vocabulary) {
        List<String> strings = new ArrayList<>();
        for (int i = 0; i < vocabulary.size(); i++) {
            strings.add(vocabulary.get(i));
        }
        return strings;
    }

    private static Vocabulary vocabulary(String... strings) {
        Vocabulary.Builder builder = new Vocabulary.Builder();
        for (String string : strings) {
            builder.add(string);
        }
        return builder.build();
    }

    private static ByteBuffer copy(Vocabulary vocabulary) {
        ByteBuffer bytes = vocabulary.toBytes();
        return ByteBuffer.allocate(bytes.remaining())
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(bytes)
                .flip();
    }

    private static ByteBuffer patched(Vocabulary vocabulary, int at, int value) {
        return copy(vocabulary).putInt(at, value);
    }

    private static void assertBroken(ByteBuffer bytes, String reason) {
        assertThatThrownBy(() -> Vocabulary.read(bytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("not a vocabulary: ")
                .hasMessageContaining(reason);
    }

    /** Short enough that some come again, from one to four bytes per character. */
    private static String randomString(Random random) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(7); length > 0; length--) {
            switch (random.nextInt(6)) {
                case 0 -> text.append((char) ('α' + random.nextInt(20)));
                case 1 -> text.append((char) (0x4E00 + random.nextInt(50)));
                case 2 -> text.appendCodePoint(0x1F600 + random.nextInt(30));
                case 3 -> text.append((char) random.nextInt(128));
                default -> text.append((char) ('a' + random.nextInt(26)));
            }
        }
        return text.toString();
    }
}
