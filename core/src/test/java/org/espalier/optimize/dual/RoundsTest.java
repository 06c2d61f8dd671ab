package org.espalier.optimize.dual;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoundsTest {
    private static final int TERMS = 20;

    private static List<Integer> visit(Rounds rounds, int[] order, int visits, double[] gaps) {
        List<Integer> visited = new ArrayList<>();
        for (int k = 0; k < visits; k++) {
            int term = order[rounds.next()];
            visited.add(term);
            rounds.met(gaps[term]);
        }
        return visited;
    }

    @Test
    void termsAtRestAreMetAgainOnlyInTheNextRound() {
        int[] order = IntStream.range(0, TERMS).toArray();
        double[] gaps = new double[TERMS];
        gaps[3] = 1;
        gaps[11] = 1;
        Rounds rounds = new Rounds(order, 1);

        assertThat(visit(rounds, order, TERMS, gaps))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, TERMS).boxed().toList());
        for (int pass = 0; pass < 10; pass++) {
            assertThat(visit(rounds, order, 2, gaps)).containsExactlyInAnyOrder(3, 11);
        }
        gaps[3] = 0.1; // 0.2 of what the pass over all met: enough
        gaps[11] = 0.3;
        visit(rounds, order, 2, gaps);
        assertThat(visit(rounds, order, TERMS, gaps)).doesNotHaveDuplicates();
    }

    @Test
    void withAllAtRestEveryPassIsOverAll() {
        int[] order = IntStream.range(0, TERMS).toArray();
        Rounds rounds = new Rounds(order, 2);
        for (int pass = 0; pass < 5; pass++) {
            assertThat(visit(rounds, order, TERMS, new double[TERMS])).doesNotHaveDuplicates();
        }
    }

    @Test
    void noTermIsLeftOutForMoreThanSixEpochs() {
        int[] order = IntStream.range(0, TERMS).toArray();
        Rounds rounds = new Rounds(order, 3);
        SplittableRandom random = new SplittableRandom(4);
        double[] gaps = new double[TERMS];
        int[] last = new int[TERMS];
        int longest = 0;
        for (int k = 0; k < 200 * TERMS; k++) {
            int term = order[rounds.next()];
            longest = Math.max(longest, k - last[term]);
            last[term] = k;
            gaps[term] = term == 0 || random.nextInt(4) == 0 ? 1 : 0; // term 0 keeps every round open
            rounds.met(gaps[term]);
        }
        assertThat(longest).isBetween(2 * TERMS, 6 * TERMS);
    }
}
