package org.espalier.structure.lattice;

import java.util.Arrays;

/**
 * Collects the words of a {@link Lattice}, in any order.
 *
 * <p>At a stop, words that begin later come first, and of those that begin together the one that was added first. Ends stand in the order of
 * their first words, so of equally good paths the one through the shorter last word is found.
 */
public final class LatticeBuilder {
    private final int stops;
    private final boolean shareEnds;
    private int length;
    private int count;
    private int[] from = new int[16]; // [words]: stop
    private int[] to = new int[16]; // [words]: stop
    private int[] left = new int[16]; // [words]: context
    private int[] right = new int[16]; // [words]: context
    private int[] tag = new int[16]; // [words]

    /**
     * A lattice without words.
     *
     * @param stops how many stops there are; the last is the end of the text
     * @param shareEnds whether words that end together with the same right context share one end. It makes sums faster. Without it, ties
     *     between paths are broken by words only.
     */
    public LatticeBuilder(int stops, boolean shareEnds) {
        if (stops < 1) {
            throw new IllegalArgumentException(stops + " stops; expected at least 1");
        }
        this.stops = stops;
        this.shareEnds = shareEnds;
        this.length = stops - 1;
    }

    /** Says how long the text is; otherwise it is one less than there are stops. */
    public LatticeBuilder length(int value) {
        length = value;
        return this;
    }

    /**
     * Adds a word.
     *
     * @param begin the stop where it begins
     * @param end the stop where it ends, after that
     * @param leftContext what words before it see of it, not negative
     * @param rightContext what words after it see of it, not negative
     * @param itsTag a number of the caller's
     */
    public LatticeBuilder word(int begin, int end, int leftContext, int rightContext, int itsTag) {
        if (begin < 0 || end <= begin || end >= stops) {
            throw new IllegalArgumentException("a word from stop " + begin + " to stop " + end
                    + "; expected a later stop, and both from 0 to " + (stops - 1));
        }
        if (leftContext < 0 || rightContext < 0) {
            throw new IllegalArgumentException(
                    "contexts " + leftContext + " and " + rightContext + "; expected no negative number");
        }
        if (count == from.length) {
            int more = Math.addExact(count, count >> 1);
            from = Arrays.copyOf(from, more);
            to = Arrays.copyOf(to, more);
            left = Arrays.copyOf(left, more);
            right = Arrays.copyOf(right, more);
            tag = Arrays.copyOf(tag, more);
        }
        from[count] = begin;
        to[count] = end;
        left[count] = leftContext;
        right[count] = rightContext;
        tag[count++] = itsTag;
        return this;
    }

    /**
     * The lattice. Words that are on no path are left out.
     *
     * @param beginContext the right context of the begin of the text
     * @param endContext the left context of the end of the text
     * @throws IllegalArgumentException when no path leads through the text
     */
    public Lattice build(int beginContext, int endContext) {
        prune();
        int[] order = byEnd();
        int[] beginningOf = new int[count];
        int[] beginningBegin = new int[stops + 1];
        int[] leftContext = beginnings(beginningOf, beginningBegin, endContext);
        int[] endBegin = new int[stops + 1];
        int[] rightContext = new int[count + 1];
        int[] wordBegin = new int[count + 2];
        int[] words = new int[count]; // the words in the lattice's order
        rightContext[0] = beginContext;
        int ends = 1;
        int at = 0;
        int placed = 0;
        for (int s = 1; s < stops; s++) {
            endBegin[s] = ends;
            int last = at;
            while (last < count && to[order[last]] == s) {
                last++;
            }
            boolean[] taken = new boolean[last - at];
            for (int k = at; k < last; k++) {
                if (taken[k - at]) {
                    continue;
                }
                wordBegin[ends] = placed;
                rightContext[ends] = right[order[k]];
                for (int other = k; other < last; other++) {
                    if (other == k || (shareEnds && right[order[other]] == right[order[k]])) {
                        taken[other - at] = true;
                        words[placed++] = order[other];
                    }
                }
                ends++;
            }
            at = last;
        }
        endBegin[stops] = ends;
        wordBegin[ends] = placed;
        int[] wordBeginning = new int[count];
        int[] tags = new int[count];
        for (int w = 0; w < count; w++) {
            wordBeginning[w] = beginningOf[words[w]];
            tags[w] = tag[words[w]];
        }
        return new Lattice(
                length,
                endBegin,
                beginningBegin,
                Arrays.copyOf(rightContext, ends),
                leftContext,
                Arrays.copyOf(wordBegin, ends + 1),
                wordBeginning,
                tags);
    }

    /** Keeps the words that the begin of the text leads to, and that lead to its end. */
    private void prune() {
        boolean[] reached = new boolean[stops];
        reached[0] = true;
        for (int word : sorted(identity(), from)) {
            reached[to[word]] |= reached[from[word]];
        }
        if (!reached[stops - 1]) {
            throw new IllegalArgumentException("no path leads through the text: of " + stops
                    + " stops, the last that words lead to is stop " + last(reached)
                    + "; expected words that lead on from there");
        }
        boolean[] useful = new boolean[stops];
        useful[stops - 1] = true;
        int[] order = sorted(identity(), from);
        for (int k = count - 1; k >= 0; k--) {
            useful[from[order[k]]] |= useful[to[order[k]]];
        }
        int kept = 0;
        for (int word = 0; word < count; word++) {
            if (reached[from[word]] && useful[to[word]]) {
                from[kept] = from[word];
                to[kept] = to[word];
                left[kept] = left[word];
                right[kept] = right[word];
                tag[kept++] = tag[word];
            }
        }
        count = kept;
    }

    private static int last(boolean[] reached) {
        int last = reached.length - 1;
        while (!reached[last]) {
            last--;
        }
        return last;
    }

    /** The words by the stop where they end; those that begin later first, and otherwise as they were added. */
    private int[] byEnd() {
        int[] byBegin = sorted(identity(), from);
        int[] reversed = new int[count]; // later begins first, each in the order of addition
        int size = 0;
        for (int k = count; k > 0; ) {
            int first = k - 1;
            while (first > 0 && from[byBegin[first - 1]] == from[byBegin[k - 1]]) {
                first--;
            }
            for (int j = first; j < k; j++) {
                reversed[size++] = byBegin[j];
            }
            k = first;
        }
        return sorted(reversed, to);
    }

    private int[] identity() {
        int[] order = new int[count];
        for (int k = 0; k < count; k++) {
            order[k] = k;
        }
        return order;
    }

    /** Words in the order of their stops, those of a stop as they were. */
    private int[] sorted(int[] words, int[] stop) {
        int[] place = new int[stops + 1];
        for (int word : words) {
            place[stop[word] + 1]++;
        }
        for (int s = 0; s < stops; s++) {
            place[s + 1] += place[s];
        }
        int[] order = new int[words.length];
        for (int word : words) {
            order[place[stop[word]]++] = word;
        }
        return order;
    }

    /** The left contexts of all beginnings; the last is the end of the text. */
    private int[] beginnings(int[] beginningOf, int[] beginningBegin, int endContext) {
        int[] order = sorted(identity(), from);
        int[] contexts = new int[count + 1];
        int total = 0;
        int at = 0;
        for (int s = 0; s < stops; s++) {
            beginningBegin[s] = total;
            for (; at < count && from[order[at]] == s; at++) {
                int word = order[at];
                int found = beginningBegin[s];
                while (found < total && contexts[found] != left[word]) {
                    found++;
                }
                if (found == total) {
                    contexts[total++] = left[word];
                }
                beginningOf[word] = found;
            }
        }
        contexts[total++] = endContext;
        beginningBegin[stops] = total;
        return Arrays.copyOf(contexts, total);
    }
}
