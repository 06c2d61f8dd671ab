package org.espalier.scoring;

import java.util.Arrays;
import org.espalier.feature.AttributeLists;
import org.espalier.feature.EncodedSequence;
import org.espalier.math.Kernels;
import org.espalier.structure.Family;
import org.jspecify.annotations.Nullable;

/**
 * Where the features of a bank fire in a block of data: the sparse matrix of the block, by place and by feature.
 *
 * <p>The features of a place are given as rows of the bank and as attributes: those of an attribute stand together in θ, so that a place
 * needs one number for all of them.
 *
 * <pre>
 *   score:          score(p, ·) = Σ_{rows} D_r + Σ_{attributes} θ(a, ·) · value                         place by place
 *   back-propagate: ∂f/∂θ_k = Σ_{places where k fires} ∂f/∂score(p, target_k) · value                feature by feature
 * </pre>
 *
 * Each derivative is summed by one thread in the order of the places, so no thread needs a gradient of its own and the bits
 * do not depend on how many there are.
 */
final class Places {
    private static final int ENTRIES_PER_TASK = 16_384;

    private final FeatureBank bank;
    private final PlaceLists rows;
    private final PlaceLists attributes;
    private final int rowTasks;
    private final int attributeTasks;

    private Places(FeatureBank bank, PlaceLists rows, PlaceLists attributes) {
        this.bank = bank;
        this.rows = rows;
        this.attributes = attributes;
        this.rowTasks = tasks(rows);
        this.attributeTasks = tasks(attributes);
    }

    void write(BlockFile file) {
        rows.write(file);
        attributes.write(file);
    }

    static Places read(BlockFile file, FeatureBank bank) {
        return new Places(bank, PlaceLists.read(file), PlaceLists.read(file));
    }

    private static int tasks(PlaceLists lists) {
        return (lists.entries() + ENTRIES_PER_TASK - 1) / ENTRIES_PER_TASK;
    }

    /**
     * Adds the scores of a place.
     *
     * @param rowWeights the parameters summed for the bank's rows // [rows][stride]
     * @param out // [stride]
     */
    void addScores(int place, double[] parameters, double[] rowWeights, Kernels kernels, double[] out) {
        addRows(rows, place, rowWeights, 0, bank.stride, kernels, out);
        if (bank.lists.isComplete()) {
            addRows(attributes, place, parameters, bank.begin, bank.width, kernels, out);
        } else {
            addFeatures(place, parameters, out);
        }
    }

    private void addFeatures(int place, double[] parameters, double[] out) {
        int[] ids = attributes.ids();
        double @Nullable [] values = attributes.values();
        int[] offsets = bank.lists.offsets();
        int[] targets = bank.lists.targets();
        int begin = bank.begin;
        int end = attributes.begins()[place + 1];
        for (int k = attributes.begins()[place]; k < end; k++) {
            int last = offsets[ids[k] + 1];
            if (values == null) {
                for (int f = offsets[ids[k]]; f < last; f++) {
                    out[targets[f]] += parameters[begin + f];
                }
            } else {
                for (int f = offsets[ids[k]]; f < last; f++) {
                    out[targets[f]] += parameters[begin + f] * values[k];
                }
            }
        }
    }

    private static void addRows(
            PlaceLists lists, int place, double[] matrix, int offset, int width, Kernels kernels, double[] out) {
        int from = lists.begins()[place];
        int to = lists.begins()[place + 1];
        if (from < to) {
            addRows(matrix, offset, width, lists.ids(), lists.values(), from, to, width, kernels, out, 0, false);
        }
    }

    private static void addRows(
            double[] matrix,
            int offset,
            int stride,
            int[] list,
            double @Nullable [] values,
            int from,
            int to,
            int width,
            Kernels kernels,
            double[] out,
            int outOffset,
            boolean squared) {
        if (values == null) {
            kernels.addRows(matrix, offset, stride, list, from, to, out, outOffset, width);
        } else {
            for (int k = from; k < to; k++) {
                int row = offset + list[k] * stride;
                double value = squared ? values[k] * values[k] : values[k];
                for (int j = 0; j < width; j++) {
                    out[outOffset + j] += matrix[row + j] * value;
                }
            }
        }
    }

    /** Into how many tasks {@link #backpropagate} is cut. */
    int tasks() {
        return rowTasks + attributeTasks;
    }

    /**
     * Adds the derivatives of some of the features.
     *
     * @param partGradient ∂f/∂score, place by place // [places][stride]
     * @param rowGradient receives the derivatives of the bank's rows // [rows][stride]
     * @param gradient receives the derivatives of all other weights // [θ]
     * @param squared whether values are squared, as second derivatives need them
     */
    void backpropagate(
            int task,
            double[] partGradient,
            Kernels kernels,
            double[] rowGradient,
            double[] gradient,
            boolean squared) {
        if (task < rowTasks) {
            backpropagateRows(task, partGradient, kernels, rowGradient, squared);
        } else if (bank.lists.isComplete()) {
            backpropagateAttributes(task - rowTasks, partGradient, kernels, gradient, squared);
        } else {
            backpropagateFeatures(task - rowTasks, partGradient, gradient, squared);
        }
    }

    private void backpropagateRows(
            int task, double[] partGradient, Kernels kernels, double[] rowGradient, boolean squared) {
        Occurrences where = rows.occurrences();
        int end = where.cut(task + 1, rowTasks);
        for (int n = where.cut(task, rowTasks); n < end; n++) {
            addRows(
                    partGradient,
                    0,
                    bank.stride,
                    where.at(),
                    where.values(),
                    where.begins()[n],
                    where.begins()[n + 1],
                    bank.stride,
                    kernels,
                    rowGradient,
                    where.ids()[n] * bank.stride,
                    squared);
        }
    }

    private void backpropagateAttributes(
            int task, double[] partGradient, Kernels kernels, double[] gradient, boolean squared) {
        Occurrences where = attributes.occurrences();
        double[] sum = new double[bank.stride];
        int end = where.cut(task + 1, attributeTasks);
        for (int n = where.cut(task, attributeTasks); n < end; n++) {
            Arrays.fill(sum, 0.0);
            addRows(
                    partGradient,
                    0,
                    bank.stride,
                    where.at(),
                    where.values(),
                    where.begins()[n],
                    where.begins()[n + 1],
                    bank.stride,
                    kernels,
                    sum,
                    0,
                    squared);
            int at = bank.begin + where.ids()[n] * bank.width;
            for (int j = 0; j < bank.width; j++) {
                gradient[at + j] += sum[j];
            }
        }
    }

    private void backpropagateFeatures(int task, double[] partGradient, double[] gradient, boolean squared) {
        Occurrences where = attributes.occurrences();
        int end = where.cut(task + 1, attributeTasks);
        for (int n = where.cut(task, attributeTasks); n < end; n++) {
            int attribute = where.ids()[n];
            int last = bank.lists.offsets()[attribute + 1];
            for (int feature = bank.lists.offsets()[attribute]; feature < last; feature++) {
                int target = bank.lists.targets()[feature];
                gradient[bank.begin + feature] += summed(where, n, partGradient, target, squared);
            }
        }
    }

    /** Σ over the places of the n-th attribute of the derivative of one target, in their order. */
    private double summed(Occurrences where, int n, double[] partGradient, int target, boolean squared) {
        int[] at = where.at();
        double @Nullable [] values = where.values();
        int stride = bank.stride;
        double sum = 0;
        for (int k = where.begins()[n]; k < where.begins()[n + 1]; k++) {
            double derivative = partGradient[at[k] * stride + target];
            sum += values == null ? derivative : derivative * (squared ? values[k] * values[k] : values[k]);
        }
        return sum;
    }

    /** Takes the places of a block, one after the other. */
    static final class Builder {
        private final FeatureBank bank;
        private final PlaceLists.Builder rows = new PlaceLists.Builder();
        private final PlaceLists.Builder attributes = new PlaceLists.Builder();
        private final RowSharing sharing;
        private final int[] entryOfSlot;

        Builder(FeatureBank bank, RowSharing sharing) {
            this.bank = bank;
            this.sharing = sharing;
            this.entryOfSlot = new int[sharing.slotCount()];
        }

        /** Takes the attributes that the sequence has at a site. */
        void add(EncodedSequence sequence, Family family, int site) {
            if (family.isConstant()) {
                add(0, 1, bank.rowOf[0] >= 0);
                endPlace();
                return;
            }
            AttributeLists lists = sequence.lists(family.places());
            int begin = lists.begin(site);
            int end = lists.begin(site + 1);
            if (entryOfSlot.length > 0) {
                Arrays.fill(entryOfSlot, -1);
                for (int k = begin; k < end; k++) {
                    int slot = sharing.slot(lists.attributes()[k]);
                    if (slot >= 0 && entryOfSlot[slot] < 0) {
                        entryOfSlot[slot] = k;
                    }
                }
            }
            for (int k = begin; k < end; k++) {
                int attribute = lists.attributes()[k];
                int slot = entryOfSlot.length > 0 ? sharing.slot(attribute) : RowSharing.NO_SLOT;
                int host = slot >= 0 ? sharing.host(slot) : -1;
                boolean first = slot >= 0 && entryOfSlot[slot] == k;
                boolean included = first && host >= 0 && host != slot && hasRow(lists, entryOfSlot[host]);
                if (!included) {
                    boolean ownRow = bank.rowOf[attribute] >= 0 && (host != slot || host < 0 || first);
                    add(attribute, lists.value(k), ownRow);
                }
            }
            endPlace();
        }

        private boolean hasRow(AttributeLists lists, int entry) {
            return entry >= 0 && bank.rowOf[lists.attributes()[entry]] >= 0;
        }

        private void add(int attribute, double value, boolean ownRow) {
            if (ownRow) {
                rows.add(bank.rowOf[attribute], value);
            } else if (bank.lists.offsets()[attribute] < bank.lists.offsets()[attribute + 1]) {
                attributes.add(attribute, value);
            }
        }

        private void endPlace() {
            rows.endPlace();
            attributes.endPlace();
        }

        Places build() {
            return new Places(bank, rows.build(bank.rows), attributes.build(bank.lists.attributes()));
        }
    }
}
