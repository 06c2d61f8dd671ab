package org.espalier.morphology;

import java.util.ArrayList;
import java.util.List;

/**
 * Compares the words that were found in texts with those that are right.
 *
 * <pre>
 *   precision = right / found      recall = right / gold      F1 = 2 · right / (found + gold)
 * </pre>
 *
 * A found word is right where its place in the text is, and its first features: how many of them count is a level. Level 0 asks for the place
 * only. O(words) per sentence and level.
 */
public final class MorphemeEvaluation {
    /** The level that asks for all features. */
    public static final int ALL = Integer.MAX_VALUE;

    private final List<Integer> levels;
    private final long[] right; // [levels]
    private long gold;
    private long found;
    private long sentences;

    /**
     * What came of it at a level.
     *
     * @param level how many features count
     * @param right words that are found and right
     * @param found words that are found
     * @param gold words that are right
     */
    public record Scores(int level, long right, long found, long gold) {
        public double precision() {
            return found == 0 ? 0 : (double) right / found;
        }

        public double recall() {
            return gold == 0 ? 0 : (double) right / gold;
        }

        public double f1() {
            return found + gold == 0 ? 0 : 2.0 * right / (found + gold);
        }
    }

    /**
     * An evaluation.
     *
     * @param levels how many features count; at least one number, none below 0
     */
    public MorphemeEvaluation(List<Integer> levels) {
        if (levels.isEmpty() || levels.stream().anyMatch(level -> level < 0)) {
            throw new IllegalArgumentException(
                    "levels = " + levels + "; expected numbers of features, 0 for the words alone");
        }
        this.levels = List.copyOf(levels);
        this.right = new long[levels.size()];
    }

    /** Adds a sentence and the words that were found in its text. */
    public void add(MorphemeReader.Sentence sentence, List<Morpheme> words) {
        sentences++;
        gold += sentence.morphemes().size();
        found += words.size();
        int begin = 0;
        int k = 0;
        for (MorphemeReader.Written written : sentence.morphemes()) {
            int end = begin + written.surface().length();
            while (k < words.size() && words.get(k).begin() < begin) {
                k++;
            }
            if (k < words.size()
                    && words.get(k).begin() == begin
                    && words.get(k).end() == end) {
                for (int n = 0; n < right.length; n++) {
                    boolean same = MorphemeCorpus.agree(
                            written.features(), words.get(k).features(), levels.get(n));
                    right[n] += levels.get(n) == 0 || same ? 1 : 0;
                }
            }
            begin = end;
        }
    }

    /** How many sentences were added. */
    public long sentences() {
        return sentences;
    }

    /** The scores, level by level. */
    public List<Scores> scores() {
        List<Scores> all = new ArrayList<>();
        for (int n = 0; n < right.length; n++) {
            all.add(new Scores(levels.get(n), right[n], found, gold));
        }
        return all;
    }
}
