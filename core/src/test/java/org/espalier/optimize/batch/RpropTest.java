package org.espalier.optimize.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.espalier.optimize.Function;
import org.espalier.optimize.Optimizer;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.TestFunctions;
import org.espalier.parallel.Workers;
import org.junit.jupiter.api.Test;

class RpropTest extends OptimizerContract {

    @Override
    Optimizer optimizer(LbfgsOptions options, Workers workers) {
        return new Rprop(options, RpropOptions.DEFAULTS, workers);
    }

    @Override
    boolean takesAnyFunction() {
        return true;
    }

    @Override
    boolean takesL1() {
        return true;
    }

    /** Model files hold this text. */
    @Test
    void optionsAreWrittenAsBefore() {
        assertThat(RpropOptions.DEFAULTS)
                .hasToString("RpropOptions[stepMin=1.0E-8, stepMax=50.0, stepIncrease=1.2, stepDecrease=0.5,"
                        + " cutoff=false, backtracking=true]");
        assertThat(RpropOptions.DEFAULTS.withFree(true).toString()).contains("cutoff=false, free=true, backtracking");
    }

    /** Wapiti's way: the first step only looks, and a weight moves where loss and pseudo-gradient agree. */
    @Test
    void freeStepsRestOnceAndThenFollowTheLoss() {
        Function slope = TestFunctions.quadratic(new double[] {5, 5}, 1, 0, new Random(1));
        for (boolean backtracking : new boolean[] {true, false}) {
            List<Double> places = new ArrayList<>();
            RpropOptions free = RpropOptions.DEFAULTS.withFree(true).withBacktracking(backtracking);
            new Rprop(TIGHT.withMaxIterations(3), free, new Workers(1))
                    .minimize(slope, Penalty.l1(1), new double[2], progress -> places.add(progress.x()[0]));
            double[] expected = backtracking ? new double[] {0, 0.12, 0.264} : new double[] {0.1, 0.22, 0.364};
            assertThat(places.stream().mapToDouble(x -> x).toArray()).containsExactly(expected, within(1e-12));
        }
    }
}
