package org.espalier.cli.html;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.TagScheme;
import org.espalier.evaluate.Scores;

/** The style of each label: labels of one type of span share it, and what is outside has none. */
final class LabelColours {
    private static final int COLOURS = 8; // those of style.css

    private final Map<String, Integer> numbers = new LinkedHashMap<>();

    LabelColours(Scores scores) {
        for (String type : scores.types().keySet()) {
            numbers.put(type, numbers.size());
        }
        for (String label : scores.labels().keySet()) {
            if (!label.equals(TagScheme.OUTSIDE) && !numbers.containsKey(type(label))) {
                numbers.put(label, numbers.size());
            }
        }
    }

    private static String type(String label) {
        return label.substring(label.indexOf('-') + 1);
    }

    /** The names that have a colour. */
    List<String> names() {
        return new ArrayList<>(numbers.keySet());
    }

    /** The class of a label or type, or the empty string. */
    String of(String label) {
        Integer number = numbers.getOrDefault(label, numbers.get(type(label)));
        return number == null ? "" : "c" + number % COLOURS;
    }
}
