package org.espalier.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.espalier.structure.Output;
import org.espalier.structure.spanning.DependencyTree;
import org.espalier.structure.spanning.GoldArcs;
import org.espalier.structure.spanning.SpanningTrees;

/**
 * Dependency trees of up to five words, with one root or several, with and without relations.
 *
 * <p>The parts are numbered from the definition: for every word the arcs from 0, 1, … without itself, each with its relations.
 */
public final class SpanningCases implements StructureCases<SpanningTrees> {
    private final boolean projective;

    /** Trees whose arcs may cross. */
    public SpanningCases() {
        this(false);
    }

    /** Trees whose arcs may cross, or not. */
    public SpanningCases(boolean projective) {
        this.projective = projective;
    }

    @Override
    public Supplier<SpanningTrees> tiny(Random random) {
        return draw(random, 1 + random.nextInt(3), 1_500);
    }

    @Override
    public Supplier<SpanningTrees> larger(Random random) {
        return draw(random, 1 + random.nextInt(4), Long.MAX_VALUE);
    }

    private Supplier<SpanningTrees> draw(Random random, int relations, long most) {
        boolean single = random.nextBoolean();
        return () -> {
            int words = random.nextInt(most == Long.MAX_VALUE ? 13 : 6);
            while (Math.pow(words + 1, words - 1) * Math.pow(relations, words) > most) {
                words--;
            }
            SpanningTrees trees =
                    single ? SpanningTrees.singleRoot(words, relations) : SpanningTrees.anyRoots(words, relations);
            return projective ? trees.projective() : trees;
        };
    }

    /** The part of an arc, by counting those before it. */
    public static int part(int words, int relations, int head, int modifier, int relation) {
        int arcs = 0;
        for (int m = 1; m <= words; m++) {
            for (int h = 0; h <= words; h++) {
                if (h == head && m == modifier) {
                    return arcs * relations + relation;
                }
                arcs += h == m ? 0 : 1;
            }
        }
        throw new IllegalArgumentException("no arc from " + head + " to " + modifier);
    }

    /** All lists of heads that are trees: from every word the way up ends at 0. */
    public static List<int[]> trees(int words, boolean single) {
        List<int[]> found = new ArrayList<>();
        int[] heads = new int[words];
        while (true) {
            if (isTree(heads)
                    && (!single
                            || words == 0
                            || Arrays.stream(heads).filter(h -> h == 0).count() == 1)) {
                found.add(heads.clone());
            }
            int m = 0;
            while (m < words && heads[m] == words) {
                heads[m++] = 0;
            }
            if (m == words) {
                return found;
            }
            heads[m]++;
        }
    }

    private static boolean isTree(int[] heads) {
        for (int m = 1; m <= heads.length; m++) {
            int word = m;
            for (int step = 0; step <= heads.length && word > 0; step++) {
                word = heads[word - 1];
            }
            if (word > 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether two arcs cross, drawn above the words with the root at their left. */
    private static boolean crosses(int[] heads) {
        for (int a = 1; a <= heads.length; a++) {
            for (int b = 1; b <= heads.length; b++) {
                int from = Math.min(a, heads[a - 1]);
                int to = Math.max(a, heads[a - 1]);
                int low = Math.min(b, heads[b - 1]);
                int high = Math.max(b, heads[b - 1]);
                if (from < low && low < to && to < high) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public List<Listed> outputs(SpanningTrees trees) {
        int words = trees.arcs().words();
        int relations = trees.arcs().relations();
        List<Listed> all = new ArrayList<>();
        for (int[] heads : trees(words, trees.hasSingleRoot())) {
            if (trees.isProjective() && crosses(heads)) {
                continue;
            }
            for (int code = 0; code < Math.round(Math.pow(relations, words)); code++) {
                int[] labels = new int[words];
                int[] parts = new int[words];
                int rest = code;
                for (int m = 1; m <= words; m++) {
                    labels[m - 1] = rest % relations;
                    rest /= relations;
                    parts[m - 1] = part(words, relations, heads[m - 1], m, labels[m - 1]);
                }
                all.add(new Listed(new DependencyTree(trees.arcs(), heads, labels), parts));
            }
        }
        return all;
    }

    /** A random tree; or some of its heads and relations. */
    @Override
    public Gold<SpanningTrees> gold(SpanningTrees trees, boolean single, Random random) {
        int words = trees.arcs().words();
        int[] heads = new int[words];
        int[] relations = new int[words];
        List<Integer> order = new ArrayList<>();
        for (int m = 1; m <= words; m++) {
            order.add(random.nextInt(order.size() + 1), m);
        }
        for (int k = 0; k < words; k++) { // the first is the root, each of the others goes below one before it
            boolean isRoot = k == 0 || (!trees.hasSingleRoot() && random.nextInt(4) == 0);
            int m = order.get(k);
            heads[m - 1] = isRoot ? 0 : order.get(random.nextInt(k));
            relations[m - 1] = random.nextInt(trees.arcs().relations());
        }
        if (trees.isProjective()) {
            attach(1, words, 0, trees.hasSingleRoot(), heads, random);
        }
        for (int m = 0; m < words && !single; m++) {
            heads[m] = random.nextBoolean() ? -1 : heads[m];
            relations[m] = random.nextBoolean() ? -1 : relations[m];
        }
        GoldArcs gold = single
                ? GoldArcs.of(new DependencyTree(trees.arcs(), heads, relations))
                : GoldArcs.partial(heads, relations);
        return new Gold<>(gold, output -> errors(output, heads, relations));
    }

    /** Puts the words of a stretch below a head beside it, or below each other, so that no arcs cross. */
    private static void attach(int from, int to, int head, boolean below, int[] heads, Random random) {
        if (from > to) {
            return;
        }
        int child = from + random.nextInt(to - from + 1);
        int first = below ? from : from + random.nextInt(child - from + 1);
        int last = below ? to : child + random.nextInt(to - child + 1);
        heads[child - 1] = head;
        attach(first, child - 1, child, false, heads, random);
        attach(child + 1, last, child, false, heads, random);
        attach(from, first - 1, head, false, heads, random);
        attach(last + 1, to, head, false, heads, random);
    }

    private static int errors(Output output, int[] heads, int[] relations) {
        DependencyTree tree = (DependencyTree) output;
        int errors = 0;
        for (int m = 1; m <= heads.length; m++) {
            boolean isHead = heads[m - 1] < 0 || heads[m - 1] == tree.head(m);
            boolean isRelation = relations[m - 1] < 0 || relations[m - 1] == tree.relation(m);
            errors += isHead && isRelation ? 0 : 1;
        }
        return errors;
    }
}
