package org.espalier.feature;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What a model file keeps of an extractor: enough to build it again without any other file.
 *
 * @param kind {@code template}, {@code crfpp-template}, {@code wapiti}, {@code features}, {@code attributes}, {@code
 *     word-or-class}, {@code biased}, {@code biased-presence}, {@code bag}, {@literal table}, {@code frames}, {@code pairs},
 *     {@code kernel} or {@code combined}; an extractor of your own has its own
 * @param text the template's text, the patterns or the feature specification; empty for {@code attributes}
 * @param gazetteers the entries of every gazetteer by its name, sorted
 * @param tables the bytes of every table of words (clusters, vectors) by its name, sorted; little-endian, not to be changed
 */
public record FeatureDefinition(
        String kind, String text, Map<String, List<String>> gazetteers, Map<String, ByteBuffer> tables) {

    public FeatureDefinition {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(text, "text");
        Map<String, List<String>> copy = new TreeMap<>();
        gazetteers.forEach((name, entries) -> copy.put(name, List.copyOf(entries)));
        gazetteers = Collections.unmodifiableMap(copy);
        Map<String, ByteBuffer> views = new TreeMap<>();
        tables.forEach((name, bytes) -> views.put(name, bytes.asReadOnlyBuffer()));
        tables = Collections.unmodifiableMap(views);
    }

    /** Without tables. */
    public FeatureDefinition(String kind, String text, Map<String, List<String>> gazetteers) {
        this(kind, text, gazetteers, Map.of());
    }

    /** Of another kind, with another text, and with the same gazetteers and tables. */
    public FeatureDefinition with(String newKind, String newText) {
        return new FeatureDefinition(newKind, newText, gazetteers, tables);
    }
}
