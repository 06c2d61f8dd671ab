package org.espalier.evaluate;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import org.espalier.data.Span;
import org.espalier.data.TagScheme;

/** Counts the spans whose labels follow the scheme; a span is correct when start, end and type agree. */
final class StrictCounter extends SpanCounter {
    private final TagScheme scheme;

    StrictCounter(TagScheme scheme) {
        this.scheme = scheme;
    }

    @Override
    void add(List<String> gold, List<String> predicted) {
        Set<Span> goldSpans = new HashSet<>();
        for (Span span : scheme.decodeStrictly(gold)) {
            goldSpans.add(span);
            countGold(span.type());
        }
        for (Span span : scheme.decodeStrictly(predicted)) {
            countPredicted(span.type());
            if (goldSpans.contains(span)) {
                countCorrect(span.type());
            }
        }
    }

    @Override
    boolean isSame(String gold, String predicted) {
        return gold.equals(predicted);
    }

    @Override
    SortedMap<String, Counts> types() {
        return counted();
    }
}
