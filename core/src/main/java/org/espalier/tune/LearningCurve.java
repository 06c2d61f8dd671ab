package org.espalier.tune;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Scores for growing parts of the training data, on these and on the held-out data: whether more data would help (the held-out
 * score still rises) or a better model (the two have met). The parts contain each other.
 *
 * @param shares the parts, each above 0 and at most 1, in ascending order
 */
public record LearningCurve(List<Double> shares) implements Search {
    public LearningCurve {
        shares = List.copyOf(shares);
        if (shares.isEmpty()) {
            throw new IllegalArgumentException("no shares of the data; expected some, such as 0.1, 0.3 and 1");
        }
        for (int k = 0; k < shares.size(); k++) {
            if (!(shares.get(k) > (k == 0 ? 0 : shares.get(k - 1)) && shares.get(k) <= 1)) {
                throw new IllegalArgumentException(
                        "the shares " + shares + "; expected growing numbers above 0, at most 1");
            }
        }
    }

    /** So many shares up to 1, each twice the one before. */
    public static LearningCurve doubling(int count) {
        return new LearningCurve(IntStream.rangeClosed(1, count)
                .mapToObj(k -> Math.pow(2, k - count))
                .toList());
    }

    @Override
    public List<Trial> next(List<List<TrialResult>> rounds) {
        return rounds.isEmpty()
                ? shares.stream()
                        .map(share -> new Trial(Setting.USUAL, Budget.share(share)))
                        .toList()
                : List.of();
    }

    @Override
    public int trials() {
        return shares.size();
    }

    @Override
    public boolean wantsTrainScores() {
        return true;
    }
}
