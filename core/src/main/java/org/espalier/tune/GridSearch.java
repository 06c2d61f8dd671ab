package org.espalier.tune;

import java.util.List;

/** Every combination of the values. */
public record GridSearch(SearchSpace space) implements Search {
    private static final long MOST = 100_000;

    public GridSearch {
        if (space.gridSize() > MOST) {
            throw new IllegalArgumentException("the grid has " + space.gridSize() + " settings; expected at most "
                    + MOST + ", so give fewer values, or draw some at random");
        }
    }

    @Override
    public List<Trial> next(List<List<TrialResult>> rounds) {
        return rounds.isEmpty()
                ? space.grid().stream()
                        .map(setting -> new Trial(setting, Budget.FULL))
                        .toList()
                : List.of();
    }

    @Override
    public int trials() {
        return (int) space.gridSize();
    }
}
