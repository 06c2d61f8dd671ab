package org.espalier.testkit;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * The {@link Enumeration} of a chain, in terms of paths: ties in the order in which Viterbi breaks them, and states.
 *
 * <p>Cost: O(S<sup>T</sup> · T), so T ≤ 6 and
 * S ≤ 4 or the like.
 */
public final class Enumerator {
    private static final int MOST_PATHS = 100_000;

    /**
     * One path.
     *
     * @param states one per position
     * @param score the sum of its parts
     */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    public record Path(int[] states, double score) {

        @Override
        public String toString() {
            return Arrays.toString(states) + " " + score;
        }
    }

    /** Best first; of equal paths the one whose last state has the smaller number, then the last but one, and so on. */
    private static final Comparator<Path> BEST_FIRST = Comparator.comparingDouble((Path path) -> 0.0 - path.score)
            .thenComparing((left, right) -> compareFromTheEnd(left.states, right.states));

    private final ScoredTrellis scored;
    private final List<Path> paths; // those that are allowed, best first
    private final Enumeration enumeration;

    private Enumerator(ScoredTrellis scored, List<Path> paths, Enumeration enumeration) {
        this.scored = scored;
        this.paths = paths;
        this.enumeration = enumeration;
    }

    /** Enumerates the paths of a trellis. */
    public static Enumerator of(ScoredTrellis scored) {
        Trellis trellis = scored.trellis();
        double count = Math.pow(trellis.states(), trellis.length());
        if (count > MOST_PATHS) {
            throw new IllegalArgumentException(count + " paths; expected at most " + MOST_PATHS);
        }
        Enumeration all = Enumeration.of(
                trellis.parts(), new ChainCases().outputs(trellis), listed -> listed.score(scored.scores()));
        List<Path> paths = all.entries().stream()
                .map(entry -> new Path(states(entry.listed()), entry.score()))
                .sorted(BEST_FIRST)
                .toList();
        return new Enumerator(scored, paths, all);
    }

    private static int[] states(Listed listed) {
        return ((org.espalier.structure.chain.Path) listed.output()).states();
    }

    private static int compareFromTheEnd(int[] left, int[] right) {
        for (int t = left.length - 1; t >= 0; t--) {
            if (left[t] != right[t]) {
                return Integer.compare(left[t], right[t]);
            }
        }
        return 0;
    }

    /** log Z; −∞ when no path is allowed. */
    public double logSum() {
        return enumeration.logSum();
    }

    /** All allowed paths, best first. */
    public List<Path> paths() {
        return paths;
    }

    /** p(path | x). */
    public double probability(int... path) {
        double score = 0;
        for (int part : ChainCases.parts(scored.trellis(), path)) {
            score += scored.scores()[part];
        }
        return Math.exp(score - logSum());
    }

    /** p(part | x) of every part; for shared transitions the expected count. */
    public double[] marginals() {
        return enumeration.marginals();
    }

    /** How many paths are allowed. */
    public int count() {
        return paths.size();
    }

    /** The log-sum over those paths that visit only allowed states: {@code allowed[t]} lists them, null allows all. */
    public double logSumWithin(int[] @Nullable [] allowed) {
        return enumeration
                .within(listed -> ChainCases.wrong(states(listed), allowed) == 0)
                .logSum();
    }

    @Override
    public String toString() {
        Trellis trellis = scored.trellis();
        return count() + " of " + Math.round(Math.pow(trellis.states(), trellis.length())) + " paths of " + scored;
    }
}
