package org.espalier.tune;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Successive halving: many settings with small means, then the better 1/η of them with η times as much, up to full means for
 * the last ones.
 *
 * <p>With n settings there are s + 1 rungs, s = ⌊log<sub>η</sub> n⌋; rung k tries ⌊n/η<sup>k</sup>⌋ settings with
 * η<sup>k−s</sup> of the means, so each rung costs about as much as the last. Jamieson and Talwalkar (2016), Non-stochastic
 * best arm identification and hyperparameter optimization.
 *
 * @param settings n, how many settings begin
 * @param eta η, at least 2
 * @param resource what the means are
 * @param most all of the means: the most iterations; not looked at when the data are the means
 */
public record SuccessiveHalving(SearchSpace space, int settings, int eta, Resource resource, int most, long seed)
        implements Search {

    /** What is rationed. */
    public enum Resource {
        /** The part of the training data. */
        DATA,
        /** The number of iterations. */
        ITERATIONS
    }

    public SuccessiveHalving {
        Objects.requireNonNull(resource, "resource");
        if (settings < 1) {
            throw new IllegalArgumentException(settings + " settings; expected at least 1");
        }
        if (eta < 2) {
            throw new IllegalArgumentException("eta = " + eta + "; expected at least 2");
        }
        if (resource == Resource.ITERATIONS && most < 1) {
            throw new IllegalArgumentException("at most " + most + " iterations; expected at least 1");
        }
    }

    private List<Setting> drawn() {
        return space.draw(settings, seed);
    }

    private int lastRung(int count) {
        int rung = 0;
        for (long size = eta; size <= count; size *= eta) {
            rung++;
        }
        return rung;
    }

    private Budget budget(int rung, int last) {
        double share = Math.pow(eta, rung - last);
        return resource == Resource.DATA
                ? Budget.share(share)
                : Budget.iterations((int) Math.max(1, Math.round(most * share)));
    }

    @Override
    public List<Trial> next(List<List<TrialResult>> rounds) {
        List<Setting> first = drawn();
        int last = lastRung(first.size());
        int rung = rounds.size();
        if (rung > last) {
            return List.of();
        }
        List<Setting> chosen =
                rung == 0 ? first : best(rounds.get(rung - 1), (int) (first.size() / Math.round(Math.pow(eta, rung))));
        return chosen.stream()
                .map(setting -> new Trial(setting, budget(rung, last)))
                .toList();
    }

    private static List<Setting> best(List<TrialResult> results, int count) {
        List<TrialResult> sorted = new ArrayList<>(results);
        sorted.removeIf(TrialResult::isFailed);
        sorted.sort(Comparator.comparingDouble(TrialResult::mean).reversed());
        return sorted.stream()
                .limit(count)
                .map(result -> result.trial().setting())
                .toList();
    }

    @Override
    public int trials() {
        int count = drawn().size();
        int total = 0;
        for (int rung = 0; rung <= lastRung(count); rung++) {
            total += (int) (count / Math.round(Math.pow(eta, rung)));
        }
        return total;
    }
}
