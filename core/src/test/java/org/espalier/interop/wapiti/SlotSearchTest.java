package org.espalier.interop.wapiti;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SlotSearchTest {
    /** The score of one step. */
    private interface Score {
        double of(int t, int i, int j);
    }

    private static final int STATES = 3;
    private static final int LENGTH = 4;

    private static List<int[]> all() {
        List<int[]> all = new ArrayList<>();
        for (int code = 0; code < 81; code++) {
            all.add(new int[] {code / 27, code / 9 % 3, code / 3 % 3, code % 3});
        }
        return all;
    }

    private static SlotSearch search(int states, int slots, boolean product, Score score) {
        return new SlotSearch(states, slots, product, (t, into) -> {
            for (int k = 0; k < states * states; k++) {
                into[k] = score.of(t, k / states, k % states);
            }
        });
    }

    private static double score(int[] path, Score arcs, boolean product) {
        double score = arcs.of(0, 0, path[0]);
        for (int t = 1; t < path.length; t++) {
            double arc = arcs.of(t, path[t - 1], path[t]);
            score = product ? score * arc : score + arc;
        }
        return score;
    }

    @Test
    void theBestOfAllLabellings() {
        for (int seed = 0; seed < 50; seed++) {
            double[] numbers =
                    new Random(seed).doubles(LENGTH * STATES * STATES).toArray();
            Score arcs = (t, i, j) -> numbers[(t * STATES + i) * STATES + j];
            for (boolean product : new boolean[] {false, true}) {
                List<int[]> sorted = all();
                sorted.sort(Comparator.comparingDouble(path -> -score(path, arcs, product)));

                List<int[]> found = search(STATES, 7, product, arcs).paths(LENGTH);

                assertThat(found).hasSize(7).usingRecursiveComparison().isEqualTo(sorted.subList(0, 7));
            }
        }
    }

    @Test
    void whatIsNotThereIsNotListed() {
        Score even = (t, i, j) -> 0;

        assertThat(search(1, 5, false, even).paths(3)).hasSize(1);
        assertThat(search(2, 5, false, even).paths(1)).hasSize(2);
        assertThat(search(2, 9, false, even).paths(3)).hasSize(8);
        assertThat(search(2, 9, false, even).paths(0)).hasSize(1);
        Score forbidding = (t, i, j) -> t == 1 && j == 1 ? Double.NEGATIVE_INFINITY : 0;
        assertThat(search(2, 9, false, forbidding).paths(3)).hasSize(4);
    }

    @Test
    void ofEqualLabellingsTheFirstSlotComesFirst() {
        List<int[]> found = search(2, 3, false, (t, i, j) -> 0).paths(2);

        // Three of the four ways; the slots of label 0 hold what came first.
        assertThat(found)
                .usingRecursiveComparison()
                .isEqualTo(List.of(new int[] {0, 0}, new int[] {1, 0}, new int[] {0, 1}));
    }
}
