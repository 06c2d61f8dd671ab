package org.espalier.inference.chain;

import java.util.Arrays;
import org.espalier.structure.chain.Transitions;

/**
 * {@link MarginalDerivatives} where only N pairs have a transition part; all others score 0 or are forbidden.
 *
 * <p>The pairs without a part have p(i | j) = α(i) u(j) and v(i, j) = 0, so that sums over them are sums over all states, made
 * once, minus what the pairs with a part have in them:
 *
 * <pre>
 *   A_t(j) = v_t(j) + Σ_{(i, j) has a part} p(i | j) (A_{t−1}(i) + v(i, j)) + u(j) (Σ_i α(i) A_{t−1}(i) − Σ_{(i, j) has a part} α(i) A_{t−1}(i))
 *   p_{t−1}(i) = Σ_{(i, j) has a part} p(i | j) p_t(j) + α(i) (Σ_j u(j) p_t(j) − Σ_{(i, j) has a part} u(j) p_t(j))
 * </pre>
 *
 * and B likewise; u = 0 when the others are forbidden. A step costs O(S + N), in time and memory. Where the subtraction takes
 * away nearly all, the sum is made anew over the pairs without a part, as in {@link SparseRows}. Own transitions that all S²
 * pairs have, logarithms where others score 0, and others of which only some are forbidden cost O(S²) time at their step, but O(S)
 * memory.
 */
final class SparseDerivatives extends MarginalDerivatives {
    /** A difference that is less than one in so many of what it is taken from is computed without subtracting. */
    private static final double CANCELLED = 64;

    private final Transitions transitions;
    private final boolean othersScoreZero;

    SparseDerivatives(SumRows rows, Transitions transitions, double[] direction) {
        super(rows, direction);
        this.transitions = transitions;
        this.othersScoreZero = !transitions.forbidsOthers();
    }

    @Override
    void prepare() {
        // directions of steps are read where they stand
    }

    /** v of a pair with a part; only steps whose own transitions are in the order of the shared ones ask for it. */
    private double step(int part, int own) {
        return own < 0 ? direction[part] : direction[part] + direction[trellis.ownOffset(own) + part];
    }

    @Override
    void stepRight(int t, int own) {
        ChainScratch w = scratch;
        if (!rows.arcPredecessors(t, own, w.predecessors, w.others)) {
            stepRightByColumns(t, own);
            return;
        }
        int before = (t - 1) * states;
        int alpha = rows.rowOffset(t - 1);
        double total = 0;
        for (int i = 0; i < states && othersScoreZero; i++) {
            total += w.alpha[alpha + i] * w.left[before + i];
        }
        for (int j = 0; j < states; j++) {
            double sum = 0;
            for (int k = transitions.columnBegin(j); k < transitions.columnBegin(j + 1); k++) {
                int part = transitions.columnPart(k);
                sum += w.predecessors[part] * (w.left[before + transitions.columnSource(k)] + step(part, own));
            }
            if (othersScoreZero) {
                sum += w.others[j] * withoutPart(j, total, alpha, before);
            }
            w.left[before + states + j] = direction[trellis.statePart(t, j)] + sum;
        }
    }

    /** Σ α(i) A(i) over the states that have no part into j. */
    private double withoutPart(int j, double total, int alpha, int before) {
        ChainScratch w = scratch;
        int k = transitions.columnBegin(j);
        int end = transitions.columnBegin(j + 1);
        if (w.others[j] <= CANCELLED) { // the row α sums to 1, so u(j) says what share of the mass comes without a part
            double rest = total;
            for (; k < end; k++) {
                int i = transitions.columnSource(k);
                rest -= w.alpha[alpha + i] * w.left[before + i];
            }
            return rest;
        }
        double sum = 0;
        for (int i = 0; i < states; i++) {
            if (k < end && transitions.columnSource(k) == i) {
                k++;
            } else {
                sum += w.alpha[alpha + i] * w.left[before + i];
            }
        }
        return sum;
    }

    @Override
    void stepLeft(int t, int own, double mean, double weight, double[] into) {
        ChainScratch w = scratch;
        if (!rows.arcPredecessors(t, own, w.predecessors, w.others)) {
            stepLeftByColumns(t, own, mean, weight, into);
            return;
        }
        int before = (t - 1) * states;
        for (int j = 0; j < states; j++) {
            w.right[j] += direction[trellis.statePart(t, j)];
            w.others[j] *= w.posterior[j];
        }
        for (int i = 0; i < states; i++) {
            double mass = 0;
            double moment = 0;
            for (int part = transitions.rowBegin(i); part < transitions.rowBegin(i + 1); part++) {
                int j = transitions.target(part);
                double joint = w.predecessors[part] * w.posterior[j];
                double fromHere = step(part, own) + w.right[j];
                mass += joint;
                moment += joint * fromHere;
                double change = weight * joint * (w.left[before + i] + fromHere - mean);
                into[part] += change;
                if (own >= 0) {
                    into[trellis.ownOffset(own) + part] += change;
                }
            }
            w.posteriorBefore[i] = mass;
            w.rightBefore[i] = moment;
        }
        if (othersScoreZero) {
            addWithoutPart(rows.rowOffset(t - 1));
        }
        takeStep();
    }

    /** Adds the pairs without a part to the sums of each i; others = u(j) p(j), right = v(j) + B(j). */
    private void addWithoutPart(int alpha) {
        ChainScratch w = scratch;
        double allMass = 0;
        double allMoment = 0;
        for (int j = 0; j < states; j++) {
            allMass += w.others[j];
            allMoment += w.others[j] * w.right[j];
        }
        for (int i = 0; i < states; i++) {
            double from = w.alpha[alpha + i];
            double mass = allMass;
            double moment = allMoment;
            for (int part = transitions.rowBegin(i); part < transitions.rowBegin(i + 1); part++) {
                int j = transitions.target(part);
                mass -= w.others[j];
                moment -= w.others[j] * w.right[j];
            }
            if (from * allMass > CANCELLED * (w.posteriorBefore[i] + from * mass)) {
                addWithoutPart(i, from);
            } else {
                w.posteriorBefore[i] += from * mass;
                w.rightBefore[i] += from * moment;
            }
        }
    }

    /** The same for one i, without subtracting. */
    private void addWithoutPart(int i, double from) {
        ChainScratch w = scratch;
        int part = transitions.rowBegin(i);
        int end = transitions.rowBegin(i + 1);
        for (int j = 0; j < states; j++) {
            if (part < end && transitions.target(part) == j) {
                part++;
            } else {
                w.posteriorBefore[i] += from * w.others[j];
                w.rightBefore[i] += from * w.others[j] * w.right[j];
            }
        }
    }

    private void stepRightByColumns(int t, int own) {
        ChainScratch w = scratch;
        int before = (t - 1) * states;
        for (int j = 0; j < states; j++) {
            rows.conditional(t - 1, own, j, w.row);
            SumRows.normalise(w.row, 0, states);
            int k = transitions.columnBegin(j);
            int end = transitions.columnBegin(j + 1);
            double sum = 0;
            for (int i = 0; i < states; i++) {
                boolean has = k < end && transitions.columnSource(k) == i;
                double step = has ? direction[transitions.columnPart(k++)] : 0;
                step += own < 0 ? 0 : direction[trellis.ownPart(own, i, j)];
                sum += w.row[i] * (w.left[before + i] + step);
            }
            w.left[before + states + j] = direction[trellis.statePart(t, j)] + sum;
        }
    }

    private void stepLeftByColumns(int t, int own, double mean, double weight, double[] into) {
        ChainScratch w = scratch;
        int before = (t - 1) * states;
        Arrays.fill(w.posteriorBefore, 0, states, 0.0);
        Arrays.fill(w.rightBefore, 0, states, 0.0);
        for (int j = 0; j < states; j++) {
            rows.conditional(t - 1, own, j, w.row);
            SumRows.normalise(w.row, 0, states);
            int k = transitions.columnBegin(j);
            int end = transitions.columnBegin(j + 1);
            double after = direction[trellis.statePart(t, j)] + w.right[j];
            for (int i = 0; i < states; i++) {
                int part = k < end && transitions.columnSource(k) == i ? transitions.columnPart(k++) : -1;
                int ownPart = own < 0 ? -1 : trellis.ownPart(own, i, j);
                double fromHere = (part < 0 ? 0 : direction[part]) + (ownPart < 0 ? 0 : direction[ownPart]) + after;
                double joint = w.row[i] * w.posterior[j];
                w.posteriorBefore[i] += joint;
                w.rightBefore[i] += joint * fromHere;
                double change = weight * joint * (w.left[before + i] + fromHere - mean);
                if (part >= 0) {
                    into[part] += change;
                }
                if (ownPart >= 0) {
                    into[ownPart] += change;
                }
            }
        }
        takeStep();
    }
}
