package org.espalier.tune;

import java.util.List;

/**
 * Settings at random. With few parameters that matter it finds good values sooner than a grid (Bergstra and Bengio 2012).
 *
 * @param trials how many
 */
public record RandomSearch(SearchSpace space, int trials, long seed) implements Search {
    public RandomSearch {
        if (trials < 1) {
            throw new IllegalArgumentException(trials + " trials; expected at least 1");
        }
    }

    @Override
    public List<Trial> next(List<List<TrialResult>> rounds) {
        return rounds.isEmpty()
                ? space.draw(trials, seed).stream()
                        .map(setting -> new Trial(setting, Budget.FULL))
                        .toList()
                : List.of();
    }
}
