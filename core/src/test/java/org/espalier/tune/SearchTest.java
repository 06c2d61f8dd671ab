package org.espalier.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.espalier.feature.GivenAttributes;
import org.espalier.labelling.StructureSpec;
import org.espalier.labelling.ValidLabels;
import org.espalier.labelling.chain.HiddenClasses;
import org.espalier.labelling.chain.HiddenStates;
import org.espalier.labelling.chain.HigherOrder;
import org.espalier.labelling.segment.SemiMarkov;
import org.espalier.train.Algorithm;
import org.espalier.train.TrainingOptions;
import org.espalier.tune.SuccessiveHalving.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SearchTest {
    private static final long SEED = 77;
    private static final SearchSpace SPACE =
            SearchSpace.EMPTY.with("l2=0.01..10:log:4").with("min-count=1,2,3");

    @Test
    void aGridHasEveryCombination() {
        List<Trial> trials = new GridSearch(SPACE).next(List.of());

        assertThat(trials).hasSize(12).doesNotHaveDuplicates();
        assertThat(trials.get(0).setting()).hasToString("l2=0.01 min-count=1");
        assertThat(trials.get(11).setting()).hasToString("l2=10.0 min-count=3");
        assertThat(trials.stream()
                        .map(trial -> trial.setting().values().get("l2"))
                        .distinct())
                .containsExactly("0.01", "0.1", "1.0", "10.0");
        assertThat(new GridSearch(SPACE).trials()).isEqualTo(12);
        assertThat(new GridSearch(SPACE).next(List.of(List.of()))).isEmpty();
    }

    @Test
    void randomSettingsLieInTheirRangesAndFollowTheSeed() {
        SearchSpace space = SearchSpace.EMPTY
                .with("l2=0.001..1000:log")
                .with("min-count=2..6")
                .with("algorithm=lbfgs|auto")
                .with("tolerance=0..0.5");
        List<Trial> trials = new RandomSearch(space, 200, SEED).next(List.of());

        assertThat(trials).hasSize(200).doesNotHaveDuplicates();
        assertThat(trials).isEqualTo(new RandomSearch(space, 200, SEED).next(List.of()));
        assertThat(trials).isNotEqualTo(new RandomSearch(space, 200, SEED + 1).next(List.of()));
        int small = 0;
        for (Trial trial : trials) {
            double l2 = Double.parseDouble(trial.setting().values().get("l2"));
            assertThat(l2).isBetween(0.001, 1000.0);
            small += l2 < 1 ? 1 : 0;
            assertThat(Integer.parseInt(trial.setting().values().get("min-count")))
                    .isBetween(2, 6);
            assertThat(trial.setting().values().get("algorithm")).isIn("lbfgs", "auto");
            assertThat(Double.parseDouble(trial.setting().values().get("tolerance")))
                    .isBetween(0.0, 0.5);
        }
        assertThat(small).as("half of the logarithms are below the middle").isBetween(75, 125);
    }

    @Test
    void aSmallSpaceIsNotDrawnTwice() {
        assertThat(new RandomSearch(SearchSpace.EMPTY.with("min-count=1,2,3"), 50, SEED).next(List.of()))
                .hasSize(3);
    }

    @Test
    void halvingGivesTheBetterOnesMoreMeans() {
        SearchSpace space = SearchSpace.EMPTY.with("l2=0.01..10:log");
        SuccessiveHalving search = new SuccessiveHalving(space, 20, 3, Resource.DATA, 0, SEED);
        List<List<TrialResult>> rounds = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        List<Double> shares = new ArrayList<>();
        for (List<Trial> trials = search.next(rounds); !trials.isEmpty(); trials = search.next(rounds)) {
            sizes.add(trials.size());
            shares.add(trials.get(0).budget().share());
            rounds.add(trials.stream().map(SearchTest::larger).toList());
        }

        assertThat(sizes).containsExactly(20, 6, 2);
        assertThat(search.trials()).isEqualTo(28);
        assertThat(shares).containsExactly(1 / 9.0, 1 / 3.0, 1.0);
        double most =
                rounds.get(0).stream().mapToDouble(TrialResult::mean).max().orElseThrow();
        assertThat(new TuningResult(rounds, false).best().orElseThrow().mean()).isEqualTo(most);
        assertThat(rounds.get(2))
                .allMatch(result -> rounds.get(0).stream()
                                .filter(other -> other.mean() > result.mean())
                                .count()
                        < 2);
    }

    /** A larger l2 is better, 0.01 … 0.02 fails. */
    private static TrialResult larger(Trial trial) {
        double l2 = Double.parseDouble(trial.setting().values().get("l2"));
        return l2 < 0.02
                ? TrialResult.failed(trial, "too small")
                : new TrialResult(trial, List.of(l2), List.of(), 1, 1, 1, null);
    }

    @Test
    void halvingCanRationIterations() {
        SuccessiveHalving search = new SuccessiveHalving(SPACE, 9, 3, Resource.ITERATIONS, 100, SEED);

        assertThat(search.next(List.of()).get(0).budget()).isEqualTo(Budget.iterations(11));
        TrainingOptions options = Budget.iterations(11).limit(TrainingOptions.DEFAULTS);
        assertThat(options.optimizer().maxIterations()).isEqualTo(11);
        assertThat(Budget.iterations(11)
                        .limit(options.withMaxIterations(5))
                        .optimizer()
                        .maxIterations())
                .isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "l2",
                "=1",
                "l3=1",
                "l2=1..",
                "l2=2..1",
                "l2=0..1:log",
                "l2=1..2:linear",
                "l2=1,,2",
                "min-count=x..y"
            })
    void wrongDefinitionsAreRefused(String definition) {
        assertThatThrownBy(() -> SearchSpace.EMPTY.with(definition))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected");
    }

    @Test
    void aParameterStandsOnce() {
        assertThatThrownBy(() -> SPACE.with("l2=1")).hasMessageContaining("given twice");
    }

    @Test
    void settingsBecomeOptionsInAnyOrder() {
        Recipe recipe = new Recipe(new GivenAttributes(), TrainingOptions.DEFAULTS.withAlgorithm(Algorithm.LBFGS));
        for (Setting setting : List.of(
                Setting.USUAL.with("l1", "1").with("algorithm", "owlqn"),
                Setting.USUAL.with("algorithm", "owlqn").with("l1", "1"))) {
            TrainingOptions options = recipe.options(setting);
            assertThat(options.penalty().l1()).isEqualTo(1);
            assertThat(options.algorithm()).isEqualTo(Algorithm.OWLQN);
        }
        assertThatThrownBy(() -> recipe.options(Setting.USUAL.with("l1", "1"))).hasMessageContaining("L1");
        assertThatThrownBy(() -> recipe.options(Setting.USUAL.with("min-count", "many")))
                .hasMessage("min-count is 'many'; expected a whole number");
        assertThatThrownBy(() -> recipe.options(Setting.USUAL.with("algorithm", "magic")))
                .hasMessageContaining("auto, lbfgs");
        assertThatThrownBy(() -> recipe.options(Setting.USUAL.with("boundaries", "perhaps")))
                .hasMessageContaining("true or false");
        assertThatThrownBy(() -> recipe.trainer(Setting.USUAL.with("features", "none")))
                .hasMessageContaining("no features 'none'");
    }

    @Test
    void everyHyperparameterCanBeSet() {
        for (Hyperparameter parameter : Hyperparameter.values()) {
            String value = switch (parameter) {
                case ALGORITHM -> "owlqn";
                case LOSS -> "local";
                case ALL_FEATURES, BOUNDARIES -> "true";
                case AVERAGING -> "false";
                default -> "3";
            };
            TrainingOptions options = switch (parameter) {
                case ORDER_FEATURES -> TrainingOptions.DEFAULTS.withStructure(new HigherOrder(4));
                case MAX_SEGMENT -> TrainingOptions.DEFAULTS.withStructure(new SemiMarkov(4));
                default -> TrainingOptions.DEFAULTS;
            };
            assertThat(parameter.set(options, value)).as(parameter.toString()).isNotEqualTo(options);
            assertThat(Hyperparameter.of(parameter.toString())).isEqualTo(parameter);
        }
    }

    @Test
    void numbersOfAStructureAreSetWhereItHasThem() {
        StructureSpec chain = HiddenStates.NONE;

        assertThat(chain.with("order", 3)).isEqualTo(new HigherOrder(3));
        assertThat(chain.with("order", 1)).isEqualTo(chain);
        assertThat(chain.with("hidden-states", 3)).isEqualTo(new HiddenStates(3));
        assertThat(new HigherOrder(3, HigherOrder.Extent.ALL, 2).with("order", 1))
                .isEqualTo(new HigherOrder(1, HigherOrder.Extent.ALL, 1));
        assertThat(new HigherOrder(3).with("order-features", 2))
                .isEqualTo(new HigherOrder(3, HigherOrder.Extent.OCCURRING, 2));
        assertThat(new HiddenClasses(2, true, false).with("hidden-states", 5))
                .isEqualTo(new HiddenClasses(5, true, false));
        assertThat(new SemiMarkov(4, Map.of("PER", 2), true).with("max-segment", 9))
                .isEqualTo(new SemiMarkov(9, Map.of("PER", 2), true));
        assertThat(new ValidLabels(chain).with("order", 2)).isEqualTo(new ValidLabels(new HigherOrder(2)));
        assertThat(new SemiMarkov(4, Map.of("PER", 2, "LOC", 3, "MISC", 1), true).toString()) // a journal keeps it
                .contains("{LOC=3, MISC=1, PER=2}");
        assertThatThrownBy(() -> chain.with("max-segment", 2)).hasMessage("a chain has no max-segment");
        assertThatThrownBy(() -> new HiddenStates(2).with("order", 2))
                .hasMessage("a chain with 2 hidden states for every label has no order");
        assertThatThrownBy(() -> new SemiMarkov(4).with("order", 2)).hasMessage("a semi-Markov model has no order");
        assertThatThrownBy(() -> chain.with("order", 9)).hasMessageContaining("expected 1 to 5");
    }
}
