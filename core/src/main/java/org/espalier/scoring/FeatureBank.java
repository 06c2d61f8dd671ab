package org.espalier.scoring;

import java.util.Arrays;
import org.espalier.math.Kernels;
import org.espalier.parallel.Workers;
import org.espalier.structure.Family;
import org.espalier.structure.Structure;

/**
 * The features of one family with places, and the rows of weights that serve many tokens.
 *
 * <p>A row is as wide as the family has targets and padded to the {@linkplain Kernels#stride stride}. Row r
 * holds the summed weights of its member attributes: those that {@link RowSharing} found to go together, or one attribute
 * with so many features that a dense row is cheaper than its list.
 *
 * <pre>
 *   before a pass:  D_r(s) = Σ_{a in r} θ(a, s)
 *   after a pass:   ∂f/∂θ(a, s) += Σ_{r with a} G_r(s),   where G_r = Σ_{tokens with r} ∂f/∂score
 * </pre>
 */
final class FeatureBank {
    /** A row costs about as much as a list a sixth as long. */
    private static final int LIST_COST = 6;

    private static final int ROWS_PER_TASK = 512;
    private static final int ATTRIBUTES_PER_TASK = 8_192;
    private static final int LONGEST_ROW_MATRIX = 1 << 30;

    final Family family;
    final FeatureLists lists;
    final int begin; // the first weight of the bank in θ
    final int width;
    final int stride;
    final int[] rowOf; // [A]: the row in which the attribute stands first, or −1
    final int rows;
    private final int[] memberBegins; // [rows + 1]
    private final int[] members; // attributes
    private final int[] owners; // the attributes that are members of a row, ascending
    private final int[] ownerBegins; // [owners + 1]
    private final int[] rowsOfOwners;
    private final double[] weights; // D [rows][stride]

    /**
     * A bank.
     *
     * @param lean whether an attribute with a single feature, as most rare ones are, has no row of its own however short rows are: it
     *     takes as long without, and a row is memory in every matrix. Sums then have other last digits
     */
    FeatureBank(Family family, FeatureLists lists, int begin, RowSharing sharing, boolean lean) {
        this.family = family;
        this.lists = lists;
        this.begin = begin;
        this.width = lists.targetCount();
        this.stride = Kernels.stride(width);
        this.rowOf = new int[lists.attributes()];
        int[] begins = new int[lists.attributes() + 1];
        int[] found = new int[sharing.slotCount() + 1];
        int[] all = new int[1024];
        int count = 0;
        int used = 0;
        for (int a = 0; a < rowOf.length; a++) {
            boolean host = sharing.isHost(a);
            rowOf[a] = -1;
            if ((host || (isDense(a, lean) && !isIncluded(a, sharing)))
                    && (long) (count + 1) * stride <= LONGEST_ROW_MATRIX) {
                found[0] = a;
                int size = host ? sharing.members(a, found) : 1;
                all = used + size > all.length ? Arrays.copyOf(all, 2 * (used + size)) : all;
                System.arraycopy(found, 0, all, used, size);
                rowOf[a] = count;
                used += size;
                begins[++count] = used;
            }
        }
        this.rows = count;
        this.memberBegins = Arrays.copyOf(begins, count + 1);
        this.members = Arrays.copyOf(all, used);
        this.weights = new double[count * stride];
        Occurrences byOwner = Occurrences.of(memberBegins, members, null, rowOf.length);
        this.owners = byOwner.ids();
        this.ownerBegins = byOwner.begins();
        this.rowsOfOwners = byOwner.at();
    }

    /** When every attribute meets every target, its weights are a row in θ already. */
    private boolean isDense(int attribute, boolean lean) {
        int features = lists.offsets()[attribute + 1] - lists.offsets()[attribute];
        return !lists.isComplete() && features * LIST_COST >= stride && !(lean && features == 1);
    }

    /** Whether the rows of another slot include it: it hardly ever comes alone, so a row of its own is not worth its memory. */
    private static boolean isIncluded(int attribute, RowSharing sharing) {
        int slot = sharing.slot(attribute);
        return slot >= 0 && sharing.host(slot) >= 0 && sharing.host(slot) != slot;
    }

    /** Adds the scores of the targets to the parts of a place. */
    void scatter(double[] row, double[] scores, Structure structure, int place) {
        int[] tie = family.tie();
        int offset = structure.offset(family.places(), place);
        if (tie != null) {
            int first = structure.firstPart(family.places(), place);
            int end = structure.endPart(family.places(), place, tie.length);
            PlacedFeatures.scatter(row, tie, first, end, scores, offset);
            return;
        }
        for (int k = 0; k < width; k++) {
            scores[offset + k] += row[k];
        }
    }

    double[] weights() {
        return weights;
    }

    /**
     * Multiplies the bank's elements of a vector as long as θ by the scales of their attributes.
     *
     * @param power 1 or 2, for what is linear in the values or quadratic
     */
    void scale(double[] vector, int power, Workers workers) {
        float[] scales = lists.scales();
        if (scales == null) {
            return;
        }
        int tasks = (scales.length + ATTRIBUTES_PER_TASK - 1) / ATTRIBUTES_PER_TASK;
        workers.run(tasks, (task, worker) -> {
            int end = Math.min(scales.length, (task + 1) * ATTRIBUTES_PER_TASK);
            for (int a = task * ATTRIBUTES_PER_TASK; a < end; a++) {
                double factor = power == 1 ? scales[a] : scales[a] * scales[a];
                for (int f = lists.offsets()[a]; f < lists.offsets()[a + 1]; f++) {
                    vector[begin + f] *= factor;
                }
            }
        });
    }

    /** Before a pass: sums the weights of each row. */
    void expand(double[] parameters, Workers workers) {
        expand(parameters, weights, workers);
    }

    /**
     * Sums other weights than those of the pass.
     *
     * @param into // [rows][stride]
     */
    void expand(double[] parameters, double[] into, Workers workers) {
        int tasks = (rows + ROWS_PER_TASK - 1) / ROWS_PER_TASK;
        workers.run(tasks, (task, worker) -> {
            int end = Math.min(rows, (task + 1) * ROWS_PER_TASK);
            Arrays.fill(into, task * ROWS_PER_TASK * stride, end * stride, 0.0);
            for (int r = task * ROWS_PER_TASK; r < end; r++) {
                for (int m = memberBegins[r]; m < memberBegins[r + 1]; m++) {
                    addWeights(parameters, members[m], into, r * stride);
                }
            }
        });
    }

    private void addWeights(double[] parameters, int attribute, double[] into, int at) {
        int from = lists.offsets()[attribute];
        int to = lists.offsets()[attribute + 1];
        int[] targets = lists.targets();
        if (targets.length == 0) {
            for (int f = from; f < to; f++) {
                into[at + f - from] += parameters[begin + f];
            }
        } else {
            for (int f = from; f < to; f++) {
                into[at + targets[f]] += parameters[begin + f];
            }
        }
    }

    /**
     * After a pass: hands the gradient of the rows to the weights of their members.
     *
     * @param rowGradient G // [rows][stride]
     */
    void collect(double[] rowGradient, double[] into, Kernels kernels, Workers workers) {
        int tasks = (owners.length + ROWS_PER_TASK - 1) / ROWS_PER_TASK;
        workers.run(tasks, (task, worker) -> {
            double[] sum = new double[stride];
            int end = Math.min(owners.length, (task + 1) * ROWS_PER_TASK);
            for (int k = task * ROWS_PER_TASK; k < end; k++) {
                Arrays.fill(sum, 0.0);
                kernels.addRows(
                        rowGradient, 0, stride, rowsOfOwners, ownerBegins[k], ownerBegins[k + 1], sum, 0, stride);
                int attribute = owners[k];
                for (int f = lists.offsets()[attribute]; f < lists.offsets()[attribute + 1]; f++) {
                    into[begin + f] += sum[lists.target(attribute, f)];
                }
            }
        });
    }
}
