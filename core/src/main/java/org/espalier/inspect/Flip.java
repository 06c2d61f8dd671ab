package org.espalier.inspect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeIndex;
import org.espalier.feature.EncodedSequence;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.jspecify.annotations.Nullable;

/**
 * What would change an answer: attributes of the sequence without which the model answers otherwise.
 *
 * <p>The attributes that speak most for the answer, over its best rival, are taken away one after the other until the answer changes. For that rival no
 * smaller number would do, because the terms of a margin add up; another rival may win earlier, and then the answer changes earlier. Each step is one
 * decoding.
 *
 * @param attributes what is taken away, the strongest first, wherever it occurs in the sequence
 * @param labels the answer without them
 */
public record Flip(List<String> attributes, List<String> labels) {
    private static final int MOST = 100;

    public Flip {
        attributes = List.copyOf(attributes);
        labels = List.copyOf(labels);
    }

    /**
     * Searches.
     *
     * @param explanation of the answer
     * @param holds whether labels still give the answer
     * @return null when the answer stays although everything is gone that speaks for it, or the 100 strongest attributes
     */
    public static @Nullable Flip of(
            Tagger tagger, Sequence sequence, Explanation explanation, Predicate<List<String>> holds) {
        Model model = tagger.model();
        Map<String, Double> amounts = new LinkedHashMap<>();
        for (Contribution one : explanation.contributions()) {
            if (!one.attribute().isEmpty()) {
                amounts.merge(one.attribute(), one.amount(), Double::sum);
            }
        }
        List<String> order = amounts.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST)
                .map(Map.Entry::getKey)
                .toList();
        EncodedSequence encoded = model.encoder().encode(sequence);
        List<String> removed = new ArrayList<>();
        Set<String> gone = new HashSet<>();
        for (String attribute : order) {
            removed.add(attribute);
            gone.add(attribute);
            EncodedSequence rest = encoded.renumbered(
                    without(model.encoder().attributes(), gone),
                    without(model.encoder().transitionAttributes(), gone));
            List<String> labels = tagger.tag(sequence, rest).labels();
            if (!holds.test(labels)) {
                return new Flip(removed, labels);
            }
        }
        return null;
    }

    /** Every attribute keeps its number, but those that are gone. */
    private static int[] without(AttributeIndex index, Set<String> gone) {
        int[] numbers = new int[index.size()];
        for (int a = 0; a < numbers.length; a++) {
            numbers[a] = a;
        }
        for (String attribute : gone) {
            int number = index.indexOf(attribute);
            if (number >= 0) {
                numbers[number] = -1;
            }
        }
        return numbers;
    }
}
