package org.espalier.online;

import java.util.Arrays;

/**
 * Adaptive regularisation of weights: a Gaussian over weight vectors with mean w and a diagonal covariance Σ. Weights that
 * have been moved often move less and less.
 *
 * <pre>
 *   ℓ = errors(ŷ) − w·δ      α = ℓ / (r + δᵀΣδ)      w += αΣδ      Σ_k⁻¹ += δ_k² / r
 * </pre>
 *
 * when the best output ŷ has an error; δ = Φ(x, gold) − Φ(x, ŷ). It is the minimum over (w′, Σ′) of KL(N(w′, Σ′) ‖ N(w, Σ)) +
 * (ℓ′² + δᵀΣ′δ) / 2r, but for the elements beside Σ's diagonal, which are not kept. An instance's weight divides r, so that
 * weight 2 is worth twice the loss. Memory: 8 bytes per weight.
 *
 * <p>Crammer, Kulesza and Dredze, <em>Adaptive regularization of weight vectors</em>, 2009.
 */
public final class Arow implements UpdateRule {
    private final double trade;
    private final double[] covariance; // Σ's diagonal

    /**
     * A rule.
     *
     * @param parameters the number of weights
     * @param variance the first variance of every weight
     * @param trade r &gt; 0 (CRFsuite's gamma): larger moves weights and variances less
     */
    public Arow(int parameters, double variance, double trade) {
        OnlineOptions.requirePositive("variance", variance);
        this.trade = OnlineOptions.requirePositive("gamma", trade);
        this.covariance = new double[parameters];
        Arrays.fill(covariance, variance);
    }

    @Override
    public double update(int instance, Rivals rivals, double weight, OnlineWeights weights) {
        if (rivals.size() == 0) {
            return 0;
        }
        Rival best = rivals.get(0);
        double loss = best.errors() - best.margin();
        double r = trade / weight;
        double confidence = r;
        for (int n = 0; n < best.size(); n++) {
            confidence += best.value(n) * best.value(n) * covariance[best.index(n)];
        }
        double alpha = loss / confidence;
        for (int n = 0; n < best.size(); n++) {
            int k = best.index(n);
            double value = best.value(n);
            weights.add(k, alpha * covariance[k] * value);
            covariance[k] = 1 / (1 / covariance[k] + value * value / r);
        }
        return weight * loss;
    }

    /** The variances. */
    @Override
    public double[] state() {
        return covariance;
    }

    @Override
    public void restore(double[] state) {
        if (state.length != covariance.length) {
            throw new IllegalArgumentException("there are " + state.length + " variances; expected " + covariance.length
                    + ", one for each weight");
        }
        for (double variance : state) {
            OnlineOptions.requirePositive("variance", variance);
        }
        System.arraycopy(state, 0, covariance, 0, state.length);
    }

    /** The variance of a weight. */
    public double variance(int k) {
        return covariance[k];
    }
}
