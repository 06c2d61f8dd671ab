package org.espalier.interop.crfpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.interop.crfpp.AgendaSearch.Suffix;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Path;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.api.Test;

final class AgendaSearchTest {
    /** What a std::priority_queue of libstdc++ 12 gave for the same calls. */
    private static final String LIBRARY_ORDER =
            "1 2 0 4 5 6 10 11 12 7 16 13 17 9 18 19 21 20 22 25 23 28 27 32 34 30 31 35 33 29 8 24 26 3 14 15";

    private final ChainInference inference = new ChainInference(Kernels.scalar());

    private static AgendaSearch search(ChainInference inference, Trellis trellis, Workspace workspace) {
        double[] prefixes = new double[trellis.length() * trellis.states()];
        inference.bestPrefixes(trellis, workspace, prefixes);
        return new AgendaSearch(trellis, workspace.scores(), prefixes);
    }

    private static Workspace workspace(Trellis trellis, double[] scores) {
        Workspace workspace = new Workspace();
        workspace.reserve(trellis);
        System.arraycopy(scores, 0, workspace.scores(), 0, scores.length);
        workspace.sharedChanged();
        return workspace;
    }

    @Test
    void equalsLeaveTheAgendaAsInTheLibrary() {
        Trellis trellis = Trellis.chain(1, 1);
        AgendaSearch agenda = new AgendaSearch(trellis, new double[2], new double[1]);
        List<String> order = new ArrayList<>();
        long random = 12345;
        int next = 0;
        for (int k = 0; k < 60; k++) {
            random = random * 6364136223846793005L + 1442695040888963407L;
            if ((random >>> 33) % 5 < 3 || agenda.isEmpty()) {
                random = random * 6364136223846793005L + 1442695040888963407L;
                agenda.push(new Suffix(0, next++, (random >>> 33) % 4, 0, null));
            } else {
                order.add(String.valueOf(agenda.pop().state()));
            }
        }
        while (!agenda.isEmpty()) {
            order.add(String.valueOf(agenda.pop().state()));
        }

        assertThat(String.join(" ", order)).isEqualTo(LIBRARY_ORDER);
    }

    @Test
    void thePathsAreTheBestOnes() {
        Random random = new Random(3);
        for (int round = 0; round < 300; round++) {
            int length = 1 + random.nextInt(5);
            int[] own = random.nextBoolean() && length > 2 ? new int[] {1, 2} : new int[0];
            Trellis trellis = Trellis.chain(length, 1 + random.nextInt(4), own);
            double[] scores = new double[trellis.parts()];
            boolean ties = random.nextBoolean();
            Arrays.setAll(scores, part -> ties ? random.nextInt(3) : random.nextGaussian());
            Workspace workspace = workspace(trellis, scores);

            List<ScoredOutput<Path>> paths =
                    search(inference, trellis, workspace).take(20, 1 << 20);

            List<ScoredOutput<Path>> expected = inference.nBest(trellis, workspace, 20);
            assertThat(paths).isNotNull().hasSameSizeAs(expected);
            Set<String> different = new HashSet<>();
            for (int k = 0; k < expected.size(); k++) {
                ScoredOutput<Path> path = paths.get(k);
                assertThat(path.score()).isCloseTo(expected.get(k).score(), within(1e-9));
                assertThat(path.score())
                        .isCloseTo(
                                trellis.score(workspace.scores(), path.output().states()), within(1e-9));
                different.add(Arrays.toString(path.output().states()));
            }
            assertThat(different).hasSameSizeAs(expected);
        }
    }

    @Test
    void anAgendaThatIsTooLargeIsGivenUp() {
        Trellis trellis = Trellis.chain(60, 8);
        Workspace workspace = workspace(trellis, new double[trellis.parts()]);

        assertThat(search(inference, trellis, workspace).take(1_000, 1 << 20)).hasSize(1_000);
        assertThat(search(inference, trellis, workspace).take(1_000, 100)).isNull();
    }
}
