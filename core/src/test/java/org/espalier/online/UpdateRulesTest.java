package org.espalier.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.espalier.scoring.SparseVector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every rule against its closed form and the conditions of optimality of the problem that it solves. */
class UpdateRulesTest {
    private static final int DIMENSION = 12;
    private static final Offset<Double> CLOSE = within(1e-12);

    private final Rivals rivals = new Rivals();
    private double[][] differences = {};
    private double[] before = {};

    /** Random weights, and rivals that touch some of them. */
    private OnlineWeights draw(long seed, int count) {
        Random random = new Random(seed);
        before = random.doubles(DIMENSION, -1, 1).toArray();
        differences = new double[count][DIMENSION];
        rivals.begin(5);
        for (int i = 0; i < count; i++) {
            SparseVector vector = new SparseVector(DIMENSION);
            double margin = 0;
            for (int n = 0; n < 6; n++) {
                int k = random.nextInt(DIMENSION);
                double value = random.nextInt(5) - 2;
                vector.add(k, value);
                differences[i][k] += value;
                margin += before[k] * value;
            }
            rivals.add(vector, margin, 1 + random.nextInt(4));
        }
        return new OnlineWeights(before.clone(), true);
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            sum += a[k] * b[k];
        }
        return sum;
    }

    private void assertMovedBy(OnlineWeights weights, int rival, double step, String origin) {
        for (int k = 0; k < DIMENSION; k++) {
            assertThat(weights.current()[k])
                    .as("%s, weight %d", origin, k)
                    .isCloseTo(before[k] + step * differences[rival][k], CLOSE);
        }
    }

    @Test
    void thePerceptronAddsTheDifference() {
        for (long seed = 1; seed <= 20; seed++) {
            OnlineWeights weights = draw(seed, 1);
            double loss = new Perceptron().update(0, rivals, 1.5, weights);
            assertThat(loss).isEqualTo(1.5 * rivals.get(0).errors() / 5);
            assertMovedBy(weights, 0, 1.5, "seed " + seed);
        }
    }

    @Test
    void withoutRivalsNothingMoves() {
        OnlineWeights weights = draw(3, 1);
        rivals.begin(4);
        for (UpdateRule rule : new UpdateRule[] {
            new Perceptron(),
            new PassiveAggressive(PassiveAggressive.Type.LINEAR, 1, true),
            new Mira(DIMENSION, 4, 1),
            new Arow(DIMENSION, 1, 1)
        }) {
            assertThat(rule.update(0, rivals, 1, weights)).isZero();
        }
        assertThat(weights.current()).isEqualTo(before);
    }

    /** PA: constraint met with equality; PA-I and PA-II: the optimum of the one-dimensional problem, found by search. */
    @ParameterizedTest
    @EnumSource(PassiveAggressive.Type.class)
    void passiveAggressiveStepsSolveTheirProblem(PassiveAggressive.Type type) {
        for (long seed = 1; seed <= 100; seed++) {
            for (boolean sensitive : new boolean[] {false, true}) {
                double c = 0.01 * (1 + seed % 30);
                OnlineWeights weights = draw(seed, 1);
                double norm = dot(differences[0], differences[0]);
                double cost = sensitive ? Math.sqrt(rivals.get(0).errors()) : 1;
                double loss = cost - rivals.get(0).margin();
                if (norm == 0 || loss <= 0) {
                    continue; // the best output never has a margin above 0
                }
                double told = new PassiveAggressive(type, c, sensitive).update(0, rivals, 1, weights);
                assertThat(told).isCloseTo(loss, CLOSE);
                double step = bestStep(type, c, norm, loss);
                assertThat(weights.current()[rivals.get(0).index(0)])
                        .as("seed %d", seed)
                        .isCloseTo(
                                before[rivals.get(0).index(0)]
                                        + step * rivals.get(0).value(0),
                                within(1e-6));
                if (type == PassiveAggressive.Type.HARD) {
                    assertThat(dot(weights.current(), differences[0])).isCloseTo(cost, within(1e-9));
                }
            }
        }
    }

    /** Minimises ½τ²‖δ‖² + penalty(ξ), ξ = max(0, ℓ − τ‖δ‖²), over τ ≥ 0 by ternary search. */
    private static double bestStep(PassiveAggressive.Type type, double c, double norm, double loss) {
        if (type == PassiveAggressive.Type.HARD) {
            return loss / norm;
        }
        double low = 0;
        double high = loss / norm;
        for (int i = 0; i < 200; i++) {
            double left = low + (high - low) / 3;
            double right = high - (high - low) / 3;
            if (objective(type, c, norm, loss, left) < objective(type, c, norm, loss, right)) {
                high = right;
            } else {
                low = left;
            }
        }
        return low;
    }

    private static double objective(PassiveAggressive.Type type, double c, double norm, double loss, double step) {
        double slack = Math.max(0, loss - step * norm);
        return 0.5 * step * step * norm + c * (type == PassiveAggressive.Type.LINEAR ? slack : slack * slack);
    }

    @Test
    void aDifferenceOfNothingMovesNothing() {
        rivals.begin(2);
        rivals.add(new SparseVector(DIMENSION), 0, 1);
        double[] start = new double[DIMENSION];
        OnlineWeights weights = new OnlineWeights(start, false);
        new PassiveAggressive(PassiveAggressive.Type.HARD, 1, true).update(0, rivals, 1, weights);
        new Mira(DIMENSION, 3, 1).update(0, rivals, 1, weights);
        new Arow(DIMENSION, 1, 1).update(0, rivals, 1, weights);
        new BoundedMira(1, 1, 20).update(0, rivals, 1, weights);
        assertThat(weights.current()).containsOnly(0);
    }

    @Test
    void miraWithOneCandidateIsPassiveAggressiveWithHammingCost() {
        for (long seed = 1; seed <= 50; seed++) {
            double c = 0.05 * (1 + seed % 20);
            OnlineWeights weights = draw(seed, 1);
            Rival rival = rivals.get(0);
            double norm = dot(differences[0], differences[0]);
            double loss = rival.errors() - rival.margin();
            double step = norm == 0 ? 0 : Math.min(c, Math.max(0, loss / norm));
            assertThat(new Mira(DIMENSION, 1, c).update(0, rivals, 1, weights)).isCloseTo(Math.max(0, loss), CLOSE);
            assertMovedBy(weights, 0, step, "seed " + seed);
        }
    }

    /** The conditions of Karush, Kuhn and Tucker in the primal, from nothing but the weights before and after. */
    @ParameterizedTest
    @ValueSource(doubles = {0.02, 0.3, 100})
    void miraSolvesItsQuadraticProgramme(double c) {
        for (long seed = 1; seed <= 60; seed++) {
            OnlineWeights weights = draw(seed, 4);
            new Mira(DIMENSION, 4, c).update(0, rivals, 1, weights);
            double reached = primal(weights.current(), c);
            Random random = new Random(seed);
            for (int trial = 0; trial < 300; trial++) {
                double[] other = weights.current().clone();
                double scale = Math.pow(10, -1 - trial % 5);
                for (int i = 0; i < 4; i++) {
                    double step = scale * random.nextGaussian();
                    for (int k = 0; k < DIMENSION; k++) {
                        other[k] += step * differences[i][k];
                    }
                }
                assertThat(primal(other, c)).as("seed %d, C = %s", seed, c).isGreaterThanOrEqualTo(reached - 1e-8);
            }
        }
    }

    /** ½‖w′ − w‖² + C Σ max(0, errors − w′·δ): convex, so that no nearby point is lower anywhere. */
    private double primal(double[] weights, double c) {
        double value = 0;
        for (int k = 0; k < DIMENSION; k++) {
            value += 0.5 * (weights[k] - before[k]) * (weights[k] - before[k]);
        }
        for (int i = 0; i < rivals.size(); i++) {
            value += c * Math.max(0, rivals.get(i).errors() - dot(weights, differences[i]));
        }
        return value;
    }

    @Test
    void arowFollowsItsFormulae() {
        for (long seed = 1; seed <= 50; seed++) {
            double variance = 0.5 + seed % 3;
            double r = 0.2 * (1 + seed % 7);
            Arow rule = new Arow(DIMENSION, variance, r);
            double[] mean = null;
            double[] covariance = new double[DIMENSION];
            Arrays.fill(covariance, variance);
            for (int step = 0; step < 3; step++) { // the variances of one step are those of the next
                OnlineWeights weights = draw(100 * seed + step, 1);
                mean = before.clone();
                double confidence = r;
                for (int k = 0; k < DIMENSION; k++) {
                    confidence += covariance[k] * differences[0][k] * differences[0][k];
                }
                double alpha = (rivals.get(0).errors() - rivals.get(0).margin()) / confidence;
                for (int k = 0; k < DIMENSION; k++) {
                    mean[k] += alpha * covariance[k] * differences[0][k];
                    covariance[k] = 1 / (1 / covariance[k] + differences[0][k] * differences[0][k] / r);
                }
                rule.update(0, rivals, 1, weights);
                for (int k = 0; k < DIMENSION; k++) {
                    assertThat(weights.current()[k]).as("seed %d", seed).isCloseTo(mean[k], CLOSE);
                    assertThat(rule.variance(k)).as("seed %d", seed).isCloseTo(covariance[k], CLOSE);
                }
            }
        }
    }

    /** Minimising (w′ − w)ᵀΣ⁻¹(w′ − w)/2 + (errors − w′·δ)²/2r gives AROW's mean: no nearby point is lower. */
    @Test
    void arowMinimisesItsTradeOff() {
        for (long seed = 1; seed <= 30; seed++) {
            OnlineWeights weights = draw(seed, 1);
            double variance = 0.7;
            double r = 0.4;
            new Arow(DIMENSION, variance, r).update(0, rivals, 1, weights);
            double reached = tradeOff(weights.current(), variance, r);
            Random random = new Random(seed);
            for (int trial = 0; trial < 200; trial++) {
                double[] other = weights.current().clone();
                for (int k = 0; k < DIMENSION; k++) {
                    other[k] += 0.01 * random.nextGaussian();
                }
                assertThat(tradeOff(other, variance, r)).as("seed %d", seed).isGreaterThan(reached);
            }
        }
    }

    private double tradeOff(double[] mean, double variance, double r) {
        double miss = rivals.get(0).errors() - dot(mean, differences[0]);
        double value = miss * miss / (2 * r);
        for (int k = 0; k < DIMENSION; k++) {
            value += (mean[k] - before[k]) * (mean[k] - before[k]) / (2 * variance);
        }
        return value;
    }

    @Test
    void theAverageIsThatOfTheWeightsAfterEveryStep() {
        Random random = new Random(5);
        double[] start = random.doubles(DIMENSION, -1, 1).toArray();
        OnlineWeights weights = new OnlineWeights(start.clone(), true);
        double[] sum = start.clone();
        int steps = 500;
        for (int s = 0; s < steps; s++) {
            for (int n = random.nextInt(3); n > 0; n--) {
                weights.add(random.nextInt(DIMENSION), random.nextGaussian());
            }
            weights.endStep();
            for (int k = 0; k < DIMENSION; k++) {
                sum[k] += weights.current()[k];
            }
        }
        for (int k = 0; k < DIMENSION; k++) {
            assertThat(weights.learnt()[k]).isCloseTo(sum[k] / (steps + 1), CLOSE);
        }
        assertThat(new OnlineWeights(start, false).learnt()).isSameAs(start);
    }

    @Test
    void boundedMiraNeverSpendsMoreThanItsBoundOnAnInstance() {
        BoundedMira rule = new BoundedMira(2, 0.1f, 3);
        OnlineWeights weights = draw(11, 1);
        double norm = dot(differences[0], differences[0]);
        double moved = 0;
        for (int visit = 0; visit < 10; visit++) {
            double[] at = weights.current().clone();
            rule.update(1, rivals, 1, weights); // the same margin again and again: only the bound ends it
            double[] now = weights.current();
            double distance = 0;
            for (int k = 0; k < DIMENSION; k++) {
                distance += (now[k] - at[k]) * (now[k] - at[k]);
            }
            moved += Math.sqrt(distance / norm);
        }
        assertThat(moved).isCloseTo(0.1, within(1e-7));
        rule.endEpoch(1, weights);
        assertThat(rule.lastEpoch().wrongInstances()).isEqualTo(10);
        rivals.begin(3);
        for (int visit = 0; visit < 3; visit++) {
            assertThat(rule.skips(0)).isFalse();
            rule.update(0, rivals, 1, weights);
        }
        assertThat(rule.skips(0)).isTrue();
        assertThat(rule.endEpoch(0, weights)).isFalse();
        assertThat(rule.skips(0)).as("calm, so all are looked at once more").isFalse();
        assertThat(rule.endEpoch(0, weights)).isTrue();
    }

    @Test
    void aRuleGoesOnFromWhatItRemembers() {
        Arow rule = new Arow(3, 2, 5);
        double[] state = {0.5, 1, 2};
        rule.restore(state);
        assertThat(rule.state()).isEqualTo(state).isNotSameAs(state);
        assertThat(rule.variance(1)).isEqualTo(1);
        assertThatThrownBy(() -> rule.restore(new double[2])).hasMessageContaining("there are 2 variances; expected 3");
        assertThatThrownBy(() -> rule.restore(new double[3])).hasMessageContaining("variance = 0.0");
        assertThat(new Perceptron().state()).isEmpty();
        new Perceptron().restore(new double[0]);
        assertThatThrownBy(() -> new Perceptron().restore(state)).hasMessageContaining("expected none");
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> OnlineOptions.DEFAULTS.withAggressiveness(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("aggressiveness = 0.0");
        assertThatThrownBy(() -> OnlineOptions.DEFAULTS.withCandidates(0)).hasMessageContaining("candidates = 0");
        assertThatThrownBy(() -> OnlineOptions.DEFAULTS.withEpochs(-1)).hasMessageContaining("epochs = -1");
        assertThatThrownBy(() -> OnlineOptions.DEFAULTS.withTolerance(Double.NaN))
                .hasMessageContaining("NaN");
        assertThatThrownBy(() -> OnlineOptions.DEFAULTS.withGamma(-1)).hasMessageContaining("gamma = -1.0");
        assertThatThrownBy(() -> OnlineOptions.DEFAULTS.withVariance(0)).hasMessageContaining("variance = 0.0");
        assertThatThrownBy(() -> rivals.add(new SparseVector(1), 0, 0)).hasMessageContaining("not a rival");
    }
}
