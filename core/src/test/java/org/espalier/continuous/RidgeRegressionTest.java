package org.espalier.continuous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.table.FrameFeatures;
import org.espalier.parallel.Workers;
import org.junit.jupiter.api.Test;

/** Ridge regressions without a fold against their gradient, which is 0 at the minimum. */
class RidgeRegressionTest {

    @Test
    void everyFoldIsPredictedFromTheOthers() {
        List<Sequence> data = ContinuousTrainerTest.walks(4, 25, 0.2, 1);
        Encoder.Builder builder =
                new Encoder.Builder(FrameFeatures.parse("frames(window=1)").fit(data), false);
        List<EncodedSequence> encoded = new java.util.ArrayList<>();
        data.forEach(sequence -> encoded.add(builder.add(sequence)));
        int attributes = builder.build(1, encoded).attributes().size();
        List<double[]> values = data.stream().map(RealLabels::of).toList();
        int folds = 7;
        double penalty = 0.7;
        try (Workers workers = new Workers(2)) {
            RidgeRegression regression = new RidgeRegression(attributes, encoded, values, folds, workers);
            List<double[]> predicted = regression.crossFitted(penalty, workers);
            long known = values.stream()
                    .flatMapToDouble(java.util.Arrays::stream)
                    .filter(value -> !Double.isNaN(value))
                    .count();
            double error = 0;
            for (int without = -1; without < folds; without++) {
                double[] weights = regression.weights(penalty, without);
                double[] gradient = new double[attributes];
                int met = 0;
                for (int s = 0; s < data.size(); s++) {
                    for (int t = 0; t < values.get(s).length; t++) {
                        if (Double.isNaN(values.get(s)[t])) {
                            continue;
                        }
                        boolean seen = met++ * folds / known != without;
                        double difference = RidgeRegression.predict(weights, encoded.get(s), t) - values.get(s)[t];
                        for (int p = encoded.get(s).begin(t);
                                seen && p < encoded.get(s).begin(t + 1);
                                p++) {
                            gradient[encoded.get(s).attribute(p)] +=
                                    difference * encoded.get(s).value(p);
                        }
                        if (!seen) {
                            assertThat(predicted.get(s)[t]).isEqualTo(difference + values.get(s)[t], within(1e-9));
                            error += difference * difference;
                        }
                    }
                }
                for (int a = 0; a < attributes; a++) {
                    assertThat(gradient[a] + penalty * weights[a]).isEqualTo(0, within(1e-7));
                }
            }
            assertThat(regression.squaredError(predicted)).isEqualTo(error, within(1e-6));
        }
    }
}
