package org.espalier.structure.segment;

import java.util.Arrays;
import java.util.List;
import org.espalier.structure.Family;
import org.espalier.structure.Sites;
import org.espalier.structure.Topology;

/**
 * Segmentations over the same labels, with the same longest segments.
 *
 * <p>Its families, in the order of θ:
 *
 * <pre>
 *   state        places: tokens                          targets: labels           [L]
 *   transition   shared by all pairs of neighbours       targets: label pairs      [L][L]
 *   length       shared by all segments                  targets: length × label   [D][L]
 *   segment      places: segments with attributes        targets: labels           [L]
 * </pre>
 *
 * A length that is more than its label may have has no weight. When every segment has one token, no length has a weight: it would say
 * nothing that a state does not, and the model would not be the chain. Boundaries have no weights either; they are there for costs
 * and clamps.
 *
 * <p>The {@linkplain Sites#sites sites} of segments are start and length in turn: those of (1, 2) and (0, 3) are {1, 2, 0, 3}, sorted by
 * end, then by length. Sites with more than D tokens get no place.
 */
public final class SegmentTopology implements Topology<Segmentation> {
    private final SegmentLengths lengths;
    private final List<Family> families;

    public SegmentTopology(SegmentLengths lengths) {
        this.lengths = lengths;
        int labels = lengths.labels();
        this.families = List.of(
                Family.plain("state", Segmentation.STATES, labels),
                Family.shared("transition", labels * labels, null),
                Family.shared("length", lengths.longest() > 1 ? lengths.longest() * labels : 0, lengthTies(lengths)),
                Family.plain("segment", Segmentation.SEGMENTS, labels));
    }

    /** Target (d − 1)·L + y for the part of length d and label y; −1 for transitions and for lengths without a weight. */
    private static int[] lengthTies(SegmentLengths lengths) {
        int labels = lengths.labels();
        int[] ties = new int[labels * (labels + lengths.longest())];
        Arrays.fill(ties, -1);
        for (int d = 1; d <= lengths.longest() && lengths.longest() > 1; d++) {
            for (int y = 0; y < labels; y++) {
                if (d <= lengths.longest(y)) {
                    ties[(labels + d - 1) * labels + y] = (d - 1) * labels + y;
                }
            }
        }
        return ties;
    }

    /** How long segments may be. */
    public SegmentLengths lengths() {
        return lengths;
    }

    @Override
    public Segmentation structure(Sites sites) {
        int[] pairs = sites.sites(Segmentation.SEGMENTS);
        if (pairs.length == 0) {
            return Segmentation.of(sites.length(), lengths);
        }
        int[] starts = new int[pairs.length / 2];
        int[] sizes = new int[starts.length];
        int[] chosen = new int[starts.length];
        int count = 0;
        for (int site = 0; site < starts.length; site++) {
            if (pairs[2 * site + 1] <= lengths.longest()) {
                starts[count] = pairs[2 * site];
                sizes[count] = pairs[2 * site + 1];
                chosen[count++] = site;
            }
        }
        return count == starts.length
                ? Segmentation.of(sites.length(), lengths, starts, sizes)
                : Segmentation.of(sites.length(), lengths, Arrays.copyOf(starts, count), Arrays.copyOf(sizes, count))
                        .withSites(Arrays.copyOf(chosen, count));
    }

    @Override
    public List<Family> families() {
        return families;
    }

    @Override
    public int sharedParts() {
        return lengths.labels() * (lengths.labels() + lengths.longest());
    }

    @Override
    public boolean isShapedByLength(Sites sites) {
        return sites.sites(Segmentation.SEGMENTS).length == 0;
    }

    /** False: no feature looks at boundaries. */
    @Override
    public boolean coversParts() {
        return false;
    }
}
