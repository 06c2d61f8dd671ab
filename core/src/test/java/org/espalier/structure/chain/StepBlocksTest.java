package org.espalier.structure.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.espalier.math.Blocks;
import org.espalier.math.Kernels;
import org.espalier.structure.Family;
import org.espalier.structure.Sites;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Blocks have every step between two positions once, and lead from where its source stands to where its target does. */
class StepBlocksTest {
    private record Length(int length) implements Sites {
        @Override
        public int[] sites(int kind) {
            return new int[0];
        }
    }

    private static Histories histories(int labels, int order) {
        return labels < 4
                ? Histories.occurring(labels, order)
                        .add(AllowedStates.path(0, 1, 2, 0, 0, 1, 1, 2))
                        .add(AllowedStates.path(2, 2, 1, 0, 1, 2, 0))
                        .build()
                : Histories.all(labels, order);
    }

    @ParameterizedTest
    @CsvSource({"3, 2", "3, 3", "3, 4", "7, 2", "4, 3"})
    void everyStepIsThereOnce(int labels, int order) {
        Histories histories = histories(labels, order);
        Transitions steps = histories.steps();
        Reach reach = Objects.requireNonNull(
                histories.topology().structure(new Length(8)).reach());
        for (int t = 1; t < 8; t++) {
            StepBlocks blocks = reach.blocks(t);
            List<Integer> expected = new ArrayList<>();
            for (int part = 0; part < steps.parts(); part++) {
                if (steps.source(part) >= reach.begin(t - 1) && steps.source(part) < reach.end(t - 1)) {
                    expected.add(part);
                }
            }
            assertThat(IntStream.of(blocks.parts()).boxed()).containsExactlyInAnyOrderElementsOf(expected);
            int[][] places = places(blocks);
            for (int k = 0; k < blocks.parts().length; k++) {
                int part = blocks.parts()[k];
                int[] place = places[blocks.partEntries()[k]];
                assertThat(place)
                        .containsExactly(
                                blocks.from().place(steps.source(part)),
                                blocks.to().place(steps.target(part)));
                assertThat(blocks.to().states()[place[1]]).isEqualTo(steps.target(part));
                assertThat(blocks.to().labels()[place[1]])
                        .isEqualTo(histories.map().label(steps.target(part)));
            }
            assertThat(IntStream.of(blocks.unreached())
                            .filter(place -> blocks.to().states()[place] >= 0))
                    .as("states that no step leads to")
                    .allMatch(place -> expected.stream()
                            .noneMatch(part -> steps.target(part) == blocks.to().states()[place]));
        }
    }

    /** Row and column of every entry // [entries][2]. */
    private static int[][] places(StepBlocks steps) {
        List<int[]> places = new ArrayList<>();
        Blocks singles = steps.singles();
        for (int n = 0; n < singles.pieces(); n++) {
            places.add(new int[] {singles.rows()[n], singles.columns()[n]});
        }
        Blocks blocks = steps.blocks();
        for (int n = 0; n < blocks.pieces(); n++) {
            for (int k = 0; k < Kernels.WIDTH; k++) {
                places.add(new int[] {blocks.rows()[n], blocks.columns()[n] + k});
            }
        }
        for (int n = 0; n < blocks.tallWidths().length; n++) {
            for (int i = blocks.tallBegins()[n]; i < blocks.tallBegins()[n + 1]; i++) {
                for (int k = 0; k < blocks.tallWidths()[n]; k++) {
                    places.add(new int[] {blocks.tallRows()[i], blocks.tallColumns()[n] + k});
                }
            }
        }
        assertThat(places).hasSize(steps.entries());
        return places.toArray(int[][]::new);
    }

    @Test
    void statesThatShareAPartLeadToTheSameStatesOrToNoneInCommon() {
        Transitions crossing = Transitions.only(new int[][] {{1, 2}, {2}, {0}});
        Borders borders = Borders.of(3, s -> s < 2, s -> true);
        List<Family> families = List.of(Family.plain("state", Trellis.STATES, 2));
        assertThatThrownBy(() -> ChainTopology.of(crossing, StateMap.of(2, new int[] {0, 1, 1}), borders, families))
                .hasMessageContaining("all or none");
    }

    @Test
    void statesThatShareAPartBeginAndEndTogether() {
        Transitions steps = Transitions.only(new int[][] {{1, 2}, {1, 2}, {1, 2}});
        Borders borders = Borders.of(3, s -> s < 1, s -> s < 2);
        List<Family> families = List.of(Family.plain("state", Trellis.STATES, 2));
        assertThatThrownBy(() -> ChainTopology.of(steps, StateMap.of(2, new int[] {0, 1, 1}), borders, families))
                .hasMessageContaining("only some of them may end");
    }
}
