package org.espalier.feature.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.junit.jupiter.api.Test;

/** What is remembered must be what is expanded. */
final class TemplateMemoTest {
    private static final String[] WORDS = {"a", "b", "the", "Zürich", "日本", "😀", "_B-1", "x/y"};

    private static Sequence sequence(Random random, int columns) {
        List<Token> tokens = new ArrayList<>();
        for (int t = random.nextInt(7); t > 0; t--) {
            String[] texts = new String[columns];
            for (int c = 0; c < columns; c++) {
                texts[c] = WORDS[random.nextInt(WORDS.length)] + (random.nextInt(4) == 0 ? random.nextInt(50) : "");
            }
            tokens.add(Token.ofColumns(texts));
        }
        return Sequence.of(tokens, null);
    }

    private static String template(Random random) {
        StringBuilder text = new StringBuilder("B\n");
        for (int line = 0; line < 8; line++) {
            text.append(random.nextInt(4) == 0 ? "B" : "U").append(line).append(':');
            for (int k = random.nextInt(4); k >= 0; k--) {
                text.append("%x[")
                        .append(random.nextInt(7) - 3)
                        .append(',')
                        .append(random.nextInt(2))
                        .append("]/");
            }
            text.append('\n');
        }
        return text.append("U\n").toString();
    }

    private static Encoder encoder(Template template, List<Sequence> data, boolean boundaries) {
        Encoder.Builder builder = new Encoder.Builder(template, boundaries);
        List<EncodedSequence> encoded = new ArrayList<>();
        data.forEach(sequence -> encoded.add(builder.add(sequence)));
        return builder.build(1, encoded);
    }

    private static List<String> written(EncodedSequence encoded) {
        List<String> text = new ArrayList<>();
        for (int t = 0; t < encoded.length(); t++) {
            for (int k = encoded.begin(t); k < encoded.begin(t + 1); k++) {
                text.add(t + " " + encoded.attribute(k) + " " + encoded.value(k));
            }
            for (int k = encoded.transitionBegin(t); k < encoded.transitionBegin(t + 1); k++) {
                text.add(t + " step " + encoded.transitionAttribute(k) + " " + encoded.transitionValue(k));
            }
        }
        return text;
    }

    @Test
    void isWhatTheExpansionGives() {
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            Template template = Template.parse(template(random), "t");
            List<Sequence> known = new ArrayList<>();
            for (int n = 0; n < 30; n++) {
                known.add(sequence(random, 2));
            }
            Encoder encoder = encoder(template, known, random.nextBoolean());
            Encoder.Reusable reusable = encoder.reusable();
            for (int n = 0; n < 60; n++) {
                Sequence sequence = sequence(random, 2);
                assertThat(written(reusable.encode(sequence)))
                        .as(template.toString())
                        .isEqualTo(written(encoder.encode(sequence)));
            }
        }
    }

    @Test
    void farWindowsAndTemplatesOfOneBiasWork() {
        Random random = new Random(3);
        List<Sequence> data = List.of(sequence(random, 1), Sequence.ofWords("a", "b", "a"), Sequence.ofWords());
        for (String text : List.of("U00:%x[-2000000000,0]/%x[2000000000,0]", "U", "U0:%x[100,0]/%x[-100,0]")) {
            Encoder encoder = encoder(Template.parse(text, "t"), data, true);
            Encoder.Reusable reusable = encoder.reusable();
            for (Sequence sequence : data) {
                assertThat(written(reusable.encode(sequence))).isEqualTo(written(encoder.encode(sequence)));
            }
        }
    }

    @Test
    void aMissingColumnIsToldInTheSameWords() {
        Sequence full = Sequence.of(List.of(Token.ofColumns("a", "b"), Token.ofColumns("c", "d")), null);
        Sequence short2 = Sequence.of(List.of(Token.ofColumns("a", "b"), Token.ofColumns("c")), null);
        Encoder encoder =
                encoder(Template.parse("U0:%x[0,0]\nU1:%x[1,0]/%x[1,1]\nU2:%x[0,1]", "t"), List.of(full), false);
        Encoder.Reusable reusable = encoder.reusable();
        List<String> before = written(reusable.encode(full));

        Throwable expected = catchThrowable(() -> encoder.encode(short2));

        assertThatThrownBy(() -> reusable.encode(short2))
                .isInstanceOf(DataFormatException.class)
                .hasMessage(expected.getMessage());
        assertThat(written(reusable.encode(full))).isEqualTo(before);
    }

    @Test
    void forgettingChangesNothing() {
        List<Sequence> known = List.of(Sequence.ofWords("w1", "w2", "w70000", "w2"));
        Encoder encoder = encoder(Template.parse("U0:%x[0,0]\nU1:%x[-1,0]/%x[0,0]", "t"), known, false);
        Encoder.Reusable reusable = encoder.reusable();
        for (int n = 0; n < 300; n++) {
            String[] words = new String[1000];
            for (int t = 0; t < words.length; t++) {
                words[t] = "w" + (1000 * n + t); // more different ones than are kept
            }
            reusable.encode(Sequence.ofWords(words));
        }

        assertThat(written(reusable.encode(known.get(0)))).isEqualTo(written(encoder.encode(known.get(0))));
    }
}
