package org.espalier.inference.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.espalier.inference.Workspace;
import org.espalier.math.Kernels;
import org.espalier.structure.Sites;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Histories;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Chains of higher order in which two labels never change into each other: one loses its mass slowly, below what a double can hold beside the
 * other, and gets it back. Whoever keeps scaled numbers too long forgets it.
 */
class SlowLanesTest {
    private final ChainInference inference = new ChainInference(Kernels.scalar());

    private static Trellis lanes(int order, int length) {
        Histories histories = Histories.occurring(2, order)
                .add(AllowedStates.path(new int[order + 2]))
                .add(AllowedStates.path(ones(order + 2)))
                .build();
        return histories.topology().structure(new Sites() {
            @Override
            public int length() {
                return length;
            }

            @Override
            public int[] sites(int kind) {
                return new int[0];
            }
        });
    }

    private static int[] ones(int length) {
        int[] path = new int[length];
        Arrays.fill(path, 1);
        return path;
    }

    private void check(Trellis trellis, Workspace workspace, double logSum, double second, String what) {
        double[] marginals = new double[trellis.parts()];
        assertThat(inference.addMarginals(trellis, workspace, 1, marginals))
                .as(what)
                .isCloseTo(logSum, within(1e-9));
        assertThat(inference.logSum(trellis, workspace)).as(what).isCloseTo(logSum, within(1e-9));
        for (int t = 0; t < trellis.length(); t++) {
            assertThat(marginals[trellis.stateOffset(t)]).as(what).isCloseTo(1 - second, within(1e-9));
            assertThat(marginals[trellis.stateOffset(t) + 1]).as(what).isCloseTo(second, within(1e-9));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void aLaneThatShrinksAndComesBackIsNotForgotten(int order) {
        for (double step : new double[] {1, 7, 50, 99, 150, 199, 800}) {
            for (int length : new int[] {8, 40, 400, 1_000}) {
                String what = "order " + order + ", steps of " + step + ", " + length + " tokens";
                Trellis trellis = lanes(order, length);
                Workspace workspace = new Workspace();
                workspace.reserve(trellis);
                double[] scores = workspace.scores();
                for (int t = 0; t < length; t++) {
                    scores[trellis.stateOffset(t) + 1] = t < length / 2 ? -step : step;
                }
                check(trellis, workspace, Math.log(2), 0.5, what);
                scores[trellis.stateOffset(length - 1)] =
                        Double.NEGATIVE_INFINITY; // now the second lane is the only one
                check(trellis, workspace, 0, 1, what);
                scores[trellis.stateOffset(length / 2) + 1] = Double.NEGATIVE_INFINITY; // and now there is none
                assertThat(inference.logSum(trellis, workspace)).as(what).isEqualTo(Double.NEGATIVE_INFINITY);
            }
        }
    }

    /** The shared steps of the second lane take the mass away, and the states give it back. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void stepsShrinkALaneToo(int order) {
        for (double step : new double[] {1, 30, 110, 190, 240, 500}) {
            for (int length : new int[] {12, 60, 500}) {
                String what = "order " + order + ", steps of " + step + ", " + length + " tokens";
                Trellis trellis = lanes(order, length);
                Workspace workspace = new Workspace();
                workspace.reserve(trellis);
                double[] scores = workspace.scores();
                scores[trellis.stateOffset(0)] =
                        Double.NEGATIVE_INFINITY; // the parts of the second lane are those with a mass
                double[] counts = new double[trellis.parts()];
                inference.addMarginals(trellis, workspace, 1, counts);
                scores[trellis.stateOffset(0)] = 0;
                double lost = 0;
                for (int part = 0; part < trellis.sharedParts(); part++) {
                    scores[part] = counts[part] > 0.5 ? -step : 0;
                    lost += counts[part] * scores[part];
                }
                workspace.sharedChanged();
                assertThat(lost).as(what).isLessThan(-step * (length - 2));
                for (int t = length / 2; t < length; t++) {
                    scores[trellis.stateOffset(t) + 1] = -lost / (length - length / 2);
                }
                check(trellis, workspace, Math.log(2), 0.5, what);
            }
        }
    }
}
