package org.espalier.cluster;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.feature.Vocabulary;

/**
 * The words of a text by falling frequency, and how often one follows another within a sequence.
 *
 * <p>Words that are equally frequent stand in the order of their first occurrence. Pairs with a word that was left out are not counted.
 */
public final class Bigrams {
    private final List<String> words;
    private final int[] counts;
    private final Neighbours after;
    private final Neighbours before;

    private Bigrams(List<String> words, int[] counts, Neighbours after, Neighbours before) {
        this.words = words;
        this.counts = counts;
        this.after = after;
        this.before = before;
    }

    /** Counts sequence after sequence. */
    public static final class Builder {
        private final Vocabulary.Builder words = new Vocabulary.Builder();
        private final PairCounts pairs = new PairCounts();
        private long tokens;

        /** Counts the words of a sequence and its pairs of neighbours. */
        public Builder add(List<String> sequence) {
            int previous = -1;
            for (String word : sequence) {
                int id = words.add(word);
                if (previous >= 0) {
                    pairs.add(previous, id);
                }
                previous = id;
            }
            tokens += sequence.size();
            return this;
        }

        /** How many tokens were counted. */
        public long tokens() {
            return tokens;
        }

        /** How many different words there are. */
        public int words() {
            return words.size();
        }

        /**
         * What was counted, without words that occur fewer than {@code minimum} times.
         *
         * @throws IllegalArgumentException when no word is left
         */
        public Bigrams build(int minimum) {
            int[] order = IntStream.range(0, words.size())
                    .filter(id -> words.count(id) >= minimum)
                    .boxed()
                    .sorted(Comparator.comparingInt((Integer id) -> -words.count(id)))
                    .mapToInt(Integer::intValue)
                    .toArray();
            if (order.length == 0) {
                throw new IllegalArgumentException(
                        words.size() == 0 ? "the text has no words" : "no word occurs " + minimum + " times");
            }
            int[] rank = new int[words.size()];
            Arrays.fill(rank, -1);
            int[] counts = new int[order.length];
            for (int k = 0; k < order.length; k++) {
                rank[order[k]] = k;
                counts[k] = words.count(order[k]);
            }
            List<String> names = IntStream.of(order).mapToObj(words::get).toList();
            return new Bigrams(
                    names, counts, neighbours(rank, order.length, true), neighbours(rank, order.length, false));
        }

        private Neighbours neighbours(int[] rank, int size, boolean after) {
            int[] start = new int[size + 1];
            long[] totals = new long[size];
            pairs.forEach((left, right, count) -> {
                if (rank[left] >= 0 && rank[right] >= 0) {
                    int word = rank[after ? left : right];
                    start[word + 1]++;
                    totals[word] += count;
                }
            });
            Arrays.parallelPrefix(start, Integer::sum);
            int[] others = new int[start[size]];
            int[] counts = new int[start[size]];
            int[] next = start.clone();
            pairs.forEach((left, right, count) -> {
                if (rank[left] >= 0 && rank[right] >= 0) {
                    int at = next[rank[after ? left : right]]++;
                    others[at] = rank[after ? right : left];
                    counts[at] = count;
                }
            });
            return new Neighbours(start, others, counts, totals);
        }
    }

    /** How many different words there are. */
    public int words() {
        return words.size();
    }

    /** The word of a rank, 0 for the most frequent. */
    public String word(int rank) {
        return words.get(rank);
    }

    /** How often the word of a rank occurs. */
    public int count(int rank) {
        return counts[rank];
    }

    Neighbours after() {
        return after;
    }

    Neighbours before() {
        return before;
    }
}
