package org.espalier.continuous;

import java.util.Arrays;
import java.util.TreeSet;

/**
 * An order in which the rows of a sparse matrix are eliminated, and where its Cholesky factor then has entries.
 *
 * <p>Eliminating a row makes all its neighbours neighbours of each other. The minimum degree order (Rose 1972) always takes the row with
 * the fewest neighbours, the smallest number among equals. The new neighbours are not written out: they are kept as one
 * <i>element</i> per eliminated row, which absorbs the elements it meets (the quotient graph of George &amp; Liu 1981), so memory
 * does not grow with the fill. The neighbours at the time are the entries of the row's column.
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
record Elimination(int[] order, int[] place, int[][] columns) {

    /**
     * The minimum degree order.
     *
     * @param from smaller ends of the pairs with entries; a pair may occur more than once // [edges]
     * @param to larger ends // [edges]
     * @return order: the row that is eliminated at each place; place: the reverse; columns: the places after it at which
     *     each place has entries, ascending // [size], [size], [size][…]
     */
    static Elimination minimumDegree(int size, int[] from, int[] to) {
        return new Quotient(size, from, to).run();
    }

    /** How many multiplications a factorisation takes, about: Σ entries² over the columns. */
    double multiplications() {
        double sum = 0;
        for (int[] column : columns) {
            sum += (double) column.length * column.length;
        }
        return sum;
    }

    /** The entries below the diagonal. */
    long entries() {
        long sum = 0;
        for (int[] column : columns) {
            sum += column.length;
        }
        return sum;
    }

    /** The graph of the rows that are left, with elements for those that are gone. */
    private static final class Quotient {
        private static final int[] NOTHING = {};

        private final int size;
        private final int[][] rows; // neighbours that no element covers
        private final int[][] elements; // per row: the elements it belongs to
        private final int[][] members; // per element: its rows, of which none is eliminated; none once it is absorbed
        private final int[] degree;
        private final int[] mark; // the round in which a row was met last
        private final int[] found;
        private int round;

        Quotient(int size, int[] from, int[] to) {
            this.size = size;
            this.rows = adjacency(size, from, to);
            this.elements = new int[size][0];
            this.members = new int[size][0];
            this.degree = new int[size];
            this.mark = new int[size];
            this.found = new int[size];
        }

        private static int[][] adjacency(int size, int[] from, int[] to) {
            int[] counts = new int[size];
            for (int e = 0; e < from.length; e++) {
                counts[from[e]]++;
                counts[to[e]]++;
            }
            int[][] lists = new int[size][];
            Arrays.setAll(lists, i -> new int[counts[i]]);
            Arrays.fill(counts, 0);
            for (int e = 0; e < from.length; e++) {
                lists[from[e]][counts[from[e]]++] = to[e];
                lists[to[e]][counts[to[e]]++] = from[e];
            }
            for (int i = 0; i < size; i++) {
                lists[i] = Arrays.stream(lists[i]).sorted().distinct().toArray();
            }
            return lists;
        }

        Elimination run() {
            TreeSet<Long> queue = new TreeSet<>(); // by degree, then by number
            for (int i = 0; i < size; i++) {
                degree[i] = rows[i].length;
                queue.add(key(i));
            }
            int[] order = new int[size];
            int[] place = new int[size];
            int[][] columns = new int[size][];
            for (int k = 0; k < size; k++) {
                int pivot = queue.pollFirst().intValue(); // the lower half of the key
                order[k] = pivot;
                place[pivot] = k;
                int[] clique = neighbours(pivot);
                columns[k] = clique;
                for (int row : clique) {
                    queue.remove(key(row));
                }
                form(pivot, clique);
                for (int row : clique) {
                    degree[row] = neighbours(row).length;
                    queue.add(key(row));
                }
            }
            for (int k = 0; k < size; k++) {
                columns[k] = Arrays.stream(columns[k])
                        .map(row -> place[row])
                        .sorted()
                        .toArray();
            }
            return new Elimination(order, place, columns);
        }

        /** Makes an element of the pivot's neighbours; it takes the place of the pivot's elements, and of pairs within it. */
        private void form(int pivot, int[] clique) {
            for (int element : elements[pivot]) {
                members[element] = NOTHING;
            }
            members[pivot] = clique;
            int here = ++round;
            mark[pivot] = here;
            for (int row : clique) {
                mark[row] = here;
            }
            for (int row : clique) {
                rows[row] = Arrays.stream(rows[row])
                        .filter(other -> mark[other] != here)
                        .toArray();
                int[] kept = Arrays.stream(elements[row])
                        .filter(element -> members[element].length > 0)
                        .toArray();
                elements[row] = Arrays.copyOf(kept, kept.length + 1);
                elements[row][kept.length] = pivot;
            }
        }

        /** The rows that are left and share an entry or an element with this one. */
        private int[] neighbours(int row) {
            int here = ++round;
            mark[row] = here;
            int count = 0;
            for (int other : rows[row]) {
                mark[other] = here;
                found[count++] = other;
            }
            for (int element : elements[row]) {
                for (int other : members[element]) {
                    if (mark[other] != here) {
                        mark[other] = here;
                        found[count++] = other;
                    }
                }
            }
            return Arrays.copyOf(found, count);
        }

        private long key(int row) {
            return ((long) degree[row] << 32) | row;
        }
    }
}
