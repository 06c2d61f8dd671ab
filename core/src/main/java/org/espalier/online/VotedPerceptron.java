package org.espalier.online;

import java.util.Arrays;
import org.espalier.scoring.VotedWeights;

/**
 * The voted perceptron: a {@link Perceptron} that writes down its steps, so that every weight vector of the run can vote with
 * the number of visits that it survived.
 *
 * <pre>
 *   votes(t, s) = Σ_v c_v · [ŷ_v(t) = s],      ŷ_v = argmax_y w_v·Φ(x, y)
 * </pre>
 *
 * Kept are the steps w<sub>v+1</sub> − w<sub>v</sub>, not the vectors. A vote is no linear function of the features; the
 * average of the weights is its linear stand-in.
 *
 * <p>Freund and Schapire, <em>Large margin classification using the perceptron algorithm</em>, 1999.
 */
public final class VotedPerceptron implements UpdateRule {
    private final Perceptron perceptron = new Perceptron();
    private int[] survived = new int[64]; // c of all vectors but the last
    private int[] begins = new int[64]; // where the changes of a step begin
    private int mistakes;
    private int[] places = new int[1024];
    private double[] changes = new double[1024];
    private int entries;
    private int lastSurvived;

    @Override
    public double update(int instance, Rivals rivals, double weight, OnlineWeights weights) {
        if (rivals.size() > 0) {
            record(rivals.get(0), weight);
        }
        lastSurvived++;
        return perceptron.update(instance, rivals, weight, weights);
    }

    private void record(Rival rival, double weight) {
        if (mistakes + 2 > survived.length) {
            survived = Arrays.copyOf(survived, 2 * mistakes + 2);
            begins = Arrays.copyOf(begins, survived.length);
        }
        survived[mistakes++] = lastSurvived;
        lastSurvived = 0;
        int needed = Math.addExact(entries, rival.size());
        if (needed > places.length) {
            int larger = (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, 2L * places.length));
            places = Arrays.copyOf(places, larger);
            changes = Arrays.copyOf(changes, larger);
        }
        for (int n = 0; n < rival.size(); n++) {
            places[entries] = rival.index(n);
            changes[entries++] = weight * rival.value(n);
        }
        begins[mistakes] = entries;
    }

    /** How many mistakes it made so far; one more weight vectors vote. */
    public int mistakes() {
        return mistakes;
    }

    /**
     * The vote as it is so far.
     *
     * @param start the weights before the first visit // [parameters]
     * @throws IllegalArgumentException when nothing has been visited, so that nobody votes
     */
    public VotedWeights votes(double[] start) {
        int[] all = Arrays.copyOf(survived, mistakes + 1);
        all[mistakes] = lastSurvived;
        return VotedWeights.ofSteps(start, all, begins, places, changes);
    }
}
