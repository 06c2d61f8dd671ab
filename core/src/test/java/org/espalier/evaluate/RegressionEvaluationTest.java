package org.espalier.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RegressionEvaluationTest {

    @Test
    void scoresAreThoseOfTheirFormulas() {
        double[] values = {1, 2, 4, 9};
        double[] predicted = {1.5, 2, 3, 7};
        RegressionEvaluation evaluation = new RegressionEvaluation(0.8);
        for (int i = 0; i < 4; i++) {
            evaluation.add(values[i], predicted[i], predicted[i] - 1, predicted[i] + 0.5);
        }
        evaluation.addLogLikelihood(-6);
        RegressionScores scores = evaluation.scores();
        assertThat(scores.values()).isEqualTo(4);
        assertThat(scores.rootMeanSquare()).isEqualTo(Math.sqrt(5.25 / 4), within(1e-12));
        assertThat(scores.meanAbsolute()).isEqualTo(3.5 / 4, within(1e-12));
        assertThat(scores.determination()).isEqualTo(1 - 5.25 / 38, within(1e-12));
        assertThat(scores.coverage()).isEqualTo(0.5);
        assertThat(scores.width()).isEqualTo(1.5, within(1e-12));
        assertThat(scores.logLikelihood()).isEqualTo(-1.5);
        assertThat(scores.text()).contains("RMSE:           1.1456").contains("50.00% of the 80.0% intervals");
        assertThat(scores.toMap()).containsEntry("mae", 0.875);
    }

    @Test
    void equalValuesHaveNoVarianceToExplain() {
        RegressionEvaluation evaluation = new RegressionEvaluation(0.9);
        assertThatThrownBy(evaluation::scores).isInstanceOf(IllegalStateException.class);
        evaluation.add(3, 3.5, 3, 4);
        assertThat(evaluation.scores().determination()).isNaN();
        assertThat(evaluation.scores().toMap()).doesNotContainKey("r2");
    }
}
