package org.espalier.train.run;

import java.util.Arrays;
import java.util.List;
import org.espalier.feature.AttributeLists;
import org.espalier.feature.EncodedSequence;
import org.espalier.optimize.NormBound;
import org.espalier.scoring.PlacedFeatures;
import org.espalier.structure.Structure;

/**
 * Where the attributes of the terms recur, and the bound that follows from it:
 *
 * <pre>
 *   Σₐ βₐ · ‖Σₜ value(t, a) · parts(t)‖²     over the attributes a and the positions t that have them,
 *   βₐ = 1 + (together − 1)·(ωₐ − 1)/(N − 1)     ωₐ of the N terms have a
 * </pre>
 *
 * as if every attribute met every target. Of an attribute that a term has once only βₐ·value² is kept, summed over the
 * position. That is the first family, whose places are the positions. For the others ‖Σ‖² is bounded by the number of places
 * times Σ‖·‖².
 *
 * <p>Memory: 4 bytes per token, 5 per attribute that recurs in a term and 1 per occurrence of it, 8 more where values are not all 1.
 *
 * @param <S> the structure of the terms
 */
final class Recurrence<S extends Structure> implements NormBound {
    private final Terms<S> terms;
    private final List<PlacedFeatures> families;
    private final float[][] lengths; // [terms][T]: Σ βₐ·value² of the attributes that do not recur
    private final float[][][] otherLengths; // [other families][terms][places]: Σ βₐ·m·value², m places have a
    private final byte[][] groups; // [terms]: for each attribute that recurs a group, see Groups
    private final double[][] values; // [terms]: of these attributes, or empty when all are 1
    private final float[] factors; // [attributes]: βₐ · scale²
    private final double sharedFactor;
    private final double[][] sums; // [workers][targets]

    private Recurrence(Terms<S> terms, AttributeShares shares, int together, int workers) {
        int size = terms.size();
        this.terms = terms;
        this.families = terms.scorer().placed();
        this.lengths = new float[size][];
        this.otherLengths = new float[families.size() - 1][size][];
        this.groups = new byte[size][];
        this.values = new double[size][];
        this.factors = scaled(shares.factors(0, together), families.get(0));
        this.sharedFactor = shares.sharedFactor(together);
        this.sums = new double[workers][families.get(0).family().targets()];
    }

    static <S extends Structure> Recurrence<S> of(Terms<S> terms, int together, int workers) {
        AttributeShares shares = new AttributeShares(terms);
        Recurrence<S> recurrence = new Recurrence<>(terms, shares, together, workers);
        int[] counts = new int[recurrence.factors.length];
        for (int term = 0; term < terms.size(); term++) {
            if (terms.isPresent(term)) {
                recurrence.add(term, counts);
            }
        }
        for (int f = 1; f < recurrence.families.size(); f++) {
            float[] factors = scaled(shares.factors(f, together), recurrence.families.get(f));
            int[] otherCounts = new int[factors.length];
            for (int term = 0; term < terms.size(); term++) {
                if (terms.isPresent(term)) {
                    recurrence.addOther(f, term, factors, otherCounts);
                }
            }
        }
        return recurrence;
    }

    private static float[] scaled(float[] factors, PlacedFeatures family) {
        float[] scales = family.features().scales();
        for (int a = 0; scales != null && a < factors.length; a++) {
            factors[a] *= scales[a] * scales[a];
        }
        return factors;
    }

    /** Sorts the occurrences of a term's attributes into those that recur and the others; the counts are 0 before and after. */
    private void add(int term, int[] counts) {
        EncodedSequence sequence = terms.instance(term).sequence();
        int begin = sequence.begin(0);
        int end = sequence.begin(sequence.length());
        int recurring = 0;
        for (int k = begin; k < end; k++) {
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
                    keys[at++] = (long) attribute << Integer.SIZE | k - begin;
                } else {
                    sum += factors[attribute] * sequence.value(k) * sequence.value(k);
                }
            }
            length[t] = (float) sum;
        }
        for (int k = begin; k < end; k++) {
            counts[sequence.attribute(k)] = 0;
        }
        Arrays.sort(keys);
        lengths[term] = length;
        groups[term] = Groups.of(keys, positions(sequence));
        for (int i = 0; i < recurringValues.length; i++) {
            recurringValues[i] = sequence.value(begin + (int) keys[i]);
        }
        values[term] = recurringValues;
    }

    private static int[] positions(EncodedSequence sequence) {
        int[] positions = new int[sequence.size()];
        int begin = sequence.begin(0);
        for (int t = 0; t < sequence.length(); t++) {
            Arrays.fill(positions, sequence.begin(t) - begin, sequence.begin(t + 1) - begin, t);
        }
        return positions;
    }

    private void addOther(int f, int term, float[] otherFactors, int[] counts) {
        PlacedFeatures family = families.get(f);
        S structure = terms.structure(term);
        AttributeLists lists = family.lists(terms.instance(term).sequence());
        float[] length = new float[family.places(structure)];
        int[] attributes = lists.attributes();
        for (int place = 0; place < length.length; place++) {
            int site = family.site(structure, place);
            for (int k = lists.begin(site); k < lists.begin(site + 1); k++) {
                counts[attributes[k]]++;
            }
        }
        for (int place = 0; place < length.length; place++) {
            length[place] = otherLength(lists, family.site(structure, place), otherFactors, counts);
        }
        for (int place = 0; place < length.length; place++) {
            int site = family.site(structure, place);
            for (int k = lists.begin(site); k < lists.begin(site + 1); k++) {
                counts[attributes[k]] = 0;
            }
        }
        otherLengths[f - 1][term] = length;
    }

    private static float otherLength(AttributeLists lists, int site, float[] factors, int[] counts) {
        double sum = 0;
        for (int k = lists.begin(site); k < lists.begin(site + 1); k++) {
            int attribute = lists.attributes()[k];
            double value = lists.value(k);
            sum += factors[attribute] * counts[attribute] * value * value;
        }
        return (float) sum;
    }

    @Override
    public double squaredNorm(int term, double[] parts, int worker) {
        S structure = terms.structure(term);
        PlacedFeatures states = families.get(0);
        float[] length = lengths[term];
        double norm = sharedFactor * terms.scorer().sharedSquares(structure, parts);
        for (int t = 0; t < length.length; t++) {
            norm += length[t] * states.squares(structure, t, parts);
        }
        for (int f = 1; f < families.size(); f++) {
            float[] otherLength = otherLengths[f - 1][term];
            for (int place = 0; place < otherLength.length; place++) {
                norm += otherLength[place] * families.get(f).squares(structure, place, parts);
            }
        }
        return norm + recurringNorm(groups[term], values[term], parts, structure, sums[worker]);
    }

    private double recurringNorm(byte[] bytes, double[] value, double[] parts, S structure, double[] sum) {
        PlacedFeatures states = families.get(0);
        double norm = 0;
        int occurrence = 0;
        for (Groups groups = new Groups(bytes); groups.next(); ) {
            Arrays.fill(sum, 0.0);
            while (groups.nextPosition()) {
                double amount = value.length == 0 ? 1 : value[occurrence++];
                states.addTargets(structure, groups.position(), parts, amount, sum);
            }
            norm += factors[groups.attribute()] * PlacedFeatures.squares(sum, 0, sum.length);
        }
        return norm;
    }

    /**
     * The attributes that recur in a term, each with the positions that have it. As bytes: how many positions, the attribute, and how far each position
     * is behind the one before; all of them numbers of seven bits a byte, the last byte of each below 128.
     */
    private static final class Groups {
        private final byte[] bytes;
        private int at;
        private int attribute;
        private int left; // positions of the group
        private int position;

        Groups(byte[] bytes) {
            this.bytes = bytes;
        }

        /**
         * Writes groups.
         *
         * @param keys attribute and number of the occurrence, ascending
         * @param positions the position of each occurrence
         */
        static byte[] of(long[] keys, int[] positions) {
            // A group has two positions or more, and a number five bytes at most.
            byte[] bytes = new byte[10 * keys.length];
            int size = 0;
            for (int i = 0; i < keys.length; ) {
                int attribute = (int) (keys[i] >> Integer.SIZE);
                int end = i;
                while (end < keys.length && keys[end] >> Integer.SIZE == attribute) {
                    end++;
                }
                size = write(bytes, size, end - i);
                size = write(bytes, size, attribute);
                for (int before = 0; i < end; i++) {
                    int position = positions[(int) keys[i]];
                    size = write(bytes, size, position - before);
                    before = position;
                }
            }
            return Arrays.copyOf(bytes, size);
        }

        private static int write(byte[] bytes, int size, int number) {
            int end = size;
            int rest = number;
            for (; rest >= 1 << 7; rest >>>= 7) {
                bytes[end++] = (byte) (rest | 1 << 7);
            }
            bytes[end++] = (byte) rest;
            return end;
        }

        private int read() {
            int number = 0;
            for (int shift = 0; ; shift += 7) {
                byte next = bytes[at++];
                number |= (next & (1 << 7) - 1) << shift;
                if (next >= 0) {
                    return number;
                }
            }
        }

        /** Goes to the next group; false when there is none. */
        boolean next() {
            if (at == bytes.length) {
                return false;
            }
            left = read();
            attribute = read();
            position = 0;
            return true;
        }

        boolean nextPosition() {
            if (left == 0) {
                return false;
            }
            left--;
            position += read();
            return true;
        }

        int attribute() {
            return attribute;
        }

        int position() {
            return position;
        }
    }
}
