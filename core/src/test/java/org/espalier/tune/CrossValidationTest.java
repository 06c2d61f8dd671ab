package org.espalier.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.espalier.data.Sequence;
import org.espalier.tune.CrossValidation.Arrangement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CrossValidationTest {
    private static final long SEED = 310;
    private static final List<Sequence> CHAINS = TuningData.chains(SEED, 103);

    private static CrossValidation split(Arrangement arrangement) {
        return new CrossValidation(5, arrangement, 1, SEED);
    }

    @ParameterizedTest
    @EnumSource
    void everySequenceIsMeasuredOnceAndLearntOtherwise(Arrangement arrangement) {
        List<Sequence> tested = new ArrayList<>();
        for (Fold fold : split(arrangement).folds(CHAINS)) {
            tested.addAll(fold.test());
            assertThat(fold.train().size() + fold.test().size()).isEqualTo(CHAINS.size());
            Set<Integer> identities = new HashSet<>();
            fold.test().forEach(sequence -> identities.add(System.identityHashCode(sequence)));
            assertThat(fold.train()).noneMatch(sequence -> identities.contains(System.identityHashCode(sequence)));
        }
        assertThat(tested).containsExactlyInAnyOrderElementsOf(CHAINS);
    }

    @ParameterizedTest
    @EnumSource(names = {"USUAL", "SHUFFLED", "STRATIFIED", "BLOCKS"})
    void partsAreOfEqualSize(Arrangement arrangement) {
        for (int size : split(arrangement).sizes(CHAINS)) {
            assertThat(size).isBetween(20, 21);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theSameSeedGivesTheSameFolds(Arrangement arrangement) {
        assertThat(split(arrangement).owners(CHAINS))
                .isEqualTo(split(arrangement).owners(CHAINS));
    }

    @Test
    void anotherSeedGivesOtherFolds() {
        assertThat(new CrossValidation(5, 1).owners(CHAINS)).isNotEqualTo(new CrossValidation(5, 2).owners(CHAINS));
    }

    @Test
    void labelsOfSingleTokensAreSpreadEvenly() {
        List<Sequence> single = TuningData.single(SEED, 200);
        int[] owners = new CrossValidation(5, SEED).owners(single);
        Map<String, int[]> counts = new HashMap<>();
        for (int n = 0; n < owners.length; n++) {
            String label = Objects.requireNonNull(single.get(n).labels()).get(0);
            counts.computeIfAbsent(label, key -> new int[5])[owners[n]]++;
        }
        assertThat(counts).hasSize(2);
        counts.forEach((label, perFold) -> {
            int least = java.util.Arrays.stream(perFold).min().orElseThrow();
            int most = java.util.Arrays.stream(perFold).max().orElseThrow();
            assertThat(most - least).as("label %s", label).isLessThanOrEqualTo(1);
        });
    }

    @Test
    void blocksKeepNeighboursTogether() {
        assertThat(split(Arrangement.BLOCKS).owners(CHAINS)).isSorted();
    }

    @Test
    void groupsAreNotTornApart() {
        int[] owners = split(Arrangement.GROUPED).owners(CHAINS);
        Map<String, Integer> owner = new HashMap<>();
        for (int n = 0; n < owners.length; n++) {
            String group = CHAINS.get(n).tokens().get(0).columns().get(1);
            assertThat(owner.putIfAbsent(group, owners[n])).as(group).isIn(null, owners[n]);
        }
        assertThat(owner).hasSize(15);
        for (int size : split(Arrangement.GROUPED).sizes(CHAINS)) {
            assertThat(size).isBetween(15, 28);
        }
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThatThrownBy(() -> new CrossValidation(1, 1)).hasMessage("1 folds; expected at least 2");
        assertThatThrownBy(() -> new CrossValidation(200, 1).folds(CHAINS))
                .hasMessageContaining("200 folds of 103 sequences");
        assertThatThrownBy(() -> new CrossValidation(16, Arrangement.GROUPED, 1, 1).folds(CHAINS))
                .hasMessageContaining("16 folds of 15 groups");
        assertThatThrownBy(() -> new CrossValidation(5, Arrangement.GROUPED, 7, 1).folds(CHAINS))
                .hasMessageContaining("column 7");
    }
}
