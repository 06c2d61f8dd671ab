package org.espalier.online;

/**
 * The margin-infused relaxed algorithm: the smallest step after which the gold standard leads each of the k best outputs by
 * its number of errors.
 *
 * <pre>
 *   min ½‖w′ − w‖² + C Σ_i ξ_i    with  w′·δ_i ≥ errors_i − ξ_i,  ξ_i ≥ 0
 *   w′ = w + Σ_i α_iδ_i,   0 ≤ α_i ≤ C
 * </pre>
 *
 * The small quadratic programme is solved in its dual by {@link Hildreth}. With k = 1 it has a closed form, that of PA-I; on
 * sequences of one token and k no less than the number of labels it sees all constraints. An instance's weight multiplies C.
 * The loss that it reports is the largest violation errors<sub>i</sub> − w·δ<sub>i</sub>.
 *
 * <p>Crammer and Singer, <em>Ultraconservative online algorithms for multiclass problems</em>, 2003; McDonald, Crammer and
 * Pereira, <em>Online large-margin training of dependency parsers</em>, 2005. Cost: k² sparse products a step.
 */
public final class Mira implements UpdateRule {
    private final int candidates;
    private final double aggressiveness;
    private final double[] scratch; // [parameters], zeros between steps
    private final Hildreth programme = new Hildreth();
    private double[] gram = {}; // [k][k]
    private double[] violations = {}; // [k]
    private double[] alphas = {}; // [k]

    /**
     * A rule.
     *
     * @param parameters the number of weights
     * @param candidates k ≥ 1: of how many best outputs it takes the rivals
     * @param aggressiveness C &gt; 0, which may be infinite: larger takes longer steps
     */
    public Mira(int parameters, int candidates, double aggressiveness) {
        if (candidates < 1) {
            throw new IllegalArgumentException("candidates = " + candidates + "; expected at least 1");
        }
        if (!(aggressiveness > 0)) {
            throw new IllegalArgumentException("aggressiveness = " + aggressiveness + "; expected more than 0");
        }
        this.candidates = candidates;
        this.aggressiveness = aggressiveness;
        this.scratch = new double[candidates == 1 ? 0 : parameters];
    }

    @Override
    public int candidates() {
        return candidates;
    }

    @Override
    public double update(int instance, Rivals rivals, double weight, OnlineWeights weights) {
        int size = rivals.size();
        if (size == 0) {
            return 0;
        }
        reserve(size);
        double largest = 0;
        for (int i = 0; i < size; i++) {
            violations[i] = rivals.get(i).errors() - rivals.get(i).margin();
            largest = Math.max(largest, violations[i]);
        }
        if (largest > 0) {
            fillGram(rivals);
            programme.solve(gram, violations, size, aggressiveness * weight, alphas);
            for (int i = 0; i < size; i++) {
                if (alphas[i] > 0) {
                    rivals.get(i).addTo(weights, alphas[i]);
                }
            }
        }
        return weight * largest;
    }

    private void reserve(int size) {
        if (alphas.length < size) {
            gram = new double[size * size];
            violations = new double[size];
            alphas = new double[size];
        }
    }

    private void fillGram(Rivals rivals) {
        int size = rivals.size();
        for (int i = 0; i < size; i++) {
            Rival one = rivals.get(i);
            gram[i * size + i] = one.squaredNorm();
            if (i + 1 < size) {
                one.spread(scratch);
                for (int j = i + 1; j < size; j++) {
                    gram[i * size + j] = rivals.get(j).dot(scratch);
                    gram[j * size + i] = gram[i * size + j];
                }
                one.unspread(scratch);
            }
        }
    }

    @Override
    public double[] state() {
        return new double[0];
    }
}
