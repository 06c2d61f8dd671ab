package org.espalier.evaluate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.espalier.data.LabelNotation;
import org.espalier.data.Span;
import org.espalier.data.TagScheme;

/**
 * Whether a predicted span is right: the gold labels have a span of the same tokens and the same type.
 *
 * @param span the predicted one
 */
public record SpanVerdict(Span span, boolean right) {

    /**
     * The verdicts on the spans of a sequence. A span is left out when a gold label of one of its tokens, or of a token beside it, is not known.
     *
     * @throws IllegalArgumentException when there are not as many gold labels as predicted ones
     */
    public static List<SpanVerdict> of(
            List<String> gold, List<String> predicted, TagScheme scheme, LabelNotation notation) {
        if (gold.size() != predicted.size()) {
            throw new IllegalArgumentException(gold.size() + " gold labels and " + predicted.size()
                    + " predicted ones; expected one of each per token");
        }
        List<String> judged = notation.judged(gold, predicted);
        Set<Span> right = new HashSet<>(scheme.decode(judged));
        List<SpanVerdict> verdicts = new ArrayList<>();
        for (Span span : scheme.decode(predicted)) {
            int from = Math.max(0, span.start() - 1);
            int to = Math.min(judged.size(), span.end() + 1);
            if (judged.subList(from, to).stream().noneMatch(notation::isUnknown)) {
                verdicts.add(new SpanVerdict(span, right.contains(span)));
            }
        }
        return verdicts;
    }
}
