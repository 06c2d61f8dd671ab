package org.espalier.evaluate.errors;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.espalier.data.LabelNotation;
import org.espalier.data.Span;
import org.espalier.evaluate.Convention;

/**
 * Turns two labellings into mistakes.
 *
 * <p>Spans that both have are right. Every other gold span is paired with the predicted one that shares most tokens with it, one of the same type
 * first; a pair is a mistake of type or of borders. What is left over is missed or spurious. Plain labels are compared token by
 * token. Tokens whose gold label is not known cut the sequence, as they do where scores are counted.
 */
record MistakeFinder(Convention convention, LabelNotation notation) {

    private static final Comparator<Pair> CLOSEST = Comparator.comparing(Pair::otherType)
            .thenComparing(Comparator.comparingInt(Pair::overlap).reversed())
            .thenComparingInt(pair -> pair.gold().start())
            .thenComparingInt(pair -> pair.predicted().start());

    /** A gold and a predicted span that share tokens. */
    private record Pair(Span gold, Span predicted) {
        int overlap() {
            return Math.min(gold.end(), predicted.end()) - Math.max(gold.start(), predicted.start());
        }

        boolean otherType() {
            return !gold.type().equals(predicted.type());
        }

        Mistake.Kind kind() {
            return otherType() ? Mistake.Kind.TYPE : Mistake.Kind.BOUNDARY;
        }
    }

    /** The gold spans, or each token with its label where there are none. */
    List<Span> units(List<String> gold) {
        List<Span> units = new ArrayList<>();
        forEachPiece(gold, (start, end) -> units.addAll(units(gold, start, end)));
        return units;
    }

    /** The mistakes without their causes, in the order of their first tokens. */
    List<Mistake> mistakes(List<String> gold, List<String> predicted) {
        List<Mistake> mistakes = new ArrayList<>();
        forEachPiece(gold, (start, end) -> add(units(gold, start, end), units(predicted, start, end), mistakes));
        mistakes.sort(Comparator.comparingInt(Mistake::start).thenComparingInt(Mistake::end));
        return mistakes;
    }

    private interface Piece {
        void accept(int start, int end);
    }

    private void forEachPiece(List<String> gold, Piece piece) {
        int start = 0;
        for (int t = 0; t <= gold.size(); t++) {
            if (t == gold.size() || notation.isUnknown(gold.get(t))) {
                if (t > start) {
                    piece.accept(start, t);
                }
                start = t + 1;
            }
        }
    }

    private List<Span> units(List<String> labels, int start, int end) {
        List<Span> units = new ArrayList<>();
        if (convention.equals(Convention.PLAIN)) {
            for (int t = start; t < end; t++) {
                units.add(new Span(t, t + 1, labels.get(t)));
            }
        } else {
            for (Span span : convention.spans(labels.subList(start, end))) {
                units.add(new Span(start + span.start(), start + span.end(), span.type()));
            }
        }
        return units;
    }

    private void add(List<Span> gold, List<Span> predicted, List<Mistake> mistakes) {
        Set<Span> lost = new LinkedHashSet<>(gold);
        predicted.forEach(lost::remove);
        Set<Span> wrong = new LinkedHashSet<>(predicted);
        gold.forEach(wrong::remove);
        for (Pair pair : overlapping(List.copyOf(lost), List.copyOf(wrong))) {
            if (lost.contains(pair.gold()) && wrong.contains(pair.predicted())) {
                lost.remove(pair.gold());
                wrong.remove(pair.predicted());
                Mistake.Kind kind = convention.equals(Convention.PLAIN) ? Mistake.Kind.LABEL : pair.kind();
                mistakes.add(new Mistake(kind, pair.gold(), pair.predicted(), Cause.NO_MODEL, ""));
            }
        }
        lost.forEach(span -> mistakes.add(new Mistake(Mistake.Kind.MISSED, span, null, Cause.NO_MODEL, "")));
        wrong.forEach(span -> mistakes.add(new Mistake(Mistake.Kind.SPURIOUS, null, span, Cause.NO_MODEL, "")));
    }

    /** The pairs that share tokens, closest first; both lists are in the order of the tokens. */
    private static List<Pair> overlapping(List<Span> gold, List<Span> predicted) {
        List<Pair> pairs = new ArrayList<>();
        int first = 0;
        for (Span span : gold) {
            while (first < predicted.size() && predicted.get(first).end() <= span.start()) {
                first++;
            }
            for (int k = first; k < predicted.size() && predicted.get(k).start() < span.end(); k++) {
                pairs.add(new Pair(span, predicted.get(k)));
            }
        }
        pairs.sort(CLOSEST);
        return pairs;
    }
}
