package org.espalier.online;

import java.util.Objects;

/**
 * Passive–aggressive updates: the smallest step after which the gold standard leads the best output ŷ by its cost,
 *
 * <pre>
 *   ℓ = cost(ŷ) − w·δ      w += τδ
 *   PA      min ½‖w′ − w‖²          with w′·δ ≥ cost        τ = ℓ / ‖δ‖²
 *   PA-I    … + Cξ    with a slack ξ ≥ 0                    τ = min(C, ℓ / ‖δ‖²)
 *   PA-II   … + Cξ²                                         τ = ℓ / (‖δ‖² + 1/2C)
 * </pre>
 *
 * where δ = Φ(x, gold) − Φ(x, ŷ), and the cost is 1, or the square root of the number of wrong positions. It is passive when
 * ŷ has no error. An instance's weight multiplies τ and ℓ.
 *
 * <p>Crammer, Dekel, Keshet, Shalev-Shwartz and Singer, <em>Online passive-aggressive algorithms</em>, 2006.
 */
public final class PassiveAggressive implements UpdateRule {

    /** What a step that would be too long does. */
    public enum Type {
        /** PA: every step is taken in full; for data without noise. */
        HARD,
        /** PA-I: a step is cut off at C. */
        LINEAR,
        /** PA-II: every step is made shorter by 1/2C in its denominator. */
        QUADRATIC
    }

    private final Type type;
    private final double aggressiveness;
    private final boolean errorSensitive;

    /**
     * A rule.
     *
     * @param aggressiveness C &gt; 0: larger takes longer steps
     * @param errorSensitive whether the cost is √errors instead of 1
     */
    public PassiveAggressive(Type type, double aggressiveness, boolean errorSensitive) {
        this.type = Objects.requireNonNull(type, "type");
        this.aggressiveness = OnlineOptions.requirePositive("aggressiveness", aggressiveness);
        this.errorSensitive = errorSensitive;
    }

    @Override
    public double update(int instance, Rivals rivals, double weight, OnlineWeights weights) {
        if (rivals.size() == 0) {
            return 0;
        }
        Rival best = rivals.get(0);
        double loss = (errorSensitive ? Math.sqrt(best.errors()) : 1) - best.margin();
        double norm = best.squaredNorm();
        if (norm > 0) { // otherwise no weight tells the two apart
            best.addTo(weights, weight * step(loss, norm));
        }
        return weight * loss;
    }

    private double step(double loss, double norm) {
        return switch (type) {
            case HARD -> loss / norm;
            case LINEAR -> Math.min(aggressiveness, loss / norm);
            case QUADRATIC -> loss / (norm + 0.5 / aggressiveness);
        };
    }

    @Override
    public double[] state() {
        return new double[0];
    }
}
