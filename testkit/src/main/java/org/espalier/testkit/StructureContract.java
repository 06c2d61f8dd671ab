package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.inference.Inference;
import org.espalier.structure.Structure;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What every structure promises, with its outputs, supervisions, inference, losses and update rules: one instance at a time.
 *
 * <p>A structure brings its {@link StructureCases} and the {@link Inference} to be tested. The suite draws scores of every
 * {@link Kind}, lists all outputs of tiny instances ({@link Enumeration}) and walks over the hyperedges of larger ones
 * ({@link Hypergraph}). The cases know nothing of this suite, so that suites of other layers, such as training on many
 * instances, take the same ones.
 *
 * @param <S> the structure
 */
public abstract class StructureContract<S extends Structure> {
    private static final int CASES = 60;
    private static final double[] COSTS = {1, 0, 0.3, 2.5};

    /** Kinds whose differences of outputs are neither rounded away nor infinite. */
    private static final List<Kind> MODERATE = List.of(Kind.NORMAL, Kind.MASKED, Kind.TIES);

    /** Kinds that do not need a list of outputs. */
    private static final List<Kind> UNLISTED = Arrays.stream(Kind.values())
            .filter(kind -> kind != Kind.ONE_OUTPUT && kind != Kind.NO_OUTPUT)
            .toList();

    /** The structures under test. */
    protected abstract StructureCases<S> cases();

    /** The inference under test. */
    protected abstract Inference<S> inference();

    /**
     * How far log-sums, marginals, entropies and derivatives may be from exact ones, relative to max(1, |exact|): no further than
     * rounding. Of approximate inference nothing is asked, unless it promises something here.
     */
    protected double allowance() {
        return inference().isExact() ? 1e-10 : Double.POSITIVE_INFINITY;
    }

    // ---- the grid: a test of some random cases for every kind of scores ----

    private Stream<DynamicTest> tiny(List<Kind> kinds, Consumer<ScoredStructure<S>> check) {
        return kinds.stream()
                .map(kind -> dynamicTest(kind.name(), () -> {
                    for (int seed = 0; seed < CASES; seed++) {
                        check.accept(ScoredStructure.tiny(cases(), kind, seed));
                    }
                }));
    }

    private Stream<DynamicTest> tiny(Consumer<ScoredStructure<S>> check) {
        return tiny(List.of(Kind.values()), check);
    }

    /** With a gold standard of one output, and with one of several. */
    private Stream<DynamicTest> supervised(BiConsumer<ScoredStructure<S>, Gold<S>> check) {
        return tiny(drawn -> golds(drawn).forEach(gold -> check.accept(drawn, gold)));
    }

    private Stream<Gold<S>> golds(ScoredStructure<S> drawn) {
        int seed = Arrays.hashCode(drawn.scores());
        return Stream.of(true, false)
                .map(single -> cases().gold(drawn.structure(), single, ScoredStructure.random(seed)));
    }

    private Stream<DynamicTest> larger(List<Kind> kinds, Consumer<ScoredStructure<S>> check) {
        return kinds.stream()
                .map(kind -> dynamicTest(kind.name(), () -> {
                    for (int seed = 0; seed < CASES / 3; seed++) {
                        check.accept(ScoredStructure.larger(cases(), kind, seed));
                    }
                }));
    }

    private Stream<DynamicTest> forEveryLoss(List<Kind> kinds, Consumer<LossCase<S>> check) {
        return LossChecks.functions().stream()
                .flatMap(function -> kinds.stream()
                        .map(kind -> dynamicTest(function + " " + kind, () -> {
                            for (int seed = 0; seed < CASES; seed++) {
                                ScoredStructure<S> drawn = ScoredStructure.tiny(cases(), kind, seed);
                                double cost = COSTS[seed % COSTS.length];
                                golds(drawn).forEach(gold -> check.accept(LossCase.of(drawn, gold, function, cost)));
                            }
                        })));
    }

    /** The tests, unless inference is approximate: then there is nothing to compare with. */
    private Stream<DynamicTest> exactly(Stream<DynamicTest> tests) {
        return inference().isExact() ? tests : skipped("inference is approximate");
    }

    private Stream<DynamicTest> walked(Stream<DynamicTest> tests) {
        S any = cases().tiny(ScoredStructure.random(0)).get();
        return cases().hyperedges(any).findAny().isPresent() ? tests : skipped("the structure has no hyperedges");
    }

    private Stream<DynamicTest> differentiable(Stream<DynamicTest> tests) {
        return inference().hasMarginalDerivatives() ? tests : skipped("inference has no derivatives of marginals");
    }

    private static Stream<DynamicTest> skipped(String reason) {
        return Stream.of(dynamicTest(reason, () -> Assumptions.abort(reason)));
    }

    private OutputChecks<S> outputs() {
        return new OutputChecks<>(cases());
    }

    private SupervisionChecks<S> supervisions() {
        return new SupervisionChecks<>(cases(), inference(), allowance());
    }

    private InferenceChecks<S> inferences() {
        return new InferenceChecks<>(inference(), allowance());
    }

    private WalkChecks<S> walks() {
        return new WalkChecks<>(cases(), inference());
    }

    private LossChecks<S> losses() {
        return new LossChecks<>(cases(), inference());
    }

    private OnlineChecks<S> online() {
        return new OnlineChecks<>(inference());
    }

    private WorkspaceChecks<S> workspaces() {
        return new WorkspaceChecks<>(cases(), inference());
    }

    // ---- structure and outputs ----

    @Test
    void theCasesAreWhatTheySay() {
        outputs()
                .casesAreWhatTheySay(Arrays.stream(Kind.values())
                        .flatMap(kind ->
                                IntStream.range(0, CASES).mapToObj(seed -> ScoredStructure.tiny(cases(), kind, seed)))
                        .toList());
    }

    @TestFactory
    Stream<DynamicTest> theListOfOutputsIsOne() {
        return tiny(List.of(Kind.ZERO), drawn -> {
            outputs().listing(drawn);
            outputs().sizes(drawn);
        });
    }

    @TestFactory
    Stream<DynamicTest> outputsAreSetsOfParts() {
        return tiny(outputs()::outputsAreSetsOfParts);
    }

    @Test
    void structuresOfAModelHaveTheSameSharedParts() {
        for (int seed = 0; seed < CASES; seed++) {
            outputs().structuresOfAModelShareParts(seed);
        }
    }

    // ---- supervision ----

    @TestFactory
    Stream<DynamicTest> theOnlyAllowedOutputIsTheOneWithoutErrors() {
        return supervised(supervisions()::single);
    }

    @TestFactory
    Stream<DynamicTest> errorsAreCountedAndNoneMeansAllowed() {
        return supervised(supervisions()::errors);
    }

    @TestFactory
    Stream<DynamicTest> clampsForbidExactlyTheOutputsWithErrors() {
        return supervised(supervisions()::clamps);
    }

    @TestFactory
    Stream<DynamicTest> costsAddToEveryOutputWhatItsErrorsCost() {
        return supervised(supervisions()::costs);
    }

    @TestFactory
    Stream<DynamicTest> clampedSumsAreProbabilitiesOfWhatIsAllowed() {
        return supervised(supervisions()::clampedSumsAreProbabilities);
    }

    @Test
    void aSupervisionOfAnotherSizeIsRefused() {
        for (int seed = 0; seed < CASES; seed++) {
            supervisions().anotherSizeIsRefused(seed);
        }
    }

    // ---- inference against the list of all outputs ----

    @TestFactory
    Stream<DynamicTest> theLogSumIsThatOfAllOutputs() {
        return tiny(inferences()::logSum);
    }

    @TestFactory
    Stream<DynamicTest> marginalsAreThoseOfAllOutputsAndCountSharedPartsAsOftenAsTheyOccur() {
        return tiny(inferences()::marginalsOfAllParts);
    }

    @TestFactory
    Stream<DynamicTest> marginalsAreAddedWithTheirWeight() {
        return tiny(inferences()::marginalsAreAdded);
    }

    @TestFactory
    Stream<DynamicTest> theBestOutputIsTheBestOfAll() {
        return exactly(tiny(inferences()::best));
    }

    @TestFactory
    Stream<DynamicTest> nBestListsAllOutputsInOrder() {
        return exactly(tiny(inferences()::nBest));
    }

    @TestFactory
    Stream<DynamicTest> nBestBeginsWithTheBestAndShorterListsAreHeadsOfLongerOnes() {
        return exactly(tiny(inferences()::nBestBeginsWithTheBest));
    }

    @TestFactory
    Stream<DynamicTest> nBestNeedsAPositiveNumber() {
        return tiny(List.of(Kind.NORMAL), inferences()::nBestNeedsAPositiveNumber);
    }

    @TestFactory
    Stream<DynamicTest> entropyIsThatOfAllOutputs() {
        return tiny(inferences()::entropy);
    }

    @TestFactory
    Stream<DynamicTest> samplesComeAsOftenAsTheirProbabilitySays() {
        return exactly(tiny(drawn -> {
            if (drawn.origin().endsWith("7")) { // thousands of draws each
                inferences().samples(drawn);
            }
        }));
    }

    @TestFactory
    Stream<DynamicTest> derivativesOfMarginalsAreCovariancesOfPartAndOutput() {
        return differentiable(tiny(inferences()::derivativesAreCovariances));
    }

    @TestFactory
    Stream<DynamicTest> derivativesOfMarginalsAreLimitsOfDifferences() {
        return differentiable(tiny(MODERATE, inferences()::derivativesAreLimitsOfDifferences));
    }

    // ---- inference against the walk over hyperedges ----

    @TestFactory
    Stream<DynamicTest> theWalkOverHyperedgesAgreesWithTheListOfOutputs() {
        return walked(tiny(walks()::theWalkAgreesWithTheList));
    }

    @TestFactory
    Stream<DynamicTest> sumsOfLargerInstancesAreThoseOfTheWalk() {
        return exactly(walked(larger(UNLISTED, walks()::sums)));
    }

    @TestFactory
    Stream<DynamicTest> maximaOfLargerInstancesAreThoseOfTheWalk() {
        return exactly(walked(larger(UNLISTED, walks()::maxima)));
    }

    @TestFactory
    Stream<DynamicTest> samplesOfLargerInstancesHaveTheMarginalsOfTheWalk() {
        return exactly(walked(larger(List.of(Kind.NORMAL, Kind.HUGE_MASKED), walks()::samples)));
    }

    @TestFactory
    Stream<DynamicTest> theLogLossOfLargerInstancesIsThatOfTheWalk() {
        return exactly(walked(larger(UNLISTED, drawn -> golds(drawn).forEach(gold -> walks().logLoss(drawn, gold)))));
    }

    @TestFactory
    Stream<DynamicTest> derivativesOfLargerInstancesAreLimitsOfDifferencesOfTheWalk() {
        return exactly(differentiable(walked(larger(MODERATE, walks()::derivatives))));
    }

    // ---- losses ----

    @TestFactory
    Stream<DynamicTest> lossesAndTheirGradientsAreThoseOfAllOutputs() {
        return exactly(forEveryLoss(List.of(Kind.values()), losses()::valueAndGradient));
    }

    @TestFactory
    Stream<DynamicTest> gradientsOfLossesAreDerivatives() {
        return exactly(LossChecks.functions().stream()
                .map(function -> dynamicTest(function.toString(), () -> {
                    int smooth = 0;
                    for (int seed = 0; seed < CASES; seed++) {
                        Kind kind = seed % 3 == 0 ? Kind.MASKED : Kind.NORMAL;
                        ScoredStructure<S> drawn = ScoredStructure.tiny(cases(), kind, seed);
                        for (Gold<S> gold : golds(drawn).toList()) {
                            LossCase<S> given = LossCase.of(drawn, gold, function, COSTS[seed % COSTS.length]);
                            smooth += losses().gradientIsTheDerivative(given) ? 1 : 0;
                        }
                    }
                    assertThat(smooth).as("cases away from kinks").isGreaterThan(CASES / 4);
                })));
    }

    @TestFactory
    Stream<DynamicTest> lossesTakeWeights() {
        return forEveryLoss(List.of(Kind.values()), losses()::weights);
    }

    @TestFactory
    Stream<DynamicTest> gradientsOfSharedPartsAddUpAndAllOthersAreOverwritten() {
        return forEveryLoss(List.of(Kind.values()), losses()::sharedGradientsAddUp);
    }

    @TestFactory
    Stream<DynamicTest> hessiansOfLossesAreThoseOfAllOutputs() {
        return exactly(forEveryLoss(List.of(Kind.values()), losses()::hessian));
    }

    @TestFactory
    Stream<DynamicTest> hessiansOfLossesAreDerivativesOfGradients() {
        return exactly(forEveryLoss(MODERATE, losses()::hessianIsTheDerivativeOfTheGradient));
    }

    @TestFactory
    Stream<DynamicTest> lossesBoundEachOther() {
        return exactly(supervised(losses()::ladder));
    }

    @TestFactory
    Stream<DynamicTest> lossesRefuseASupervisionOfAnotherSize() {
        return LossChecks.functions().stream()
                .map(function -> dynamicTest(function.toString(), () -> losses().anotherSizeIsRefused(function, 1)));
    }

    // ---- update rules ----

    @TestFactory
    Stream<DynamicTest> rivalsAreTheBestOutputsWithErrors() {
        return exactly(Stream.of(dynamicTest(Kind.NORMAL.name(), () -> {
            int found = 0;
            for (int seed = 0; seed < CASES; seed++) {
                ScoredStructure<S> drawn = ScoredStructure.tiny(cases(), Kind.NORMAL, seed);
                for (Gold<S> gold : golds(drawn).toList()) {
                    found += online().rivalsAreTheBestOutputsWithErrors(drawn, gold) ? 1 : 0;
                }
            }
            assertThat(found).as("instances with a rival").isGreaterThan(CASES / 4);
        })));
    }

    @TestFactory
    Stream<DynamicTest> onlineStepsAreThoseOfTheirDefinitions() {
        return exactly(tiny(
                List.of(Kind.NORMAL),
                drawn -> golds(drawn).forEach(gold -> online().stepsAlongTheDifference(drawn, gold))));
    }

    @TestFactory
    Stream<DynamicTest> miraTakesTheShortestStep() {
        return exactly(tiny(
                List.of(Kind.NORMAL),
                drawn -> golds(drawn).forEach(gold -> online().miraIsTheShortestStep(drawn, gold))));
    }

    // ---- workspaces ----

    @TestFactory
    Stream<DynamicTest> inferenceLeavesTheScoresAsTheyAre() {
        return tiny(workspaces()::scoresStayAsTheyAre);
    }

    @Test
    void aWorkspaceThatServedOtherInstancesAndStructuresGivesTheSameBitsAsAFreshOne() {
        workspaces().aUsedWorkspaceGivesTheSameBits();
    }

    @TestFactory
    Stream<DynamicTest> sharedScoresAreWrittenOnceForManyInstances() {
        return UNLISTED.stream()
                .map(kind -> dynamicTest(kind.name(), () -> workspaces().sharedScoresAreWrittenOnce(kind)));
    }

    @Test
    void oneInferenceServesManyThreads() {
        workspaces().threadsDoNotDisturbEachOther();
    }
}
