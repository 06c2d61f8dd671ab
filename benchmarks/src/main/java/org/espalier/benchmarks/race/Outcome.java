package org.espalier.benchmarks.race;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * One contestant's figures: of one round, or the medians of several.
 *
 * @param trainSeconds wall time from the command to its end, reading and writing included
 * @param objective at the end, or null where it is not the one of the race
 * @param f1 of spans by conlleval's rules
 * @param tagSeconds wall time for {@code tagTokens} tokens, reading the model included
 * @param oneSeconds wall time from the command to the labels of one sentence
 */
record Outcome(
        double trainSeconds,
        double trainCpuSeconds,
        double trainPeakBytes,
        double passes,
        double secondsPerPass,
        @Nullable Double objective,
        double modelBytes,
        double accuracy,
        double f1,
        double tagTokens,
        double tagSeconds,
        double tagCpuSeconds,
        double tagPeakBytes,
        double oneSeconds) {

    static Outcome median(List<Outcome> rounds) {
        boolean hasObjective = rounds.stream().allMatch(round -> round.objective != null);
        return new Outcome(
                median(rounds, Outcome::trainSeconds),
                median(rounds, Outcome::trainCpuSeconds),
                median(rounds, Outcome::trainPeakBytes),
                median(rounds, Outcome::passes),
                median(rounds, Outcome::secondsPerPass),
                hasObjective ? median(rounds, round -> Objects.requireNonNull(round.objective)) : null,
                median(rounds, Outcome::modelBytes),
                median(rounds, Outcome::accuracy),
                median(rounds, Outcome::f1),
                median(rounds, Outcome::tagTokens),
                median(rounds, Outcome::tagSeconds),
                median(rounds, Outcome::tagCpuSeconds),
                median(rounds, Outcome::tagPeakBytes),
                median(rounds, Outcome::oneSeconds));
    }

    private static double median(List<Outcome> rounds, ToDoubleFunction<Outcome> figure) {
        double[] sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1
                ? sorted[middle]
                : Arrays.stream(sorted, middle - 1, middle + 1).average().orElseThrow();
    }

    double tokensPerSecond() {
        return tagTokens / tagSeconds;
    }

    double tokensPerCpuSecond() {
        return tagTokens / tagCpuSeconds;
    }
}
