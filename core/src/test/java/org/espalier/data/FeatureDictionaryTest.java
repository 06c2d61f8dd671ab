package org.espalier.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class FeatureDictionaryTest {

    @Test
    void everyKindOfValue() {
        Map<String, Object> features = new LinkedHashMap<>();
        features.put("length", 4);
        features.put("share", 0.5);
        features.put("upper", true);
        features.put("digits", false);
        features.put("word", "Main");
        features.put("next", Map.of("suffixes", List.of("t", "St")));
        features.put("shapes", new TreeSet<>(List.of("Xx", "X")));
        features.put("missing", null);
        features.put("none", List.of());
        features.put("empty", "");

        assertThat(FeatureDictionary.attributes(features))
                .containsExactly(
                        new Attribute("length", 4),
                        new Attribute("share", 0.5),
                        new Attribute("upper", 1),
                        new Attribute("digits", 0),
                        Attribute.of("word:Main"),
                        Attribute.of("next:suffixes:t"),
                        Attribute.of("next:suffixes:St"),
                        Attribute.of("shapes:X"),
                        Attribute.of("shapes:Xx"),
                        Attribute.of("empty:"));
        assertThat(FeatureDictionary.attributes(List.of("word=Main", "upper")))
                .containsExactly(Attribute.of("word=Main"), Attribute.of("upper"));
    }

    /** The mixed example of python-crfsuite's documentation, and those of its class ItemSequence. */
    @Test
    void theExamplesOfPythonCrfsuite() {
        assertThat(Texts.read(
                                DataOptions.JSONL.withLabelled(false),
                                "{\"features\": [[\"foo\"], {\"bar\": {\"baz\": 1}}, {\"foo\": 1.5, \"baz\": 2},"
                                        + " {\"key1\": 0.25, \"key2\": \"value\", \"key3\": true,"
                                        + " \"key4\": {\"key5\": [\"x\", \"y\"], \"key6\": -3}}]}")
                        .get(0)
                        .tokens()
                        .stream()
                        .map(Token::attributes))
                .containsExactly(
                        List.of(Attribute.of("foo")),
                        List.of(new Attribute("bar:baz", 1)),
                        List.of(new Attribute("foo", 1.5), new Attribute("baz", 2)),
                        List.of(
                                new Attribute("key1", 0.25),
                                Attribute.of("key2:value"),
                                Attribute.of("key3"),
                                Attribute.of("key4:key5:x"),
                                Attribute.of("key4:key5:y"),
                                new Attribute("key4:key6", -3)));
    }

    @Test
    void whatPythonRefusesIsRefused() {
        refused(Map.of("when", new StringBuilder[0]), "the feature 'when' is [");
        refused(Map.of("a", Map.of("b", List.of("x", 1))), "an element of the feature 'a:b' is 1;");
        refused(Map.of("a", List.of(List.of("x"))), "an element of the feature 'a' is a list;");
        refused(Map.of("a", List.of(Map.of("x", 1))), "an element of the feature 'a' is a dictionary;");
        refused(Map.of("a", Double.NaN), "attribute 'a' has the value NaN;");
        assertThatThrownBy(() -> FeatureDictionary.attributes(List.of(true)))
                .hasMessage("a feature is true; expected a text in a list of features");
        assertThatThrownBy(() -> FeatureDictionary.attributes(Arrays.asList("x", null)))
                .hasMessageStartingWith("a feature is null;");
    }

    private static void refused(Map<String, Object> features, String beginning) {
        assertThatThrownBy(() -> FeatureDictionary.attributes(features))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(beginning);
    }

    /** Random dictionaries give the attributes of plain recursion, whichever way they come in. */
    @Test
    void jsonAndJavaGiveTheSameAttributes() {
        Random random = new Random(11);
        for (int n = 0; n < 300; n++) {
            Map<String, Object> features = dictionary(random, 0);
            List<Attribute> expected = new ArrayList<>();
            flat("", features, expected);

            String json = Json.write(features);
            assertThat(FeatureDictionary.attributes(features)).isEqualTo(expected);
            assertThat(attributes("{\"features\": [" + json + "]}")).isEqualTo(expected);
            assertThat(attributes("{\"tokens\": [{\"attributes\": " + json + "}]}"))
                    .isEqualTo(expected);
            assertThat(attributes("{\"label\": 1, \"features\": " + json + "}")).isEqualTo(expected);
        }
    }

    private static List<Attribute> attributes(String line) {
        return Texts.read(DataOptions.JSONL.withLabelled(false), line)
                .get(0)
                .tokens()
                .get(0)
                .attributes();
    }

    private static Map<String, Object> dictionary(Random random, int depth) {
        Map<String, Object> features = new TreeMap<>();
        for (int n = 1 + random.nextInt(5); n > 0; n--) {
            String key = "k" + random.nextInt(50);
            switch (random.nextInt(depth < 3 ? 5 : 4)) {
                case 0 -> features.put(key, random.nextInt(9) / 4.0);
                case 1 -> features.put(key, random.nextBoolean());
                case 2 -> features.put(key, "v:" + random.nextInt(9));
                case 3 -> features.put(key, List.of("x", "\u05D0" + random.nextInt(9)));
                default -> features.put(key, dictionary(random, depth + 1));
            }
        }
        return features;
    }

    private static void flat(String prefix, Map<?, ?> features, List<Attribute> out) {
        for (Map.Entry<?, ?> entry : features.entrySet()) {
            String name = prefix + entry.getKey();
            if (entry.getValue() instanceof Double value) {
                out.add(new Attribute(name, value));
            } else if (entry.getValue() instanceof Boolean value) {
                out.add(new Attribute(name, value ? 1.0 : 0.0));
            } else if (entry.getValue() instanceof String value) {
                out.add(new Attribute(name + ":" + value, 1.0));
            } else if (entry.getValue() instanceof List<?> values) {
                for (Object value : values) {
                    out.add(new Attribute(name + ":" + value, 1.0));
                }
            } else {
                flat(name + ":", (Map<?, ?>) entry.getValue(), out);
            }
        }
    }
}
