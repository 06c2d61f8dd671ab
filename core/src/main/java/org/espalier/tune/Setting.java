package org.espalier.tune;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A point of a search space: the values of the hyper-parameters, as texts.
 *
 * @param values name → value, in the order of the space
 */
public record Setting(Map<String, String> values) {

    /** Everything as the recipe has it. */
    public static final Setting USUAL = new Setting(Map.of());

    public Setting {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** This setting with one more value, or another. */
    public Setting with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(values);
        more.put(name, value);
        return new Setting(more);
    }

    /** As it would be typed: {@code l2=0.1 min-count=2}. */
    @Override
    public String toString() {
        return values.isEmpty()
                ? "(as given)"
                : values.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(" "));
    }
}
