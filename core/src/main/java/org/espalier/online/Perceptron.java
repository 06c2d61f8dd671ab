package org.espalier.online;

/**
 * The structured perceptron: w += Φ(x, gold) − Φ(x, ŷ) when the best output ŷ has an error.
 *
 * <p>When some u with ‖u‖ = 1 separates the data by γ (u·δ ≥ γ for every rival) and ‖δ‖ ≤ R, it makes at most R²/γ²
 * mistakes, in whatever order the instances come. What is used afterwards is the average of the weights over all steps,
 * which does the work of a vote at no cost. The loss that it reports is the share of wrong positions.
 *
 * <p>Freund and Schapire, <em>Large margin classification using the perceptron algorithm</em>, 1999; Collins,
 * <em>Discriminative training methods for hidden Markov models</em>, 2002.
 */
public final class Perceptron implements UpdateRule {

    @Override
    public double update(int instance, Rivals rivals, double weight, OnlineWeights weights) {
        if (rivals.size() == 0) {
            return 0;
        }
        Rival best = rivals.get(0);
        best.addTo(weights, weight);
        return weight * best.errors() / rivals.length();
    }

    @Override
    public double[] state() {
        return new double[0];
    }
}
