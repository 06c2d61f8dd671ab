package org.espalier.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.espalier.inference.Inference;
import org.espalier.inference.Workspace;
import org.espalier.math.Kernels;
import org.junit.jupiter.api.Test;

class TrellisTest {

    @Test
    void theScoreOfTheBestPathHasTheSameBitsAsViterbiGives() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Trellis trellis = Trellis.chain(6, 3, new int[] {1, 4});
            Workspace workspace = new Workspace();
            workspace.reserve(trellis);
            for (int part = 0; part < trellis.parts(); part++) {
                workspace.scores()[part] = random.nextGaussian();
            }
            workspace.sharedChanged();
            int[] path = new int[6];
            double best = new Inference(Kernels.scalar()).best(trellis, workspace, path);
            assertThat(trellis.score(workspace.scores(), path))
                    .as("seed %d", seed)
                    .isEqualTo(best);
        }
    }

    @Test
    void addingAPathTouchesExactlyItsParts() {
        Trellis trellis = Trellis.chain(3, 2, new int[] {2});
        double[] parts = new double[trellis.parts()];
        trellis.addPath(parts, new int[] {1, 0, 1}, 2.5);
        double[] expected = new double[trellis.parts()];
        for (int part : new int[] {2, 1, 4 + 1, 4 + 2, 4 + 5, 4 + 6 + 1}) {
            expected[part] = 2.5;
        }
        assertThat(parts).isEqualTo(expected);
    }

    /** Adding everything of one path first would give 0 here. */
    @Test
    void differencesAreAddedPositionByPosition() {
        Trellis trellis = Trellis.chain(2, 2);
        double[] scores = {0, 0, 0, 0, 1e17, 1e17, 1, 0};

        assertThat(trellis.difference(scores, new int[] {0, 0}, new int[] {1, 1}))
                .isEqualTo(1);
        assertThat(trellis.score(scores, new int[] {0, 0}) - trellis.score(scores, new int[] {1, 1}))
                .isZero();
    }

    @Test
    void differencesAreThoseOfScores() {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            Trellis trellis = Trellis.chain(6, 3, new int[] {1, 4});
            double[] scores = random.doubles(trellis.parts(), -1, 1).toArray();
            int[] one = random.ints(6, 0, 3).toArray();
            int[] other = random.ints(6, 0, 3).toArray();
            assertThat(trellis.difference(scores, one, other))
                    .as("seed %d", seed)
                    .isCloseTo(trellis.score(scores, one) - trellis.score(scores, other), within(1e-12));
        }
    }

    /** The second state leads by a bit that the next state's score swallows. */
    @Test
    void totalsThatRoundingMakesEqualAreEqual() {
        Trellis trellis = Trellis.chain(2, 2);
        Workspace workspace = new Workspace();
        workspace.reserve(trellis);
        System.arraycopy(new double[] {0, 0, 0, 0, 1, Math.nextUp(1.0), 1024, 0}, 0, workspace.scores(), 0, 8);
        workspace.sharedChanged();
        Inference inference = new Inference(Kernels.scalar());
        int[] path = new int[2];

        double best = inference.best(trellis, workspace, path);
        assertThat(path).containsExactly(1, 0);
        assertThat(inference.bestByTotals(trellis, workspace, path)).isEqualTo(best);
        assertThat(path).containsExactly(0, 0);
    }

    @Test
    void refusesShapesThatMakeNoSense() {
        assertThatThrownBy(() -> Trellis.chain(-1, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Trellis.chain(3, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Trellis.chain(3, 2, new int[] {0})).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Trellis.chain(3, 2, new int[] {3})).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Trellis.chain(4, 2, new int[] {2, 2})).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Trellis.chain(2_000_000, 2_000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("split the sequence");
    }
}
