package org.espalier.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.scoring.SparseVector;
import org.espalier.scoring.VotedWeights;
import org.junit.jupiter.api.Test;

/** What the rules write down of a long run with large differences, against plain copies of every weight vector. */
class VotedStepsTest {
    private static final int PLACES = 200;

    @Test
    void everyWeightVectorVotesAsOftenAsItSurvived() {
        Random random = new Random(12);
        double[] start = random.doubles(PLACES, -1, 1).toArray();
        OnlineWeights weights = new OnlineWeights(start.clone(), false);
        VotedPerceptron rule = new VotedPerceptron();
        Rivals rivals = new Rivals();
        List<double[]> vectors = new ArrayList<>(List.of(start.clone()));
        List<Integer> survived = new ArrayList<>(List.of(0));
        for (int visit = 0; visit < 400; visit++) {
            rivals.begin(7);
            int features = random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(150);
            SparseVector difference = new SparseVector(PLACES);
            for (int n = 0; n < features; n++) {
                difference.add(random.nextInt(PLACES), 1 + random.nextInt(3));
            }
            int last = survived.size() - 1;
            if (features == 0) {
                survived.set(last, survived.get(last) + 1);
                assertThat(rule.update(0, rivals, 2, weights)).isZero();
            } else {
                rivals.add(difference, -1, 3);
                assertThat(rule.update(0, rivals, 2, weights)).isCloseTo(2 * 3 / 7.0, within(1e-12));
                vectors.add(weights.current().clone());
                survived.add(1); // the visit that made it
            }
        }
        assertThat(rule.mistakes()).isEqualTo(vectors.size() - 1);
        VotedWeights votes = rule.votes(start);
        assertThat(votes.vectors()).isEqualTo(vectors.size());
        for (int v = 0; v < vectors.size(); v++) {
            assertThat(votes.survived(v)).as("vector %d", v).isEqualTo(survived.get(v));
            assertThat(votes.vector(v)).as("vector %d", v).containsExactly(vectors.get(v), within(1e-9));
        }
    }

    /** δ comes from a scratch vector in which features may have cancelled out. */
    @Test
    void aRivalKeepsTheFeaturesThatDiffer() {
        Random random = new Random(3);
        Rivals rivals = new Rivals();
        for (int features : new int[] {3, 64, 65, 150, 10}) { // beyond the first room, and back
            SparseVector difference = new SparseVector(PLACES);
            double[] dense = new double[PLACES];
            for (int n = 0; n < 4 * features; n++) {
                int place = random.nextInt(features);
                double value = random.nextInt(5) - 2;
                difference.add(place, value);
                dense[place] += value;
            }
            rivals.begin(2);
            rivals.add(difference, -0.5, 1);
            Rival rival = rivals.get(0);
            double[] found = new double[PLACES];
            for (int n = 0; n < rival.size(); n++) {
                assertThat(rival.value(n)).isNotZero();
                assertThat(rival.index(n)).isEqualTo(rival.indices()[n]);
                assertThat(rival.value(n)).isEqualTo(rival.values()[n]);
                found[rival.index(n)] += rival.value(n);
            }
            assertThat(found).isEqualTo(dense);
            assertThat(rival.squaredNorm())
                    .isEqualTo(Arrays.stream(dense).map(value -> value * value).sum());
            double[] scratch = new double[PLACES];
            rival.spread(scratch);
            assertThat(scratch).isEqualTo(dense);
            assertThat(rival.dot(scratch)).isEqualTo(rival.squaredNorm());
            rival.unspread(scratch);
            assertThat(scratch).containsOnly(0.0);
        }
    }

    /** The weight of an instance multiplies its loss, and divides AROW's r. */
    @Test
    void weightsOfInstancesScaleLosses() {
        SparseVector difference = new SparseVector(2);
        difference.add(0, 2);
        Rivals rivals = new Rivals();
        rivals.begin(4);
        rivals.add(difference, -1, 2);
        OnlineWeights weights = new OnlineWeights(new double[2], true);
        Arow arow = new Arow(2, 1, 3);
        assertThat(arow.update(0, rivals, 1.5, weights)).isEqualTo(1.5 * 3);
        assertThat(weights.current()[0]).isCloseTo(3 / (2 + 4.0) * 2, within(1e-12)); // r = 3/1.5
        assertThat(arow.variance(0)).isCloseTo(1 / (1 + 4 / 2.0), within(1e-12));
        assertThat(new Mira(2, 3, 1).update(0, rivals, 1.5, weights)).isEqualTo(1.5 * 3);
        double told = new PassiveAggressive(PassiveAggressive.Type.HARD, 1, false).update(0, rivals, 1.5, weights);
        assertThat(told).isEqualTo(1.5 * 2);
    }

    @Test
    void whatIsKeptForACheckpointIsWhatMakesTheAverage() {
        OnlineWeights weights = new OnlineWeights(new double[] {1, 0}, true);
        weights.add(0, 2);
        weights.endStep();
        weights.add(1, -1);
        weights.endStep();
        assertThat(weights.step()).isEqualTo(3);
        assertThat(weights.delayed()).containsExactly(2, -2); // Σ step · change
        OnlineWeights again =
                new OnlineWeights(weights.current().clone(), weights.delayed().clone(), weights.step());
        assertThat(again.learnt()).containsExactly(new double[] {(1 + 3 + 3) / 3.0, -1 / 3.0}, within(1e-12));
        assertThat(new Mira(2, 3, 1).state()).isEmpty();
        assertThat(new PassiveAggressive(PassiveAggressive.Type.HARD, 1, true).state())
                .isEmpty();
    }

    @Test
    void optionsChangeOneByOne() {
        OnlineOptions options = OnlineOptions.DEFAULTS
                .withEpochs(3)
                .withTolerance(0.1)
                .withType(PassiveAggressive.Type.HARD)
                .withAggressiveness(2)
                .withErrorSensitive(false)
                .withCandidates(7)
                .withVariance(4)
                .withGamma(5);
        assertThat(options)
                .isEqualTo(new OnlineOptions(3, 0.1, true, PassiveAggressive.Type.HARD, 2, false, 7, 4, 5, false));
        assertThat(options.withVoting(true).voting()).isTrue();
        assertThat(options.withAveraging(false).averaging()).isFalse();
        assertThat(options.withCandidates(OnlineOptions.MAX_CANDIDATES).candidates())
                .isEqualTo(OnlineOptions.MAX_CANDIDATES);
    }

    @Test
    void whatCannotBeIsRefused() {
        OnlineOptions options = OnlineOptions.DEFAULTS;
        assertThatThrownBy(() -> options.withEpochs(-1)).hasMessageContaining("epochs = -1");
        assertThatThrownBy(() -> options.withTolerance(-1)).hasMessageContaining("tolerance = -1");
        assertThatThrownBy(() -> options.withCandidates(0)).hasMessageContaining("candidates = 0");
        assertThatThrownBy(() -> options.withCandidates(OnlineOptions.MAX_CANDIDATES + 1))
                .hasMessageContaining("from 1 to 10000");
        assertThatThrownBy(() -> options.withAveraging(false).withVoting(true))
                .hasMessageContaining("voting without averaging");
        assertThatThrownBy(() -> options.withEpochs(0).withVoting(true)).hasMessageContaining("0 epochs");
        assertThatThrownBy(() -> options.withGamma(Double.POSITIVE_INFINITY)).hasMessageContaining("gamma = Infinity");
        assertThatThrownBy(() -> new Mira(3, 0, 1)).hasMessageContaining("candidates = 0");
        assertThatThrownBy(() -> new Mira(3, 1, 0)).hasMessageContaining("aggressiveness = 0");
        assertThatThrownBy(() -> new OnlineWeights(new double[3], new double[2], 1))
                .hasMessageContaining("2 sums for 3 weights");
        assertThat(new OnlineWeights(new double[3], new double[0], 1).isAveraged())
                .isFalse();
    }
}
