package org.espalier.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
                score += linear.ownPosition(c) == t ? scores[linear.ownOffset(c) + from * STATES + to] : 0;
            }
        }
        return score;
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
