package org.espalier.inference.forest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.espalier.inference.Workspace;
import org.espalier.structure.forest.Forest;
import org.espalier.structure.forest.ForestBuilder;
import org.junit.jupiter.api.Test;

/** Long lattices: nothing is recursive. */
class ForestSizeTest {

    @Test
    void aLatticeOfManySteps() {
        int steps = 50_000;
        ForestBuilder builder = new ForestBuilder(steps, 0, 2);
        int last = builder.node();
        builder.axiom(last);
        for (int k = 0; k < steps; k++) {
            int next = builder.node();
            builder.step(last, next, 0).step(last, next, 1);
            last = next;
        }
        Forest forest = builder.build();
        ForestInference inference = new ForestInference();
        Workspace workspace = new Workspace();
        workspace.reserve(forest);
        workspace.scores()[0] = 0;
        workspace.scores()[1] = -1;
        double each = Math.log1p(Math.exp(-1));
        double[] marginals = new double[2];

        assertThat(inference.addMarginals(forest, workspace, 1, marginals)).isCloseTo(steps * each, within(1e-6));
        assertThat(marginals[0]).isCloseTo(steps * Math.exp(-each), within(1e-6));
        assertThat(inference.best(forest, workspace).score()).isZero();
        assertThat(inference.nBest(forest, workspace, 4)).extracting("score").containsExactly(0.0, -1.0, -1.0, -1.0);
        assertThat(inference.sample(forest, workspace, new Random(1)).size()).isEqualTo(steps + 1);
    }
}
