package org.espalier.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairCountsTest {

    @ParameterizedTest
    @CsvSource({"1, 1", "3, 1", "64, 1", "65, 0", "512, 1", "513, 1", "5000, 1", "3, 2", "65, 3", "5000, 2"})
    void keepsWhatOccursOftenEnoughInOrder(int targets, int minCount) {
        for (long seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            int attributes = 1 + random.nextInt(300);
            PairCounts counts = PairCounts.of(attributes, targets, minCount);
            TreeMap<Long, Integer> expected = new TreeMap<>();
            for (int n = random.nextInt(3_000); n > 0; n--) {
                int[] found = random.ints(random.nextInt(5), 0, attributes).toArray();
                int target = random.nextInt(Math.min(targets, 1 + random.nextInt(targets)));
                int from = found.length == 0 ? 0 : random.nextInt(found.length);
                counts.add(found, from, found.length, target);
                for (int k = from; k < found.length; k++) {
                    expected.merge((long) found[k] * targets + target, 1, Integer::sum);
                }
            }
            for (int n = random.nextInt(3); n > 0; n--) {
                int attribute = random.nextInt(attributes);
                int target = random.nextInt(targets);
                counts.keep(attribute, target);
                expected.put((long) attribute * targets + target, minCount + 1);
            }
            expected.values().removeIf(count -> count < minCount);
            FeatureLists lists = counts.build();
            List<Long> pairs = new ArrayList<>();
            for (int a = 0; a < attributes; a++) {
                for (int f = lists.offsets()[a]; f < lists.offsets()[a + 1]; f++) {
                    pairs.add((long) a * targets + lists.targets()[f]);
                }
            }
            assertThat(lists.attributes()).isEqualTo(attributes);
            assertThat(lists.targetCount()).isEqualTo(targets);
            assertThat(pairs).containsExactlyElementsOf(expected.keySet());
        }
    }
}
