package org.espalier.feature.span;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.espalier.data.Mark;
import org.espalier.structure.forest.SpanSet;

/**
 * The spans of a tree that was made binary: words, constituents, and what is left of a constituent after its children were split off one by one.
 *
 * @param isRightFactored whether the first child is split off first, so that what is left ends where the constituent does
 */
public record BinarySpans(boolean isRightFactored) {

    /** A constituent that is not complete. */
    private record Open(int begin, int end, List<Integer> borders) {}

    /** The spans of a tree; those of one that is damaged are incomplete. */
    public SpanSet of(int words, List<Mark> marks) {
        return with(SpanSet.of(words), marks);
    }

    /** These spans, those of the tree without constituents, and those of a tree. */
    public SpanSet with(SpanSet others, List<Mark> marks) {
        int words = others.words();
        Set<Long> found = new HashSet<>();
        for (int k = 0; k < others.size(); k++) {
            add(others.begin(k), others.end(k), found);
        }
        for (int t = 0; t < words; t++) {
            add(t, t + 1, found);
            add(isRightFactored ? t : 0, isRightFactored ? words : t + 1, found);
        }
        List<Open> open = new ArrayList<>(List.of(new Open(0, words, new ArrayList<>())));
        for (Mark mark : marks) {
            if (mark.from() < 0 || mark.to() <= mark.from() || mark.to() > words) {
                continue;
            }
            while (open.get(open.size() - 1).end <= mark.from()) {
                close(open.remove(open.size() - 1), found);
            }
            open.get(open.size() - 1).borders.add(mark.from());
            open.get(open.size() - 1).borders.add(mark.to());
            open.add(new Open(mark.from(), mark.to(), new ArrayList<>()));
        }
        open.forEach(node -> close(node, found));
        int[] pairs = found.stream()
                .sorted(Comparator.naturalOrder())
                .flatMapToInt(span -> IntStream.of((int) (span >> Integer.SIZE), span.intValue()))
                .toArray();
        return SpanSet.of(words, pairs);
    }

    private static void add(int begin, int end, Set<Long> found) {
        found.add(((long) begin << Integer.SIZE) + end);
    }

    /** Every border between two children begins or ends a rest. */
    private void close(Open node, Set<Long> found) {
        Set<Integer> inside = new HashSet<>(); // borders within children
        add(node.begin, node.end, found);
        for (int k = 0; k < node.borders.size(); k += 2) {
            for (int t = node.borders.get(k) + 1; t < node.borders.get(k + 1); t++) {
                inside.add(t);
            }
        }
        for (int t = node.begin + 1; t < node.end; t++) {
            if (!inside.contains(t)) {
                add(isRightFactored ? t : node.begin, isRightFactored ? node.end : t, found);
            }
        }
    }
}
