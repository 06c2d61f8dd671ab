package org.espalier.train;

import java.util.Arrays;
import org.espalier.feature.EncodedSequence;
import org.espalier.optimize.NormBound;
import org.espalier.structure.chain.Trellis;

/**
 * Where the attributes of the terms recur, and the bound that follows from it:
 *
 * <pre>
 *   Σₐ βₐ · ‖Σₜ value(t, a) · parts(t)‖²     over the attributes a and the positions t that have them,
 *   βₐ = 1 + (together − 1)·(ωₐ − 1)/(N − 1)     ωₐ of the N terms have a
 * </pre>
 *
 * as if every attribute met every state. Of an attribute that a term has once only βₐ·value² is kept, summed over the
 * position. For transition attributes ‖Σ‖² is bounded by the number of positions times Σ‖·‖².
 *
 * <p>Memory: 4 bytes per token and per occurrence of an attribute that recurs, 8 more where values are not all 1.
 */
final class Recurrence implements NormBound {
    private final Terms terms;
    private final float[][] lengths; // [terms][T]: Σ βₐ·value² of the attributes that do not recur
    private final float[][] stepLengths; // [terms][own transitions]: Σ βₐ·m·value², m positions have a
    private final int[][]
            groups; // [terms]: of each attribute that recurs its number, how many positions, the positions
    private final double[][] values; // [terms]: of these attributes, or empty when all are 1
    private final float[] factors; // [attributes]: βₐ
    private final double sharedFactor;
    private final double[][] sums; // [workers][S]

    private Recurrence(Terms terms, AttributeShares shares, int together, int workers) {
        int size = terms.size();
        this.terms = terms;
        this.lengths = new float[size][];
        this.stepLengths = new float[size][];
        this.groups = new int[size][];
        this.values = new double[size][];
        this.factors = shares.factors(together);
        this.sharedFactor = shares.stepFactor(together);
        this.sums = new double[workers][terms.scorer().layout().states()];
    }

    static Recurrence of(Terms terms, int together, int workers) {
        AttributeShares shares = new AttributeShares(terms);
        Recurrence recurrence = new Recurrence(terms, shares, together, workers);
        float[] stepFactors = shares.stepFactors(together);
        int[] counts = new int[recurrence.factors.length];
        int[] stepCounts = new int[stepFactors.length];
        for (int term = 0; term < terms.size(); term++) {
            if (terms.isPresent(term)) {
                recurrence.add(term, counts);
                recurrence.addSteps(term, stepFactors, stepCounts);
            }
        }
        return recurrence;
    }

    /** Sorts the occurrences of a term's attributes into those that recur and the others; the counts are 0 before and after. */
    private void add(int term, int[] counts) {
        EncodedSequence sequence = terms.instance(term).sequence();
        int end = sequence.begin(sequence.length());
        int recurring = 0;
        for (int k = 0; k < end; k++) {
            int count = ++counts[sequence.attribute(k)];
            recurring += count == 2 ? 2 : count > 2 ? 1 : 0;
        }
        float[] length = new float[sequence.length()];
        long[] keys = new long[recurring]; // attribute, position
        double[] recurringValues = new double[sequence.values() == null ? 0 : recurring];
        int at = 0;
        for (int t = 0; t < sequence.length(); t++) {
            double sum = 0;
            for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
                int attribute = sequence.attribute(k);
                if (counts[attribute] > 1) {
                    keys[at++] = (long) attribute << Integer.SIZE | k;
                } else {
                    sum += factors[attribute] * sequence.value(k) * sequence.value(k);
                }
            }
            length[t] = (float) sum;
        }
        for (int k = 0; k < end; k++) {
            counts[sequence.attribute(k)] = 0;
        }
        Arrays.sort(keys);
        lengths[term] = length;
        groups[term] = groups(keys, positions(sequence, end));
        for (int i = 0; i < recurringValues.length; i++) {
            recurringValues[i] = sequence.value((int) keys[i]);
        }
        values[term] = recurringValues;
    }

    private static int[] positions(EncodedSequence sequence, int end) {
        int[] positions = new int[end];
        for (int t = 0; t < sequence.length(); t++) {
            Arrays.fill(positions, sequence.begin(t), sequence.begin(t + 1), t);
        }
        return positions;
    }

    private static int[] groups(long[] keys, int[] positions) {
        int count = 0;
        for (int i = 0; i < keys.length; i++) {
            count += i == 0 || attribute(keys[i]) != attribute(keys[i - 1]) ? 1 : 0;
        }
        int[] groups = new int[keys.length + 2 * count];
        int at = 0;
        for (int i = 0; i < keys.length; ) {
            int head = at;
            groups[at++] = attribute(keys[i]);
            at++;
            do {
                groups[at++] = positions[(int) keys[i++]];
            } while (i < keys.length && attribute(keys[i]) == groups[head]);
            groups[head + 1] = at - head - 2;
        }
        return groups;
    }

    private static int attribute(long key) {
        return (int) (key >> Integer.SIZE);
    }

    private void addSteps(int term, float[] stepFactors, int[] counts) {
        EncodedSequence sequence = terms.instance(term).sequence();
        int end = sequence.transitionBegin(sequence.length());
        for (int k = 0; k < end; k++) {
            counts[sequence.transitionAttribute(k)]++;
        }
        Trellis trellis = terms.trellis(term);
        float[] length = new float[trellis.ownCount()];
        for (int c = 0; c < length.length; c++) {
            int t = trellis.ownPosition(c);
            double sum = 0;
            for (int k = sequence.transitionBegin(t); k < sequence.transitionBegin(t + 1); k++) {
                int attribute = sequence.transitionAttribute(k);
                double value = sequence.transitionValue(k);
                sum += stepFactors[attribute] * counts[attribute] * value * value;
            }
            length[c] = (float) sum;
        }
        for (int k = 0; k < end; k++) {
            counts[sequence.transitionAttribute(k)] = 0;
        }
        stepLengths[term] = length;
    }

    @Override
    public double squaredNorm(int term, double[] parts, int worker) {
        Trellis trellis = terms.trellis(term);
        int states = trellis.states();
        float[] length = lengths[term];
        double norm = sharedFactor * Terms.squares(parts, 0, trellis.sharedParts());
        for (int t = 0; t < length.length; t++) {
            norm += length[t] * Terms.squares(parts, trellis.stateOffset(t), states);
        }
        float[] stepLength = stepLengths[term];
        for (int c = 0; c < stepLength.length; c++) {
            norm += stepLength[c] * Terms.squares(parts, trellis.ownOffset(c), trellis.ownParts());
        }
        return norm + recurringNorm(groups[term], values[term], parts, trellis, sums[worker]);
    }

    private double recurringNorm(int[] group, double[] value, double[] parts, Trellis trellis, double[] sum) {
        int states = trellis.states();
        double norm = 0;
        int occurrence = 0;
        for (int at = 0; at < group.length; ) {
            float factor = factors[group[at]];
            int end = at + 2 + group[at + 1];
            Arrays.fill(sum, 0.0);
            for (at += 2; at < end; at++) {
                int row = trellis.stateOffset(group[at]);
                double amount = value.length == 0 ? 1 : value[occurrence++];
                for (int s = 0; s < states; s++) {
                    sum[s] += amount * parts[row + s];
                }
            }
            norm += factor * Terms.squares(sum, 0, states);
        }
        return norm;
    }
}
