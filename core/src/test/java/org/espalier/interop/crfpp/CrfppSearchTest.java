package org.espalier.interop.crfpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Path;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.api.Test;

/** How CRF++ breaks ties and adds up. */
class CrfppSearchTest {

    /** Adding everything of one path first would give 0 here. */
    @Test
    void differencesAreAddedPositionByPosition() {
        Trellis trellis = Trellis.chain(2, 2);
        double[] scores = {0, 0, 0, 0, 1e17, 1e17, 1, 0};

        assertThat(CrfppSearch.difference(trellis, scores, new int[] {0, 0}, new int[] {1, 1}))
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
            assertThat(CrfppSearch.difference(trellis, scores, one, other))
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
        ChainInference inference = new ChainInference(Kernels.scalar());

        ScoredOutput<Path> best = inference.best(trellis, workspace);
        ScoredOutput<Path> found = new CrfppSearch(inference).best(trellis, workspace);

        assertThat(best.output().states()).containsExactly(1, 0);
        assertThat(found.score()).isEqualTo(best.score());
        assertThat(found.output().states()).containsExactly(0, 0);
    }

    /** Where no two candidates are equal, it finds what inference finds. */
    @Test
    void findsTheBestPath() {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            Trellis trellis = Trellis.chain(random.nextInt(6), 3, new int[0]);
            Workspace workspace = new Workspace();
            workspace.reserve(trellis);
            double[] scores = random.doubles(trellis.parts(), -1, 1).toArray();
            System.arraycopy(scores, 0, workspace.scores(), 0, scores.length);
            workspace.sharedChanged();
            ChainInference inference = new ChainInference(Kernels.scalar());

            ScoredOutput<Path> found = new CrfppSearch(inference).best(trellis, workspace);

            ScoredOutput<Path> best = inference.best(trellis, workspace);
            assertThat(found.output().states())
                    .as("seed %d", seed)
                    .isEqualTo(best.output().states());
            assertThat(found.score()).isEqualTo(best.score());
        }
    }
}
