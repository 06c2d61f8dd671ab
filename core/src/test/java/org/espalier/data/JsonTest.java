package org.espalier.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    @Test
    void parsesEveryKindOfValueInOrder() {
        Object value = Json.parse(" {\"b\" : [1, -2.5e1, true,false , null, \"x\"], \"a\":{}, \"\":[]} ");
        Map<String, Object> expected = new LinkedHashMap<>();
        expected.put("b", Arrays.asList(1L, -25.0, true, false, null, "x"));
        expected.put("a", Map.of());
        expected.put("", List.of());
        assertThat(value).isEqualTo(expected);
        assertThat(((Map<?, ?>) value).keySet().toArray()).containsExactly("b", "a", "");
    }

    @Test
    void decodesEscapesAndSurrogates() {
        assertThat(Json.parse("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u0000\\uD83D\\uDE00\uD83D\uDE00\""))
                .isEqualTo("\"\\/\b\f\n\r\t\u00e9\0\uD83D\uDE00\uD83D\uDE00");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[",
                "\"",
                "[1,]",
                "{\"a\":1,}",
                "{a:1}",
                "{\"a\" 1}",
                "{\"a\":1 \"b\":2}",
                "[1 2]",
                "01",
                "-",
                "+1",
                "1.",
                ".5",
                "1e",
                "1e+",
                "NaN",
                "Infinity",
                "nul",
                "tru",
                "truex",
                "1 2",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u12G4\"",
                "\"\t\"",
                "\"\\uD83D\"",
                "\"\\uDE00\"",
                "\"\\uD83D\\u0041\"",
                "1e999",
                "{\"a\":1,\"a\":2}",
                "'a'",
                "[1]]",
                "\"\\u\u0661234\"",
                "\"\\"
            })
    void refusesWhatIsNotJson(String text) {
        assertThatThrownBy(() -> Json.parse(text, new Location("f", 3)))
                .isInstanceOf(DataFormatException.class)
                .hasMessageStartingWith("f:3:")
                .hasMessageContaining("not JSON: ");
    }

    @Test
    void namesTheCharacter() {
        assertThatThrownBy(() -> Json.parse("{\"a\":1,\"a\":2}", new Location("f", 3)))
                .hasMessage("f:3:8: not JSON: the key \"a\" occurs twice in the object");
        assertThatThrownBy(() -> Json.parse("[1, x]", new Location("f", 3)))
                .hasMessageStartingWith("f:3:5: not JSON: found 'x'");
    }

    @Test
    void limitsTheDepth() {
        assertThat(Json.parse("[".repeat(100) + "]".repeat(100))).isInstanceOf(List.class);
        assertThatThrownBy(() -> Json.parse("[".repeat(1_000_000)))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("nested more than 100 deep");
    }

    @ParameterizedTest
    @CsvSource({
        "0.0, 0.0",
        "-0.0, -0.0",
        "1, 1.0",
        "0.1, 0.1",
        "100, 100.0",
        "1e15, 1000000000000000.0",
        "1e16, 1.0E16",
        "1e23, 1.0E23",
        "0.00001, 0.00001",
        "0.000001, 1.0E-6",
        "5.684341886080802E-14, 5.684341886080802E-14",
        "2e-3, 0.002",
        "4.9E-324, 4.9E-324",
        "1.7976931348623157E308, 1.7976931348623157E308",
        "-123.456, -123.456",
        "0.30000000000000004, 0.30000000000000004"
    })
    void writesTheShortestNumber(double value, String expected) {
        assertThat(Json.write(value)).isEqualTo(expected);
    }

    @Test
    void numbersReadBackAsTheSameBits() {
        long seed = 7;
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            double value = i % 2 == 0 ? Double.longBitsToDouble(random.nextLong()) : random.nextGaussian();
            if (Double.isFinite(value)) {
                String text = Json.write(value);
                assertThat(Double.parseDouble(text))
                        .as("seed %d, number %d", seed, i)
                        .isEqualTo(value);
                assertThat(new BigDecimal(text).stripTrailingZeros().precision())
                        .isLessThanOrEqualTo(17);
                assertThat(text.length()).isLessThanOrEqualTo(25);
            }
        }
    }

    @Test
    void whatIsWrittenReadsBack() {
        long seed = 11;
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            Object value = randomValue(random, 4);
            assertThat(Json.parse(Json.write(value)))
                    .as("seed %d, value %d", seed, i)
                    .isEqualTo(value);
            assertThat(Json.parse(Json.writeIndented(value)))
                    .as("seed %d, value %d", seed, i)
                    .isEqualTo(value);
            assertThat(Json.write(value)).doesNotContain("\n");
        }
    }

    private static Object randomValue(Random random, int depth) {
        switch (random.nextInt(depth > 0 ? 7 : 5)) {
            case 0:
                return random.nextBoolean();
            case 1:
                return (long) random.nextInt();
            case 2:
                return random.nextGaussian() * 1e10;
            case 3:
                return "";
            case 4:
                StringBuilder text = new StringBuilder();
                for (int i = random.nextInt(12); i > 0; i--) {
                    int c = random.nextInt(4) == 0 ? random.nextInt(0x10FFFF) : random.nextInt(128);
                    text.appendCodePoint(c >= 0xD800 && c < 0xE000 ? 'x' : c);
                }
                return text.toString();
            case 5:
                List<Object> list = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    list.add(randomValue(random, depth - 1));
                }
                return list;
            default:
                Map<String, Object> map = new LinkedHashMap<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    map.put("k" + random.nextInt(100), randomValue(random, depth - 1));
                }
                return map;
        }
    }

    @Test
    void indents() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("a", List.of(1, 2.5));
        map.put("b", Map.of());
        assertThat(Json.writeIndented(map)).isEqualTo("{\n  \"a\": [\n    1,\n    2.5\n  ],\n  \"b\": {}\n}\n");
        assertThat(Json.write(map)).isEqualTo("{\"a\":[1,2.5],\"b\":{}}");
    }

    @Test
    void refusesWhatJsonCannotHold() {
        assertThatThrownBy(() -> Json.write(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Json.write(Float.POSITIVE_INFINITY)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Json.write(new Object())).hasMessageContaining("java.lang.Object");
        assertThatThrownBy(() -> Json.write(Map.of(1, 2))).isInstanceOf(IllegalArgumentException.class);
        assertThat(Json.write("\uD800a")).isEqualTo("\"\\ud800a\"");
    }
}
