package org.espalier.inference.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.inference.Workspace;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.api.Test;

/** The two representations of sums: when the scaled one must give up, and that both say the same where both can speak. */
class RepresentationTest {

    private static Workspace workspace(Trellis trellis, double... scores) {
        Workspace workspace = new Workspace();
        workspace.reserve(trellis);
        System.arraycopy(scores, 0, workspace.scores(), 0, scores.length);
        workspace.sharedChanged();
        return workspace;
    }

    @Test
    void aDropOfStateAndTransitionTogetherIsNoticedBeforeItVanishes() {
        // Two lanes without a bridge: the second falls by exp(−398) twice, a step that a double cannot follow, and
        // comes
        // back to the same score as the first.
        double none = Double.NEGATIVE_INFINITY;
        Trellis trellis = Trellis.chain(5, 2, new int[] {1, 2, 3, 4});
        Workspace workspace = workspace(
                trellis, 0, none, none, 0, //
                0, 0, 0, -199, 0, -199, 0, 199, 0, 199, //
                0, 0, 0, -199, 0, 0, 0, -199, 0, 0, 0, 199, 0, 0, 0, 199);
        ScaledRows scaled = new ScaledRows(trellis, workspace, Kernels.scalar());
        assertThat(scaled.prepare() && scaled.runForward()).isFalse();
        assertThat(new ChainInference(Kernels.scalar()).logSum(trellis, workspace))
                .isCloseTo(Math.log(2), within(1e-12));
    }

    @Test
    void ordinaryScoresStayScaledEvenWithForbiddenParts() {
        Random random = new Random(4);
        Trellis trellis = Trellis.chain(200, 5, new int[] {7, 8, 90});
        double[] scores = random.doubles(trellis.parts(), -15, 15).toArray();
        for (int k = 0; k < 300; k++) {
            scores[trellis.sharedParts() + random.nextInt(200) * 5 + 1 + random.nextInt(4)] = Double.NEGATIVE_INFINITY;
        }
        ScaledRows scaled = new ScaledRows(trellis, workspace(trellis, scores), Kernels.scalar());
        assertThat(scaled.prepare() && scaled.runForward()).isTrue();
    }

    /** The same two lanes, where the bridges have no part at all. */
    @Test
    void aDropIsAlsoNoticedWhereOtherStepsAreForbidden() {
        Transitions lanes = Transitions.only(2, new int[] {0, 3});
        Trellis trellis = Trellis.chain(5, lanes, new int[] {1, 2, 3, 4});
        Workspace workspace = workspace(
                trellis, 0, 0, //
                0, 0, 0, -199, 0, -199, 0, 199, 0, 199, //
                0, -199, 0, -199, 0, 199, 0, 199);
        ScaledRows scaled = new ScaledArcRows(trellis, lanes, workspace, Kernels.scalar());
        assertThat(scaled.prepare() && scaled.runForward()).isFalse();
        assertThat(new ChainInference(Kernels.scalar()).logSum(trellis, workspace))
                .isCloseTo(Math.log(2), within(1e-12));
    }

    /** A lane loses a factor of exp(−100) three times: every step is small enough, the sum of them is not. */
    @Test
    void aRowThatShrinksStepByStepIsNoticedWhereOtherStepsAreForbidden() {
        Transitions lanes = Transitions.only(2, new int[] {0, 3});
        for (int steps = 1; steps <= 6; steps++) {
            Trellis trellis = Trellis.chain(steps, lanes, new int[0]);
            double[] scores = new double[trellis.parts()];
            for (int t = 0; t < steps; t++) {
                scores[trellis.stateOffset(t) + 1] = -100;
            }
            ScaledRows scaled = new ScaledArcRows(trellis, lanes, workspace(trellis, scores), Kernels.scalar());
            assertThat(scaled.prepare() && scaled.runForward())
                    .as("%d steps", steps)
                    .isEqualTo(Math.exp(-100 * steps) >= ScaledRows.TINY);
        }
    }

    @Test
    void ordinaryScoresStayScaledWhereOtherStepsAreForbidden() {
        Random random = new Random(4);
        int[] arcs = IntStream.range(0, 400)
                .filter(arc -> arc % 20 == (arc / 20 + 1) % 20 || random.nextInt(8) == 0)
                .toArray();
        Transitions transitions = Transitions.only(20, arcs);
        Trellis trellis = Trellis.chain(200, transitions, new int[] {7, 8, 90});
        double[] scores = random.doubles(trellis.parts(), -15, 15).toArray();
        Arrays.fill(scores, trellis.stateOffset(0) + 1, trellis.stateOffset(1), Double.NEGATIVE_INFINITY);
        ScaledRows scaled = new ScaledArcRows(trellis, transitions, workspace(trellis, scores), Kernels.scalar());
        assertThat(scaled.prepare() && scaled.runForward()).isTrue();
    }

    @Test
    void logarithmsKeepTheirPrecisionOverLongSequences() {
        Trellis trellis = Trellis.chain(100_000, 3);
        double[] scores = new Random(3).doubles(trellis.parts(), -2, 2).toArray();
        double[] fast = new double[trellis.parts()];
        double[] slow = new double[trellis.parts()];
        Workspace workspace = workspace(trellis, scores);
        ScaledRows scaled = new ScaledRows(trellis, workspace, Kernels.scalar());
        assertThat(scaled.prepare() && scaled.runForward()).isTrue();
        scaled.runBackward(1, fast);
        LogRows logs = new LogRows(trellis, workspace);
        logs.runForward();
        logs.runBackward(1, slow);
        assertThat(logs.logSum()).isCloseTo(scaled.logSum(), within(1e-11 * Math.abs(scaled.logSum())));
        double worst = 0;
        for (int part = 0; part < fast.length; part++) {
            worst = Math.max(worst, Math.abs(slow[part] - fast[part]) / Math.max(1, fast[part]));
        }
        assertThat(worst).isLessThan(1e-11);
    }
}
