package org.espalier.cli.input;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.espalier.data.LabelNotation;
import org.espalier.data.Labels;

/** Counts gold labels that a model does not know and so can never predict. */
public final class UnknownLabels {
    private static final int SHOWN = 10;

    private final Labels known;
    private final LabelNotation notation;
    private final SortedMap<String, Long> counts = new TreeMap<>();

    public UnknownLabels(Labels known, LabelNotation notation) {
        this.known = known;
        this.notation = notation;
    }

    /** Counts the gold labels of a sequence. */
    public void add(List<String> gold) {
        for (String label : gold) {
            if (!notation.isUnknown(label)
                    && notation.alternatives(label).stream().allMatch(name -> known.indexOf(name) < 0)) {
                counts.merge(label, 1L, Long::sum);
            }
        }
    }

    /** Whether the model knows all of them. */
    public boolean isEmpty() {
        return counts.isEmpty();
    }

    /** As a warning says it. */
    public String describe() {
        long tokens = counts.values().stream().mapToLong(Long::longValue).sum();
        return tokens + (tokens == 1 ? " token has a gold label" : " tokens have gold labels")
                + " that the model does not know and so never predicts: "
                + String.join(", ", counts.keySet().stream().limit(SHOWN).toList())
                + (counts.size() > SHOWN ? ", ..." : "");
    }
}
