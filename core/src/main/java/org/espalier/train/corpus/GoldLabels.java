package org.espalier.train.corpus;

import java.util.ArrayList;
import java.util.List;
import org.espalier.data.DataFormatException;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;

/** Reads what the labels of a sequence allow at each position. */
public final class GoldLabels {
    private GoldLabels() {}

    /** Per position the labels that are allowed; an empty list for any. */
    public static List<List<String>> alternatives(LabelNotation notation, Sequence sequence, List<String> labels) {
        List<List<String>> all = new ArrayList<>(labels.size());
        for (int t = 0; t < labels.size(); t++) {
            all.add(alternatives(notation, sequence, labels.get(t), t));
        }
        return all;
    }

    /** The labels that {@code label}, that of position t, allows; none for any. */
    public static List<String> alternatives(LabelNotation notation, Sequence sequence, String label, int t) {
        List<String> names = notation.alternatives(label);
        if (names.size() > 1 && names.contains("")) {
            throw new DataFormatException(
                    sequence.location(),
                    "label '" + label + "' of token " + (t + 1)
                            + " has an empty alternative; expected labels joined by '" + notation.separator()
                            + "', or choose another separator of alternatives");
        }
        return names.stream().anyMatch(notation::isUnknown) ? List.of() : names;
    }
}
