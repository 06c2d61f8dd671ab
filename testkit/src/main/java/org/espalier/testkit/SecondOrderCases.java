package org.espalier.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import org.espalier.structure.forest.GoldHeads;
import org.espalier.structure.forest.SecondOrderTree;
import org.espalier.structure.forest.SecondOrderTrees;
import org.espalier.structure.spanning.ArcSet;

/**
 * Projective dependency trees of second order over some of the arcs: those of a random tree, and others with any chance.
 *
 * <p>All trees are listed, and those with crossing or missing arcs are left out. Parts are numbered by counting: arcs with their relations, then
 * for every arc no sibling and each shorter arc of its head on its side, then for every arc each arc to its head that is not between.
 */
public final class SecondOrderCases implements StructureCases<SecondOrderTrees> {
    private final Map<SecondOrderTrees, int[]> planted = Collections.synchronizedMap(new WeakHashMap<>());

    @Override
    public Supplier<SecondOrderTrees> tiny(Random random) {
        return draw(random, 1 + random.nextInt(2), 5, 1_500);
    }

    @Override
    public Supplier<SecondOrderTrees> larger(Random random) {
        return draw(random, 1 + random.nextInt(3), 10, Long.MAX_VALUE);
    }

    private Supplier<SecondOrderTrees> draw(Random random, int relations, int longest, long most) {
        boolean single = random.nextBoolean();
        int kinds = 1 + random.nextInt(3); // siblings, grandparents, or both
        return () -> {
            int words = random.nextInt(longest + 1);
            while (Math.pow(words + 1, words - 1) * Math.pow(relations, words) > most) {
                words--;
            }
            int[] heads = new int[words];
            EisnerCases.attach(heads, 1, words, 0, single, random);
            double chance = random.nextInt(4) / 3.0; // also none, and all
            List<Integer> pairs = new ArrayList<>();
            for (int m = 1; m <= words; m++) {
                for (int h = 0; h <= words; h++) {
                    if (h != m && (heads[m - 1] == h || random.nextDouble() < chance)) {
                        pairs.addAll(List.of(h, m));
                    }
                }
            }
            ArcSet arcs =
                    ArcSet.of(words, pairs.stream().mapToInt(Integer::intValue).toArray());
            SecondOrderTrees trees = new SecondOrderTrees(arcs, relations, single, (kinds & 1) != 0, (kinds & 2) != 0);
            planted.put(trees, heads);
            return trees;
        };
    }

    @Override
    public List<Listed> outputs(SecondOrderTrees trees) {
        int words = trees.length();
        int relations = trees.relations();
        List<Listed> all = new ArrayList<>();
        for (int[] heads : SpanningCases.trees(words, trees.hasSingleRoot())) {
            boolean isThere = !EisnerCases.hasCrossing(heads);
            for (int m = 1; m <= words; m++) {
                isThere &= trees.arcs().has(heads[m - 1], m);
            }
            for (int code = 0; code < Math.round(Math.pow(relations, words)) && isThere; code++) {
                int[] labels = new int[words];
                int rest = code;
                for (int m = 0; m < words; m++) {
                    labels[m] = rest % relations;
                    rest /= relations;
                }
                all.add(new Listed(new SecondOrderTree(trees, heads, labels), parts(trees, heads, labels)));
            }
        }
        return all;
    }

    /** The parts of a tree, by counting all parts from the first on. */
    private static int[] parts(SecondOrderTrees trees, int[] heads, int[] labels) {
        int n = heads.length;
        List<int[]> arcs = new ArrayList<>(); // head and word
        for (int m = 1; m <= n; m++) {
            for (int h = 0; h <= n; h++) {
                if (h != m && trees.arcs().has(h, m)) {
                    arcs.add(new int[] {h, m});
                }
            }
        }
        List<Integer> found = new ArrayList<>();
        int number = 0;
        for (int[] arc : arcs) {
            for (int r = 0; r < trees.relations(); r++) {
                addIf(heads[arc[1] - 1] == arc[0] && labels[arc[1] - 1] == r, number++, found);
            }
        }
        for (int[] arc : trees.hasSiblings() ? arcs : List.<int[]>of()) {
            boolean isArc = heads[arc[1] - 1] == arc[0] && (arc[0] > 0 || !trees.hasSingleRoot());
            int sibling = sibling(heads, arc[0], arc[1]);
            addIf(isArc && sibling == 0, number++, found);
            int step = arc[0] < arc[1] ? 1 : -1;
            for (int s = arc[0] + step; s != arc[1]; s += step) {
                if (trees.arcs().has(arc[0], s)) {
                    addIf(isArc && sibling == s, number++, found);
                }
            }
        }
        for (int[] arc : trees.hasGrandparents() ? arcs : List.<int[]>of()) {
            for (int g = 0; g <= n && arc[0] > 0; g++) {
                boolean isBetween = g >= Math.min(arc[0], arc[1]) && g <= Math.max(arc[0], arc[1]);
                if (!isBetween && trees.arcs().has(g, arc[0])) {
                    addIf(heads[arc[1] - 1] == arc[0] && heads[arc[0] - 1] == g, number++, found);
                }
            }
        }
        return found.stream().mapToInt(Integer::intValue).toArray();
    }

    private static void addIf(boolean has, int part, List<Integer> found) {
        if (has) {
            found.add(part);
        }
    }

    /** The child of a head before m, on the way to the head; 0 when there is none. */
    private static int sibling(int[] heads, int head, int m) {
        int step = m > head ? -1 : 1;
        for (int s = m + step; s != head; s += step) {
            if (heads[s - 1] == head) {
                return s;
            }
        }
        return 0;
    }

    /** The tree whose arcs are there in any case; or some of its heads and relations. */
    @Override
    public Gold<SecondOrderTrees> gold(SecondOrderTrees trees, boolean single, Random random) {
        int[] tree = planted.get(trees);
        if (tree == null) {
            throw new IllegalArgumentException("trees that were not drawn here");
        }
        int[] heads = tree.clone();
        int[] relations = new int[heads.length];
        Arrays.setAll(relations, m -> random.nextInt(trees.relations()));
        for (int m = 0; m < heads.length && !single; m++) {
            heads[m] = random.nextBoolean() ? -1 : heads[m];
            relations[m] = random.nextBoolean() ? -1 : relations[m];
        }
        return new Gold<>(new GoldHeads(heads, relations), output -> {
            int errors = 0;
            for (int m = 1; m <= heads.length; m++) {
                SecondOrderTree found = (SecondOrderTree) output;
                boolean isHead = heads[m - 1] < 0 || heads[m - 1] == found.head(m);
                boolean isRelation = relations[m - 1] < 0 || relations[m - 1] == found.relation(m);
                errors += isHead && isRelation ? 0 : 1;
            }
            return errors;
        });
    }
}
