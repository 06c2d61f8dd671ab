package org.espalier.interop.crfsuite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.Attribute;
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

        assertThat(FeatureDictionary.attributes(features))
                .containsExactly(
                        new Attribute("length", 4),
                        new Attribute("share", 0.5),
                        new Attribute("upper", 1),
                        new Attribute("digits", 0),
                        Attribute.of("word:Main"),
                        Attribute.of("next:suffixes:t"),
                        Attribute.of("next:suffixes:St"));
        assertThatThrownBy(() -> FeatureDictionary.attributes(Map.of("when", new StringBuilder[0])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the feature 'when' is ");
    }
}
