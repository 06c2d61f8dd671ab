package org.espalier.feature.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.DataFormatException;
import org.espalier.data.NativeText;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.Recorder;
import org.espalier.feature.encoding.Extractors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WapitiPatternsTest {
    private static final Sequence SENTENCE = Sequence.of(
            List.of(
                    Token.ofColumns("He", "PRP", "1"),
                    Token.ofColumns("Reckons", "VBZ", "-1"),
                    Token.ofColumns("the", "DT", "x")),
            null);

    private static WapitiPatterns parse(String text) {
        return WapitiPatterns.parse(text, "p", StandardCharsets.UTF_8);
    }

    private static List<String> at(int position, String pattern) {
        return Recorder.of(parse(pattern), SENTENCE, position);
    }

    @Test
    void columnsFarAndNear() {
        assertThat(at(1, "u05:%x[-1,0]/%x[ 0,1]x%x[+1,1]")).containsExactly("u05:He/VBZxDT");
        assertThat(at(1, "U:%X[0,0]")).containsExactly("u:reckons");
        assertThat(at(0, "u:%x[@1,0]%x[@2,0]%x[@-1,0]%x[@-3,1]"))
                .containsExactly("u:HeReckonstheprp".replace("prp", "PRP"));
        assertThat(at(1, "u:%x[*2,0]")).containsExactly("u:He");
        assertThat(at(2, "u:%x[*2,0]")).containsExactly("u:the");
    }

    @Test
    void outsideTheSequence() {
        assertThat(at(0, "u:%x[-1,0]|%x[-4,0]|%x[-5,0]|%x[-9,0]")).containsExactly("u:_x-1|_x-4|_x-#|_x-#");
        assertThat(at(2, "u:%x[1,0]|%x[4,0]|%x[5,0]|%x[2147483646,0]")).containsExactly("u:_x+1|_x+4|_x+#|_x+#");
        assertThat(at(0, "u:%x[@0,0]|%x[@4,0]|%x[@-4,0]")).containsExactly("u:_x-1|_x+1|_x-1");
        assertThat(at(0, "u:%m[-1,0,\"\\d\"]%t[-7,0,\"#\"]".replace("#", "\\p$")))
                .containsExactly("u:1true");
    }

    @Test
    void kindsOfPatterns() {
        assertThat(at(0, "u\nb:%x[0,1]\n*:%x[0,1]\nb\n*x")).containsExactly("u", "*:PRP", "*x");
        assertThat(at(1, "u\nb:%x[0,1]\n*:%x[0,1]\nb\n*x"))
                .containsExactly("u", "step b:VBZ", "*:VBZ", "step *:VBZ", "*x", "step *x");
        assertThat(parse("u\nb\nb2").sharedPattern()).isEqualTo("b");
        assertThat(at(1, "*\nb2")).containsExactly("*", "step b2");
        assertThat(parse("u").sharedTransitions()).isFalse();
        assertThat(parse("*").sharedTransitions()).isTrue();
    }

    @Test
    void commentsAndBlanks() {
        WapitiPatterns patterns = parse("# all\nU1:%x[0,0]  \t# one\r\n\n   \nB # two\r\n*");

        assertThat(patterns.patterns()).containsExactly("u1:%x[0,0]", "b", "*");
        assertThat(patterns.columns()).containsExactly(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '~',
            value = {
                "^.?.?.? Reckons Rec",
                "^.?.?.? He He",
                ".?.?$ Reckons ns",
                "^\\u Reckons R",
                "\\u*$ ABc ~~",
                "^\\u\\u*$ ABC ABC",
                "\\l* abC ~~",
                "\\l\\l* abC a",
                "\\d.\\d x1-2y 1-2",
                "b? abc ~~",
                "ab?c xabc abc",
                "ab?c xac ac",
                "a.*c abcabc abc",
                "\\W ab-c -",
                "\\p\\P 'a 'a",
                "a\\.b a.b a.b",
                "a\\*b a*b a*b",
                "x$y x$y x$y",
                "a^b a^b a^b",
                "\\w*\\. abc.d abc.",
            })
    void expressions(String expression, String text, String found) {
        Sequence sequence = Sequence.ofWords(text);

        assertThat(Recorder.of(parse("u:%m[0,0,\"" + expression + "\"]"), sequence, 0))
                .containsExactly("u:" + (found == null ? "" : found));
    }

    @Test
    void testsAndCases() {
        assertThat(at(1, "u:%t[0,0,\"^\\u\"]%T[0,0,\"\\d\"]%M[0,0,\"^..\"]")).containsExactly("u:truefalsere");
        assertThat(at(0, "u:%m[0,0,\"\\\"\"]|")).containsExactly("u:|");
    }

    /** Wapiti forgets to take back what a failed way has counted. */
    @Test
    void aMatchIsAsLongAsWapitiThinks() {
        assertThat(Recorder.of(parse("u:%m[0,0,\"a?ab\"]|%x[0,0]"), Sequence.ofWords("abx"), 0))
                .containsExactly("u:abx|abx");
        // Beyond the end lies the zero byte, and with it the end of the name.
        assertThat(Recorder.of(parse("u:%m[0,0,\"a?ab\"]|%x[0,0]"), Sequence.ofWords("ab"), 0))
                .containsExactly("u:ab");
    }

    @Test
    void hostileExpressionsEnd() {
        String many = "a?".repeat(400) + "b";
        Sequence sequence = Sequence.ofWords("a".repeat(2000));

        assertThat(Recorder.of(parse("u:%t[0,0,\"" + many + "\"]%t[0,0,\"" + "a*".repeat(60) + "b$\"]"), sequence, 0))
                .containsExactly("u:falsefalse");
        assertThatThrownBy(() -> parse("u:%t[0,0,\"" + "a?".repeat(501) + "\"]"))
                .isInstanceOf(DataFormatException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '~',
            value = {
                "x 1",
                "u%y[0,0] 2",
                "u%x0,0] 4",
                "u%x[a,0] 5",
                "u%x[0;0] 6",
                "u%x[0,-1] 7",
                "u%x[0,0 8",
                "u%t[0,0] 8",
                "u%t[0,0,\"a] 10",
                "u%t[0,0,\"*a\"] 10",
                "u%t[0,0,\"a**\"] 10",
                "u%x[99999999999,0] 5",
                "u% 2",
                "u%x[*-1,0] 2",
            })
    void faultsAreReportedWithLineAndColumn(String pattern, int column) {
        assertThatThrownBy(() -> parse("u\n" + pattern))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("p:2")
                .hasMessageContaining("column " + column + ":");
    }

    @Test
    void aMissingColumnIsReported() {
        assertThatThrownBy(() -> at(0, "u:%x[1,7]"))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("token 2")
                .hasMessageContaining("u:%x[1,7]");
    }

    @Test
    void withoutPatternsEveryColumnIsAnAttribute() {
        WapitiPatterns none = WapitiPatterns.of(List.of(), StandardCharsets.UTF_8, false, "m");
        Sequence sequence =
                Sequence.of(List.of(Token.ofColumns("bx", "ua", "*é"), Token.ofColumns("b1", "*2", "u")), null);

        assertThat(Recorder.of(none, sequence, 0)).containsExactly("ua", "*é");
        assertThat(Recorder.of(none, sequence, 1)).containsExactly("*2", "u", "step b1", "step *2");
        assertThatThrownBy(() -> Recorder.of(none, SENTENCE, 0)).isInstanceOf(DataFormatException.class);

        List<String> names = new ArrayList<>();
        none.observations(sequence, name -> names.add(name.toString()));
        assertThat(names).containsExactly("ua", "*é", "bx", "*2", "u", "b1", "*2");
    }

    @Test
    void singleTokensSeeNoNeighbours() {
        WapitiPatterns patterns =
                WapitiPatterns.of(List.of("u:%x[-1,0]/%x[0,0]", "b"), StandardCharsets.UTF_8, true, "m");

        assertThat(Recorder.of(patterns, SENTENCE, 1)).containsExactly("uu:_x-1/Reckons");
        assertThat(Recorder.of(WapitiPatterns.of(List.of(), StandardCharsets.UTF_8, true, "m"), SENTENCE, 1))
                .containsExactly("uReckons", "uVBZ", "u-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "ISO-8859-1", "EUC-JP", "windows-1252"})
    void bytesNotCharacters(String name) throws Exception {
        Charset charset = Charset.forName(name);
        String text = name.equals("EUC-JP") ? "日本x" : "éßx";
        byte[] bytes = NativeText.encode(text, charset);
        WapitiPatterns whole = WapitiPatterns.parse("u:%x[0,0]%X[0,0]%t[0,0,\"\\p\"]", "p", charset);
        WapitiPatterns parts = WapitiPatterns.parse("u:%m[0,0,\"^.\"]|%m[0,0,\".$\"]", "p", charset);

        assertThat(Recorder.of(whole, Sequence.ofWords(text), 0)).containsExactly("u:" + text + text + "false");
        String cut = Recorder.of(parts, Sequence.ofWords(text), 0).get(0);
        if (!name.equals("EUC-JP")) {
            assertThat(NativeText.encode(cut, charset)).containsExactly('u', ':', bytes[0], '|', 'x');
        }
    }

    @Test
    void piecesOfACharacterJoinAgain() {
        WapitiPatterns patterns = parse("u:%m[0,0,\"^.\"]%m[0,0,\".$\"]\nu:%m[0,0,\"^.\"]");

        List<String> found = Recorder.of(patterns, Sequence.ofWords("é"), 0);

        assertThat(found.get(0)).isEqualTo("u:é");
        assertThat(found.get(1)).isEqualTo("u:" + Character.toString(0x10FEC3));
    }

    @Test
    void theDefinitionGivesTheSamePatterns() {
        for (WapitiPatterns patterns : List.of(
                parse("u:é%x[0,0]\nb\n*:%t[0,0,\"a\"]"),
                parse(""),
                WapitiPatterns.of(List.of("u #%x[0,0] "), StandardCharsets.ISO_8859_1, true, "m"))) {
            WapitiPatterns again = (WapitiPatterns) Extractors.from(patterns.definition());

            assertThat(again.patterns()).isEqualTo(patterns.patterns());
            assertThat(again.charset()).isEqualTo(patterns.charset());
            assertThat(again.singleTokens()).isEqualTo(patterns.singleTokens());
            assertThat(again.definition()).isEqualTo(patterns.definition());
        }
    }

    @Test
    void observersUseTheirMemoryAgain() {
        WapitiPatterns patterns = parse("u:%x[-1,0]/%X[0,1]/%m[1,0,\"^..\"]\nb:%x[0,0]");
        AttributeExtractor.Observer observer = patterns.observer();
        List<Sequence> sequences = List.of(SENTENCE, Sequence.of(List.of(Token.ofColumns("É", "ü")), null), SENTENCE);

        for (Sequence sequence : sequences) {
            for (int t = 0; t < sequence.length(); t++) {
                assertThat(Recorder.of(observer.observe(sequence), t)).isEqualTo(Recorder.of(patterns, sequence, t));
            }
        }
    }

    @Test
    void transitionsAreSharedOnlyIfOnePatternAloneGivesThem() {
        assertThat(patterns("u:%x[0,0]\nb\n").sharedPattern()).isEqualTo("b");
        assertThat(patterns("b\n*\nb:%x[0,0]\nb%x[0,0]\n").sharedPattern()).isEqualTo("b");
        assertThat(patterns("b\nu\nb\n").sharedPattern()).isNull();
        assertThat(patterns("*\n*\n").sharedPattern()).isNull();
        assertThat(patterns("b\nb%m[0,0,\"x\"]\n").sharedPattern()).isNull();
        assertThat(patterns("btrue\nb%t[0,0,\"x\"]\n").sharedPattern()).isNull();
        assertThat(patterns("b\nb%t[0,0,\"x\"]\n").sharedPattern()).isEqualTo("b");
        assertThat(patterns("b\nb2\n*\nb2\n").constantSteps()).containsExactly("b2", "*", "b2");
        assertThat(patterns("b\nb\nb%m[0,0,\"x\"]\n").constantSteps()).isEmpty();
    }

    private static WapitiPatterns patterns(String text) {
        return WapitiPatterns.parse(text, "patterns", StandardCharsets.UTF_8);
    }
}
