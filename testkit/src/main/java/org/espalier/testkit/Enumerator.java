package org.espalier.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * The oracle of inference: walks over every path of a tiny trellis, one after the other.
 *
 * <p>It shares no code with the engine, not even the sum over a path's parts. Cost: O(S<sup>T</sup> · T), so T ≤ 6 and
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
    private final int length;
    private final int states;
    private final List<Path> paths; // those that are allowed, best first
    private final double logSum;

    private Enumerator(ScoredTrellis scored, List<Path> paths, double logSum) {
        this.scored = scored;
        this.length = scored.trellis().length();
        this.states = scored.trellis().states();
        this.paths = paths;
        this.logSum = logSum;
    }

    /** Enumerates the paths of a trellis. */
    public static Enumerator of(ScoredTrellis scored) {
        Trellis trellis = scored.trellis();
        double count = Math.pow(trellis.states(), trellis.length());
        if (count > MOST_PATHS) {
            throw new IllegalArgumentException(count + " paths; expected at most " + MOST_PATHS);
        }
        List<Path> paths = new ArrayList<>();
        int[] path = new int[trellis.length()];
        do {
            double score = score(scored, path);
            if (score != Double.NEGATIVE_INFINITY) {
                paths.add(new Path(path.clone(), score));
            }
        } while (next(path, trellis.states()));
        paths.sort(BEST_FIRST);
        return new Enumerator(scored, paths, logSum(paths));
    }

    /** Counts up like an odometer; false after the last path. */
    private static boolean next(int[] path, int states) {
        for (int t = path.length - 1; t >= 0; t--) {
            if (++path[t] < states) {
                return true;
            }
            path[t] = 0;
        }
        return false;
    }

    private static double score(ScoredTrellis scored, int[] path) {
        double sum = 0;
        for (int part : parts(scored.trellis(), path)) {
            sum += scored.scores()[part];
        }
        return sum;
    }

    /** The numbers of a path's parts, from the definition of the trellis: [S][S] shared, [T][S] states, [C][S][S] own. */
    private static int[] parts(Trellis trellis, int[] path) {
        int s = trellis.states();
        int arcs = s * s;
        int ownBegin = arcs + trellis.length() * s;
        List<Integer> parts = new ArrayList<>();
        for (int t = 0; t < path.length; t++) {
            if (t > 0) {
                parts.add(path[t - 1] * s + path[t]);
                for (int c = 0; c < trellis.ownCount(); c++) {
                    if (trellis.ownPosition(c) == t) {
                        parts.add(ownBegin + c * arcs + path[t - 1] * s + path[t]);
                    }
                }
            }
            parts.add(arcs + t * s + path[t]);
        }
        return parts.stream().mapToInt(Integer::intValue).toArray();
    }

    private static double logSum(List<Path> best) {
        if (best.isEmpty()) {
            return Double.NEGATIVE_INFINITY;
        }
        double max = best.get(0).score;
        double sum = 0;
        for (int k = best.size() - 1; k >= 0; k--) {
            sum += Math.exp(best.get(k).score - max);
        }
        return max + Math.log(sum);
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
        return logSum;
    }

    /** All allowed paths, best first. */
    public List<Path> paths() {
        return List.copyOf(paths);
    }

    /** p(path | x). */
    public double probability(int... path) {
        return Math.exp(score(scored, path) - logSum);
    }

    /** p(part | x) of every part; for shared transitions the expected count. */
    public double[] marginals() {
        double[] marginals = new double[scored.trellis().parts()];
        for (Path path : paths) {
            double probability = Math.exp(path.score - logSum);
            for (int part : parts(scored.trellis(), path.states)) {
                marginals[part] += probability;
            }
        }
        return marginals;
    }

    /** −Σ p log p in nats; 0 when no path is allowed. */
    public double entropy() {
        double entropy = 0;
        for (Path path : paths) {
            double logProbability = path.score - logSum;
            entropy -= Math.exp(logProbability) * logProbability;
        }
        return entropy;
    }

    /** How many paths are allowed. */
    public int count() {
        return paths.size();
    }

    /** The log-sum over those paths that visit only allowed states: {@code allowed[t]} lists them, null allows all. */
    public double logSumWithin(int[] @Nullable [] allowed) {
        List<Path> within = new ArrayList<>();
        for (Path path : paths) {
            boolean inside = true;
            for (int t = 0; t < length; t++) {
                int state = path.states[t];
                inside &= allowed[t] == null || Arrays.stream(allowed[t]).anyMatch(s -> s == state);
            }
            if (inside) {
                within.add(path);
            }
        }
        return logSum(within);
    }

    @Override
    public String toString() {
        return count() + " of " + Math.round(Math.pow(states, length)) + " paths of " + scored;
    }
}
