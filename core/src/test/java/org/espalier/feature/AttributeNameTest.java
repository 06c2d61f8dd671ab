package org.espalier.feature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class AttributeNameTest {
    private static final String[] PIECES = {
        "",
        "a",
        "the",
        "U05:",
        "/",
        "Reckoning",
        "internationalisation of everything",
        "é",
        "日本語",
        "😀",
        "\uD83D",
        "_B-1"
    };

    /** With the pieces apart, so that half a pair stays half a pair. */
    private static String wellFormed(String piece) {
        return piece.equals("\uD83D") ? "\uFFFD" : piece;
    }

    @Test
    void hashAndLookUpAreThoseOfTheText() {
        Random random = new Random(11);
        AttributeName name = new AttributeName();
        AttributeName source = new AttributeName();
        for (int trial = 0; trial < 3000; trial++) {
            StringBuilder text = new StringBuilder();
            name.clear();
            for (int k = random.nextInt(6); k > 0; k--) {
                String piece = PIECES[random.nextInt(PIECES.length)];
                text.append(wellFormed(piece));
                if (random.nextBoolean()) {
                    name.append(piece);
                } else {
                    source.clear().append("xyz");
                    int from = source.size();
                    name.append(source, from, source.append(piece).size());
                }
            }
            String expected = text.toString();
            Vocabulary.Builder builder = new Vocabulary.Builder();
            builder.add(expected + "x");
            builder.add("x" + expected);
            Vocabulary without = builder.build();
            int number = builder.add(expected);

            assertThat(name.toString()).isEqualTo(expected);
            assertThat(name.length()).isEqualTo(expected.length());
            assertThat(name.chars().toArray()).isEqualTo(expected.chars().toArray());
            assertThat(name.hash()).isEqualTo(Utf8.hash(expected));
            assertThat(builder.build().indexOf(name)).isEqualTo(number);
            assertThat(without.indexOf(name)).isEqualTo(without.indexOf(expected));
        }
    }

    @Test
    void numbersAreWrittenInDecimal() {
        assertThat(new AttributeName().append("_B").append(-12).append("_B+").append(3))
                .hasToString("_B-12_B+3");
    }
}
