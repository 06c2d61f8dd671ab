package org.espalier.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NativeTextTest {
    private static String decode(byte[] bytes) throws CharacterCodingException {
        return NativeText.decode(bytes, 0, bytes.length, StandardCharsets.UTF_8);
    }

    @Test
    void validTextIsItself() throws CharacterCodingException {
        for (String text : new String[] {"", "abc", "é", "日本", "\uD83D\uDE00x", "\uFFFD", "\uDBFF\uDFFD"}) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);

            assertThat(decode(bytes)).isEqualTo(text);
            assertThat(NativeText.encode(text, StandardCharsets.UTF_8)).isEqualTo(bytes);
        }
    }

    @Test
    void aCutCharacterIsKept() throws CharacterCodingException {
        byte[] cut = {'a', (byte) 0xE6, (byte) 0x97};

        String text = decode(cut);

        assertThat(text).isEqualTo("a" + Character.toString(0x10FEE6) + Character.toString(0x10FE97));
        assertThat(NativeText.encode(text, StandardCharsets.UTF_8)).isEqualTo(cut);
        assertThat(NativeText.hasRawBytes(text)).isTrue();
        assertThat(NativeText.hasRawBytes("a日\uDBFF\uDFFD")).isFalse();
    }

    @Test
    void noTwoByteStringsBecomeTheSameText() throws CharacterCodingException {
        Random random = new Random(7);
        byte[] alphabet = {
            'a',
            (byte) 0x80,
            (byte) 0xBF,
            (byte) 0xBE,
            (byte) 0xC3,
            (byte) 0xE0,
            (byte) 0xED,
            (byte) 0xF4,
            (byte) 0x8F,
            (byte) 0xFE
        };
        Set<String> texts = new HashSet<>();
        Set<String> originals = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(7)];
            for (int k = 0; k < bytes.length; k++) {
                bytes[k] = alphabet[random.nextInt(alphabet.length)];
            }
            String text = decode(bytes);

            assertThat(NativeText.encode(text, StandardCharsets.UTF_8)).isEqualTo(bytes);
            texts.add(text);
            originals.add(new String(bytes, StandardCharsets.ISO_8859_1));
        }
        assertThat(texts).hasSameSizeAs(originals);
    }

    @Test
    void aTextThatHoldsAnEscapeIsTakenByteByByte() throws CharacterCodingException {
        byte[] bytes = Character.toString(0x10FE97).getBytes(StandardCharsets.UTF_8);

        assertThat(decode(bytes).codePointCount(0, decode(bytes).length())).isEqualTo(4);
        assertThat(NativeText.encode(decode(bytes), StandardCharsets.UTF_8)).isEqualTo(bytes);
    }

    @Test
    void otherEncodingsAreStrict() throws CharacterCodingException {
        Charset japanese = Charset.forName("EUC-JP");
        byte[] bytes = "日本".getBytes(japanese);

        assertThat(NativeText.decode(bytes, 0, 4, japanese)).isEqualTo("日本");
        assertThatThrownBy(() -> NativeText.decode(bytes, 0, 3, japanese)).isInstanceOf(CharacterCodingException.class);
        assertThatThrownBy(() -> NativeText.encode("日", StandardCharsets.ISO_8859_1))
                .isInstanceOf(CharacterCodingException.class);
    }
}
