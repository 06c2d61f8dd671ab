package org.espalier.optimize.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.espalier.optimize.ConvexSoftmax;
import org.espalier.optimize.Optimizer;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Vectors;
import org.espalier.parallel.Workers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Optimisers without a line search tell how far they went: ‖x − x before‖. */
final class StepLengthsTest {
    private static final LbfgsOptions FEW = LbfgsOptions.DEFAULTS.withMaxIterations(12);

    static Stream<Optimizer> optimizers() {
        Workers workers = new Workers(1);
        return Stream.of(
                new TrustRegionNewton(FEW, workers),
                new Rprop(FEW, RpropOptions.DEFAULTS, workers),
                new BlockCoordinateDescent(FEW, 1.5, workers),
                new IterativeScaling(FEW, IterativeScaling.Variant.GENERALISED, workers),
                new IterativeScaling(FEW, IterativeScaling.Variant.IMPROVED, workers));
    }

    @ParameterizedTest
    @MethodSource("optimizers")
    void theLengthIsTold(Optimizer optimizer) {
        ConvexSoftmax function = ConvexSoftmax.random(60, 8, 3, 4, new Random(5));
        List<double[]> points = new ArrayList<>(List.of(new double[function.dimension()]));

        optimizer.minimize(function, Penalty.l2(0.3), points.get(0).clone(), progress -> {
            double[] before = points.get(points.size() - 1);
            double length = Vectors.SEQUENTIAL.distance(progress.x(), before);
            assertThat(length).isPositive();
            assertThat(progress.step()).isCloseTo(length, within(1e-9 * length));
            points.add(progress.x().clone());
            return true;
        });

        assertThat(points).hasSizeGreaterThan(2);
    }
}
