package org.espalier.structure.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
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
            double best = new ChainInference(Kernels.scalar()).best(trellis, workspace, path);
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
