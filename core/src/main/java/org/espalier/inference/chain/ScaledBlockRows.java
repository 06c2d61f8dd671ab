package org.espalier.inference.chain;

import java.util.Arrays;
import java.util.Objects;
import org.espalier.inference.Workspace;
import org.espalier.math.Exponential;
import org.espalier.math.Kernels;
import org.espalier.math.Logarithm;
import org.espalier.structure.chain.Reach;
import org.espalier.structure.chain.StateRow;
import org.espalier.structure.chain.StepBlocks;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;

/**
 * {@link ScaledRows} where states of the same label share a part and steps are {@link StepBlocks}, as in a chain of order k: O(L + N) per position for
 * L labels and N steps.
 *
 * <p>State scores are exponentiated once per label. Rows are not divided by their sums c<sub>t</sub>; the exponentials of the next position's labels are:
 *
 * <pre>
 *   ψ'_t = ψ_t / c_{t−1},   α_t = ψ'_t ∘ (α_{t−1} E),   c_t = Σ α_t,   β_{T−1} = 1 / c_{T−1},   b_t = ψ'_t ∘ β_t,   β_{t−1} = E b_t
 *   p(y_t) = α_t ∘ β_t,   Σ_t p(y_{t−1}, y_t) = E ∘ Σ_t α_{t−1} ⊗ b_t
 * </pre>
 *
 * <p>The promises of {@link ScaledRows} are kept: entries of a row shrink by a factor of exp(spread) · c<sub>t−1</sub> at most in one step, so their smallest is
 * looked for only when it could have come near the limit.
 */
final class ScaledBlockRows extends ScaledRows {
    private static final double LOG_TINY = Logarithm.of(TINY);

    private final Reach reach;
    private final int size; // labels
    private final int labels; // the same, padded
    private final int places; // of a row
    private final double logStates;
    private double logFloor; // no entry of the last row that is not 0 is smaller than exp of this

    ScaledBlockRows(Trellis trellis, Reach reach, Workspace workspace, Kernels kernels) {
        super(trellis, workspace, kernels);
        this.reach = reach;
        this.size = trellis.stateParts();
        this.labels = Kernels.stride(size);
        this.places = reach.longestRow();
        this.logStates = Logarithm.of(states);
    }

    @Override
    void prepareShared() {
        ChainScratch w = scratch;
        int parts = trellis.sharedParts();
        w.sharedMax = max(scores, 0, parts);
        w.sharedSpread = parts == 0 ? 0 : w.sharedMax - smallestFinite(scores, 0, parts);
        kernels.exp(scores, 0, w.sharedMax, w.sharedExp, 0, parts);
        for (int t = 1; t <= reach.blockCount() && parts > 0; t++) {
            StepBlocks steps = reach.blocks(t);
            int[] numbers = steps.parts();
            int[] entries = steps.partEntries();
            Arrays.fill(w.blockExp, steps.offset(), steps.offset() + steps.entries(), 0.0);
            for (int k = 0; k < numbers.length; k++) {
                w.blockExp[steps.offset() + entries[k]] = w.sharedExp[numbers[k]];
            }
        }
    }

    @Override
    void prepareStates() {
        ChainScratch w = scratch;
        kernels.expRows(scores, trellis.stateOffset(0), trellis.length(), size, w.psi, 0, w.largest, w.smallest);
    }

    /** Exponentials of the sums of shared and own transitions, block after block. */
    @Override
    double prepareOwn(int own) {
        ChainScratch w = scratch;
        double[] both = w.outer; // free until the backward pass begins
        int offset = trellis.ownOffset(own);
        StepBlocks steps = reach.blocks(trellis.ownPosition(own));
        int[] numbers = steps.parts();
        int[] entries = steps.partEntries();
        Arrays.fill(both, 0, steps.entries(), Double.NEGATIVE_INFINITY);
        for (int k = 0; k < numbers.length; k++) {
            both[entries[k]] = scores[numbers[k]] + scores[offset + numbers[k]];
        }
        double max = max(both, 0, steps.entries());
        w.ownMax[own] = max;
        kernels.exp(both, 0, max, w.ownExp, own * reach.mostEntries(), steps.entries());
        return max - smallestFinite(both, 0, steps.entries());
    }

    private double[] exp(int own) {
        return own < 0 ? scratch.blockExp : scratch.ownExp;
    }

    private int expOffset(StepBlocks steps, int own) {
        return own < 0 ? steps.offset() : own * reach.mostEntries();
    }

    @Override
    boolean forward(int t, int own) {
        ChainScratch w = scratch;
        double max = w.largest[t];
        double spread = max - w.smallest[t];
        if (spread == Double.POSITIVE_INFINITY) {
            spread = max - smallestFinite(scores, trellis.stateOffset(t), size);
        }
        if (t > 0) {
            spread += own < 0 ? w.sharedSpread : prepareOwn(own);
        }
        if (!fits(spread)) {
            return false;
        }
        if (t == 0) {
            beginRow();
            logFloor = -spread;
        } else {
            stepForward(t, own);
            kernels.scale(w.psi, t * labels, 1 / w.scale[t - 1], labels);
            max += own < 0 ? w.sharedMax : w.ownMax[own];
            logFloor -= spread + logStates;
        }
        double sum = BlockSteps.timesPsi(reach.row(t).labels(), w.psi, t * labels, w.alpha, t * places);
        if (!(sum > TINY) || sum == Double.POSITIVE_INFINITY) {
            return false;
        }
        w.scale[t] = sum;
        addLog(max, sum);
        return logFloor > LOG_TINY || holds(t);
    }

    /** 1 for every state, 0 for empty places. */
    private void beginRow() {
        int[] here = reach.row(0).states();
        for (int place = 0; place < here.length; place++) {
            scratch.alpha[place] = here[place] < 0 ? 0 : 1;
        }
    }

    /** α<sub>t</sub> = α<sub>t−1</sub> E. */
    @Override
    void stepForward(int t, int own) {
        ChainScratch w = scratch;
        StepBlocks steps = reach.blocks(t);
        double[] exp = exp(own);
        int offset = expOffset(steps, own);
        int at = t * places;
        for (int place : steps.unreached()) {
            w.alpha[at + place] = 0;
        }
        BlockSteps.rowTimesSingles(steps.singles(), w.alpha, at - places, exp, offset, w.alpha, at);
        int matrices = offset + steps.singles().pieces();
        kernels.rowTimesBlocks(steps.blocks(), w.alpha, at - places, exp, matrices, w.alpha, at);
    }

    /** Looks for the smallest entry that is not 0; whether it is large enough. */
    private boolean holds(int t) {
        double smallest = Double.POSITIVE_INFINITY;
        for (int k = t * places; k < t * places + reach.row(t).size(); k++) {
            double a = scratch.alpha[k];
            smallest = a != 0 && a < smallest ? a : smallest;
        }
        logFloor = Logarithm.of(smallest);
        return smallest >= TINY;
    }

    @Override
    void backward(int t, int own, double weight, double[] into) {
        ChainScratch w = scratch;
        StateRow row = reach.row(t);
        if (t == trellis.length() - 1) {
            Arrays.fill(w.beta, 0, row.size(), 1 / w.scale[t]);
            Arrays.fill(w.blockOuter, 0, reach.entries(), 0.0);
        }
        Arrays.fill(w.labelSums, 0, labels, 0.0);
        BlockSteps.meet(row.labels(), w.psi, t * labels, w.alpha, t * places, w.beta, w.labelSums);
        int x = trellis.stateOffset(t);
        for (int label = 0; label < size; label++) {
            into[x + label] += weight * w.labelSums[label];
        }
        if (t > 0) {
            stepBackward(t, own, weight, into);
        }
    }

    @Override
    void stepBackward(int t, int own, double weight, double[] into) {
        ChainScratch w = scratch;
        StepBlocks steps = reach.blocks(t);
        int singles = steps.singles().pieces();
        double[] outer = own < 0 ? w.blockOuter : w.outer;
        int outerOffset = own < 0 ? steps.offset() : 0;
        if (own >= 0) {
            Arrays.fill(outer, 0, steps.entries(), 0.0);
        }
        double[] exp = exp(own);
        int offset = expOffset(steps, own);
        int before = (t - 1) * places;
        Arrays.fill(w.betaBefore, 0, steps.from().size(), 0.0);
        BlockSteps.singlesTimesRow(
                steps.singles(), exp, offset, w.beta, w.betaBefore, w.alpha, before, outer, outerOffset);
        kernels.blocksTimesRow(
                steps.blocks(),
                exp,
                offset + singles,
                w.beta,
                0,
                w.betaBefore,
                0,
                w.alpha,
                before,
                outer,
                outerOffset + singles,
                w.row);
        double[] done = w.beta;
        w.beta = w.betaBefore;
        w.betaBefore = done;
        if (own >= 0) {
            addExpected(steps, weight, outer, 0, w.ownExp, offset, into, 0);
            addExpected(steps, weight, outer, 0, w.ownExp, offset, into, trellis.ownOffset(own));
        }
    }

    /** Adds weight · outer ∘ E to the parts of the steps, from the offset on. */
    private static void addExpected(
            StepBlocks steps,
            double weight,
            double[] outer,
            int outerOffset,
            double[] exp,
            int expOffset,
            double[] into,
            int offset) {
        int[] parts = steps.parts();
        int[] entries = steps.partEntries();
        for (int k = 0; k < parts.length; k++) {
            int entry = entries[k];
            into[offset + parts[k]] += weight * outer[outerOffset + entry] * exp[expOffset + entry];
        }
    }

    @Override
    void finishBackward(double weight, double[] into) {
        ChainScratch w = scratch;
        int last = Math.min(reach.blockCount(), trellis.length() - 1);
        for (int t = 1; t <= last; t++) {
            StepBlocks steps = reach.blocks(t);
            addExpected(steps, weight, w.blockOuter, steps.offset(), w.blockExp, steps.offset(), into, 0);
        }
    }

    @Override
    void conditional(int t, int ownOfNext, int next, double[] out) {
        ChainScratch w = scratch;
        Arrays.fill(out, 0, states, 0.0);
        StateRow row = reach.row(t);
        Transitions arcs = arcs();
        int from = next < 0 ? 0 : arcs.columnBegin(next);
        int count = next < 0 ? row.size() : arcs.columnBegin(next + 1) - from;
        for (int k = 0; k < count; k++) {
            int state = next < 0 ? row.states()[k] : arcs.columnSource(from + k);
            int place = state < 0 ? -1 : row.place(state);
            if (place >= 0) {
                double step = next < 0 ? 1 : step(arcs.columnPart(from + k), ownOfNext);
                out[state] = w.alpha[t * places + place] * step;
            }
        }
    }

    private Transitions arcs() {
        return Objects.requireNonNull(trellis.transitions());
    }

    /** The exponential of a step that was taken forward. */
    private double step(int part, int own) {
        return own < 0
                ? scratch.sharedExp[part]
                : Exponential.of(scores[part] + scores[trellis.ownOffset(own) + part] - scratch.ownMax[own]);
    }

    @Override
    boolean arcPredecessors(int t, int own, double[] out, double[] others) {
        ChainScratch w = scratch;
        Transitions arcs = arcs();
        StateRow before = reach.row(t - 1);
        Arrays.fill(out, 0, trellis.sharedParts(), 0.0);
        Arrays.fill(others, 0, states, 0.0);
        for (int j = reach.begin(t); j < reach.end(t); j++) {
            double sum = 0;
            for (int k = arcs.columnBegin(j); k < arcs.columnBegin(j + 1); k++) {
                int place = before.place(arcs.columnSource(k));
                int part = arcs.columnPart(k);
                out[part] = place < 0 ? 0 : w.alpha[(t - 1) * places + place] * step(part, own);
                sum += out[part];
            }
            for (int k = arcs.columnBegin(j); k < arcs.columnBegin(j + 1); k++) {
                out[arcs.columnPart(k)] /= sum > 0 ? sum : 1;
            }
        }
        return true;
    }
}
