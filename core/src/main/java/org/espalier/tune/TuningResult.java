package org.espalier.tune;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of a search.
 *
 * @param rounds the results of each round, in the order of its trials; trials that were not over when the search was stopped
 *     are missing
 * @param interrupted whether it was stopped before its end
 */
public record TuningResult(List<List<TrialResult>> rounds, boolean interrupted) {
    public TuningResult {
        rounds = rounds.stream().map(List::copyOf).toList();
    }

    /** All results, the latest round first, in each round the best first; failed ones come last. */
    public List<TrialResult> ranked() {
        List<TrialResult> ranked = new ArrayList<>();
        for (int k = rounds.size() - 1; k >= 0; k--) {
            rounds.get(k).stream()
                    .sorted(Comparator.comparingDouble(TrialResult::mean).reversed())
                    .forEach(ranked::add);
        }
        return ranked;
    }

    /** The best of the last round that has results; of equal ones the first. */
    public Optional<TrialResult> best() {
        return ranked().stream().filter(result -> !result.isFailed()).findFirst();
    }
}
