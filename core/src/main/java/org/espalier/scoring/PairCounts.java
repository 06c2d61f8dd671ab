package org.espalier.scoring;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which pairs of attribute and target occur often enough, or with enough weight.
 *
 * <p>Where one occurrence is enough and targets are few, a bit per possible pair; otherwise a hash table of the pairs found,
 * 16 bytes per slot, at most half of the slots in use.
 */
abstract class PairCounts {
    private static final int MOST_WORDS = 8;
    private static final int MOST_BITS_LENGTH = 1 << 28;

    final int attributes;
    final int targets;

    private PairCounts(int attributes, int targets) {
        this.attributes = attributes;
        this.targets = targets;
    }

    static PairCounts of(int attributes, int targets, int minCount) {
        int words = (targets + 63) >>> 6;
        boolean few = words <= MOST_WORDS && (long) attributes * words <= MOST_BITS_LENGTH;
        return few && minCount <= 1
                ? new Bits(attributes, targets, words)
                : new Table(attributes, targets, Math.max(1, minCount));
    }

    /** Which pairs occur with values whose weighted sum is at least {@code minSum}. */
    static PairCounts ofSums(int attributes, int targets, double minSum) {
        return new Table(attributes, targets, minSum);
    }

    /**
     * One occurrence of every attribute from (inclusive) … to (exclusive) with the target.
     *
     * @param values of the attributes, or null when each counts {@code weight}
     * @param weight of the values
     */
    abstract void add(int[] found, double @Nullable [] values, int from, int to, int target, double weight);

    /** One occurrence that counts 1. */
    final void add(int[] found, int from, int to, int target) {
        add(found, null, from, to, target, 1);
    }

    /** A pair that is there however rare it is. */
    abstract void keep(int attribute, int target);

    /** The pairs so far, as numbers attribute · targets + target, ascending. */
    abstract long[] pairs();

    /** How much a pair that is there counts so far; 1 where one occurrence is enough. */
    abstract double sum(long pair);

    /** What was counted elsewhere. */
    final void addAll(long[] pairs, double[] sums) {
        for (int k = 0; k < pairs.length; k++) {
            int[] attribute = {(int) (pairs[k] / targets)};
            add(attribute, null, 0, 1, (int) (pairs[k] % targets), sums[k]);
        }
    }

    abstract FeatureLists build();

    private static final class Bits extends PairCounts {
        private final int words;
        private final long[] bits; // [attributes][words]

        Bits(int attributes, int targets, int words) {
            super(attributes, targets);
            this.words = words;
            this.bits = new long[attributes * words];
        }

        @Override
        void add(int[] found, double @Nullable [] values, int from, int to, int target, double weight) {
            int word = target >>> 6;
            long bit = 1L << target;
            for (int k = from; k < to; k++) {
                bits[found[k] * words + word] |= bit;
            }
        }

        @Override
        void keep(int attribute, int target) {
            bits[attribute * words + (target >>> 6)] |= 1L << target;
        }

        @Override
        long[] pairs() {
            FeatureLists lists = build();
            long[] pairs = new long[lists.offsets()[attributes]];
            for (int a = 0; a < attributes; a++) {
                for (int k = lists.offsets()[a]; k < lists.offsets()[a + 1]; k++) {
                    pairs[k] = (long) a * targets + lists.target(a, k);
                }
            }
            return pairs;
        }

        @Override
        double sum(long pair) {
            return 1;
        }

        @Override
        FeatureLists build() {
            long total = 0;
            for (long word : bits) {
                total += Long.bitCount(word);
            }
            int[] offsets = new int[attributes + 1];
            int[] list = new int[checked(total)];
            int size = 0;
            for (int a = 0; a < attributes; a++) {
                for (int w = 0; w < words; w++) {
                    for (long left = bits[a * words + w]; left != 0; left &= left - 1) {
                        list[size++] = (w << 6) + Long.numberOfTrailingZeros(left);
                    }
                }
                offsets[a + 1] = size;
            }
            return new FeatureLists(targets, offsets, list);
        }
    }

    private static final class Table extends PairCounts {
        private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

        private final double needed;
        private long[] keys = empty(1 << 10); // attribute · targets + target; −1 is an empty slot
        private double[] sums = new double[keys.length];
        private int size;

        Table(int attributes, int targets, double needed) {
            super(attributes, targets);
            this.needed = needed;
        }

        private static long[] empty(int length) {
            long[] keys = new long[length];
            Arrays.fill(keys, -1);
            return keys;
        }

        private int place(long key) {
            long hash = key * MULTIPLIER;
            int place = (int) (hash ^ hash >>> 32) & keys.length - 1;
            while (keys[place] >= 0 && keys[place] != key) {
                place = place + 1 & keys.length - 1;
            }
            return place;
        }

        @Override
        void add(int[] found, double @Nullable [] values, int from, int to, int target, double weight) {
            for (int k = from; k < to; k++) {
                int place = placed(found[k], target); // which may make a new array
                sums[place] += values == null ? weight : values[k] * weight;
            }
        }

        @Override
        void keep(int attribute, int target) {
            int place = placed(attribute, target);
            sums[place] = Double.POSITIVE_INFINITY;
        }

        private int placed(int attribute, int target) {
            long key = (long) attribute * targets + target;
            int place = place(key);
            if (keys[place] < 0) {
                if (2 * (size + 1L) > keys.length) {
                    grow();
                    place = place(key);
                }
                keys[place] = key;
                size++;
            }
            return place;
        }

        private void grow() {
            long[] oldKeys = keys;
            double[] oldSums = sums;
            if (oldKeys.length == 1 << 30) {
                throw tooMany(size);
            }
            keys = empty(2 * oldKeys.length);
            sums = new double[keys.length];
            for (int k = 0; k < oldKeys.length; k++) {
                if (oldKeys[k] >= 0) {
                    int place = place(oldKeys[k]);
                    keys[place] = oldKeys[k];
                    sums[place] = oldSums[k];
                }
            }
        }

        @Override
        long[] pairs() {
            return Arrays.stream(keys).filter(key -> key >= 0).sorted().toArray();
        }

        @Override
        double sum(long pair) {
            return sums[place(pair)];
        }

        @Override
        FeatureLists build() {
            int kept = 0;
            for (int k = 0; k < keys.length; k++) {
                kept += keys[k] >= 0 && sums[k] >= needed ? 1 : 0;
            }
            long[] sorted = new long[kept];
            kept = 0;
            for (int k = 0; k < keys.length; k++) {
                if (keys[k] >= 0 && sums[k] >= needed) {
                    sorted[kept++] = keys[k];
                }
            }
            Arrays.sort(sorted);
            int[] offsets = new int[attributes + 1];
            int[] list = new int[kept];
            for (int k = 0; k < kept; k++) {
                offsets[(int) (sorted[k] / targets) + 1]++;
                list[k] = (int) (sorted[k] % targets);
            }
            Arrays.parallelPrefix(offsets, Integer::sum);
            return new FeatureLists(targets, offsets, list);
        }
    }

    private static int checked(long pairs) {
        if (pairs > Integer.MAX_VALUE - 8) {
            throw tooMany(pairs);
        }
        return (int) pairs;
    }

    private static IllegalArgumentException tooMany(long pairs) {
        return new IllegalArgumentException(pairs
                + " pairs of attribute and label occur, more than one layout can hold; use fewer attributes per token, or a"
                + " minimum count");
    }
}
