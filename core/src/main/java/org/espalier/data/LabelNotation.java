package org.espalier.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * How a label in the data names a set of allowed labels: one label, {@code ?} for any, or {@code A|B} for one of
 * several.
 *
 * @param unknown the notation of "any label", or the empty string when there is none
 * @param separator what joins alternatives, or the empty string when labels are never split
 */
public record LabelNotation(String unknown, String separator) {

    /** {@code ?} means any label; nothing is split. */
    public static final LabelNotation DEFAULT = new LabelNotation("?", "");

    public LabelNotation {
        Objects.requireNonNull(unknown, "unknown");
        Objects.requireNonNull(separator, "separator");
    }

    public boolean isUnknown(String label) {
        return !unknown.isEmpty() && unknown.equals(label);
    }

    /** The labels that {@code label} allows; empty for "any". */
    public List<String> alternatives(String label) {
        if (isUnknown(label)) {
            return List.of();
        }
        if (separator.isEmpty() || !label.contains(separator)) {
            return List.of(label);
        }
        return List.of(label.split(java.util.regex.Pattern.quote(separator), -1));
    }

    /**
     * The gold labels by which predicted ones are judged: of several allowed labels the predicted one if it is among them, else the
     * first. A label that is not known, or may be any, is {@link #unknown}.
     */
    public List<String> judged(List<String> gold, List<String> predicted) {
        if (separator.isEmpty()) {
            return gold;
        }
        List<String> judged = new ArrayList<>(gold.size());
        for (int t = 0; t < gold.size(); t++) {
            List<String> allowed = alternatives(gold.get(t));
            if (allowed.isEmpty() || allowed.stream().anyMatch(this::isUnknown)) {
                judged.add(unknown);
            } else {
                judged.add(allowed.contains(predicted.get(t)) ? predicted.get(t) : allowed.get(0));
            }
        }
        return judged;
    }
}
