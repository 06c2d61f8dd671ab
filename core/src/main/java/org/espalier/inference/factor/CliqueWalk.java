package org.espalier.inference.factor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Walks through the entries of a clique in blocks of some thousand, and adds up its tables there, or shares a block out among them.
 *
 * <p>The entries stand in the order of the scope, whose last variables are the eliminated ones, so that a block is a number of whole rows
 * and a row is what one entry of the message sums up. No table of the size of a clique is ever made. Of every table the offsets within a
 * block are worked out once. Tables that do not change from block to block (steady ones) are added up once, and those that are
 * constant within blocks cost one addition per block; when one of these is −∞, the whole block is.
 */
final class CliqueWalk {
    private final Clique clique;
    private final double[][] data; // [tables]: what is read
    private final int outer; // how many variables of the scope are constant within a block
    private final int[] values; // [outer]
    private final int size; // entries of a block
    private final int[] bases; // [tables]: where the block begins
    private final int[][] inner; // [tables][size]
    private final int[] steady; // tables that move within blocks only
    private final int[] constant; // those that are constant within blocks, but not between them
    private final int[] moving; // all others
    private final double[] base; // [size]: the sum of the steady tables
    private final double[] block; // [size]
    private final double[] shares; // [size]: what the steady tables get
    private long number = -1;
    private final long blocks;

    /**
     * A walk.
     *
     * @param data what each table of the clique is read from // [tables]
     * @param mostEntries how many entries a block may have; a row is in one block whatever its size
     */
    CliqueWalk(Clique clique, double[][] data, int mostEntries) {
        this.clique = clique;
        this.data = data;
        int[] sizes = clique.sizes();
        int entries = clique.values();
        int first = clique.separator();
        while (first > 0 && (long) entries * sizes[first - 1] <= mostEntries) {
            entries *= sizes[--first];
        }
        this.outer = first;
        this.size = entries;
        this.values = new int[outer];
        this.blocks = clique.messageEntries() / (size / clique.values());
        int tables = clique.tables().length;
        this.bases = new int[tables];
        this.inner = new int[tables][];
        List<Integer> still = new ArrayList<>();
        List<Integer> flat = new ArrayList<>();
        List<Integer> others = new ArrayList<>();
        for (int t = 0; t < tables; t++) {
            TableMap table = clique.tables()[t];
            bases[t] = table.base();
            for (int d = 0; d < outer; d++) {
                int[] moves = table.offsets()[d];
                bases[t] += moves == null ? 0 : moves[0]; // the first live value may be another than 0
            }
            boolean movesOutside = hasVariable(table, 0, outer);
            boolean movesInside = hasVariable(table, outer, sizes.length);
            (!movesOutside ? still : movesInside ? others : flat).add(t);
            inner[t] = movesInside || !movesOutside ? inner(table) : new int[0];
        }
        this.steady = still.stream().mapToInt(t -> t).toArray();
        this.constant = flat.stream().mapToInt(t -> t).toArray();
        this.moving = others.stream().mapToInt(t -> t).toArray();
        this.base = new double[size];
        this.block = new double[size];
        this.shares = new double[size];
        for (int t : steady) {
            add(t, base);
        }
    }

    private static boolean hasVariable(TableMap table, int from, int to) {
        return Arrays.stream(table.offsets(), from, to).anyMatch(moves -> moves != null);
    }

    private int[] inner(TableMap table) {
        int[] offsets = new int[size];
        int repeat = size;
        for (int d = outer; d < clique.sizes().length; d++) {
            int[] moves = table.offsets()[d];
            repeat /= clique.sizes()[d];
            if (moves != null) {
                for (int i = 0; i < size; i++) {
                    offsets[i] += moves[i / repeat % moves.length];
                }
            }
        }
        return offsets;
    }

    /** How many entries a block has. */
    int size() {
        return size;
    }

    /** Goes to the next block, if there is one. */
    boolean next() {
        if (++number == 0) {
            return true;
        }
        if (number == blocks) {
            return false;
        }
        for (int d = outer - 1; d >= 0; d--) {
            int old = values[d];
            boolean wraps = old + 1 == clique.sizes()[d];
            values[d] = wraps ? 0 : old + 1;
            for (int t = 0; t < bases.length; t++) {
                int[] moves = clique.tables()[t].offsets()[d];
                if (moves != null) {
                    bases[t] += moves[values[d]] - moves[old];
                }
            }
            if (!wraps) {
                break;
            }
        }
        return true;
    }

    /** The entry of the message that the first row of the block belongs to. */
    int firstRow() {
        return (int) (number * (size / clique.values()));
    }

    /** How many rows a block has. */
    int rows() {
        return size / clique.values();
    }

    /**
     * Adds up all tables over the entries of the block.
     *
     * @return whether any sum can be above −∞; if not, the block is not to be read
     */
    boolean fill() {
        double flat = 0;
        for (int t : constant) {
            flat += data[t][bases[t]];
        }
        if (flat == Double.NEGATIVE_INFINITY) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            block[i] = base[i] + flat;
        }
        for (int t : moving) {
            add(t, block);
        }
        return true;
    }

    /** The sums of the last {@link #fill()} // [size]. */
    double[] block() {
        return block;
    }

    /**
     * Adds a number for each entry of the block to the entries of all tables that it is made of.
     *
     * @param amounts // [size]
     * @param into one array per table, as those that are read
     * @param weight what amounts for tables of parts are multiplied by; those for messages are not
     */
    void share(double[] amounts, double[][] into, double weight) {
        for (int i = 0; i < size; i++) {
            shares[i] += amounts[i];
        }
        if (constant.length > 0) {
            double sum = 0;
            for (int i = 0; i < size; i++) {
                sum += amounts[i];
            }
            for (int t : constant) {
                into[t][bases[t]] += weight(t, weight) * sum;
            }
        }
        for (int t : moving) {
            scatter(t, amounts, into[t], weight(t, weight));
        }
    }

    /** After the last block: shares what belongs to the steady tables. */
    void finish(double[][] into, double weight) {
        for (int t : steady) {
            scatter(t, shares, into[t], weight(t, weight));
        }
    }

    private double weight(int t, double weight) {
        return clique.tables()[t].isMessage() ? 1 : weight;
    }

    private void scatter(int t, double[] amounts, double[] into, double weight) {
        int from = bases[t];
        int[] offsets = inner[t];
        for (int i = 0; i < offsets.length; i++) {
            into[from + offsets[i]] += weight * amounts[i];
        }
    }

    private void add(int t, double[] into) {
        double[] table = data[t];
        int from = bases[t];
        int[] offsets = inner[t];
        for (int i = 0; i < offsets.length; i++) {
            into[i] += table[from + offsets[i]];
        }
    }
}
