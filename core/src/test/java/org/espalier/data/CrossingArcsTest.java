package org.espalier.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class CrossingArcsTest {
    private static final long SEED = 11;

    private static Sequence sequence(int[] heads) {
        List<Token> tokens = new ArrayList<>();
        List<Mark> marks = new ArrayList<>();
        for (int t = 0; t < heads.length; t++) {
            tokens.add(new Token(List.of("w" + t), List.of()));
            marks.add(new Mark(heads[t], t, "x"));
        }
        return new Sequence(tokens, null, 1, List.of(), new Location("trees", 1), null, marks);
    }

    /** Marked again as reachability: between head and word there must be words below the head only. */
    @Test
    void wordsWhoseArcsCrossAreThoseWithAStrangerBelowTheArc() {
        Random random = new Random(SEED);
        int crossing = 0;
        for (int trial = 0; trial < 400; trial++) {
            int[] heads = tree(2 + random.nextInt(7), random);
            TreeSet<Integer> expected = new TreeSet<>();
            for (int word = 0; word < heads.length; word++) {
                TreeSet<Integer> below = below(heads, heads[word]);
                for (int between = Math.min(word, heads[word]) + 1; between < Math.max(word, heads[word]); between++) {
                    if (!below.contains(between)) {
                        expected.add(word);
                    }
                }
            }
            Sequence sequence = sequence(heads);
            assertThat(Projective.crossing(sequence)).as("seed " + SEED).containsExactlyElementsOf(expected);
            assertThat(Projective.isProjective(sequence)).isEqualTo(expected.isEmpty());
            crossing += expected.isEmpty() ? 0 : 1;
        }
        assertThat(crossing).isBetween(50, 350);
    }

    @Test
    void headsThatMakeNoTreeAreRefused() {
        assertThatThrownBy(() -> Projective.crossing(sequence(new int[] {1, 0})))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("trees:1", "above itself");
    }

    private static int[] tree(int length, Random random) {
        List<Integer> order = new ArrayList<>();
        for (int t = 0; t < length; t++) {
            order.add(random.nextInt(order.size() + 1), t);
        }
        int[] heads = new int[length];
        for (int k = 0; k < length; k++) {
            heads[order.get(k)] = k == 0 ? Mark.ROOT : order.get(random.nextInt(k));
        }
        return heads;
    }

    /** All words below a head, found by passing marks down until nothing changes. */
    private static TreeSet<Integer> below(int[] heads, int head) {
        TreeSet<Integer> found = new TreeSet<>();
        boolean more = true;
        while (more) {
            more = false;
            for (int t = 0; t < heads.length; t++) {
                if (heads[t] == head || found.contains(heads[t])) {
                    more |= found.add(t);
                }
            }
        }
        return found;
    }
}
