package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Compares how often things are drawn with their probabilities. */
final class Frequencies {
    private static final int DRAWS = 4_000;

    private Frequencies() {}

    /**
     * Draws, and fails unless Pearson's χ² is what chance permits.
     *
     * @param probabilities of everything that is possible
     */
    static <K> void check(Supplier<K> draw, Map<K, Double> probabilities, Object origin) {
        Map<K, Integer> counts = new HashMap<>();
        for (int n = 0; n < DRAWS; n++) {
            counts.merge(draw.get(), 1, Integer::sum);
        }
        double distance = 0;
        int cells = 0;
        for (Map.Entry<K, Double> possible : probabilities.entrySet()) {
            double expected = DRAWS * possible.getValue();
            Integer count = counts.remove(possible.getKey());
            if (expected >= 5) {
                double difference = (count == null ? 0 : count) - expected;
                distance += difference * difference / expected;
                cells++;
            }
        }
        assertThat(counts).as("impossible outputs were drawn from %s", origin).isEmpty();
        // χ² has mean k and variance 2k: five standard deviations, and some slack for the cells that were left out.
        assertThat(distance).as(origin.toString()).isLessThan(cells + 5 * Math.sqrt(2.0 * cells) + 5);
    }
}
