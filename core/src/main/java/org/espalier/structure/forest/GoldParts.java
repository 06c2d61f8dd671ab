package org.espalier.structure.forest;

import java.util.Arrays;
import java.util.BitSet;
import org.espalier.structure.Output;
import org.espalier.structure.Supervision;
import org.jspecify.annotations.Nullable;

/**
 * The supervision of a {@link Forest}: the parts that are wrong.
 *
 * <p>A derivation is allowed when it has no wrong part, and has as many errors as wrong parts, each as often as it occurs. Shared
 * parts are never wrong, because they say nothing of a single instance. Where one derivation is left, it is found once, when the
 * supervision is made, in O(edges).
 */
public final class GoldParts implements Supervision<Forest> {
    private final BitSet wrong;
    private final int length;
    private final int parts;
    private final int edges;
    private final @Nullable Derivation only;

    private GoldParts(Forest forest, BitSet wrong) {
        this.wrong = wrong;
        this.length = forest.length();
        this.parts = forest.parts();
        this.edges = forest.edges();
        this.only = only(forest, wrong);
    }

    /** Wrong is every part that the derivation does not have. */
    public static GoldParts of(Derivation derivation) {
        return of(
                derivation,
                derivation.forest().sharedParts(),
                derivation.forest().parts());
    }

    /**
     * Wrong is every part of a range that the derivation does not have. Of a dependency tree, for instance, the arcs are judged, and
     * not what follows from them, such as the pairs of siblings.
     *
     * @param begin the first part that is judged; shared ones are not
     * @param end one more than the last
     */
    public static GoldParts of(Derivation derivation, int begin, int end) {
        Forest forest = derivation.forest();
        double[] counts = new double[forest.parts()];
        derivation.addTo(counts, 1);
        BitSet wrong = new BitSet();
        for (int part = Math.max(begin, forest.sharedParts()); part < end; part++) {
            wrong.set(part, counts[part] == 0);
        }
        return new GoldParts(forest, wrong);
    }

    /**
     * All derivations without these parts.
     *
     * @throws IllegalArgumentException when one of them is shared, or does not exist
     */
    public static GoldParts without(Forest forest, BitSet wrong) {
        int first = wrong.nextSetBit(0);
        if (first >= 0 && (first < forest.sharedParts() || wrong.length() > forest.parts())) {
            throw new IllegalArgumentException("parts " + first + " to " + (wrong.length() - 1)
                    + " are said to be wrong; expected parts from " + forest.sharedParts() + " to "
                    + (forest.parts() - 1) + ", which are those that no other instance shares");
        }
        return new GoldParts(forest, (BitSet) wrong.clone());
    }

    /** The derivation, when exactly one is left: derivations are counted as none, one or several. */
    private static @Nullable Derivation only(Forest forest, BitSet wrong) {
        byte[] counts = new byte[forest.nodes()];
        int[] choices = new int[forest.nodes()];
        for (int node = 0; node < forest.nodes(); node++) {
            int count = 0;
            for (int e = forest.firstEdge(node); e < forest.firstEdge(node + 1); e++) {
                int ways = errors(forest, e, wrong) > 0
                        ? 0
                        : count(forest.left(e), counts) * count(forest.right(e), counts);
                choices[node] = ways > 0 ? e : choices[node];
                count += ways;
            }
            counts[node] = (byte) Math.min(count, 2);
        }
        return counts[forest.goal()] == 1 ? follow(forest, choices) : null;
    }

    private static int count(int tail, byte[] counts) {
        return tail == Forest.NONE ? 1 : counts[tail];
    }

    private static Derivation follow(Forest forest, int[] choices) {
        int[] found = new int[16];
        int size = 0;
        int[] open = new int[16];
        int count = 0;
        open[count++] = forest.goal();
        while (count > 0) {
            int edge = choices[open[--count]];
            found = size == found.length ? Arrays.copyOf(found, 2 * size) : found;
            found[size++] = edge;
            open = count + 2 > open.length ? Arrays.copyOf(open, 2 * open.length) : open;
            if (forest.right(edge) != Forest.NONE) {
                open[count++] = forest.right(edge);
            }
            if (forest.left(edge) != Forest.NONE) {
                open[count++] = forest.left(edge);
            }
        }
        return new Derivation(forest, Arrays.copyOf(found, size));
    }

    private static int errors(Forest forest, int edge, BitSet wrong) {
        int errors = 0;
        for (int k = forest.firstPart(edge); k < forest.firstPart(edge + 1); k++) {
            errors += wrong.get(forest.part(k)) ? 1 : 0;
        }
        return errors;
    }

    @Override
    public void requireFit(Forest forest) {
        if (length != forest.length() || parts != forest.parts() || edges != forest.edges()) {
            throw new IllegalArgumentException("supervision of a forest over " + length + " tokens with " + parts
                    + " parts and " + edges + " edges for one over " + forest.length() + " with " + forest.parts()
                    + " and " + forest.edges());
        }
    }

    @Override
    public boolean isSingle() {
        return only != null;
    }

    @Override
    public Output single(Forest forest) {
        if (only == null) {
            throw new IllegalStateException("not exactly one derivation is allowed; see isSingle");
        }
        return only;
    }

    @Override
    public void addCost(Forest forest, double cost, double[] scores) {
        wrong.stream().forEach(part -> scores[part] += cost);
    }

    @Override
    public void forbid(Forest forest, double[] scores) {
        wrong.stream().forEach(part -> scores[part] = Double.NEGATIVE_INFINITY);
    }

    @Override
    public int errors(Forest forest, Output output) {
        Derivation found = (Derivation) output;
        int errors = 0;
        for (int k = 0; k < found.size(); k++) {
            errors += errors(forest, found.edge(k), wrong);
        }
        return errors;
    }
}
