package org.espalier.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JsonInstanceTest {

    private static Sequence one(DataOptions options, String line) {
        return Texts.read(options, line + "\n").get(0);
    }

    @Test
    void documents() {
        Sequence read = one(DataOptions.JSONL, "{\"id\":7,\"text\":\"Win now\",\"label\":\"spam\",\"weight\":2}");
        assertThat(read.tokens()).containsExactly(new Token(List.of("Win now"), List.of(), List.of("text")));
        assertThat(read.labels()).containsExactly("spam");
        assertThat(read.weight()).isEqualTo(2);
        assertThat(JsonLinesFormatter.DEFAULT.format(read))
                .isEqualTo("{\"id\":7,\"text\":\"Win now\",\"label\":\"spam\",\"weight\":2.0}\n");
    }

    @Test
    void namedFields() {
        DataOptions options = DataOptions.JSONL.withInstances(
                InstanceOptions.DEFAULTS.withLabel("y").withWeight("w").withIgnored(Set.of("id")));
        Sequence read =
                one(options, "{\"id\":7,\"age\":39,\"job\":\"cook\",\"ok\":true,\"gone\":null,\"y\":1,\"w\":3}");
        assertThat(read.tokens())
                .containsExactly(
                        new Token(List.of("39", "cook", "true", ""), List.of(), List.of("age", "job", "ok", "gone")));
        assertThat(read.labels()).containsExactly("1");
        assertThat(read.weight()).isEqualTo(3);
        assertThat(read.comments()).containsExactly("{\"id\":7}");
    }

    @Test
    void features() {
        Sequence read = one(
                DataOptions.JSONL,
                "{\"label\":true,\"features\":{\"a\":1.5,\"b\":\"x\",\"c\":true,\"d\":false,\"e\":null}}");
        assertThat(read.tokens().get(0).attributes())
                .containsExactly(
                        new Attribute("a", 1.5), Attribute.of("b:x"), Attribute.of("c"), new Attribute("d", 0));
        assertThat(read.labels()).containsExactly("true");
        Sequence again =
                one(DataOptions.JSONL, JsonLinesFormatter.DEFAULT.format(read).strip());
        assertThat(again.tokens()).isEqualTo(read.tokens());
        assertThat(one(DataOptions.JSONL, "{\"label\":\"a\",\"features\":[\"u\",\"v\"]}")
                        .tokens()
                        .get(0)
                        .attributes())
                .containsExactly(Attribute.of("u"), Attribute.of("v"));
    }

    @Test
    void unlabelledInstancesAndSequencesAreToldApart() {
        DataOptions options = DataOptions.JSONL.withLabelled(false);
        assertThat(one(options, "{\"text\":\"a b\"}").tokens().get(0).columns()).containsExactly("a b");
        assertThat(one(options, "{\"age\":3}").tokens().get(0).names()).containsExactly("age");
        assertThat(one(options, "{\"text\":\"a b\",\"label\":\"x\"}").labels()).containsExactly("x");
        assertThat(one(options, "{\"tokens\":[\"a\",\"b\"]}").length()).isEqualTo(2);
        assertThatThrownBy(() -> one(options, "{\"token\":[\"a\",\"b\"]}"))
                .hasMessageContaining("\"tokens\" is missing");
        assertThat(one(DataOptions.JSONL, "{\"label\":null,\"text\":\"\"}").labels())
                .containsExactly("?");
    }

    @Test
    void mistakesAreNamedWithTheirPlace() {
        refused("{\"text\":\"a\"}", "t.txt:1: \"label\" is missing");
        refused("{\"label\":\" \",\"text\":\"a\"}", "t.txt:1: \"label\" is empty");
        refused("{\"label\":[1],\"text\":\"a\"}", "t.txt:1: \"label\" is an array");
        refused("{\"label\":1,\"text\":2}", "t.txt:1: \"text\" is a number; expected a text");
        refused("{\"label\":1,\"x\":{}}", "t.txt:1: the field \"x\" is an object");
        refused("{\"label\":1,\"features\":3}", "t.txt:1: the features are a number");
        refused("{\"label\":1,\"features\":{\"a\":[2]}}", "t.txt:1: an element of the feature 'a' is 2;");
        refused("{\"label\":1,\"features\":[1]}", "t.txt:1: a feature is 1;");
        refused("{\"label\":1,\"x\":1,\"weight\":-1}", "t.txt:1: \"weight\" is -1");
    }

    private static void refused(String line, String message) {
        assertThatThrownBy(() -> one(DataOptions.JSONL, line))
                .isInstanceOf(DataFormatException.class)
                .hasMessageStartingWith(message);
    }
}
