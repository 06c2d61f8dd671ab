package org.espalier.scoring;

import java.util.Arrays;
import org.espalier.feature.AttributeLists;
import org.espalier.feature.EncodedSequence;
import org.espalier.structure.Family;
import org.espalier.structure.Structure;
import org.jspecify.annotations.Nullable;

/**
 * The linear scores of one family with places: score(offset + k) += Σ<sub>attributes of the place</sub> θ(attribute, tie[k]) ·
 * value, and back. Immutable.
 */
public final class PlacedFeatures {
    private static final AttributeLists CONSTANT = new AttributeLists(new int[] {0, 1}, new int[] {0}, null);

    private final Family family;
    private final FeatureLists features;
    private final int kind;
    private final int width; // parts of a place
    private final int begin; // the family's first weight in θ
    private final int[] offsets; // [A+1]
    private final int[] targets; // [features], or empty when complete
    private final byte[] narrow; // the same where they fit: a quarter of the cache
    private final int @Nullable [] tie; // [width]
    private final float @Nullable [] scales; // [A]

    PlacedFeatures(Family family, FeatureLists lists, int begin) {
        this.family = family;
        this.features = lists;
        this.kind = family.places();
        this.width = family.width();
        this.begin = begin;
        this.offsets = lists.offsets();
        this.targets = lists.targets();
        this.narrow = new byte[lists.targetCount() <= Byte.MAX_VALUE + 1 ? targets.length : 0];
        for (int k = 0; k < narrow.length; k++) {
            narrow[k] = (byte) targets[k];
        }
        this.tie = family.tie();
        this.scales = lists.scales();
    }

    public Family family() {
        return family;
    }

    /** Which attribute has a weight for which target. */
    public FeatureLists features() {
        return features;
    }

    /** The family's first weight in θ. */
    public int begin() {
        return begin;
    }

    /** How many places an instance has. */
    public int places(Structure structure) {
        return structure.places(kind);
    }

    /** The attributes of the instance at this kind of place, by site. */
    public AttributeLists lists(EncodedSequence sequence) {
        return family.isConstant() ? CONSTANT : sequence.lists(kind);
    }

    /** Which list of attributes a place has. */
    public int site(Structure structure, int place) {
        return family.isConstant() ? 0 : structure.site(kind, place);
    }

    void addScores(double[] parameters, EncodedSequence sequence, Structure structure, double[] scores) {
        AttributeLists lists = lists(sequence);
        int[] attributes = lists.attributes();
        double @Nullable [] values = lists.values();
        double[] row = tie == null ? scores : new double[family.targets()];
        int places = structure.places(kind);
        for (int place = 0; place < places; place++) {
            int offset = structure.offset(kind, place);
            int at = tie == null ? offset : 0;
            int site = site(structure, place);
            int end = lists.begin(site + 1);
            for (int k = lists.begin(site); k < end; k++) {
                addWeights(parameters, attributes[k], value(attributes, values, k), row, at);
            }
            if (tie != null) {
                int begin = structure.firstPart(kind, place);
                scatter(row, tie, begin, structure.endPart(kind, place, tie.length), scores, offset);
                Arrays.fill(row, 0.0);
            }
        }
    }

    private double value(int[] attributes, double @Nullable [] values, int k) {
        double value = values == null ? 1.0 : values[k];
        return scales == null ? value : value * scales[attributes[k]];
    }

    /**
     * Adds scores of the targets at every site to the parts that are tied to them, as if every site had an attribute for each target.
     *
     * @param rows a score per site and target // [sites][stride]
     * @param stride from a site to the next, at least the number of targets
     */
    public void addRows(float[] rows, int stride, Structure structure, double[] scores) {
        int places = structure.places(kind);
        for (int place = 0; place < places; place++) {
            int row = site(structure, place) * stride;
            int offset = structure.offset(kind, place);
            int first = structure.firstPart(kind, place);
            int end = structure.endPart(kind, place, width);
            for (int k = first; k < end; k++) {
                int target = tie == null ? k : tie[k];
                if (target >= 0) {
                    scores[offset + k] += rows[row + target];
                }
            }
        }
    }

    /**
     * Adds the gradients of parts to those of the targets at every site, the reverse of {@link #addRows}.
     *
     * @param rows // [sites][stride]
     */
    public void gatherRows(double[] partGradient, Structure structure, float[] rows, int stride) {
        int places = structure.places(kind);
        for (int place = 0; place < places; place++) {
            int row = site(structure, place) * stride;
            int offset = structure.offset(kind, place);
            int first = structure.firstPart(kind, place);
            int end = structure.endPart(kind, place, width);
            for (int k = first; k < end; k++) {
                int target = tie == null ? k : tie[k];
                if (target >= 0) {
                    rows[row + target] += (float) partGradient[offset + k];
                }
            }
        }
    }

    /** What the k-th attribute counts: its value, scaled as the features of the attribute are. */
    public double value(AttributeLists lists, int k) {
        return value(lists.attributes(), lists.values(), k);
    }

    /** Adds the scores of the targets to the parts first … end − 1 that are tied to them. */
    static void scatter(double[] row, int[] tie, int first, int end, double[] scores, int offset) {
        for (int k = first; k < end; k++) {
            if (tie[k] >= 0) {
                scores[offset + k] += row[tie[k]];
            }
        }
    }

    private void gather(double[] partGradient, Structure structure, int place, int[] tied, double[] row) {
        int offset = structure.offset(kind, place);
        int first = structure.firstPart(kind, place);
        gather(partGradient, offset, tied, first, structure.endPart(kind, place, tied.length), row, 0);
    }

    /** Adds the gradients of the parts first … end − 1 to those of the targets to which they are tied. */
    static void gather(double[] partGradient, int offset, int[] tie, int first, int end, double[] row, int at) {
        for (int k = first; k < end; k++) {
            if (tie[k] >= 0) {
                row[at + tie[k]] += partGradient[offset + k];
            }
        }
    }

    private void addWeights(double[] parameters, int attribute, double value, double[] scores, int row) {
        int from = offsets[attribute];
        int to = offsets[attribute + 1];
        if (targets.length == 0) {
            for (int k = from; k < to; k++) {
                scores[row + k - from] += parameters[begin + k] * value;
            }
        } else if (narrow.length > 0 && begin == 0) { // attributes of tokens: without the addition it is 5 % faster
            for (int k = from; k < to; k++) {
                scores[row + narrow[k]] += parameters[k] * value;
            }
        } else if (narrow.length > 0) {
            for (int k = from; k < to; k++) {
                scores[row + narrow[k]] += parameters[begin + k] * value;
            }
        } else {
            for (int k = from; k < to; k++) {
                scores[row + targets[k]] += parameters[begin + k] * value;
            }
        }
    }

    /** Takes a share of the attributes: every weight belongs to exactly one share. */
    void backpropagate(
            EncodedSequence sequence,
            Structure structure,
            double[] partGradient,
            double[] gradient,
            int share,
            int shares) {
        AttributeLists lists = lists(sequence);
        int[] attributes = lists.attributes();
        double @Nullable [] values = lists.values();
        double[] row = tie == null ? partGradient : new double[family.targets()];
        int places = structure.places(kind);
        for (int place = 0; place < places; place++) {
            int offset = structure.offset(kind, place);
            if (isZero(partGradient, offset, width)) {
                continue; // as where two outputs agree
            }
            int at = offset;
            if (tie != null) {
                at = 0;
                Arrays.fill(row, 0.0);
                gather(partGradient, structure, place, tie, row);
            }
            int site = site(structure, place);
            int end = lists.begin(site + 1);
            for (int k = lists.begin(site); k < end; k++) {
                if ((attributes[k] & (shares - 1)) == share) {
                    addGradient(row, at, attributes[k], value(attributes, values, k), gradient);
                }
            }
        }
    }

    private void addGradient(double[] partGradient, int row, int attribute, double value, double[] gradient) {
        int from = offsets[attribute];
        int to = offsets[attribute + 1];
        if (targets.length == 0) {
            for (int k = from; k < to; k++) {
                gradient[begin + k] += partGradient[row + k - from] * value;
            }
        } else if (narrow.length > 0) {
            for (int k = from; k < to; k++) {
                gradient[begin + k] += partGradient[row + narrow[k]] * value;
            }
        } else {
            for (int k = from; k < to; k++) {
                gradient[begin + k] += partGradient[row + targets[k]] * value;
            }
        }
    }

    /** The same into a sparse vector, where parts with the gradient 0 cost next to nothing. */
    void backpropagate(EncodedSequence sequence, Structure structure, double[] partGradient, SparseVector into) {
        AttributeLists lists = lists(sequence);
        double[] row = tie == null ? partGradient : new double[family.targets()];
        int places = structure.places(kind);
        for (int place = 0; place < places; place++) {
            int offset = structure.offset(kind, place);
            if (isZero(partGradient, offset, width)) {
                continue;
            }
            int at = offset;
            if (tie != null) {
                at = 0;
                Arrays.fill(row, 0.0);
                gather(partGradient, structure, place, tie, row);
            }
            int site = site(structure, place);
            for (int k = lists.begin(site); k < lists.begin(site + 1); k++) {
                addRow(lists.attributes()[k], value(lists, k), row, at, into);
            }
        }
    }

    private void addRow(int attribute, double value, double[] partGradient, int row, SparseVector into) {
        for (int f = offsets[attribute]; f < offsets[attribute + 1]; f++) {
            double amount = partGradient[row + (targets.length == 0 ? f - offsets[attribute] : targets[f])];
            if (amount != 0) {
                into.add(begin + f, amount * value);
            }
        }
    }

    /** Adds Σ over the places of ‖parts there‖² · Σ values²: as if every attribute met every target, and none came twice. */
    double addSquaredNorm(double sum, EncodedSequence sequence, Structure structure, double[] parts) {
        AttributeLists lists = lists(sequence);
        double[] row = tie == null ? parts : new double[family.targets()];
        double norm = sum;
        int places = structure.places(kind);
        for (int place = 0; place < places; place++) {
            int offset = structure.offset(kind, place);
            if (tie != null) {
                Arrays.fill(row, 0.0);
                gather(parts, structure, place, tie, row);
            }
            int site = site(structure, place);
            double size = squaredLength(lists, site);
            norm += size * squares(row, tie == null ? offset : 0, family.targets());
        }
        return norm;
    }

    /** ‖the gradient of the targets of a place‖², given that of its parts. */
    public double squares(Structure structure, int place, double[] parts) {
        int offset = structure.offset(kind, place);
        if (tie == null) {
            return squares(parts, offset, width);
        }
        double[] row = new double[family.targets()];
        gather(parts, structure, place, tie, row);
        return squares(row, 0, row.length);
    }

    /** Adds amount · the gradient of the targets of a place to the sum // [targets]. */
    public void addTargets(Structure structure, int place, double[] parts, double amount, double[] sum) {
        int offset = structure.offset(kind, place);
        for (int k = 0; k < width; k++) {
            int target = tie == null ? k : tie[k];
            if (target >= 0) {
                sum[target] += amount * parts[offset + k];
            }
        }
    }

    private double squaredLength(AttributeLists lists, int site) {
        if (lists.values() == null && scales == null) {
            return lists.begin(site + 1) - lists.begin(site);
        }
        double length = 0;
        for (int k = lists.begin(site); k < lists.begin(site + 1); k++) {
            double value = value(lists, k);
            length += value * value;
        }
        return length;
    }

    /** Σ numbers², in two sums so that the additions need not wait for each other. */
    public static double squares(double[] numbers, int begin, int count) {
        double even = 0;
        double odd = 0;
        int i = begin;
        for (; i + 1 < begin + count; i += 2) {
            even += numbers[i] * numbers[i];
            odd += numbers[i + 1] * numbers[i + 1];
        }
        return i < begin + count ? even + odd + numbers[i] * numbers[i] : even + odd;
    }

    /** How many ranges of weights {@link #ranges} writes. */
    int countRanges(EncodedSequence sequence, Structure structure) {
        AttributeLists lists = lists(sequence);
        int count = 0;
        for (int place = 0; place < structure.places(kind); place++) {
            int site = site(structure, place);
            count += lists.begin(site + 1) - lists.begin(site);
        }
        return count;
    }

    /** Writes begin and end of the weights of every attribute of the instance; returns where it stopped. */
    int ranges(EncodedSequence sequence, Structure structure, int[] into, int at) {
        AttributeLists lists = lists(sequence);
        int next = at;
        for (int place = 0; place < structure.places(kind); place++) {
            int site = site(structure, place);
            for (int k = lists.begin(site); k < lists.begin(site + 1); k++) {
                into[next++] = begin + offsets[lists.attributes()[k]];
                into[next++] = begin + offsets[lists.attributes()[k] + 1];
            }
        }
        return next;
    }

    private static boolean isZero(double[] numbers, int begin, int count) {
        for (int k = begin; k < begin + count; k++) {
            if (numbers[k] != 0) {
                return false;
            }
        }
        return true;
    }
}
