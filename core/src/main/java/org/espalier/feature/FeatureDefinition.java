package org.espalier.feature;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What a model file keeps of an extractor: enough to build it again without any other file.
 *
 * @param kind {@code template}, {@code crfpp-template}, {@code wapiti}, {@code features}, {@code attributes}, {@code
 *     word-or-class}, {@code biased}, {@code biased-presence}, {@code bag}, {@code table}, {@code frames}, {@code pairs},
 *     {@code kernel} or {@code combined}; an extractor of your own has its own
 * @param text the template's text, the patterns or the feature specification; empty for {@code attributes}
 * @param gazetteers the entries of every gazetteer by its name, sorted
 */
public record FeatureDefinition(String kind, String text, Map<String, List<String>> gazetteers) {

    public FeatureDefinition {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(text, "text");
        Map<String, List<String>> copy = new TreeMap<>();
        gazetteers.forEach((name, entries) -> copy.put(name, List.copyOf(entries)));
        gazetteers = Collections.unmodifiableMap(copy);
    }
}
