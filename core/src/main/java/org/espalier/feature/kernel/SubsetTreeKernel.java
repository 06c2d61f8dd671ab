package org.espalier.feature.kernel;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import org.espalier.data.DataFormatException;
import org.espalier.data.Json;

/**
 * Common subset trees: connected pieces of two trees in which every node has all of its children or none (Collins &amp;
 * Duffy 2002).
 * <pre>
 *   K(T, U) = Σ_{a in T} Σ_{b in U} C(a, b)
 *   C(a, b) = 0 when a and b have different productions, else λ Π_{children k that are nodes} (1 + C(a_k, b_k))
 * </pre>
 * λ^(productions) is the weight of a piece, so large pieces do not swamp the rest. Words are no nodes. O(|T| |U|); the
 * pairs with different productions cost one comparison of numbers each.
 *
 * @param decay λ, above 0 and at most 1
 * @param column the column that holds the tree
 */
public record SubsetTreeKernel(double decay, int column) implements KernelFunction {
    private static final int LARGEST_TREE = 20_000;

    public SubsetTreeKernel {
        Parameters.requireDecay("tree", decay);
        Parameters.requireColumn("tree", column);
    }

    @Override
    public KernelRows over(List<Point> points) {
        Map<String, Integer> numbers = new HashMap<>();
        Numbered[] trees = new Numbered[points.size()];
        for (int k = 0; k < trees.length; k++) {
            trees[k] = numbered(points.get(k), text -> numbers.computeIfAbsent(text, any -> numbers.size()));
        }
        return new Rows(trees, numbers);
    }

    private Numbered numbered(Point point, ToIntFunction<String> numbers) {
        Tree tree = Tree.parse(point.column(column), point.location());
        if (tree.size() > LARGEST_TREE) {
            throw new DataFormatException(
                    point.location(),
                    "a tree of " + tree.size() + " nodes and words; the tree kernel takes at most " + LARGEST_TREE
                            + ", because two of them cost the product of their sizes");
        }
        return Numbered.of(tree, numbers);
    }

    private final class Rows implements KernelRows {
        private final Numbered[] trees;
        private final Map<String, Integer> numbers; // read only

        Rows(Numbered[] trees, Map<String, Integer> numbers) {
            this.trees = trees;
            this.numbers = numbers;
        }

        @Override
        public int size() {
            return trees.length;
        }

        @Override
        public void row(Point x, int begin, int end, double[] into, KernelScratch scratch) {
            Numbered tree = known(x);
            for (int k = begin; k < end; k++) {
                into[k] = compare(trees[k], tree, scratch);
            }
        }

        @Override
        public double self(Point x, KernelScratch scratch) {
            Numbered tree = known(x);
            return compare(tree, tree, scratch);
        }

        /** A production that no point has gets a number of its own below 0, so that it equals itself and nothing else. */
        private Numbered known(Point x) {
            Map<String, Integer> others = new HashMap<>();
            return numbered(x, text -> {
                Integer number = numbers.get(text);
                return number != null ? number : others.computeIfAbsent(text, any -> -1 - others.size());
            });
        }
    }

    /**
     * The nodes of a tree, children first and words left out.
     *
     * @param productions the number of each node's production // [nodes]
     * @param children for each node those of its children that are nodes // [nodes][…]
     */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Numbered(int[] productions, int[][] children) {

        static Numbered of(Tree tree, ToIntFunction<String> numbers) {
            int[] places = new int[tree.size()];
            int count = 0;
            for (int k = 0; k < places.length; k++) {
                places[k] = tree.node(k).leaf() ? -1 : count++;
            }
            int[] productions = new int[count];
            int[][] children = new int[count][];
            for (int k = 0; k < places.length; k++) {
                if (places[k] >= 0) {
                    productions[places[k]] = numbers.applyAsInt(tree.production(k));
                    children[places[k]] = tree.node(k).children().stream()
                            .mapToInt(child -> places[child])
                            .filter(place -> place >= 0)
                            .toArray();
                }
            }
            return new Numbered(productions, children);
        }
    }

    private double compare(Numbered first, Numbered second, KernelScratch scratch) {
        int width = second.productions.length;
        double[] common = scratch.first(first.productions.length * width); // C // [|T|][|U|]
        double sum = 0;
        for (int a = 0; a < first.productions.length; a++) {
            int production = first.productions[a];
            for (int b = 0; b < width; b++) {
                if (second.productions[b] == production) {
                    double c = decay;
                    int[] under = first.children[a];
                    int[] other = second.children[b];
                    for (int k = 0; k < under.length; k++) {
                        c *= 1 + common[under[k] * width + other[k]];
                    }
                    common[a * width + b] = c;
                    sum += c;
                }
            }
        }
        return sum;
    }

    @Override
    public SortedSet<Integer> columns() {
        return new TreeSet<>(List.of(column));
    }

    @Override
    public boolean readsAttributes() {
        return false;
    }

    @Override
    public String toString() {
        return "tree(decay=" + Json.write(decay) + ",column=" + column + ")";
    }
}
