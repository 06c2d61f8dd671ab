package org.espalier.feature.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.Attribute;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Extractors;
import org.espalier.feature.text.FeatureSet;
import org.junit.jupiter.api.Test;

class KernelFeaturesTest {
    private static Sequence point(String text, double... values) {
        Attribute[] attributes = new Attribute[values.length];
        for (int k = 0; k < values.length; k++) {
            attributes[k] = new Attribute("a" + k, values[k]);
        }
        return Sequence.of(List.of(new Token(List.of("first", text), List.of(attributes))), null);
    }

    private static KernelFeatures features(String kernel, AttributeExtractor inner, Sequence... support) {
        KernelFunction function = KernelFunction.parse(kernel);
        Vocabulary.Builder names = new Vocabulary.Builder();
        names.add("an attribute that no point has");
        PointReader reader = new PointReader(function, inner, names::add);
        List<Point> points = Arrays.stream(support).map(s -> reader.read(s, 0)).toList();
        return KernelFeatures.of(function, inner, names.build(), points);
    }

    private static Map<String, Double> extract(AttributeExtractor extractor, Sequence sequence) {
        Map<String, Double> found = new LinkedHashMap<>();
        extractor.observe(sequence).extract(0, new AttributeSink() {
            @Override
            public void state(CharSequence name, double value) {
                found.put(name.toString(), value);
            }

            @Override
            public void transition(CharSequence name, double value) {
                throw new AssertionError(name);
            }
        });
        return found;
    }

    @Test
    void reportsTheBiasAndTheKernelWithEverySupportPoint() {
        KernelFeatures features =
                features("linear", new GivenAttributes(), point("", 1, 2), point("", 0, 0, 5), point("", -1));

        assertThat(extract(features, point("", 3, 4)))
                .containsExactly(Map.entry("__BIAS__", 1.0), Map.entry("point[0]", 11.0), Map.entry("point[2]", -3.0));
    }

    /** a1 is in no support point: it adds to the distance all the same. */
    @Test
    void unknownAttributesCountInDistances() {
        KernelFeatures features = features("rbf(gamma=0.1)", new GivenAttributes(), point("", 1));

        assertThat(extract(features, point("", 1, 2)).get("point[0]")).isCloseTo(Math.exp(-0.4), within(1e-14));
    }

    @Test
    void anAttributeThatStandsTwiceCountsWithItsSum() {
        Sequence twice = Sequence.of(
                List.of(Token.ofAttributes(
                        List.of(new Attribute("a0", 1), new Attribute("b", 7), new Attribute("a0", 2)))),
                null);

        assertThat(extract(features("linear", new GivenAttributes(), point("", 10)), twice))
                .containsEntry("point[0]", 30.0);
    }

    @Test
    void itsDefinitionGivesItBack() {
        for (String kernel : List.of(
                "rbf(gamma=0.5)",
                "tree(column=1)",
                "normalised(string(column=1,length=1))+0.1*polynomial",
                "spectrum(column=1,length=1)*linear")) {
            KernelFeatures features = features(
                    kernel, new GivenAttributes(), point("(S a)", 1, 1e-7, 1 / 3.0), point("(S (T \"b\\\n))", 2, -1));
            FeatureDefinition definition = features.definition();
            AttributeExtractor back = Extractors.from(definition);
            Sequence x = point("(S (T \"b\\\n))", 0.3, 0.2, 0.1);

            assertThat(definition.kind()).isEqualTo("kernel");
            assertThat(extract(back, x)).isEqualTo(extract(features, x)).hasSizeGreaterThan(1);
            assertThat(back.definition()).isEqualTo(definition);
            assertThat(definition.text()) // in a fixed order: equal models give equal bytes
                    .containsSubsequence("\"kernel\":", "\"inner\":", "\"kind\":", "\"text\":", "\"attributes\":");
            assertThat(back.columns()).isEqualTo(features.columns());
        }
    }

    @Test
    void theInnerExtractorMayBeAFeatureSet() {
        KernelFeatures features = features(
                "linear", FeatureSet.parse("lower,suffixes(2)"), Sequence.ofWords("Dogs"), Sequence.ofWords("cat"));
        AttributeExtractor back = Extractors.from(features.definition());

        assertThat(extract(back, Sequence.ofWords("dogs"))).containsEntry("point[0]", 2.0);
        assertThat(extract(back, Sequence.ofWords("cogs"))).containsEntry("point[0]", 1.0);
    }

    @Test
    void aDamagedDefinitionIsRefused() {
        FeatureDefinition good = features("tree(column=1)", new GivenAttributes(), point("(S a)", 1))
                .definition();
        for (String damaged : List.of(
                "7",
                "{}",
                good.text().replace("tree", "three"),
                good.text().replace("\"columns\":[", "\"columns\":[7,"),
                good.text().replace("\"points\"", "\"pints\""),
                good.text().replace("\"points\":[\"", "\"points\":[\"5:1"))) {
            assertThatThrownBy(() -> Extractors.from(new FeatureDefinition("kernel", damaged, Map.of())))
                    .as(damaged)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aMissingColumnIsSaid() {
        assertThatThrownBy(() -> features("string(column=2)", new GivenAttributes(), point("x")))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("has 2 columns, but the kernel reads column 2 (counted from 0)");
    }
}
