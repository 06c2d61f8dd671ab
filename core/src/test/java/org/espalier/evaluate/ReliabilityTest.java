package org.espalier.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.espalier.data.LabelNotation;
import org.espalier.data.Labels;
import org.junit.jupiter.api.Test;

class ReliabilityTest {
    /** By hand: two of 0.95, one right, are 0.45 off; one right of 0.6 is 0.4 off; the mean over three is 1.3 / 3. */
    @Test
    void theErrorIsTheMeanDistanceOfTheBins() {
        Reliability reliability = new Reliability();
        reliability.add(0.95, true);
        reliability.add(0.95, false);
        reliability.add(0.6, true);

        assertThat(reliability.instances()).isEqualTo(3);
        assertThat(reliability.calibrationError()).isCloseTo(1.3 / 3, within(1e-12));
        assertThat(reliability.bins().get(9)).isEqualTo(new ClassificationScores.Bin(0.9, 1, 2, 0.95, 0.5));
        assertThat(reliability.bins().get(5)).isEqualTo(new ClassificationScores.Bin(0.5, 0.6, 1, 0.6, 1));
    }

    @Test
    void theEndsHaveAPlace() {
        Reliability reliability = new Reliability();
        reliability.add(0, false);
        reliability.add(1, true);

        assertThat(reliability.bins().get(0).instances()).isEqualTo(1);
        assertThat(reliability.bins().get(9).instances()).isEqualTo(1);
        assertThat(reliability.calibrationError()).isZero();
        assertThat(new Reliability().calibrationError()).isZero();
    }

    @Test
    void tokensWithoutAGoldLabelAreLeftOutAndAlternativesCountAsRight() {
        Reliability reliability = new Reliability();
        double[] probabilities = Reliability.ofPredicted(
                List.of("A", "B", "A"),
                new double[][] {{0.7, 0.3}, {0.4, 0.6}, {0.9, 0.1}},
                Labels.of(List.of("A", "B")));
        reliability.add(List.of("?", "A|B", "B"), List.of("A", "B", "A"), probabilities, new LabelNotation("?", "|"));

        assertThat(probabilities).containsExactly(0.7, 0.6, 0.9);
        assertThat(reliability.instances()).isEqualTo(2);
        assertThat(reliability.bins().get(5).accuracy()).isEqualTo(1);
        assertThat(reliability.bins().get(8).accuracy()).isZero();
    }

    @Test
    void unequalLengthsAreRefused() {
        assertThatThrownBy(() ->
                        new Reliability().add(List.of("A"), List.of("A", "B"), new double[] {1}, LabelNotation.DEFAULT))
                .hasMessageContaining("1 gold labels, 2 predicted ones and 1 probabilities");
    }
}
