package org.espalier.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrontCodingTest {

    private static Vocabulary vocabulary(List<String> strings) {
        Vocabulary.Builder builder = new Vocabulary.Builder();
        strings.forEach(builder::add);
        return builder.build();
    }

    @Test
    void aVocabularyComesBackAsTheSameBytesInAnyOrder() {
        Random random = new Random(1);
        String[] pieces = {"a", "U01:", "the", "/", "ß", "木", "\uD83C\uDF33", "\n", "x".repeat(300)};
        for (int round = 0; round < 300; round++) {
            Vocabulary.Builder builder = new Vocabulary.Builder();
            for (int n = random.nextInt(40); n > 0; n--) {
                StringBuilder text = new StringBuilder();
                for (int k = random.nextInt(5); k > 0; k--) {
                    text.append(pieces[random.nextInt(pieces.length)]);
                }
                builder.add(text);
            }
            Vocabulary vocabulary = builder.build();
            Vocabulary back = FrontCoding.of(vocabulary).vocabulary();
            assertThat(back.toBytes()).as("round %d", round).isEqualTo(vocabulary.toBytes());
        }
    }

    @Test
    void neighboursShareTheirPrefix() {
        FrontCoding coding = FrontCoding.of(vocabulary(List.of("word=a", "word=ab", "word=b", "")));
        assertThat(coding.prefixes()).containsExactly(0, 6, 5, 0);
        assertThat(coding.suffixes()).containsExactly('w', 'o', 'r', 'd', '=', 'a', -1, 'b', -1, 'b', -1, -1);
        assertThat(coding.textBytes()).isEqualTo(6 + 7 + 6);
    }

    @Test
    void wrongBytesAreRefused() {
        FrontCoding right = FrontCoding.of(vocabulary(List.of("one", "only", "two")));
        byte[] prefixes = right.prefixes();
        byte[] suffixes = right.suffixes();
        for (FrontCoding wrong : List.of(
                new FrontCoding(new byte[] {1, 1, 0}, suffixes, right.textBytes()),
                new FrontCoding(new byte[] {0, 4, 0}, suffixes, right.textBytes()),
                new FrontCoding(new byte[] {0, 2}, suffixes, right.textBytes()),
                new FrontCoding(prefixes, Arrays.copyOf(suffixes, suffixes.length - 1), right.textBytes()),
                new FrontCoding(prefixes, Arrays.copyOf(suffixes, suffixes.length + 1), right.textBytes()),
                new FrontCoding(prefixes, suffixes, right.textBytes() - 1),
                new FrontCoding(prefixes, suffixes, right.textBytes() + 1))) {
            assertThatThrownBy(wrong::vocabulary).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
