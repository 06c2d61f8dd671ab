package org.espalier.online;

import java.util.Arrays;

/**
 * MIRA as CRF++ trains it: one dual variable per instance, which may grow up to C over all epochs together.
 *
 * <pre>
 *   ℓ = errors(ŷ) + w·δ      μ = min(max(0, ℓ / ‖δ‖²), C − α_n)      w += μδ      α_n += μ
 * </pre>
 *
 * The sign of w·δ ≤ 0 is CRF++'s: the further ŷ leads, the shorter the step, where MIRA proper takes a longer one; {@link Mira}
 * does. An instance that was right so many times in a row is left out (shrinking), until no instance below its bound violates its
 * constraint; that must be so in two epochs in succession, the second one over all instances, and ends the training. The sums
 * α<sub>n</sub> are kept in single precision, as CRF++ keeps them.
 */
public final class BoundedMira implements UpdateRule {
    private static final double LEAST_STEP = 1e-10;
    private static final int CALM_EPOCHS = 2;

    /**
     * What happened in an epoch.
     *
     * @param wrongPositions errors of the best outputs
     * @param wrongInstances instances with an error
     * @param active instances that were visited
     * @param bounded instances that reached their bound
     * @param violation the largest ℓ of an instance below its bound, or 0
     */
    public record Epoch(long wrongPositions, int wrongInstances, int active, int bounded, double violation) {
        static final Epoch EMPTY = new Epoch(0, 0, 0, 0, 0);
    }

    private final float bound;
    private final int shrinkingSize;
    private final float[] sums; // [instances]
    private final int[] right; // [instances]: how often in a row
    private Epoch current = Epoch.EMPTY;
    private Epoch last = Epoch.EMPTY;
    private int calm;

    /**
     * A rule.
     *
     * @param bound C ≥ 0
     * @param shrinkingSize how often in a row an instance must be right to be left out
     */
    public BoundedMira(int instances, float bound, int shrinkingSize) {
        if (!(bound >= 0)) {
            throw new IllegalArgumentException("C = " + bound + "; expected at least 0");
        }
        if (shrinkingSize < 1) {
            throw new IllegalArgumentException("shrinking size = " + shrinkingSize + "; expected at least 1");
        }
        this.bound = bound;
        this.shrinkingSize = shrinkingSize;
        this.sums = new float[instances];
        this.right = new int[instances];
    }

    @Override
    public boolean skips(int instance) {
        return right[instance] >= shrinkingSize;
    }

    @Override
    public double update(int instance, Rivals rivals, double weight, OnlineWeights weights) {
        if (rivals.size() == 0) {
            right[instance]++;
            count(0, 0, 0);
            return 0;
        }
        right[instance] = 0;
        Rival best = rivals.get(0);
        double loss = best.errors() + best.margin(); // CRF++'s sign
        double norm = best.squaredNorm();
        double step = norm > 0 ? Math.max(0, loss / norm) : 0;
        boolean reached = sums[instance] + step > bound;
        count(best.errors(), reached ? 1 : 0, reached ? 0 : loss);
        if (reached) {
            step = bound - sums[instance];
        }
        if (step > LEAST_STEP) {
            sums[instance] = Math.min(bound, (float) (sums[instance] + step));
            best.addTo(weights, step);
        }
        return Math.max(0, loss);
    }

    private void count(int errors, int bounded, double loss) {
        current = new Epoch(
                current.wrongPositions + errors,
                current.wrongInstances + (errors > 0 ? 1 : 0),
                current.active + 1,
                current.bounded + bounded,
                Math.max(current.violation, loss));
    }

    @Override
    public boolean endEpoch(double loss, OnlineWeights weights) {
        last = current;
        current = Epoch.EMPTY;
        if (last.violation > 0) {
            calm = 0;
        } else {
            calm++;
            Arrays.fill(right, 0);
        }
        return calm == CALM_EPOCHS;
    }

    /** The last epoch that is over. */
    public Epoch lastEpoch() {
        return last;
    }
}
