package org.espalier.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.espalier.feature.kernel.KernelFunction;
import org.espalier.feature.kernel.Point;
import org.espalier.parallel.Workers;
import org.junit.jupiter.api.Test;

class GramCacheTest {
    private static final KernelFunction KERNEL = KernelFunction.parse("rbf(gamma=0.3)+normalised(polynomial)");

    private static List<Point> points(int count) {
        SplittableRandom random = new SplittableRandom(7);
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            points.add(Point.ofValues(random.nextGaussian(), random.nextGaussian(), 1));
        }
        return points;
    }

    @Test
    void anyNumberOfThreadsAndAnySizeGivesTheSameBits() {
        List<Point> points = points(300);
        try (Workers one = new Workers(1);
                Workers four = new Workers(4)) {
            GramCache large = GramCache.of(KERNEL, points, 1 << 30, one);
            GramCache small = GramCache.of(KERNEL, points, 1, four);
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < points.size(); i += 7) {
                    assertThat(small.row(i)).isEqualTo(large.row(i));
                    assertThat(small.diagonal(i)).isEqualTo(large.diagonal(i));
                }
            }
            assertThat(large.computed()).isEqualTo(43);
            assertThat(small.computed()).isEqualTo(86);
            assertThat(small.capacity()).isEqualTo(4);
        }
    }

    @Test
    void theRowThatWasNotUsedForTheLongestTimeMakesRoom() {
        List<Point> points = points(10);
        try (Workers one = new Workers(1)) {
            GramCache cache = GramCache.of(KERNEL, points, 8 * 10 * 4, one);
            for (int i : new int[] {0, 1, 2, 3, 0, 4, 0, 1}) {
                cache.row(i);
            }

            assertThat(cache.computed()).isEqualTo(6); // 1 made room for 4, and is computed again
            double[] kept = cache.row(0).clone();
            cache.row(5);
            cache.row(6);
            double[] again = cache.row(0);
            assertThat(again).isEqualTo(kept);
            assertThat(cache.computed()).isEqualTo(8);
        }
    }

    @Test
    void infiniteKernelsAreRefused() {
        List<Point> points = List.of(Point.ofValues(1e200), Point.ofValues(1e200));
        try (Workers one = new Workers(1)) {
            GramCache cache = GramCache.of(KernelFunction.parse("linear"), points, 1000, one);

            assertThatThrownBy(() -> cache.row(1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("the kernel of the points 1 and 0 (counted from 0) is Infinity");
        }
    }
}
