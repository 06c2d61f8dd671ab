package org.espalier.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class JsonLinesReaderTest {
    private static final DataOptions OPTIONS = DataOptions.JSONL;

    @Test
    void readsWordsLabelsAndWeights() {
        List<Sequence> sequences = Texts.read(
                OPTIONS,
                "{\"tokens\":[\"a\",\"b\"],\"labels\":[\"X\",null],\"weight\":2.0}\n\n{\"tokens\":[],\"labels\":[]}\n");
        assertThat(sequences).hasSize(2);
        assertThat(sequences.get(0).tokens()).containsExactly(Token.ofColumns("a"), Token.ofColumns("b"));
        assertThat(sequences.get(0).labels()).containsExactly("X", "?");
        assertThat(sequences.get(0).weight()).isEqualTo(2.0);
        assertThat(sequences.get(1).length()).isZero();
        assertThat(sequences.get(1).location()).isEqualTo(new Location("t.txt", 3));
    }

    @Test
    void readsNamedColumnsInTheOrderOfTheFirstToken() {
        List<Sequence> sequences = Texts.read(
                OPTIONS.withLabelled(false),
                "{\"tokens\":[{\"word\":\"2\",\"pos\":\"CD\"},{\"pos\":\"NNS\",\"word\":\"cups\"}]}\n"
                        + "{\"tokens\":[[\"of\",1.5]]}");
        assertThat(sequences.get(0).tokens())
                .containsExactly(Token.ofColumns("2", "CD"), Token.ofColumns("cups", "NNS"));
        assertThat(sequences.get(1).tokens()).containsExactly(Token.ofColumns("of", "1.5"));
        assertThat(sequences.get(0).labels()).isNull();
    }

    @Test
    void readsReadyMadeAttributes() {
        Sequence sequence = Texts.read(
                        OPTIONS,
                        "{\"tokens\":[{\"w\":\"a\",\"attributes\":{\"x\":1.5,\"flag\":true,\"off\":false,\"n\":-2}},"
                                + "{\"w\":\"b\",\"attributes\":[\"p\",\"q\"]},\"c\"],\"labels\":[\"X\",\"Y\",\"Z\"]}")
                .get(0);
        assertThat(sequence.tokens().get(0).attributes())
                .containsExactly(
                        new Attribute("x", 1.5), Attribute.of("flag"), new Attribute("off", 0), new Attribute("n", -2));
        assertThat(sequence.tokens().get(1).attributes()).containsExactly(Attribute.of("p"), Attribute.of("q"));
        assertThat(sequence.tokens().get(2)).isEqualTo(Token.ofColumns("c"));
        assertThat(sequence.tokens().get(0).columns()).containsExactly("a");
    }

    @Test
    void readsFeatureDictionariesWithOrWithoutTokens() {
        Sequence alone = Texts.read(
                        OPTIONS,
                        "{\"id\":1,\"features\":[{\"w\":\"a\",\"BOS\":true},[\"w:b\"]],\"labels\":[\"X\",\"Y\"]}")
                .get(0);
        assertThat(alone.tokens())
                .containsExactly(
                        Token.ofAttributes(List.of(Attribute.of("w:a"), Attribute.of("BOS"))),
                        Token.ofAttributes(List.of(Attribute.of("w:b"))));
        assertThat(alone.labels()).containsExactly("X", "Y");
        assertThat(alone.comments()).containsExactly("{\"id\":1}");
        assertThat(Texts.read(OPTIONS, JsonLinesFormatter.DEFAULT.format(alone))
                        .get(0)
                        .tokens())
                .isEqualTo(alone.tokens());
        Sequence beside = Texts.read(
                        OPTIONS,
                        "{\"tokens\":[{\"w\":\"a\",\"attributes\":[\"p\"]}],\"features\":[{\"n\":2}],\"labels\":[\"X\"]}")
                .get(0);
        assertThat(beside.tokens())
                .containsExactly(new Token(List.of("a"), List.of(Attribute.of("p"), new Attribute("n", 2))));
        assertThat(Texts.read(OPTIONS, "{\"features\":[],\"labels\":[]}").get(0).length())
                .isZero();
        refuses("{\"tokens\":[\"a\"],\"features\":[],\"labels\":[\"X\"]}", "features for 0 tokens, but 1 token;");
        refuses(
                "{\"tokens\":[\"a\"],\"features\":\"x\",\"labels\":[\"X\"]}",
                "\"features\" is a text; expected an array");
        refuses("{\"features\":[{\"a\":1},\"b\"],\"labels\":[\"X\",\"X\"]}", "token 2: the features are a text;");
        refuses("{\"features\":[{\"a\":1}],\"labels\":[]}", "0 labels for 1 tokens");
        refuses("{\"features\":[{\"a\":1}]}", "\"labels\" is missing");
        refuses(
                "{\"tokens\":[{\"w\":\"a\",\"suffixes\":[\"x\"]}],\"labels\":[\"X\"]}",
                "feature dictionaries, as in sklearn-crfsuite, belong in an array called \"features\"");
        refuses(
                "{\"tokens\":[{\"w\":\"a\",\"BOS\":true},{\"w\":\"b\"}],\"labels\":[\"X\",\"X\"]}",
                "belong in an array called \"features\"");
    }

    @Test
    void keepsOtherMembersAsComments() {
        Sequence sequence = Texts.read(
                        OPTIONS.withLabelled(false),
                        "{\"id\":\"x7\",\"tokens\":[\"a\"],\"comments\":[\"note\"],\"meta\":{\"page\":3}}")
                .get(0);
        assertThat(sequence.comments()).containsExactly("note", "{\"id\":\"x7\"}", "{\"meta\":{\"page\":3}}");
        assertThat(JsonLinesFormatter.DEFAULT.format(sequence))
                .isEqualTo("{\"id\":\"x7\",\"meta\":{\"page\":3},\"comments\":[\"note\"],\"tokens\":[\"a\"]}\n");
    }

    @Test
    void errorsSayWhatWasExpected() {
        refuses("[1]", "t.txt:1: expected a JSON object with \"tokens\"");
        refuses("{\"labels\":[]}", "\"tokens\" is missing; expected an array");
        refuses("{\"tokens\":\"a b\"}", "\"tokens\" is a text; expected an array");
        refuses(
                "{\"tokens\":[\"a\"]}",
                "\"labels\" is missing; expected an array with a label for each token, or read the file as unlabelled");
        refuses("{\"tokens\":[\"a\"],\"labels\":[]}", "t.txt:1: 0 labels for 1 tokens");
        refuses("{\"tokens\":[\"a\"],\"labels\":[1]}", "label 1 is a number; expected a text, or null");
        refuses("{\"tokens\":[\"a\"],\"labels\":[\"\"]}", "label 1 is empty");
        refuses("{\"tokens\":[null],\"labels\":[\"X\"]}", "token 1 is null");
        refuses("{\"tokens\":[{\"w\":null}],\"labels\":[\"X\"]}", "a column of token 1 is null");
        refuses("{\"tokens\":[{\"w\":\"a\"},{\"v\":\"b\"}],\"labels\":[\"X\",\"X\"]}", "token 2 has no \"w\"");
        refuses(
                "{\"tokens\":[{\"w\":\"a\"},{\"w\":\"b\",\"v\":\"b\"}],\"labels\":[\"X\",\"X\"]}",
                "token 2 has the new key \"v\"");
        refuses(
                "{\"tokens\":[\"a\",[\"b\",\"c\"]],\"labels\":[\"X\",\"X\"]}",
                "token 2 has 2 columns, expected 1 as the first token on line 1");
        refuses(
                "{\"tokens\":[\"a\"],\"labels\":[\"X\"],\"weight\":-1}",
                "\"weight\" is -1; expected a number of at least 0");
        refuses("{\"tokens\":[\"a\"],\"labels\":[\"X\"],\"weight\":\"2\"}", "\"weight\" is a text");
        refuses(
                "{\"tokens\":[{\"attributes\":{\"w\":[3]}}],\"labels\":[\"X\"]}",
                "token 1: an element of the feature 'w' is 3;");
        refuses("{\"tokens\":[{\"attributes\":3}],\"labels\":[\"X\"]}", "token 1: the features are a number");
        refuses("{\"tokens\":[\"a\"],\"labels\":[\"X\"],\"comments\":3}", "\"comments\" is a number");
        refuses("{\"tokens\":[\"a\"],\"tokens\":[]}", "t.txt:1:17: not JSON: the key \"tokens\" occurs twice");
    }

    private static void refuses(String line, String message) {
        assertThatThrownBy(() -> Texts.read(OPTIONS, line))
                .as(line)
                .isInstanceOf(DataFormatException.class)
                .hasMessageStartingWith("t.txt:1")
                .hasMessageContaining(message);
    }
}
