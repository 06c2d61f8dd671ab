package org.espalier.structure.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.espalier.structure.Family;
import org.junit.jupiter.api.Test;

class HistoriesTest {

    /** The example in the documentation of the class. */
    @Test
    void twoLabelsOfOrderTwo() {
        Histories histories = Histories.all(2, 2);
        assertThat(histories.states()).isEqualTo(6);
        assertThat(IntStream.range(0, 6).mapToObj(s -> Arrays.toString(histories.history(s))))
                .containsExactly("[0]", "[1]", "[0, 0]", "[0, 1]", "[1, 0]", "[1, 1]");
        assertThat(steps(histories))
                .containsExactly("0→2", "0→3", "1→4", "1→5", "2→2", "2→3", "3→4", "3→5", "4→2", "4→3", "5→4", "5→5");
        assertThat(histories.path(0, 1, 1)).containsExactly(0, 3, 5);
        assertThat(histories.path()).isEmpty();
        Trellis trellis = histories.topology().structure(new Length(1));
        Borders borders = Objects.requireNonNull(trellis.borders());
        assertThat(IntStream.range(0, 6).filter(borders::mayBegin)).containsExactly(0, 1);
        assertThat(IntStream.range(0, 6).filter(borders::mayEnd)).hasSize(6);
        assertThat(histories.topology(2, 2).families())
                .map(Family::name)
                .containsExactly("state", "transition", "transition-2", "observed-transition", "observed-transition-2");
    }

    private static List<String> steps(Histories histories) {
        List<String> steps = new ArrayList<>();
        Transitions transitions = histories.steps();
        for (int i = 0; i < transitions.states(); i++) {
            for (int part = transitions.rowBegin(i); part < transitions.rowBegin(i + 1); part++) {
                steps.add(i + "→" + transitions.target(part));
            }
        }
        return steps;
    }

    private record Length(int length) implements org.espalier.structure.Sites {
        @Override
        public int[] sites(int kind) {
            return new int[0];
        }
    }

    @Test
    void orderOneIsThePlainChain() {
        Histories histories =
                Histories.occurring(3, 1).add(AllowedStates.path(0, 2)).build();
        assertThat(histories.map().isIdentity()).isTrue();
        assertThat(histories.steps().parts()).isEqualTo(9);
        assertThat(histories.topology().structure(new Length(2)).borders()).isNull();
        assertThat(histories.topology().families())
                .map(Family::name)
                .containsExactly("state", "transition", "observed-transition");
    }

    /** Sequences 0 1 0 0 and 2; order 3. */
    @Test
    void whatOccursAreAllShorterPiecesToo() {
        Histories histories = Histories.occurring(3, 3)
                .add(AllowedStates.path(0, 1, 0, 0))
                .add(AllowedStates.path(2))
                .build();
        assertThat(IntStream.range(0, histories.states()).mapToObj(s -> Arrays.toString(histories.history(s))))
                .containsExactly("[0]", "[1]", "[2]", "[0, 0]", "[0, 1]", "[1, 0]", "[0, 1, 0]", "[1, 0, 0]");
        assertThat(histories.path(0, 1, 0, 0)).containsExactly(0, 4, 6, 7);
        assertThat(histories.path(1, 0, 0)).containsExactly(1, 5, 7);
        assertThat(histories.path(2)).containsExactly(2);
        assertThat(histories.path(2, 0)).isNull();
        assertThat(histories.path(0, 1, 0, 1)).isNull();
        assertThat(histories.tuples(2)).isEqualTo(2);
        assertThat(histories.tuple(2, 1)).containsExactly(1, 0, 0);
        assertThat(histories.tuples(3)).isEqualTo(1);
        assertThat(histories.tuple(3, 0)).containsExactly(0, 1, 0, 0);
    }

    @Test
    void partialLabelsAllowAllHistoriesOfTheirAlternatives() {
        Histories histories = Histories.occurring(4, 2)
                .add(AllowedStates.of(new int[][] {{0}, {1, 2}, null, {3}}))
                .build();
        assertThat(IntStream.range(4, histories.states()).mapToObj(s -> Arrays.toString(histories.history(s))))
                .containsExactly("[0, 1]", "[0, 2]");
    }

    @Test
    void labelsWithoutAPathAreTold() {
        Histories histories =
                Histories.occurring(2, 2).add(AllowedStates.path(0, 1)).build();
        Trellis trellis = histories.topology().structure(new Length(2));
        assertThat(histories.supervision(AllowedStates.path(0, 1)).isSingle()).isTrue();
        var absent = histories.supervision(AllowedStates.path(1, 0));
        assertThat(absent.isSingle()).isFalse();
        double[] scores = new double[trellis.parts()];
        absent.forbid(trellis, scores);
        assertThat(trellis.score(scores, new int[] {0, 2})).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThatThrownBy(() -> absent.single(trellis)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void errorsAreLabelsThoughOneChangesSeveralHistories() {
        Histories histories = Histories.all(2, 3);
        Trellis trellis = histories.topology().structure(new Length(4));
        var gold = histories.supervision(AllowedStates.path(0, 0, 0, 0));
        int[] path = Objects.requireNonNull(histories.path(0, 1, 0, 0));
        assertThat(path).isNotEqualTo(histories.path(0, 0, 0, 0));
        assertThat(gold.errors(trellis, new Path(trellis, path))).isEqualTo(1);
    }

    /** Tuples are numbered without gaps, and a step belongs to the tuple of its last labels. */
    @Test
    void stepsAreTiedToTheirLastLabels() {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            int order = 1 + random.nextInt(5);
            int labels = 1 + random.nextInt(4);
            Histories.Builder builder = Histories.occurring(labels, order);
            for (int n = 0; n < 3; n++) {
                builder.add(AllowedStates.path(
                        random.ints(random.nextInt(12), 0, labels).toArray()));
            }
            Histories histories = builder.build();
            Transitions steps = histories.steps();
            for (int m = 1; m <= order; m++) {
                Family family = histories.topology().families().get(m);
                int[] tie = Objects.requireNonNull(family.tie());
                Set<Integer> met = new HashSet<>();
                for (int i = 0; i < steps.states(); i++) {
                    for (int part = steps.rowBegin(i); part < steps.rowBegin(i + 1); part++) {
                        int[] history = histories.history(i);
                        int[] longer = Arrays.copyOf(history, history.length + 1);
                        longer[history.length] = histories.map().label(steps.target(part));
                        if (history.length < m) {
                            assertThat(tie[part]).isEqualTo(-1);
                        } else {
                            assertThat(histories.tuple(m, tie[part]))
                                    .containsExactly(Arrays.copyOfRange(longer, longer.length - m - 1, longer.length));
                            met.add(tie[part]);
                        }
                    }
                }
                if (m > 1) {
                    assertThat(met)
                            .as("seed %d, order %d of %d", seed, m, order)
                            .hasSize(histories.tuples(m));
                }
            }
        }
    }

    @Test
    void filesKeepThem() {
        Random random = new Random(3);
        Histories histories = Histories.occurring(5, 4)
                .add(AllowedStates.path(random.ints(200, 0, 5).toArray()))
                .build();
        Histories read = Histories.of(5, 4, histories.lastLabels(), histories.childCounts());
        assertThat(steps(read)).isEqualTo(steps(histories));
        for (int s = 0; s < read.states(); s++) {
            assertThat(read.history(s)).isEqualTo(histories.history(s));
            assertThat(read.length(s)).isEqualTo(histories.history(s).length);
        }
    }

    /** Any change of a number is another trie, or is refused; nothing else escapes. */
    @Test
    void brokenFilesAreRefused() {
        Histories histories = Histories.occurring(3, 3)
                .add(AllowedStates.path(0, 1, 0, 0, 2, 1))
                .build();
        Random random = new Random(4);
        int refused = 0;
        for (int n = 0; n < 500; n++) {
            int[] labels = histories.lastLabels();
            int[] counts = histories.childCounts();
            int[] broken = random.nextBoolean() ? labels : counts;
            broken[random.nextInt(broken.length)] += random.nextInt(7) - 3;
            try {
                Histories.of(3, 3, labels, counts);
            } catch (IllegalArgumentException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(300);
        assertThatThrownBy(() -> Histories.of(3, 3, new int[2], new int[2])).hasMessageContaining("level order");
    }

    @Test
    void ordersAndSizesHaveLimits() {
        assertThatThrownBy(() -> Histories.all(2, 0)).hasMessageContaining("expected an order from 1 to 5");
        assertThatThrownBy(() -> Histories.occurring(2, 6)).hasMessageContaining("expected an order from 1 to 5");
        assertThatThrownBy(() -> Histories.all(100, 5)).hasMessageContaining("take those that occur");
        assertThatThrownBy(() -> Histories.all(2, 2).topology(3, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    /** More states than pairs of them can be numbered with an int. */
    @Test
    void fiveGramsOfManyLabels() {
        Random random = new Random(5);
        Histories histories = Histories.occurring(26, 5)
                .add(AllowedStates.path(random.ints(60_000, 0, 26).toArray()))
                .build();
        assertThat(histories.states()).isGreaterThan(100_000);
        int[] labels = random.ints(5, 0, 26).toArray();
        int[] path = histories.path(labels);
        if (path != null) {
            assertThat(histories.map().labels(path, 5)).isEqualTo(labels);
        }
        assertThat(histories.topology().sharedParts())
                .isEqualTo(histories.steps().parts());
    }
}
