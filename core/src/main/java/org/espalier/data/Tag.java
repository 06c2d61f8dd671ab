package org.espalier.data;

import java.util.Objects;

/**
 * A label taken apart: {@code B-NP} has the prefix {@code B} and the type {@code NP}.
 *
 * <p>The label is split at its first {@code -}; without one the whole label is the prefix and the type is empty.
 *
 * @param prefix what comes before the first {@code -}
 * @param type what comes after it; may contain {@code -}
 */
public record Tag(String prefix, String type) {

    public Tag {
        Objects.requireNonNull(prefix, "prefix");
        Objects.requireNonNull(type, "type");
    }

    /** The parts of a label. */
    public static Tag parse(String label) {
        int dash = label.indexOf('-');
        return dash < 0 ? new Tag(label, "") : new Tag(label.substring(0, dash), label.substring(dash + 1));
    }

    /** The label: {@code prefix-type}, or the prefix alone when the type is empty. */
    public String label() {
        return type.isEmpty() ? prefix : prefix + "-" + type;
    }
}
