package org.espalier.inference.spanning;

import java.util.Arrays;
import org.espalier.inference.Workspace;
import org.espalier.math.Exponential;
import org.espalier.math.Logarithm;
import org.espalier.structure.spanning.Arcs;
import org.espalier.structure.spanning.SpanningTrees;

/**
 * The arcs without their relations: weight(h, m) = log Σ<sub>r</sub> exp(score(h, m, r)), and how relations share it.
 *
 * <p>The weights of the arcs into a word are then made relative to the largest of them; the logarithm of Z is {@link #scale} more. Where
 * one root is wanted, root arcs are compared with each other, not with the arcs between words, because every tree has one of them.
 */
public final class ArcWeights {
    private int words;
    double[] weights = {}; // [n][n+1]: of the arc to word m+1 from h; −∞ from itself
    double[] shares = {}; // [parts]: p(relation | arc); empty when there is one relation only
    double scale;

    /** Adds up relations and scales. */
    public void load(SpanningTrees trees, double[] scores) {
        Arcs arcs = trees.arcs();
        words = arcs.words();
        weights = Workspace.grown(weights, words * (words + 1));
        if (arcs.relations() > 1) {
            shares = Workspace.grown(shares, arcs.parts());
        }
        for (int m = 1; m <= words; m++) {
            for (int h = 0; h <= words; h++) {
                weights[at(h, m)] = h == m ? Double.NEGATIVE_INFINITY : weight(arcs, arcs.arc(h, m), scores);
            }
        }
        rescale(trees.hasSingleRoot());
    }

    /** Where the weight of an arc stands. */
    public int at(int head, int modifier) {
        return (modifier - 1) * (words + 1) + head;
    }

    /** The weight of an arc; −∞ from a word to itself. */
    public double weight(int head, int modifier) {
        return weights[at(head, modifier)];
    }

    /** How much log Z is more than by the weights. */
    public double scale() {
        return scale;
    }

    /** Adds an amount to the parts of an arc, each by its share of the arc. */
    public void addShares(Arcs arcs, int arc, double amount, double[] into) {
        if (arcs.relations() == 1) {
            into[arc] += amount;
        } else if (amount != 0) {
            for (int part = arc * arcs.relations(); part < (arc + 1) * arcs.relations(); part++) {
                into[part] += amount * shares[part];
            }
        }
    }

    private double weight(Arcs arcs, int arc, double[] scores) {
        int relations = arcs.relations();
        if (relations == 1) {
            return scores[arc];
        }
        int begin = arc * relations;
        double max = Double.NEGATIVE_INFINITY;
        for (int part = begin; part < begin + relations; part++) {
            max = Math.max(max, scores[part]);
        }
        if (max == Double.NEGATIVE_INFINITY) {
            Arrays.fill(shares, begin, begin + relations, 0);
            return max;
        }
        double sum = 0;
        for (int part = begin; part < begin + relations; part++) {
            shares[part] = Exponential.of(scores[part] - max);
            sum += shares[part];
        }
        for (int part = begin; part < begin + relations; part++) {
            shares[part] /= sum;
        }
        return max + Logarithm.of(sum);
    }

    private void rescale(boolean hasSingleRoot) {
        scale = 0;
        double rootMax = Double.NEGATIVE_INFINITY;
        for (int m = 1; m <= words; m++) {
            double max = Double.NEGATIVE_INFINITY;
            for (int h = hasSingleRoot ? 1 : 0; h <= words; h++) {
                max = Math.max(max, weights[at(h, m)]);
            }
            if (max > Double.NEGATIVE_INFINITY) { // else there is no such arc
                for (int h = 0; h <= words; h++) {
                    weights[at(h, m)] -= max;
                }
                scale += max;
            }
            rootMax = Math.max(rootMax, weights[at(0, m)]);
        }
        if (hasSingleRoot && rootMax > Double.NEGATIVE_INFINITY) {
            for (int m = 1; m <= words; m++) {
                weights[at(0, m)] -= rootMax;
            }
            scale += rootMax;
        }
    }
}
