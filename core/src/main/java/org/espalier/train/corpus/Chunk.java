package org.espalier.train.corpus;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.espalier.feature.EncodedSequences;
import org.espalier.labelling.Gold;
import org.espalier.structure.chain.AllowedStates;
import org.jspecify.annotations.Nullable;

/**
 * Some instances as flat numbers.
 *
 * @param sequences what is observed
 * @param gold per position the only allowed label, or {@value #ANY}, or −2−k for sets[k] // [positions]
 * @param sets sets of several allowed labels
 * @param marks pairs of tokens that belong together, where outputs are such
 * @param weights how much each sequence counts // [sequences]
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
record Chunk(EncodedSequences sequences, int[] gold, int[][] sets, MarkTable marks, double[] weights) {
    static final int ANY = -1;

    /** The k-th set of several labels as a number of {@link #gold}. */
    static int set(int k) {
        return -2 - k;
    }

    int size() {
        return sequences.size();
    }

    Instance instance(int n) {
        int from = sequences.begin(n);
        Gold right = new Gold(states(from, sequences.begin(n + 1)), marks.get(n));
        return new Instance(sequences.get(n), right, weights[n]);
    }

    List<Instance> instances() {
        return IntStream.range(0, size()).mapToObj(this::instance).toList();
    }

    private AllowedStates states(int from, int to) {
        boolean partial = false;
        for (int t = from; t < to; t++) {
            partial |= gold[t] < 0;
        }
        if (!partial) {
            return AllowedStates.path(Arrays.copyOfRange(gold, from, to));
        }
        int[] @Nullable [] allowed = new int[to - from] @Nullable [];
        for (int t = from; t < to; t++) {
            int label = gold[t];
            allowed[t - from] = label == ANY ? null : label < ANY ? sets[set(label)] : new int[] {label};
        }
        return AllowedStates.of(allowed);
    }

    /** With other numbers of the labels, and something done to the sequences. */
    Chunk renumbered(int[] newLabels, UnaryOperator<EncodedSequences> change) {
        int[] newGold = new int[gold.length];
        for (int t = 0; t < gold.length; t++) {
            newGold[t] = gold[t] < 0 ? gold[t] : newLabels[gold[t]];
        }
        int[][] newSets = new int[sets.length][];
        for (int k = 0; k < sets.length; k++) {
            newSets[k] = IntStream.of(sets[k]).map(label -> newLabels[label]).toArray();
        }
        return new Chunk(change.apply(sequences), newGold, newSets, marks.renumbered(newLabels), weights);
    }

    /** With other numbers of the attributes of tokens; those with a negative number are left out. */
    Chunk withAttributes(int[] numbers) {
        return new Chunk(sequences.withStates(numbers), gold, sets, marks, weights);
    }

    /** Some of the instances, in the order of their numbers here. */
    Chunk select(int[] numbers) {
        EncodedSequences chosen = sequences.select(numbers);
        int[] newGold = new int[chosen.positions()];
        double[] newWeights = new double[numbers.length];
        for (int k = 0; k < numbers.length; k++) {
            int from = sequences.begin(numbers[k]);
            System.arraycopy(gold, from, newGold, chosen.begin(k), sequences.begin(numbers[k] + 1) - from);
            newWeights[k] = weights[numbers[k]];
        }
        return new Chunk(chosen, newGold, sets, marks.select(numbers), newWeights);
    }

    /** How many bytes {@link #write} writes. */
    long bytes() {
        long total = sequences.bytes() + Integer.BYTES * (1L + gold.length) + Double.BYTES * (long) weights.length;
        for (int[] set : sets) {
            total += Integer.BYTES * (1L + set.length);
        }
        return total + marks.bytes();
    }

    /** Writes everything, so that {@link #read} gives it back. */
    void write(ByteBuffer target) {
        sequences.write(target);
        put(gold, target);
        target.putInt(sets.length);
        for (int[] set : sets) {
            target.putInt(set.length);
            put(set, target);
        }
        marks.write(target);
        for (double weight : weights) {
            target.putDouble(weight);
        }
    }

    static void put(int[] numbers, ByteBuffer target) {
        target.asIntBuffer().put(numbers);
        target.position(target.position() + Integer.BYTES * numbers.length);
    }

    static Chunk read(ByteBuffer source) {
        EncodedSequences sequences = EncodedSequences.read(source);
        int[] gold = integers(sequences.positions(), source);
        int[][] sets = new int[source.getInt()][];
        for (int k = 0; k < sets.length; k++) {
            sets[k] = integers(source.getInt(), source);
        }
        MarkTable marks = MarkTable.read(source);
        double[] weights = new double[sequences.size()];
        source.asDoubleBuffer().get(weights);
        return new Chunk(sequences, gold, sets, marks, weights);
    }

    static int[] integers(int length, ByteBuffer source) {
        int[] numbers = new int[length];
        source.asIntBuffer().get(numbers);
        source.position(source.position() + Integer.BYTES * length);
        return numbers;
    }
}
