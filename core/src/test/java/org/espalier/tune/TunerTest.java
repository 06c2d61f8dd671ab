package org.espalier.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.espalier.compress.Measure;
import org.espalier.data.DataFormatException;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.feature.template.Template;
import org.espalier.feature.text.FeatureSet;
import org.espalier.model.Model;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TunerTest {
    private static final long SEED = 5150;
    private static final List<Sequence> DATA = TuningData.chains(SEED, 90);
    private static final TrainingOptions OPTIONS = TrainingOptions.DEFAULTS.withMaxIterations(40);
    private static final Template TEMPLATE = Template.parse("U0:%x[0,0]\nU1:%x[-1,0]\nB\n", "test");
    private static final Recipe RECIPE = new Recipe(TEMPLATE, OPTIONS);
    private static final CrossValidation FOLDS = new CrossValidation(3, SEED);
    private static final SearchSpace SPACE =
            SearchSpace.EMPTY.with("l2=0.01,1,100").with("min-count=1,3");

    @TempDir
    Path folder;

    private static Tuner tuner() {
        return new Tuner(RECIPE, FOLDS, Measure.Metric.F1).withThreads(2);
    }

    private static List<List<Double>> scores(TuningResult result) {
        return result.rounds().stream()
                .flatMap(List::stream)
                .map(TrialResult::scores)
                .toList();
    }

    @Test
    void scoresAreThoseOfTrainingByHand() {
        TuningResult result = tuner().search(new GridSearch(SPACE), DATA);

        TrialResult third = result.rounds().get(0).get(2);
        assertThat(third.trial().setting()).hasToString("l2=1 min-count=1");
        List<Double> expected = new ArrayList<>();
        for (Fold fold : FOLDS.folds(DATA)) {
            Model model = new Trainer(TEMPLATE, OPTIONS.withL2(1)).train(fold.train());
            expected.add(new Measure(Measure.Metric.F1, fold.test(), LabelNotation.DEFAULT).applyAsDouble(model));
        }
        assertThat(third.scores()).isEqualTo(expected);
        double mean = (expected.get(0) + expected.get(1) + expected.get(2)) / 3;
        assertThat(third.mean()).isEqualTo(mean, within(1e-12));
        double squares =
                expected.stream().mapToDouble(x -> (x - mean) * (x - mean)).sum();
        assertThat(third.deviation()).isEqualTo(Math.sqrt(squares / 2), within(1e-12));
    }

    @Test
    void resultsDoNotDependOnThreads() {
        Search halving = new SuccessiveHalving(SPACE, 6, 2, SuccessiveHalving.Resource.DATA, 0, SEED);
        TuningResult one = tuner().withThreads(1).search(halving, DATA);
        for (int threads : new int[] {2, 7}) {
            TuningResult more = tuner().withThreads(threads).search(halving, DATA);
            assertThat(scores(more)).as("%d threads", threads).isEqualTo(scores(one));
            assertThat(more.best().orElseThrow().trial())
                    .isEqualTo(one.best().orElseThrow().trial());
        }
    }

    @Test
    void theBestIsTheOneWithTheHighestMean() {
        TuningResult result = tuner().search(new GridSearch(SPACE), DATA);

        double best = result.best().orElseThrow().mean();
        assertThat(result.rounds().get(0)).allMatch(trial -> trial.mean() <= best);
        assertThat(result.ranked()).hasSize(6);
        assertThat(result.ranked().get(5).mean()).isLessThan(best);
    }

    /** Counts what is done, and can stop after some trials. */
    private static final class Counter implements TuningListener {
        private final AtomicInteger done = new AtomicInteger();
        private int known;

        @Override
        public void onStart(int trials, List<TrialResult> knownTrials) {
            known = knownTrials.size();
        }

        @Override
        public void onTrial(TrialResult result, int number) {
            done.incrementAndGet();
        }
    }

    @Test
    void aJournalThatCannotBeWrittenCostsAWarningAndNotTheSearch() {
        List<String> warnings = new ArrayList<>();
        Tuner tuner = tuner().withListener(new TuningListener() {
            @Override
            public void onWarning(String message) {
                warnings.add(message);
            }
        });
        Journal journal = Journal.open(folder.resolve("run.jsonl"), Map.of(), false);
        journal.close(); // as good as a full disk: from now on nothing can be written

        TuningResult result = new SearchRun(tuner, new GridSearch(SPACE), tuner.folds(DATA), journal).run();

        assertThat(result.interrupted()).isFalse();
        TuningResult undisturbed = tuner().search(new GridSearch(SPACE), DATA);
        assertThat(result.best().orElseThrow().scores())
                .isEqualTo(undisturbed.best().orElseThrow().scores());
        assertThat(warnings)
                .singleElement()
                .asString()
                .contains("run.jsonl: the journal cannot be written", "The search continues");
    }

    @Test
    void anInterruptedSearchGoesOnFromItsJournal() throws IOException {
        Path journal = folder.resolve("run.jsonl");
        TuningResult whole = tuner().search(new GridSearch(SPACE), DATA);
        Counter first = new Counter();
        TuningResult stopped = tuner().withJournal(journal, false)
                .withListener(first)
                .withStop(() -> first.done.get() >= 2)
                .search(new GridSearch(SPACE), DATA);
        assertThat(stopped.interrupted()).isTrue();
        assertThat(Files.readAllLines(journal)).hasSize(1 + first.done.get());
        assertThat(first.done.get()).isBetween(2, 5);

        Counter second = new Counter();
        TuningResult resumed =
                tuner().withJournal(journal, true).withListener(second).search(new GridSearch(SPACE), DATA);

        assertThat(second.known).isEqualTo(first.done.get());
        assertThat(second.done.get()).isEqualTo(6 - first.done.get());
        assertThat(resumed.interrupted()).isFalse();
        assertThat(scores(resumed)).isEqualTo(scores(whole));
        assertThat(Files.readAllLines(journal)).hasSize(7);
    }

    @Test
    void aLineCutShortIsDoneAgain() throws IOException {
        Path journal = folder.resolve("run.jsonl");
        TuningResult whole = tuner().withJournal(journal, false).search(new GridSearch(SPACE), DATA);
        byte[] bytes = Files.readAllBytes(journal);
        int header = new String(bytes, java.nio.charset.StandardCharsets.UTF_8).indexOf('\n') + 1;
        for (int length : new int[] {bytes.length - 7, header + 5, header, header - 3, 0}) {
            Files.write(journal, java.util.Arrays.copyOf(bytes, length));

            TuningResult again = tuner().withJournal(journal, true).search(new GridSearch(SPACE), DATA);

            assertThat(scores(again)).as("cut at %d", length).isEqualTo(scores(whole));
            assertThat(Files.readAllLines(journal)).hasSize(7);
        }
    }

    @Test
    void aJournalOfSomethingElseIsRefused() throws IOException {
        Path journal = folder.resolve("run.jsonl");
        Search search = new GridSearch(SearchSpace.EMPTY.with("l2=1"));
        tuner().withJournal(journal, false).search(search, DATA);

        assertThatThrownBy(() -> tuner().withJournal(journal, false).search(search, DATA))
                .hasMessageContaining("already exists");
        assertThatThrownBy(() -> tuner().withJournal(journal, true).search(search, DATA.subList(0, 60)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("another search: its data");
        assertThatThrownBy(() -> new Tuner(RECIPE, new CrossValidation(4, SEED), Measure.Metric.F1)
                        .withJournal(journal, true)
                        .search(search, DATA))
                .hasMessageContaining("its folds is 3, now it is 4");
        assertThatThrownBy(() -> new Tuner(new Recipe(TEMPLATE, OPTIONS.withSeed(9)), FOLDS, Measure.Metric.F1)
                        .withJournal(journal, true)
                        .search(search, DATA))
                .hasMessageContaining("its options");
        Path other = Files.writeString(folder.resolve("other.txt"), "a B\nb C\n");
        assertThatThrownBy(() -> tuner().withJournal(other, true).search(search, DATA))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("not a tuning journal");
        assertThat(other).hasContent("a B\nb C\n");
        Path damaged = folder.resolve("damaged.jsonl");
        Files.writeString(damaged, Files.readAllLines(journal).get(0) + "\n{\"x\":1}\n");
        assertThatThrownBy(() -> tuner().withJournal(damaged, true).search(search, DATA))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining(":2");
    }

    @Test
    void settingsThatDoNotGoTogetherFailByThemselves() {
        SearchSpace space = SearchSpace.EMPTY.with("algorithm=lbfgs,owlqn").with("l1=0,1");

        TuningResult result = tuner().search(new GridSearch(space), DATA);

        List<TrialResult> failed =
                result.ranked().stream().filter(TrialResult::isFailed).toList();
        assertThat(failed).hasSize(1);
        assertThat(failed.get(0).trial().setting()).hasToString("algorithm=lbfgs l1=1");
        assertThat(failed.get(0).failure()).contains("L1");
        assertThat(result.ranked().get(3)).isEqualTo(failed.get(0));
        assertThatThrownBy(() ->
                        tuner().search(new GridSearch(SearchSpace.EMPTY.with("min-count=1000")), DATA.subList(0, 0)))
                .hasMessageContaining("3 folds of 0 sequences");
        assertThatThrownBy(() -> tuner().search(new GridSearch(SearchSpace.EMPTY.with("min-count=0")), DATA))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("every trial failed");
    }

    @Test
    void featuresCanBeChosen() {
        Recipe recipe = new Recipe(TEMPLATE, OPTIONS, Map.of("wide", TEMPLATE, "text", FeatureSet.parse("text")));
        SearchSpace space = SearchSpace.EMPTY.with("features=wide|text");

        TuningResult result = new Tuner(recipe, FOLDS, Measure.Metric.ACCURACY).search(new GridSearch(space), DATA);

        assertThat(result.rounds().get(0)).hasSize(2).noneMatch(TrialResult::isFailed);
        assertThat(result.rounds().get(0).get(0).activeFeatures())
                .isNotEqualTo(result.rounds().get(0).get(1).activeFeatures());
    }

    @Test
    void theLearningCurveRisesOutsideAndFallsInside() {
        TuningResult result = new Tuner(RECIPE, FOLDS, Measure.Metric.ACCURACY).search(LearningCurve.doubling(4), DATA);

        List<TrialResult> points = result.rounds().get(0);
        assertThat(points.stream().map(point -> point.trial().budget().share())).containsExactly(0.125, 0.25, 0.5, 1.0);
        assertThat(points.get(3).mean()).isGreaterThan(points.get(0).mean());
        for (TrialResult point : points) {
            assertThat(Spread.of(point.trainScores()).mean()).isGreaterThan(point.mean());
        }
        assertThat(points.get(0).activeFeatures()).isLessThan(points.get(3).activeFeatures());
    }

    @Test
    void thePathReachesTheOptimaOfColdStarts() {
        Split held = new HeldOut(DATA.subList(0, 30));
        TrainingOptions tight = TrainingOptions.DEFAULTS.withTolerance(0).withGradientTolerance(1e-7);
        Recipe recipe = new Recipe(TEMPLATE, tight.withL2(0.01));
        RegularisationPath path = RegularisationPath.between(Hyperparameter.L1, 10, 0.1, 5);

        List<PathPoint> points = new Tuner(recipe, held, Measure.Metric.F1).path(path, DATA);

        assertThat(points).hasSize(5);
        for (int k = 0; k < 5; k++) {
            double lambda = path.lambdas().get(k);
            assertThat(points.get(k).lambda()).isEqualTo(lambda);
            assertThat(points.get(k).objective())
                    .isEqualTo(objective(tight.withL2(0.01).withL1(lambda)), within(1e-4));
            if (k > 0) {
                assertThat(points.get(k).activeFeatures())
                        .isGreaterThan(points.get(k - 1).activeFeatures());
                assertThat(points.get(k).objective())
                        .isLessThan(points.get(k - 1).objective());
            }
        }
        assertThat(path.lambdas().get(0)).isEqualTo(10);
        assertThat(path.lambdas().get(4)).isEqualTo(0.1, within(1e-12));
    }

    private static double objective(TrainingOptions options) {
        TrainingReport[] report = new TrainingReport[1];
        new Trainer(TEMPLATE, options)
                .withListener(new TrainingListener() {
                    @Override
                    public void onFinish(TrainingReport finished) {
                        report[0] = finished;
                    }
                })
                .train(DATA);
        return report[0].objective();
    }

    @Test
    void everyMetricIsAFractionOrALikelihood() {
        for (Measure.Metric metric : Measure.Metric.values()) {
            TuningResult result = new Tuner(RECIPE, FOLDS, metric).search(new GridSearch(SearchSpace.EMPTY), DATA);
            double mean = result.best().orElseThrow().mean();
            assertThat(mean)
                    .as(metric.name())
                    .isBetween(
                            metric == Measure.Metric.LIKELIHOOD ? -2.0 : 0.1,
                            metric == Measure.Metric.LIKELIHOOD ? 0.0 : 1.0);
        }
    }
}
