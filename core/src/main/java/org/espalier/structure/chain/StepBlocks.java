package org.espalier.structure.chain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.math.Blocks;
import org.espalier.math.Kernels;

/**
 * The steps from the states of one position to those of the next, as small dense matrices: any two states lead to the same states, or to none in
 * common.
 *
 * <p>So it is with label histories. Those that end alike, whatever their oldest label, are followed by the same histories:
 *
 * <pre>
 *   order 2, labels a and b:    {aa, ba} × {aa, ab}    {ab, bb} × {ba, bb}
 * </pre>
 *
 * <p>Steps into a state that shares its sources with no other are listed one by one; the others are padded {@link Blocks}. All numbers of states are places in
 * the {@link StateRow} of their position. Arrays are those that inference reads; they must not be changed.
 */
public final class StepBlocks {
    /** Matrices with so many rows or more are not cut into pieces. */
    private static final int TALL = 6;

    private final StateRow from;
    private final StateRow to;
    private final int offset;
    private final Blocks singles;
    private final Blocks blocks;
    private final int entries; // of the single steps, then of the blocks
    private final int[] parts; // the shared transition parts of the steps
    private final int[] partEntries; // the entry of each
    private final int[] unreached; // places of the second row that no step leads to

    /**
     * One step, or the steps from one state to neighbours.
     *
     * @param rank how many come before it that lead to the same places
     * @param part of the first step; those of its neighbours follow
     */
    private record Piece(int rank, int row, int column, int part, int width) {}

    /**
     * The steps between two rows.
     *
     * @param groups of all states
     * @param offset how many entries the blocks of other positions have before these
     */
    StepBlocks(Transitions transitions, StateGroups groups, StateRow from, StateRow to, int offset) {
        this.from = from;
        this.to = to;
        this.offset = offset;
        List<Piece> narrow = new ArrayList<>();
        List<Piece> cut = new ArrayList<>();
        List<List<Piece>> whole = new ArrayList<>();
        boolean[] isTarget = new boolean[to.size()];
        for (StateGroups.Group group : groups.groups()) {
            int[] sources = IntStream.of(group.sources())
                    .filter(i -> from.place(i) >= 0)
                    .toArray();
            int first = to.place(group.targets()[0]);
            if (first < 0 || sources.length == 0) {
                continue;
            }
            int width = group.targets().length;
            List<Piece> pieces = new ArrayList<>();
            for (int rank = 0; rank < sources.length; rank++) {
                int row = from.place(sources[rank]);
                int part = transitions.rowBegin(sources[rank]);
                for (int j = 0; j < width; j += Kernels.WIDTH) {
                    pieces.add(new Piece(rank, row, first + j, part + j, Math.min(Kernels.WIDTH, width - j)));
                }
            }
            if (group.isNarrow()) {
                narrow.addAll(pieces);
            } else if (sources.length < TALL) {
                cut.addAll(pieces);
            } else {
                whole.add(pieces);
            }
            // its padding is reached too: with zeros
            Arrays.fill(isTarget, first, first + (group.isNarrow() ? 1 : Kernels.stride(width)), true);
        }
        narrow.sort(Comparator.comparingInt(Piece::rank));
        cut.sort(Comparator.comparingInt(Piece::rank));
        this.singles = blocks(narrow, List.of());
        this.blocks = blocks(cut, whole);
        this.entries = narrow.size() + blocks.numbers();
        IntStream.Builder numbers = IntStream.builder();
        IntStream.Builder places = IntStream.builder();
        for (int n = 0; n < narrow.size(); n++) {
            numbers.add(narrow.get(n).part);
            places.add(n);
        }
        whole.forEach(cut::addAll);
        for (int n = 0; n < cut.size(); n++) {
            for (int j = 0; j < cut.get(n).width; j++) {
                numbers.add(cut.get(n).part + j);
                places.add(narrow.size() + n * Kernels.WIDTH + j);
            }
        }
        this.parts = numbers.build().toArray();
        this.partEntries = places.build().toArray();
        this.unreached =
                IntStream.range(0, to.size()).filter(place -> !isTarget[place]).toArray();
    }

    /**
     * Blocks.
     *
     * @param whole the pieces of matrices that are not cut, by rows
     */
    private static Blocks blocks(List<Piece> cut, List<List<Piece>> whole) {
        int[] begins = new int[whole.size() + 1];
        int[] columns = new int[whole.size()];
        int[] widths = new int[whole.size()];
        IntStream.Builder rows = IntStream.builder();
        for (int n = 0; n < widths.length; n++) {
            List<Piece> pieces = whole.get(n);
            int column = pieces.get(0).column;
            columns[n] = column;
            int[] starts = pieces.stream()
                    .filter(piece -> piece.column == column)
                    .mapToInt(Piece::row)
                    .toArray();
            IntStream.of(starts).forEach(rows::add);
            begins[n + 1] = begins[n] + starts.length;
            widths[n] = Kernels.WIDTH * pieces.size() / starts.length;
        }
        return new Blocks(
                cut.stream().mapToInt(Piece::row).toArray(),
                cut.stream().mapToInt(Piece::column).toArray(),
                (int) cut.stream().filter(piece -> piece.rank == 0).count(),
                rows.build().toArray(),
                begins,
                columns,
                widths);
    }

    /** The row of the first position. */
    public StateRow from() {
        return from;
    }

    /** The row of the second position. */
    public StateRow to() {
        return to;
    }

    /** How many entries the blocks of other positions have before these. */
    public int offset() {
        return offset;
    }

    /** The single steps: pieces of one number. */
    public Blocks singles() {
        return singles;
    }

    /** The other steps. */
    public Blocks blocks() {
        return blocks;
    }

    /** How many entries there are: one for each single step, then those of the blocks. */
    public int entries() {
        return entries;
    }

    /** The shared transition parts of the steps. */
    public int[] parts() {
        return parts;
    }

    /** The entry of each of the {@link #parts}; other entries are padding. */
    public int[] partEntries() {
        return partEntries;
    }

    /** The places of the second row that no step leads to. */
    public int[] unreached() {
        return unreached;
    }

    @Override
    public String toString() {
        return parts.length + " steps, " + singles.pieces() + " of them single, and " + blocks.pieces()
                + " pieces of blocks";
    }
}
