package org.espalier.structure.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.structure.Family;
import org.espalier.structure.Sites;
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

    /** States 0 and 2 may begin, 1 and 2 may end. */
    @Test
    void bordersForbidBeginningsAndEnds() {
        Borders borders = Borders.of(3, s -> s != 1, s -> s > 0);
        for (int length = 0; length < 4; length++) {
            Trellis trellis = Trellis.chain(length, 3).withBorders(borders);
            double[] scores = new double[trellis.parts()];
            double[] forbidden = scores.clone();
            borders.forbid(trellis, forbidden);
            int[] path = new int[length];
            for (int code = 0; code < Math.pow(3, length); code++) {
                for (int t = 0, rest = code; t < length; t++, rest /= 3) {
                    path[t] = rest % 3;
                }
                boolean allowed = length == 0 || (path[0] != 1 && path[length - 1] > 0);
                assertThat(trellis.score(scores, path)).isEqualTo(allowed ? 0 : Double.NEGATIVE_INFINITY);
                assertThat(Trellis.chain(length, 3).score(forbidden, path))
                        .isEqualTo(allowed ? 0 : Double.NEGATIVE_INFINITY);
            }
        }
        Trellis open = Trellis.chain(2, 3).withBorders(Borders.of(3, s -> true, s -> true));
        assertThat(open.borders()).isNull();
        assertThatThrownBy(() -> Trellis.chain(2, 4).withBorders(borders)).hasMessageContaining("3 states");
    }

    @Test
    void aTopologyWantsFamiliesAsWideAsItsParts() {
        Transitions steps = Transitions.only(2, new int[] {1});
        Borders open = Borders.of(2, s -> true, s -> true);
        Family states = Family.plain("state", Trellis.STATES, 2);
        assertThatThrownBy(() -> ChainTopology.of(steps, open, List.of(Family.plain("state", Trellis.STATES, 3))))
                .hasMessageContaining("3 parts per place; expected 2");
        assertThatThrownBy(() -> ChainTopology.of(steps, open, List.of(states, Family.shared("step", 4, null))))
                .hasMessageContaining("4 parts per place; expected 1");
        assertThatThrownBy(() -> ChainTopology.of(steps, open, List.of(states, Family.plain("step", Trellis.STEPS, 4))))
                .hasMessageContaining("4 parts per place; expected 1");
        assertThatThrownBy(() -> ChainTopology.of(steps, open, List.of(Family.shared("step", 1, null))))
                .hasMessageContaining("looks at positions");
    }

    /** A single token needs no steps, but its borders. */
    @Test
    void bordersStayWhenIdlePartsGo() {
        ChainTopology topology = Histories.all(2, 2).topology();
        Trellis trellis = topology.structure(new Sites() {
            @Override
            public int length() {
                return 1;
            }

            @Override
            public int[] sites(int kind) {
                return new int[0];
            }
        });
        Trellis shorter = topology.withoutIdleParts(trellis);
        assertThat(shorter.sharedParts()).isZero();
        assertThat(shorter.borders()).isSameAs(trellis.borders()).isNotNull();
    }
}
