package org.espalier.labelling;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.espalier.data.Labels;
import org.espalier.data.Span;
import org.espalier.data.TagScheme;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.StepConstraint;
import org.jspecify.annotations.Nullable;

/**
 * The labellings that have a certain span, as disjoint sets of labels per token.
 *
 * <pre>
 *   IOB2, the span of tokens 1 and 2 with the type X, of 4 tokens:
 *     any   B-X   I-X   all but I-X
 *     O …   I-X   I-X   all but I-X      labels that continue nothing begin a span too: before I-X stands what X does not continue
 * </pre>
 *
 * Σ over the sets of Z(set) / Z is the probability of the span. What a span is, {@link TagScheme#decode} says: whether a token begins, continues or
 * ends one depends on it and on its neighbour only, so pairs of labels are asked for.
 */
public final class SpanSets {
    private final TagScheme scheme;
    private final Labels labels;
    private final @Nullable StepConstraint validity; // null where any label may follow any
    private final String type;

    private SpanSets(TagScheme scheme, Labels labels, boolean valid, String type) {
        this.scheme = scheme;
        this.labels = labels;
        this.validity = valid ? StepConstraint.ofScheme(scheme, labels.names()) : null;
        this.type = type;
    }

    /**
     * The sets, none when the labels cannot write the span.
     *
     * @param valid whether all labels are valid, because the structure has no others: then valid labels only tell the span
     * @param length how many tokens there are
     * @throws IllegalArgumentException when the span ends after the last token
     */
    public static List<AllowedStates> of(TagScheme scheme, Labels labels, boolean valid, Span span, int length) {
        if (span.end() > length) {
            throw new IllegalArgumentException("the span " + span + " ends after the last of " + length + " tokens");
        }
        return new SpanSets(scheme, labels, valid, span.type()).sets(span, length);
    }

    private List<AllowedStates> sets(Span span, int length) {
        int[] own = matching(label -> decode(label).contains(new Span(0, 1, type)));
        List<AllowedStates> sets = new ArrayList<>();
        for (int first : own) {
            if (span.start() == 0 && validity != null && !validity.mayBegin(first)) {
                continue;
            }
            int[] before = span.start() == 0 ? null : matching(label -> begins(label, first));
            for (int last : span.end() - span.start() == 1 ? new int[] {first} : own) {
                if (span.end() == length && validity != null && !validity.mayEnd(last)) {
                    continue;
                }
                int[] after = span.end() == length ? null : matching(label -> ends(last, label));
                add(span, length, before, first, last, after, own, sets);
            }
        }
        return sets;
    }

    private void add(
            Span span,
            int length,
            int @Nullable [] before,
            int first,
            int last,
            int @Nullable [] after,
            int[] own,
            List<AllowedStates> sets) {
        int tokens = span.end() - span.start();
        // What stands between two tokens of a span continues the one and is continued by the other, and itself.
        int[] middle = IntStream.of(own)
                .filter(label -> continues(first, label) && continues(label, label) && continues(label, last))
                .toArray();
        boolean possible = tokens == 1 || (tokens == 2 ? continues(first, last) : middle.length > 0);
        if (!possible || (before != null && before.length == 0) || (after != null && after.length == 0)) {
            return;
        }
        int[] @Nullable [] allowed = new int[length] @Nullable [];
        for (int t = span.start(); t < span.end(); t++) {
            allowed[t] = t == span.start() ? new int[] {first} : t == span.end() - 1 ? new int[] {last} : middle;
        }
        if (before != null) {
            allowed[span.start() - 1] = before;
        }
        if (after != null) {
            allowed[span.end()] = after;
        }
        sets.add(AllowedStates.of(allowed));
    }

    private int[] matching(IntPredicate condition) {
        return IntStream.range(0, labels.size()).filter(condition).toArray();
    }

    private List<Span> decode(int... window) {
        return scheme.decode(IntStream.of(window).mapToObj(labels::name).toList());
    }

    /** Whether a span begins at the second of two labels. */
    private boolean begins(int before, int label) {
        return mayFollow(before, label) && decode(before, label).stream().anyMatch(span -> span.start() == 1);
    }

    private boolean continues(int before, int label) {
        return mayFollow(before, label) && decode(before, label).contains(new Span(0, 2, type));
    }

    private boolean mayFollow(int before, int label) {
        return validity == null || validity.mayFollow(before, label);
    }

    /** Whether a span ends with the first of two labels. */
    private boolean ends(int label, int after) {
        return mayFollow(label, after) && decode(label, after).stream().anyMatch(span -> span.end() == 1);
    }
}
