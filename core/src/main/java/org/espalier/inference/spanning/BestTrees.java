package org.espalier.inference.spanning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.espalier.inference.ScoredOutput;
import org.espalier.structure.spanning.Arcs;
import org.espalier.structure.spanning.DependencyTree;
import org.espalier.structure.spanning.SpanningTrees;
import org.jspecify.annotations.Nullable;

/**
 * The best tree and the n best ones, exactly, by dividing all trees (Murty 1968, Lawler 1972).
 *
 * <p>When the best tree of a set is taken, the rest of the set falls into at most n sets: in the m-th, the words before m have the arcs
 * of that tree, and word m does not. Each has a best tree of its own, which waits in a queue: O(n²·(n + L)) per tree that is taken.
 */
final class BestTrees {
    private final SpanningTrees trees;
    private final Arcs arcs;
    private final double[] scores; // [parts]
    private final MaximumTree search;
    private final int[] parts; // [arcs]: the part of the best relation that is allowed; −1 for none

    /** What all trees of a set have in common: a word has this part, or does not have it. */
    private record Condition(
            int part, boolean has, @Nullable Condition rest) {}

    /**
     * The best tree of a set.
     *
     * @param fixed how many words have only one arc left
     */
    private record Best(
            DependencyTree tree,
            double score,
            int fixed,
            @Nullable Condition conditions,
            long number) {
        private static final Comparator<Best> BEST_FIRST =
                Comparator.comparingDouble((Best best) -> 0.0 - best.score).thenComparingLong(Best::number);
    }

    BestTrees(SpanningTrees trees, double[] scores, MaximumTree search) {
        this.trees = trees;
        this.arcs = trees.arcs();
        this.scores = scores;
        this.search = search;
        this.parts = new int[arcs.count()];
    }

    /** The best tree, also when all are forbidden. */
    ScoredOutput<DependencyTree> best() {
        DependencyTree tree = find(null);
        return new ScoredOutput<>(tree, tree.score(scores));
    }

    List<ScoredOutput<DependencyTree>> take(int n) {
        List<ScoredOutput<DependencyTree>> found = new ArrayList<>();
        PriorityQueue<Best> queue = new PriorityQueue<>(Best.BEST_FIRST);
        ScoredOutput<DependencyTree> first = best();
        long number = 0;
        if (first.score() > Double.NEGATIVE_INFINITY) {
            queue.add(new Best(first.output(), first.score(), 0, null, number++));
        }
        while (found.size() < n && !queue.isEmpty()) {
            Best best = queue.remove();
            found.add(new ScoredOutput<>(best.tree, best.score));
            Condition before = best.conditions;
            for (int m = best.fixed + 1; m <= arcs.words() && found.size() < n; m++) {
                int part = arcs.part(best.tree.head(m), m, best.tree.relation(m));
                Condition without = new Condition(part, false, before);
                DependencyTree next = find(without);
                if (isAllowed(next, without)) {
                    queue.add(new Best(next, next.score(scores), m - 1, without, number++));
                }
                before = new Condition(part, true, before);
            }
        }
        return found;
    }

    private boolean isAllowed(DependencyTree tree, @Nullable Condition conditions) {
        for (Condition condition = conditions; condition != null; condition = condition.rest) {
            int m = arcs.modifier(condition.part / arcs.relations());
            boolean has = arcs.part(tree.head(m), m, tree.relation(m)) == condition.part;
            if (has != condition.has) {
                return false;
            }
        }
        return tree.score(scores) > Double.NEGATIVE_INFINITY && (!trees.hasSingleRoot() || tree.roots() == 1);
    }

    private DependencyTree find(@Nullable Condition conditions) {
        for (int arc = 0; arc < parts.length; arc++) {
            parts[arc] = bestRelation(arc, conditions);
        }
        keepOnly(conditions);
        int n = arcs.words();
        search.start(n);
        for (int arc = 0; arc < parts.length; arc++) {
            int head = arcs.head(arc);
            boolean isOpen = parts[arc] >= 0 && scores[parts[arc]] > Double.NEGATIVE_INFINITY;
            int penalty = (isOpen ? 0 : 1) + (head == 0 && trees.hasSingleRoot() ? n + 1 : 0);
            search.set(head, arcs.modifier(arc), isOpen ? scores[parts[arc]] : 0, penalty);
        }
        int[] heads = search.heads();
        int[] relations = new int[n];
        for (int m = 1; m <= n; m++) {
            relations[m - 1] = Math.max(0, parts[arcs.arc(heads[m - 1], m)]) % arcs.relations();
        }
        return new DependencyTree(arcs, heads, relations);
    }

    private int bestRelation(int arc, @Nullable Condition conditions) {
        int best = -1;
        for (int part = arc * arcs.relations(); part < (arc + 1) * arcs.relations(); part++) {
            if ((best < 0 || scores[part] > scores[best]) && !isExcluded(part, conditions)) {
                best = part;
            }
        }
        return best;
    }

    private static boolean isExcluded(int part, @Nullable Condition conditions) {
        for (Condition condition = conditions; condition != null; condition = condition.rest) {
            if (condition.part == part && !condition.has) {
                return true;
            }
        }
        return false;
    }

    private void keepOnly(@Nullable Condition conditions) {
        for (Condition condition = conditions; condition != null; condition = condition.rest) {
            if (condition.has) {
                int arc = condition.part / arcs.relations();
                int first = (arcs.modifier(arc) - 1) * arcs.words();
                Arrays.fill(parts, first, first + arcs.words(), -1);
                parts[arc] = condition.part;
            }
        }
    }
}
