package org.espalier.inference.chain;

import java.util.Arrays;

/** {@link MarginalDerivatives} where all pairs have a transition part: O(T S²) time and O(T S + S²) memory. */
final class DenseDerivatives extends MarginalDerivatives {

    DenseDerivatives(SumRows rows, double[] direction) {
        super(rows, direction);
    }

    /** The steps into a state then stand side by side. */
    @Override
    void prepare() {
        for (int i = 0; i < states; i++) {
            for (int j = 0; j < states; j++) {
                scratch.directionTransposed[j * states + i] = direction[i * states + j];
            }
        }
    }

    @Override
    void stepRight(int t, int own) {
        ChainScratch w = scratch;
        rows.predecessors(t, own, w.predecessors);
        int before = (t - 1) * states;
        for (int j = 0; j < states; j++) {
            double sum = 0;
            for (int i = 0; i < states; i++) {
                sum += w.predecessors[j * states + i] * (w.left[before + i] + step(i, j, own));
            }
            w.left[before + states + j] = direction[trellis.stateOffset(t) + j] + sum;
        }
    }

    /** v(i, j) of the step into a position. */
    private double step(int i, int j, int own) {
        double shared = scratch.directionTransposed[j * states + i];
        return own < 0 ? shared : shared + direction[trellis.ownOffset(own) + i * states + j];
    }

    @Override
    void stepLeft(int t, int own, double mean, double weight, double[] into) {
        ChainScratch w = scratch;
        int before = (t - 1) * states;
        int offset = trellis.stateOffset(t);
        rows.predecessors(t, own, w.predecessors);
        Arrays.fill(w.posteriorBefore, 0, states, 0.0);
        Arrays.fill(w.rightBefore, 0, states, 0.0);
        for (int j = 0; j < states; j++) {
            double after = direction[offset + j] + w.right[j];
            for (int i = 0; i < states; i++) {
                double joint = w.predecessors[j * states + i] * w.posterior[j];
                double fromHere = step(i, j, own) + after;
                w.posteriorBefore[i] += joint;
                w.rightBefore[i] += joint * fromHere;
                w.pairs[i * states + j] = weight * joint * (w.left[before + i] + fromHere - mean);
            }
        }
        takeStep();
        addPairs(0, into);
        if (own >= 0) {
            addPairs(trellis.ownOffset(own), into);
        }
    }

    private void addPairs(int offset, double[] into) {
        for (int k = 0; k < states * states; k++) {
            into[offset + k] += scratch.pairs[k];
        }
    }
}
