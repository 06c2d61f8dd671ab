package org.espalier.labelling.segment;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.data.TagScheme;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.segment.Boundary;
import org.espalier.structure.segment.GoldSegments;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of which some tokens have several labels, or any, as a clamp: a set of types for every token, and what is known of
 * every boundary.
 *
 * <p>A segmentation is a series of <em>standings</em>, one per token: a type, whether a segment begins there, and whether one begins
 * at the next token. A label allows some of them: {@code B-X} of IOB2 allows X that begins there, {@code E-X} of IOBES allows X that
 * goes on there and ends. Forward and backward, the standings are crossed out that fit none of their neighbours. What is left tells
 * types and boundaries; if these, put together, allow more standings than are left, no clamp can say what the labels say.
 *
 * <p>The standings of a type at a token are a mask of four bits: (begins, next begins) 1, (goes on, next begins) 2, (begins, next
 * goes on) 4, (goes on, next goes on) 8.
 */
final class PartialLabels {
    private static final int BEGINS = 1 | 4;
    private static final int GOES_ON = 2 | 8;
    private static final int NEXT_BEGINS = 1 | 2;
    private static final int NEXT_GOES_ON = 4 | 8;
    private static final int ALL = 15;
    private static final int ALONE = 1;

    private final SegmentLabels labels;
    private final AllowedStates allowed;
    private final int length;
    private final int size; // labels of segments
    private final int[] standings; // [T][labels of segments]

    PartialLabels(SegmentLabels labels, AllowedStates allowed) {
        this.labels = labels;
        this.allowed = allowed;
        this.length = allowed.length();
        this.size = labels.size();
        this.standings = new int[length * size];
    }

    GoldSegments gold() {
        for (int t = 0; t < length; t++) {
            start(t);
        }
        for (int t = 1; t < length; t++) {
            applyNeighbours(t);
        }
        prune(standings);
        requireProduct();
        int[] @Nullable [] types = new int[length] @Nullable [];
        Boundary[] boundaries = new Boundary[length];
        for (int t = 0; t < length; t++) {
            types[t] = types(t);
            int any = union(standings, t);
            boundaries[t] =
                    (any & BEGINS) == 0 ? Boundary.INSIDE : (any & GOES_ON) == 0 ? Boundary.BEGINS : Boundary.UNKNOWN;
        }
        return GoldSegments.partial(types, boundaries);
    }

    /** The types that are left; null for all. */
    private int @Nullable [] types(int t) {
        int[] left = IntStream.range(0, size)
                .filter(y -> standings[t * size + y] != 0)
                .toArray();
        return left.length == size ? null : left;
    }

    /** What the labels of a token allow on their own. */
    private void start(int t) {
        int[] set = set(t);
        if (set.length == 0) {
            for (int y = 0; y < size; y++) {
                standings[t * size + y] = labels.isOutside(y) ? ALONE : ALL;
            }
        }
        for (int label : set) {
            standings[t * size + labels.type(label)] |= standing(label);
        }
    }

    /** The labels that a token may have; none for any. */
    private int[] set(int t) {
        int only = allowed.onlyState(t);
        return only >= 0 ? new int[] {only} : allowed.alternatives(t);
    }

    private int standing(int label) {
        if (labels.isOutside(labels.type(label))) {
            return ALONE;
        }
        TagScheme.Role role = labels.role(label);
        return switch (labels.scheme()) {
            case NONE -> ALL;
            case IOB1 -> role == TagScheme.Role.BEGIN ? BEGINS : ALL;
            case IOB2 -> role == TagScheme.Role.BEGIN ? BEGINS : GOES_ON;
            case IOE1 -> role == TagScheme.Role.END ? NEXT_BEGINS : ALL;
            case IOE2 -> role == TagScheme.Role.END ? NEXT_BEGINS : NEXT_GOES_ON;
            case IOBES, BILOU, BMES ->
                switch (role) {
                    case SINGLE -> ALONE;
                    case BEGIN -> BEGINS & NEXT_GOES_ON;
                    case END -> GOES_ON & NEXT_BEGINS;
                    default -> GOES_ON & NEXT_GOES_ON;
                };
        };
    }

    /** Where two neighbours tell a boundary together, whatever each tells on its own. */
    private void applyNeighbours(int t) {
        int before = allowed.onlyState(t - 1);
        int here = allowed.onlyState(t);
        if (before >= 0 && here >= 0) {
            settle(standings, t, labels.continues(before, here));
            return;
        }
        int[] left = IntStream.of(set(t - 1)).map(labels::type).distinct().toArray();
        int[] right = IntStream.of(set(t)).map(labels::type).distinct().toArray();
        boolean sameType = left.length == 1 && Arrays.equals(left, right) && !labels.isOutside(left[0]);
        if (sameType) {
            switch (labels.scheme()) {
                case NONE -> settle(standings, t, true);
                case IOB1 -> settleUnless(t, set(t), TagScheme.Role.BEGIN);
                case IOE1 -> settleUnless(t, set(t - 1), TagScheme.Role.END);
                default -> {}
            }
        }
    }

    /** Where only one role marks a boundary between equal types, and none of the labels has it, the segment goes on. */
    private void settleUnless(int t, int[] set, TagScheme.Role role) {
        if (IntStream.of(set).noneMatch(label -> labels.role(label) == role)) {
            settle(standings, t, true);
        }
    }

    /** Makes the boundary before t what is said, whatever stands there. */
    private void settle(int[] masks, int t, boolean goesOn) {
        for (int y = 0; y < size; y++) {
            int before = masks[(t - 1) * size + y];
            int here = masks[t * size + y];
            masks[(t - 1) * size + y] = withNext(before, goesOn);
            masks[t * size + y] = withBoundary(here, goesOn);
        }
    }

    private static int withBoundary(int mask, boolean goesOn) {
        return ((mask & NEXT_BEGINS) == 0 ? 0 : NEXT_BEGINS & (goesOn ? GOES_ON : BEGINS))
                | ((mask & NEXT_GOES_ON) == 0 ? 0 : NEXT_GOES_ON & (goesOn ? GOES_ON : BEGINS));
    }

    private static int withNext(int mask, boolean goesOn) {
        return ((mask & BEGINS) == 0 ? 0 : BEGINS & (goesOn ? NEXT_GOES_ON : NEXT_BEGINS))
                | ((mask & GOES_ON) == 0 ? 0 : GOES_ON & (goesOn ? NEXT_GOES_ON : NEXT_BEGINS));
    }

    private int union(int[] masks, int t) {
        return IntStream.range(t * size, (t + 1) * size).map(k -> masks[k]).reduce(0, (a, b) -> a | b);
    }

    /** Crosses out what is on no way from the first token to the last. Neighbours that contradict each other are cut apart. */
    private void prune(int[] masks) {
        keep(masks, 0, BEGINS);
        for (int t = 1; t < length; t++) {
            int[] narrowed = Arrays.copyOfRange(masks, t * size, (t + 1) * size);
            boolean canBegin = (union(masks, t - 1) & NEXT_BEGINS) != 0;
            boolean any = false;
            for (int y = 0; y < size; y++) {
                boolean canGoOn = (masks[(t - 1) * size + y] & NEXT_GOES_ON) != 0;
                narrowed[y] &= (canBegin ? BEGINS : 0) | (canGoOn ? GOES_ON : 0);
                any |= narrowed[y] != 0;
            }
            if (any) {
                System.arraycopy(narrowed, 0, masks, t * size, size);
            } else {
                settle(masks, t, false);
            }
        }
        keep(masks, length - 1, NEXT_BEGINS);
        for (int t = length - 2; t >= 0; t--) {
            boolean canBegin = (union(masks, t + 1) & BEGINS) != 0;
            for (int y = 0; y < size; y++) {
                boolean canGoOn = (masks[(t + 1) * size + y] & GOES_ON) != 0;
                masks[t * size + y] &= (canBegin ? NEXT_BEGINS : 0) | (canGoOn ? NEXT_GOES_ON : 0);
            }
        }
    }

    /** Only standings of that kind, at an end of the sequence; if there is none, all are made so. */
    private void keep(int[] masks, int t, int kind) {
        boolean some = (union(masks, t) & kind) != 0;
        for (int k = t * size; k < (t + 1) * size; k++) {
            masks[k] =
                    some ? masks[k] & kind : kind == BEGINS ? withBoundary(masks[k], false) : withNext(masks[k], false);
        }
    }

    /** Refuses labels that allow less than the types and boundaries that they allow. */
    private void requireProduct() {
        int[] product = new int[standings.length];
        for (int t = 0; t < length; t++) {
            int any = union(standings, t);
            int boundary = ((any & BEGINS) != 0 ? BEGINS : 0) | ((any & GOES_ON) != 0 ? GOES_ON : 0);
            int next = ((any & NEXT_BEGINS) != 0 ? NEXT_BEGINS : 0) | ((any & NEXT_GOES_ON) != 0 ? NEXT_GOES_ON : 0);
            for (int y = 0; y < size; y++) {
                int most = labels.isOutside(y) ? ALONE : ALL;
                product[t * size + y] = standings[t * size + y] == 0 ? 0 : boundary & next & most;
            }
        }
        prune(product);
        int[] more = IntStream.range(0, product.length)
                .filter(k -> (product[k] & ~standings[k]) != 0)
                .toArray();
        if (more.length > 0) {
            int worst = IntStream.of(more) // not a neighbour that suffers from it
                    .filter(k -> set(k / size).length > 1)
                    .findFirst()
                    .orElse(more[0]);
            throw refusal(worst / size, worst % size, Integer.lowestOneBit(product[worst] & ~standings[worst]));
        }
    }

    private IllegalArgumentException refusal(int t, int type, int standing) {
        String tokens = IntStream.of(set(t)).mapToObj(labels.labels()::get).collect(Collectors.joining(" or "));
        String name = labels.names().get(type);
        return new IllegalArgumentException("token " + (t + 1) + " may be " + (tokens.isEmpty() ? "anything" : tokens)
                + ": together with its neighbours, its types and boundaries also allow a segment"
                + (name.isEmpty() ? "" : " '" + name + "'")
                + ((standing & BEGINS) != 0 ? " that begins" : " that continues")
                + ((standing & NEXT_BEGINS) != 0 ? " and ends there" : " there and continues after it")
                + ", which its labels do not allow. A semi-Markov model handles sets of types and sets of boundaries, but"
                + " not pairs of them: give the token one label, '?', or all labels that fit");
    }
}
