package org.espalier.feature.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.Recorder;
import org.espalier.feature.template.Template;
import org.espalier.feature.text.Feature;
import org.espalier.feature.text.FeatureSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExtractorsTest {
    private static final Sequence SEQUENCE = Sequence.of(
            List.of(
                    new Token(List.of("Tea", "N"), List.of(new Attribute("x", -2.5), Attribute.of("y"))),
                    new Token(List.of("pot", "N"), List.of(new Attribute("zero", 0)))),
            null);

    /** An extractor of one's own, as the user page has it. */
    private record Vowels() implements AttributeExtractor {
        @Override
        public void extract(Sequence sequence, int position, AttributeSink sink) {
            String word = sequence.tokens().get(position).columns().get(0);
            sink.state(
                    "vowels", word.chars().filter(c -> "aeiou".indexOf(c) >= 0).count());
        }

        @Override
        public boolean sharedTransitions() {
            return false;
        }

        @Override
        public FeatureDefinition definition() {
            return new FeatureDefinition("my-vowels", "", Map.of());
        }
    }

    @Test
    void givenAttributesPassThroughWithTheirValues() {
        GivenAttributes given = new GivenAttributes();
        assertThat(Recorder.of(given, SEQUENCE, 0)).containsExactly("x:-2.5", "y");
        assertThat(Recorder.of(given, SEQUENCE, 1)).containsExactly("zero:0.0");
        assertThat(given.sharedTransitions()).isTrue();
        assertThat(Extractors.from(given.definition())).isInstanceOf(GivenAttributes.class);
    }

    @Test
    void everyBuiltInExtractorComesBackFromItsDefinition() {
        Template template = Template.parse("# first\nU:%x[0,0]\nB:%x[0,1]\n", "t");
        FeatureSet features = FeatureSet.of(Feature.lower(0, 0), Feature.gazetteer("tea", List.of("tea pot"), 0, 0));
        AttributeExtractor all = Extractors.combine(List.of(template, new GivenAttributes(), features));
        for (AttributeExtractor extractor : List.of(template, features, all, Extractors.combine(template, all))) {
            AttributeExtractor again = Extractors.from(extractor.definition());
            assertThat(again.definition()).isEqualTo(extractor.definition());
            assertThat(again.sharedTransitions()).isEqualTo(extractor.sharedTransitions());
            assertThat(again.columns()).isEqualTo(extractor.columns());
            for (int position = 0; position < 2; position++) {
                assertThat(Recorder.of(again, SEQUENCE, position))
                        .isEqualTo(Recorder.of(extractor, SEQUENCE, position));
            }
        }
        assertThat(Recorder.of(all, SEQUENCE, 1))
                .containsExactly("U:pot", "step B:N", "zero:0.0", "low=pot", "gaz=I-tea");
        assertThat(all.columns()).containsExactly(0, 1);
        assertThat(all.sharedTransitions()).isTrue();
        AttributeExtractor.Observation observation = all.observe(SEQUENCE);
        assertThat(Recorder.of(observation, 1)).isEqualTo(Recorder.of(all, SEQUENCE, 1));
    }

    @Test
    void combinationsFitTheirParts() {
        AttributeExtractor fitted = Extractors.combine(FeatureSet.parse("columns"), new GivenAttributes())
                .fit(List.of(SEQUENCE));
        assertThat(Recorder.of(fitted, SEQUENCE, 1)).containsExactly("c1=N", "zero:0.0");
    }

    @Test
    void ownExtractorsAreMadeByTheCaller() {
        AttributeExtractor both = Extractors.combine(new Vowels(), new GivenAttributes());
        AttributeExtractor again = Extractors.from(both.definition(), definition -> new Vowels());
        assertThat(Recorder.of(again, SEQUENCE, 0)).containsExactly("vowels:2.0", "x:-2.5", "y");
        assertThatThrownBy(() -> Extractors.from(both.definition()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'my-vowels', which is not built in");
    }

    @Test
    void gazetteersOfTheSameNameMustBeTheSame() {
        AttributeExtractor clash = Extractors.combine(
                FeatureSet.of(Feature.gazetteer("g", List.of("a"), 0, 0)),
                FeatureSet.of(Feature.gazetteer("g", List.of("b"), 0, 0)));
        assertThatThrownBy(clash::definition).hasMessageContaining("two gazetteers have the name 'g'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "attributes",
                "attributes 0",
                "attributes 0\n",
                "attributes 7\n\n",
                "attributes 99999999999\n\n",
                "attributes x\n\n",
                "attributes 0\n\nrest",
                "combined 14\nattributes 0\n\n\n"
            })
    void damagedCombinationsAreRefused(String text) {
        assertThatThrownBy(() -> Extractors.from(new FeatureDefinition("combined", text, Map.of())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the definition of the combined features");
    }

    @Test
    void missingGazetteersAreReported() {
        assertThatThrownBy(() -> Extractors.from(new FeatureDefinition("features", "gazetteer(g)", Map.of())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the model has no entries for its gazetteer 'g'");
        assertThatThrownBy(() -> Extractors.combine(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
