package org.espalier.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.api.Test;

class LocalNormalisationTest {
    private static final int STATES = 3;

    /** p(y) = Π p(y_t | y_{t−1}), from the scores of the linear trellis. */
    private static double logProbability(Trellis linear, double[] scores, int[] path) {
        double sum = 0;
        for (int t = 0; t < path.length; t++) {
            double all = 0;
            for (int j = 0; j < STATES; j++) {
                all += Math.exp(step(linear, scores, t, t == 0 ? -1 : path[t - 1], j));
            }
            sum += step(linear, scores, t, t == 0 ? -1 : path[t - 1], path[t]) - Math.log(all);
        }
        return sum;
    }

    private static double step(Trellis linear, double[] scores, int t, int from, int to) {
        double score = scores[linear.stateOffset(t) + to];
        if (t > 0) {
            int shared = linear.sharedPart(from, to);
            score += shared < 0 ? 0 : scores[shared];
            for (int c = 0; c < linear.ownCount(); c++) {
                score += linear.ownPosition(c) == t ? scores[linear.ownPart(c, from, to)] : 0;
            }
        }
        return score;
    }

    /** Only the steps that may be taken share the probability; a state that none leaves has no successor. */
    @Test
    void forbiddenStepsStayForbidden() {
        Transitions only = Transitions.only(STATES, new int[] {0, 2, 4, 5});
        Trellis linear = Trellis.chain(3, only, new int[] {2});
        double[] scores = new Random(2).doubles(linear.parts(), -3, 3).toArray();
        Trellis normalised = LocalNormalisation.trellis(linear);
        double[] found = new double[normalised.parts()];
        LocalNormalisation.apply(linear, scores, normalised, found);
        for (int number = 0; number < 27; number++) {
            int[] path = {number / 9, number / 3 % 3, number % 3};
            double expected = 0;
            for (int t = 0; t < 3; t++) {
                double all = 0;
                for (int j = 0; j < STATES; j++) {
                    boolean possible = t == 0 || linear.allows(path[t - 1], j);
                    all += possible ? Math.exp(step(linear, scores, t, t == 0 ? -1 : path[t - 1], j)) : 0;
                }
                expected += t > 0 && !linear.allows(path[t - 1], path[t])
                        ? Double.NEGATIVE_INFINITY
                        : step(linear, scores, t, t == 0 ? -1 : path[t - 1], path[t]) - Math.log(all);
            }
            if (expected == Double.NEGATIVE_INFINITY) {
                assertThat(normalised.score(found, path)).isEqualTo(expected);
            } else {
                assertThat(normalised.score(found, path)).isCloseTo(expected, within(1e-12));
            }
        }
    }

    /** Every score of a row −∞: nothing is divided by nothing. */
    @Test
    void aRowWithoutAnyPossibleStepStaysForbidden() {
        Trellis linear = Trellis.chain(2, STATES);
        double[] scores = new double[linear.parts()];
        Arrays.fill(scores, 0, STATES, Double.NEGATIVE_INFINITY);
        Trellis normalised = LocalNormalisation.trellis(linear);
        double[] found = new double[normalised.parts()];
        LocalNormalisation.apply(linear, scores, normalised, found);
        assertThat(normalised.score(found, new int[] {0, 1})).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(normalised.score(found, new int[] {1, 1})).isCloseTo(-2 * Math.log(3), within(1e-12));
    }

    @Test
    void pathsHaveTheirProbabilitiesAndTheyAddUpToOne() {
        Random random = new Random(1);
        for (int length = 0; length <= 4; length++) {
            int[] own = length > 2 ? new int[] {2} : new int[0];
            for (Trellis linear : new Trellis[] {
                Trellis.chain(length, STATES, own),
                Trellis.chain(length, Transitions.of(STATES, new int[] {1, 5, 6}), own)
            }) {
                double[] scores = random.doubles(linear.parts(), -3, 3).toArray();
                Trellis normalised = LocalNormalisation.trellis(linear);
                Workspace workspace = new Workspace();
                workspace.reserve(normalised);
                LocalNormalisation.apply(linear, scores, normalised, workspace.scores());
                workspace.sharedChanged();

                assertThat(new ChainInference(Kernels.scalar()).logSum(normalised, workspace))
                        .isCloseTo(0, within(1e-12));
                int paths = (int) Math.pow(STATES, length);
                for (int number = 0; number < paths; number++) {
                    int[] path = new int[length];
                    for (int t = 0, rest = number; t < length; t++, rest /= STATES) {
                        path[t] = rest % STATES;
                    }
                    assertThat(normalised.score(workspace.scores(), path))
                            .isCloseTo(logProbability(linear, scores, path), within(1e-12));
                }
            }
        }
    }
}
