package org.espalier.train.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.espalier.loss.LossFunction;
import org.espalier.train.Algorithm;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;

/** Where a minimisation begins, as weights. */
class StartingPointTest {
    private static final TrainingOptions AUTO = TrainingOptions.DEFAULTS.withSeed(7);
    private static final TrainingOptions LBFGS = AUTO.withAlgorithm(Algorithm.LBFGS);

    private static double[] start(boolean convex, TrainingOptions options, int number, int shards, double... usual) {
        return StartingPoint.of(usual, convex, options, true, number, shards);
    }

    /** The usual start, moved by up to ± width. */
    private static double[] moved(double width, long seed, double... usual) {
        SplittableRandom random = new SplittableRandom(seed);
        return Arrays.stream(usual)
                .map(x -> x + width * (2 * random.nextDouble() - 1))
                .toArray();
    }

    @Test
    void aConvexObjectiveBeginsAtTheUsualStartWhicheverItIs() {
        assertThat(start(true, LBFGS, 0, 1, 0, 0)).containsExactly(0, 0);
        assertThat(start(true, LBFGS, 3, 4, 1, 2)).containsExactly(1, 2);
    }

    @Test
    void aSaddleAtZeroIsLeftBySmallRandomNumbers() {
        assertThat(start(false, LBFGS, 0, 1, 0, 0, 0)).containsExactly(moved(0.01, 7, 0, 0, 0));
        assertThat(start(false, LBFGS, 0, 1, 0, 0, 2)).as("a warm start").containsExactly(0, 0, 2);
    }

    /** Dual ascent begins at 0, and the saddle is left after it; but without a penalty there is no dual. */
    @Test
    void autoWithTheLogLossLeavesTheSaddleItself() {
        assertThat(start(false, AUTO, 0, 1, 0, 0)).containsExactly(0, 0);
        assertThat(start(false, AUTO.withL2(0).withL1(0.5), 0, 1, 0, 0)).containsExactly(0, 0);
        assertThat(start(false, AUTO, 0, 2, 0, 0)).as("shards").containsExactly(moved(0.01, 7, 0, 0));
        assertThat(start(false, AUTO.withL2(0), 0, 1, 0, 0)).containsExactly(moved(0.01, 7, 0, 0));
        assertThat(start(false, AUTO.withLoss(LossFunction.SQUARED_HINGE), 0, 1, 0, 0))
                .containsExactly(moved(0.01, 7, 0, 0));
    }

    @Test
    void restartsBeginFurtherAwayEachWithItsOwnSeed() {
        assertThat(start(false, AUTO, 1, 1, 0, 3)).containsExactly(moved(0.1, 8, 0, 3));
        assertThat(start(false, LBFGS, 2, 1, 0, 3)).containsExactly(moved(0.1, 9, 0, 3));
    }
}
