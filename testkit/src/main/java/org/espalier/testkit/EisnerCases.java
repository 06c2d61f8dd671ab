package org.espalier.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import org.espalier.structure.Output;
import org.espalier.structure.forest.Derivation;
import org.espalier.structure.forest.Eisner;
import org.espalier.structure.forest.Forest;
import org.espalier.structure.spanning.DependencyTree;

/**
 * Projective dependency trees of first and second order.
 *
 * <p>All trees are listed and those with crossing arcs are left out. The parts of second order are numbered by counting: after the
 * arcs, for every arc the siblings from its head on, then for every arc all grandparents.
 */
public final class EisnerCases implements StructureCases<Forest> {
    private final Map<Forest, Eisner> known = Collections.synchronizedMap(new WeakHashMap<>());

    @Override
    public Supplier<Forest> tiny(Random random) {
        return draw(random, 1 + random.nextInt(2), 5, 1_500);
    }

    @Override
    public Supplier<Forest> larger(Random random) {
        return draw(random, 1 + random.nextInt(3), 9, Long.MAX_VALUE);
    }

    private Supplier<Forest> draw(Random random, int relations, int longest, long most) {
        boolean single = random.nextBoolean();
        boolean siblings = random.nextBoolean();
        boolean grandparents = random.nextBoolean();
        return () -> {
            int words = random.nextInt(longest + 1);
            while (Math.pow(words + 1, words - 1) * Math.pow(relations, words) > most) {
                words--;
            }
            Eisner eisner = Eisner.firstOrder(words, relations, single);
            eisner = siblings ? eisner.withSiblings() : eisner;
            eisner = grandparents ? eisner.withGrandparents() : eisner;
            Forest forest = eisner.forest();
            known.put(forest, eisner);
            return forest;
        };
    }

    private Eisner eisner(Forest forest) {
        Eisner eisner = known.get(forest);
        if (eisner == null) {
            throw new IllegalArgumentException("a forest that was not drawn here");
        }
        return eisner;
    }

    /** Whether two arcs cross, the root standing before all words. */
    public static boolean hasCrossing(int[] heads) {
        for (int a = 1; a <= heads.length; a++) {
            for (int b = 1; b <= heads.length; b++) {
                int low = Math.min(a, heads[a - 1]);
                int high = Math.max(a, heads[a - 1]);
                int other = Math.min(b, heads[b - 1]);
                int last = Math.max(b, heads[b - 1]);
                if (low < other && other < high && high < last) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public List<Listed> outputs(Forest forest) {
        Eisner eisner = eisner(forest);
        int words = eisner.arcs().words();
        int relations = eisner.arcs().relations();
        List<Listed> all = new ArrayList<>();
        for (int[] heads : SpanningCases.trees(words, eisner.hasSingleRoot())) {
            for (int code = 0; code < Math.round(Math.pow(relations, words)) && !hasCrossing(heads); code++) {
                int[] labels = new int[words];
                int rest = code;
                for (int m = 0; m < words; m++) {
                    labels[m] = rest % relations;
                    rest /= relations;
                }
                DependencyTree tree = new DependencyTree(eisner.arcs(), heads, labels);
                Output output = eisner.gold(forest, tree).single(forest);
                all.add(new Listed(output, parts(eisner, heads, labels)));
            }
        }
        return all;
    }

    private static int[] parts(Eisner eisner, int[] heads, int[] labels) {
        int n = heads.length;
        List<Integer> parts = new ArrayList<>();
        int siblings = n * n * eisner.arcs().relations(); // where the parts of the arc's siblings begin
        int grandparents = siblings;
        for (int m = 1; m <= n && eisner.hasSiblings(); m++) {
            for (int h = 0; h <= n; h++) {
                grandparents += Math.abs(h - m);
            }
        }
        for (int m = 1; m <= n; m++) {
            for (int h = 0; h <= n; h++) {
                if (h == m) {
                    continue;
                }
                if (heads[m - 1] == h) {
                    parts.add(SpanningCases.part(n, eisner.arcs().relations(), h, m, labels[m - 1]));
                    if (eisner.hasSiblings() && (h > 0 || !eisner.hasSingleRoot())) {
                        parts.add(siblings + distanceOfSibling(heads, h, m));
                    }
                    if (eisner.hasGrandparents() && h > 0) {
                        parts.add(grandparents + heads[h - 1]);
                    }
                }
                siblings += Math.abs(h - m);
                grandparents += n + 1;
            }
        }
        return parts.stream().mapToInt(Integer::intValue).toArray();
    }

    /** How far from the head its next child before m is, on the same side; 0 when there is none. */
    private static int distanceOfSibling(int[] heads, int head, int m) {
        int step = m > head ? 1 : -1;
        for (int s = m - step; s != head; s -= step) {
            if (heads[s - 1] == head) {
                return Math.abs(s - head);
            }
        }
        return 0;
    }

    /** A tree from a random bracketing; or some of its heads and relations. */
    @Override
    public Gold<Forest> gold(Forest forest, boolean single, Random random) {
        Eisner eisner = eisner(forest);
        int n = eisner.arcs().words();
        int[] heads = new int[n];
        int[] relations = new int[n];
        attach(heads, 1, n, 0, eisner.hasSingleRoot(), random);
        Arrays.setAll(relations, m -> random.nextInt(eisner.arcs().relations()));
        for (int m = 0; m < n && !single; m++) {
            heads[m] = random.nextBoolean() ? -1 : heads[m];
            relations[m] = random.nextBoolean() ? -1 : relations[m];
        }
        return new Gold<>(
                single
                        ? eisner.gold(forest, new DependencyTree(eisner.arcs(), heads, relations))
                        : eisner.gold(forest, heads, relations),
                output -> errors(eisner.tree((Derivation) output), heads, relations));
    }

    /** Puts the words from i to j below a head: one of them, or several side by side. */
    static void attach(int[] heads, int i, int j, int head, boolean isOne, Random random) {
        int end = i;
        for (int begin = i; begin <= j; begin = end + 1) {
            end = isOne ? j : begin + random.nextInt(j - begin + 1);
            int middle = begin + random.nextInt(end - begin + 1);
            heads[middle - 1] = head;
            attach(heads, begin, middle - 1, middle, false, random);
            attach(heads, middle + 1, end, middle, false, random);
        }
    }

    private static int errors(DependencyTree tree, int[] heads, int[] relations) {
        int errors = 0;
        for (int m = 1; m <= heads.length; m++) {
            boolean isHead = heads[m - 1] < 0 || heads[m - 1] == tree.head(m);
            boolean isRelation = relations[m - 1] < 0 || relations[m - 1] == tree.relation(m);
            errors += isHead && isRelation ? 0 : 1;
        }
        return errors;
    }
}
