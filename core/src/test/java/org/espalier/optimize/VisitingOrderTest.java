package org.espalier.optimize;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VisitingOrderTest {

    private static int[] arranged(long seed, int epoch, int[] order) {
        int[] copy = order.clone();
        VisitingOrder.shuffled(seed).arrange(copy, epoch);
        return copy;
    }

    /** Whatever the epoch before left behind, the order is the same; seed and epoch count by their sum. */
    @Test
    void dependsOnSeedAndEpochOnly() {
        int[] numbers = IntStream.range(0, 40).toArray();
        int[] before = arranged(3, 0, numbers);
        int[] after = arranged(3, 1, before);
        assertThat(after).isEqualTo(arranged(3, 1, numbers)).isNotEqualTo(before);
        assertThat(after).isEqualTo(arranged(4, 0, numbers)).isNotEqualTo(arranged(2, 0, numbers));
        Arrays.sort(after);
        assertThat(after).isEqualTo(numbers);
        VisitingOrder.GIVEN.arrange(before, 7);
        assertThat(before).isEqualTo(arranged(3, 0, numbers));
    }

    /** All 24 orders of four are about as frequent as each other. */
    @Test
    void allOrdersAreEquallyLikely() {
        Map<String, Integer> counts = new HashMap<>();
        for (int epoch = 0; epoch < 24_000; epoch++) {
            counts.merge(Arrays.toString(arranged(1, epoch, new int[4])), 1, Integer::sum);
        }
        assertThat(counts).hasSize(24);
        assertThat(counts.values()).allSatisfy(count -> assertThat(count).isBetween(850, 1150));
    }
}
