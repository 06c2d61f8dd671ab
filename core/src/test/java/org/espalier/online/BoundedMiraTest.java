package org.espalier.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.espalier.scoring.SparseVector;
import org.junit.jupiter.api.Test;

/** CRF++'s MIRA by its formula, and what it counts in an epoch. */
class BoundedMiraTest {
    private final Rivals rivals = new Rivals();
    private final OnlineWeights weights = new OnlineWeights(new double[4], false);

    /** δ = (1, −1, 1, 1), so that ‖δ‖² = 4. */
    private void rival(double margin, int errors) {
        SparseVector difference = new SparseVector(4);
        difference.add(0, 1);
        difference.add(1, -1);
        difference.add(2, 1);
        difference.add(3, 1);
        rivals.begin(5);
        rivals.add(difference, margin, errors);
    }

    private void assertWeights(double step) {
        assertThat(weights.current()).containsExactly(new double[] {step, -step, step, step}, within(1e-12));
    }

    /** ℓ = errors + w·δ and μ = ℓ / ‖δ‖², as far as the bound allows. */
    @Test
    void theStepIsThatOfTheFormula() {
        BoundedMira rule = new BoundedMira(2, 1, 20);
        rival(-1.5, 3);
        assertThat(rule.update(0, rivals, 1, weights)).isEqualTo(1.5);
        assertWeights(1.5 / 4);
        rival(-3.5, 3); // leads by more than its errors: no step
        assertThat(rule.update(0, rivals, 1, weights)).isZero();
        assertWeights(1.5 / 4);
        rival(0, 4); // a step of 1 would be 0.375 above the bound
        assertThat(rule.update(0, rivals, 1, weights)).isEqualTo(4);
        assertWeights(1);
        rival(0, 2); // another instance has a bound of its own
        assertThat(rule.update(1, rivals, 1, weights)).isEqualTo(2);
        assertWeights(1.5);
    }

    @Test
    void anEpochIsCounted() {
        BoundedMira rule = new BoundedMira(4, 0.4f, 20);
        assertThat(rule.lastEpoch()).isEqualTo(BoundedMira.Epoch.EMPTY);
        rivals.begin(5);
        rule.update(0, rivals, 1, weights); // right
        rival(-1, 2);
        rule.update(1, rivals, 1, weights); // a violation of 1, a step of a quarter
        rival(-2.5, 3);
        rule.update(2, rivals, 1, weights); // 0.5
        rival(0, 5);
        rule.update(3, rivals, 1, weights); // 5/4 is above the bound
        assertThat(rule.endEpoch(6.5, weights)).isFalse();
        assertThat(rule.lastEpoch()).isEqualTo(new BoundedMira.Epoch(10, 3, 4, 1, 1));
        rule.endEpoch(0, weights);
        assertThat(rule.lastEpoch()).isEqualTo(BoundedMira.Epoch.EMPTY);
    }

    /** The step that exactly meets the bound does not count as cut off. */
    @Test
    void theBoundItselfIsAllowed() {
        BoundedMira rule = new BoundedMira(1, 0.5f, 20);
        rival(0, 2);
        rule.update(0, rivals, 1, weights);
        rule.endEpoch(2, weights);
        assertThat(rule.lastEpoch().bounded()).isZero();
        assertThat(rule.lastEpoch().violation()).isEqualTo(2);
        rule.update(0, rivals, 1, weights);
        rule.endEpoch(2, weights);
        assertThat(rule.lastEpoch().bounded()).isEqualTo(1);
        assertThat(rule.lastEpoch().violation()).isZero();
        assertWeights(0.5);
    }

    @Test
    void trainingEndsAfterTwoCalmEpochsInSuccession() {
        BoundedMira rule = new BoundedMira(1, 1, 20);
        assertThat(rule.endEpoch(0, weights)).isFalse();
        rival(0, 1);
        rule.update(0, rivals, 1, weights);
        assertThat(rule.endEpoch(1, weights)).as("a violation").isFalse();
        assertThat(rule.endEpoch(0, weights)).isFalse();
        assertThat(rule.endEpoch(0, weights)).isTrue();
    }

    @Test
    void aMistakeBeginsTheCountOfRightVisitsAnew() {
        BoundedMira rule = new BoundedMira(1, 10, 2);
        rivals.begin(5);
        rule.update(0, rivals, 1, weights);
        rival(0, 1);
        rule.update(0, rivals, 1, weights);
        rivals.begin(5);
        rule.update(0, rivals, 1, weights);
        assertThat(rule.skips(0)).isFalse();
        rule.update(0, rivals, 1, weights);
        assertThat(rule.skips(0)).isTrue();
    }

    @Test
    void limitsAreChecked() {
        BoundedMira none = new BoundedMira(1, 0, 1); // C = 0 never moves
        rival(0, 1);
        none.update(0, rivals, 1, weights);
        assertThat(Arrays.stream(weights.current())).containsOnly(0.0);
        assertThatThrownBy(() -> new BoundedMira(1, -0.1f, 1)).hasMessageContaining("C = -0.1");
        assertThatThrownBy(() -> new BoundedMira(1, 1, 0)).hasMessageContaining("shrinking size = 0");
    }
}
