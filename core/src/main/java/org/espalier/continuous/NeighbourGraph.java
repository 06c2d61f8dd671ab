package org.espalier.continuous;

import java.util.Arrays;

/**
 * Which positions are neighbours, and how similar they are. Every edge has a kind; edges of a kind share a weight. Two positions may have
 * several edges.
 *
 * <pre>{@code
 * NeighbourGraph chain = NeighbourGraph.builder(100).add(0, 1, 0, 1.0).build();
 * }</pre>
 */
public final class NeighbourGraph {
    private final int positions;
    private final int[] from; // [edges], below to
    private final int[] to; // [edges]
    private final int[] kind; // [edges]
    private final double[] similarity; // [edges], above 0
    private final double[] change; // [edges]: by how much y_from is expected to exceed y_to

    private NeighbourGraph(int positions, int[] from, int[] to, int[] kind, double[] similarity, double[] change) {
        this.positions = positions;
        this.from = from;
        this.to = to;
        this.kind = kind;
        this.similarity = similarity;
        this.change = change;
    }

    /** A graph to be filled. */
    public static Builder builder(int positions) {
        return new Builder(positions);
    }

    public int positions() {
        return positions;
    }

    public int edges() {
        return from.length;
    }

    /** The smaller end of an edge. */
    public int from(int edge) {
        return from[edge];
    }

    /** The larger end of an edge. */
    public int to(int edge) {
        return to[edge];
    }

    public int kind(int edge) {
        return kind[edge];
    }

    public double similarity(int edge) {
        return similarity[edge];
    }

    /** By how much the value at the smaller end is expected to exceed that at the larger one; 0 where they are expected to be equal. */
    public double change(int edge) {
        return change[edge];
    }

    /** How many edges have this kind. */
    int edges(int ofKind) {
        return (int) Arrays.stream(kind).filter(one -> one == ofKind).count();
    }

    /** How far apart neighbours are at most. */
    public int bandwidth() {
        int widest = 0;
        for (int e = 0; e < from.length; e++) {
            widest = Math.max(widest, to[e] - from[e]);
        }
        return widest;
    }

    /** Collects edges; grows as they come. */
    public static final class Builder {
        private final int positions;
        private int[] from = new int[16];
        private int[] to = new int[16];
        private int[] kind = new int[16];
        private double[] similarity = new double[16];
        private double[] change = new double[16];
        private int edges;

        private Builder(int positions) {
            if (positions < 0) {
                throw new IllegalArgumentException(positions + " positions; expected 0 or more");
            }
            this.positions = positions;
        }

        /** Adds an edge between two positions whose values are expected to be equal. */
        public Builder add(int one, int other, int kind, double similarity) {
            return add(one, other, kind, similarity, 0);
        }

        /**
         * Adds an edge between two different positions.
         *
         * @param similarity finite, above 0: a negative one would ask neighbours to differ without a bound
         * @param change by how much the first value is expected to exceed the other; finite
         */
        public Builder add(int one, int other, int kind, double similarity, double change) {
            if (Math.min(one, other) < 0 || Math.max(one, other) >= positions || one == other || kind < 0) {
                throw new IllegalArgumentException("an edge of kind " + kind + " between the positions " + one + " and "
                        + other + "; expected two different ones of " + positions);
            }
            if (!(similarity > 0) || Double.isInfinite(similarity)) {
                throw new IllegalArgumentException("the similarity of the positions " + one + " and " + other + " is "
                        + similarity + "; expected a finite number above 0");
            }
            if (!Double.isFinite(change)) {
                throw new IllegalArgumentException("the change between the positions " + one + " and " + other + " is "
                        + change + "; expected a finite number");
            }
            if (edges == from.length) {
                int size = 2 * edges;
                from = Arrays.copyOf(from, size);
                to = Arrays.copyOf(to, size);
                this.kind = Arrays.copyOf(this.kind, size);
                this.similarity = Arrays.copyOf(this.similarity, size);
                this.change = Arrays.copyOf(this.change, size);
            }
            from[edges] = Math.min(one, other);
            to[edges] = Math.max(one, other);
            this.kind[edges] = kind;
            this.similarity[edges] = similarity;
            this.change[edges++] = one < other ? change : -change;
            return this;
        }

        public NeighbourGraph build() {
            return new NeighbourGraph(
                    positions,
                    Arrays.copyOf(from, edges),
                    Arrays.copyOf(to, edges),
                    Arrays.copyOf(kind, edges),
                    Arrays.copyOf(similarity, edges),
                    Arrays.copyOf(change, edges));
        }
    }
}
