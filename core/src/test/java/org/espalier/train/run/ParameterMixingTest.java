package org.espalier.train.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.feature.GivenAttributes;
import org.espalier.labelling.LabelStructure;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Result;
import org.espalier.optimize.StopReason;
import org.espalier.structure.Structure;
import org.espalier.train.Algorithm;
import org.espalier.train.ParameterMixing;
import org.espalier.train.Recorder;
import org.espalier.train.SyntheticData;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.InstanceStore;
import org.espalier.train.remote.Question;
import org.espalier.train.remote.RemoteCorpus;
import org.espalier.train.remote.RemoteShards;
import org.espalier.train.remote.ShardTree;
import org.espalier.train.remote.ShardsHere;
import org.espalier.train.remote.Share;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ParameterMixingTest {
    private static final long SEED = 20090;
    private static final List<Sequence> DATA = SyntheticData.sequences(SEED, 160, 3);
    private static final TrainingOptions OPTIONS = TrainingOptions.DEFAULTS.withThreads(1);

    private static final double[] SIZES = {0.25, 0.75};

    /** Shard k minimises ½‖x − goal‖²; an iteration goes half of the way. */
    private record Goals(ParameterMixing mixing, double[]... goals) implements RemoteShards.Session {
        @Override
        public Share ask(Question question) {
            ShardTree tree = new ShardTree(goals.length);
            for (int shard = 0; shard < goals.length; shard++) {
                boolean learns = question.kind() == Question.Kind.LEARN;
                tree.add(
                        tree.leaf(shard),
                        learns ? learn(shard, question.x(), question.budget()) : evaluate(shard, question.x()));
            }
            return tree.root();
        }

        private Share learn(int shard, double[] start, int budget) {
            double[] x = start.clone();
            for (int step = 0; step < budget; step++) {
                for (int i = 0; i < x.length; i++) {
                    x[i] += 0.5 * (goals[shard][i] - x[i]);
                }
            }
            Result learnt = new Result(x, 0, 0, budget, budget, StopReason.MAX_ITERATIONS);
            double weight = mixing.weighting() == ParameterMixing.Weighting.BY_SIZE ? SIZES[shard] : 0.5;
            double[] summand = Arrays.stream(x).map(each -> weight * each).toArray();
            return new Share(0, List.of(Share.Vector.dense(summand), ShardTidings.of(shard, SIZES[shard], learnt)));
        }

        private Share evaluate(int shard, double[] x) {
            double value = 0;
            double[] gradient = new double[x.length];
            for (int i = 0; i < x.length; i++) {
                gradient[i] = x[i] - goals[shard][i];
                value += 0.5 * gradient[i] * gradient[i];
            }
            return Share.of(value, gradient);
        }

        @Override
        public void close() {}
    }

    private static Result run(ParameterMixing mixing, TrainingOptions options, List<Result> seen, double[]... goals) {
        return new MixingRun(mixing, new Goals(mixing, goals), options).run(new double[goals[0].length], seen::add);
    }

    @Test
    void weightsAreAveragedAlikeOrBySize() {
        TrainingOptions options = OPTIONS.withMaxIterations(2).withL2(0);
        double[][] goals = {{4, 0}, {0, 8}};

        Result uniform = run(ParameterMixing.oneShot(2), options, new ArrayList<>(), goals);
        Result bySize = run(
                ParameterMixing.oneShot(2).withWeighting(ParameterMixing.Weighting.BY_SIZE),
                options,
                new ArrayList<>(),
                goals);

        assertThat(uniform.x()).containsExactly(1.5, 3); // two halvings reach ¾ of the goals
        assertThat(bySize.x()).containsExactly(0.75, 4.5);
    }

    @Test
    void theObjectiveAtTheAverageIsThatOfAllShardsWithThePenalty() {
        TrainingOptions options = OPTIONS.withMaxIterations(1).withPenalty(new Penalty(0.5, 2));

        Result result = run(ParameterMixing.oneShot(2), options, new ArrayList<>(), new double[] {4}, new double[] {0});

        assertThat(result.x()).containsExactly(1);
        assertThat(result.value()).isEqualTo(0.5 * 9 + 0.5 + 0.5 + 0.5 * 2, within(1e-12));
        assertThat(result.gradientNorm()).isEqualTo(Math.abs(-3 + 1 + 2 + 0.5), within(1e-12));
        assertThat(result.evaluations()).isEqualTo(2);
    }

    @Test
    void iteratedMixingGoesOnFromTheAverage() {
        TrainingOptions options = OPTIONS.withMaxIterations(3).withTolerance(0).withL2(0);
        List<Result> seen = new ArrayList<>();

        run(ParameterMixing.iterated(2, 1), options, seen, new double[] {4}, new double[] {8});

        assertThat(seen.stream().map(result -> result.x()[0])).containsExactly(3.0, 4.5, 5.25);
        assertThat(seen.stream().map(Result::iterations)).containsExactly(1, 2, 3);
    }

    @Test
    void iteratedMixingStopsWhenTheObjectiveNoLongerFalls() {
        TrainingOptions options = OPTIONS.withMaxIterations(500).withL2(0);

        Result result =
                run(ParameterMixing.iterated(2, 1), options, new ArrayList<>(), new double[] {4}, new double[] {8});

        assertThat(result.reason()).isEqualTo(StopReason.CONVERGED_OBJECTIVE);
        assertThat(result.x()[0]).isEqualTo(6, within(0.05));
        assertThat(result.iterations()).isLessThan(20);
    }

    @Test
    void sequencesAreDealtOutEvenlyAndBySeed() {
        int[] owners = Shards.owners(103, 4, SEED);

        for (int shard = 0; shard < 4; shard++) {
            int owner = shard;
            assertThat(Arrays.stream(owners).filter(k -> k == owner).count()).isBetween(25L, 26L);
        }
        assertThat(owners).isEqualTo(Shards.owners(103, 4, SEED)).isNotEqualTo(Shards.owners(103, 4, SEED + 1));
    }

    private static Model train(TrainingOptions options, ParameterMixing mixing) {
        return new Trainer(new GivenAttributes(), options).withMixing(mixing).train(DATA);
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "LBFGS", "OWLQN", "PERCEPTRON", "PA", "AROW"})
    void oneShardIsOrdinaryTraining(Algorithm algorithm) {
        TrainingOptions options = OPTIONS.withAlgorithm(algorithm);

        Model mixed = train(options, ParameterMixing.oneShot(1));

        assertThat(mixed.weights()).isEqualTo(train(options, null).weights());
    }

    /** The cost of a wrong label once was left behind here, and the model file claimed it all the same. */
    @ParameterizedTest
    @EnumSource(names = {"HINGE", "SQUARED_HINGE", "SOFTMAX_MARGIN"})
    void theMarginReachesTheShards(LossFunction loss) {
        TrainingOptions options = OPTIONS.withLoss(loss).withCost(3);

        Model mixed = train(options, ParameterMixing.oneShot(1));

        assertThat(mixed.weights()).isEqualTo(train(options, null).weights());
        assertThat(mixed.provenance().get("options").toString()).contains("cost=3.0");
        assertThat(mixed.weights())
                .isNotEqualTo(train(options.withCost(1), null).weights());
    }

    @Test
    void noMoreIterationsThanAskedFor() {
        List<Result> seen = new ArrayList<>();

        run(
                ParameterMixing.iterated(2, 2),
                OPTIONS.withMaxIterations(3).withTolerance(0).withL2(0),
                seen,
                new double[] {8},
                new double[] {8});

        assertThat(seen.stream().map(result -> result.x()[0])).containsExactly(6.0, 7.0); // two halvings, then one
    }

    @Test
    void theModelDoesNotDependOnThreads() {
        for (ParameterMixing mixing : List.of(ParameterMixing.oneShot(5), ParameterMixing.iterated(5, 3))) {
            Model one = train(OPTIONS.withMaxIterations(12), mixing);
            for (int threads : new int[] {2, 7}) {
                Model more = train(OPTIONS.withMaxIterations(12).withThreads(threads), mixing);
                assertThat(more.weights()).as("%s, %d threads", mixing, threads).isEqualTo(one.weights());
            }
        }
    }

    @Test
    void onlineLearnersAreMixedAfterEveryEpoch() {
        TrainingOptions options = OPTIONS.withAlgorithm(Algorithm.PERCEPTRON);
        options = options.withOnline(options.online().withEpochs(6));
        Recorder recorder = new Recorder();

        Model model = new Trainer(new GivenAttributes(), options)
                .withMixing(ParameterMixing.iterated(3, 2))
                .withListener(recorder)
                .train(DATA);

        assertThat(recorder.report().history()).hasSize(3);
        Model threads = train(options.withThreads(3), ParameterMixing.iterated(3, 2));
        assertThat(threads.weights()).isEqualTo(model.weights());
        assertThat(train(options, ParameterMixing.iterated(3, 1)).weights()).isNotEqualTo(model.weights());
    }

    @Test
    void theReportTellsTheObjectiveOfAllData() {
        Recorder recorder = new Recorder();
        Model mixed = new Trainer(new GivenAttributes(), OPTIONS)
                .withMixing(ParameterMixing.oneShot(4))
                .withListener(recorder)
                .train(DATA);
        Recorder there = new Recorder();
        new Trainer(
                        new GivenAttributes(),
                        OPTIONS.withAlgorithm(Algorithm.LBFGS).withMaxIterations(0))
                .withInitial(mixed)
                .withListener(there)
                .train(DATA);

        assertThat(recorder.report().objective()).isEqualTo(there.report().objective(), within(1e-8));
        assertThat(recorder.report().gradientNorm()).isEqualTo(there.report().gradientNorm(), within(1e-8));
    }

    @Test
    void theAverageIsNearTheOptimumAndIteratingBringsItNearer() {
        double best = objective(null);
        double oneShot = objective(ParameterMixing.oneShot(4));
        double iterated = objective(ParameterMixing.iterated(4, 2));

        assertThat(oneShot).isGreaterThan(best).isLessThan(1.15 * best);
        assertThat(iterated).isGreaterThan(best).isLessThan(oneShot);
    }

    private static double objective(ParameterMixing mixing) {
        Recorder recorder = new Recorder();
        new Trainer(new GivenAttributes(), OPTIONS)
                .withMixing(mixing)
                .withListener(recorder)
                .train(DATA);
        return recorder.report().objective();
    }

    @Test
    void theDevelopmentSetIsMeasuredAfterEachMixing() {
        Recorder recorder = new Recorder();
        new Trainer(new GivenAttributes(), OPTIONS.withMaxIterations(12))
                .withMixing(ParameterMixing.iterated(3, 2))
                .withDev(SyntheticData.sequences(SEED + 1, 30, 3))
                .withListener(recorder)
                .train(DATA);

        assertThat(recorder.report().history()).isNotEmpty();
        assertThat(recorder.report().history())
                .allSatisfy(progress -> assertThat(progress.devScore()).isBetween(0.0, 1.0));
    }

    /** Shards that are alike have the same minimum as all data together: each has its share of the losses and of the penalty. */
    @Test
    void everyShardHasItsShareOfThePenalty() {
        List<Sequence> copies = Collections.nCopies(6, DATA.get(5));
        TrainingOptions options = OPTIONS.withPenalty(new Penalty(0.2, 0.5))
                .withAlgorithm(Algorithm.OWLQN)
                .withTolerance(0)
                .withGradientTolerance(1e-8);
        Trainer trainer = new Trainer(new GivenAttributes(), options);
        double[] expected = trainer.train(copies).weights();

        for (int shards : new int[] {2, 3, 6}) {
            assertThat(trainer.withMixing(ParameterMixing.oneShot(shards))
                            .train(copies)
                            .weights())
                    .containsExactly(expected, within(1e-5));
        }
        assertThatThrownBy(() -> trainer.withMixing(ParameterMixing.oneShot(7)).train(copies))
                .hasMessageContaining("7 shards for 6 sequences");
    }

    @Test
    void whatCannotBeIsRefused(@TempDir Path folder) {
        assertThatThrownBy(() -> ParameterMixing.oneShot(0)).hasMessageContaining("shards = 0");
        assertThatThrownBy(() -> ParameterMixing.iterated(2, 0)).hasMessageContaining("epochIterations = 0");
        assertThatThrownBy(() -> train(OPTIONS, ParameterMixing.oneShot(1000)))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("1000 shards");
        Trainer trainer = new Trainer(new GivenAttributes(), OPTIONS)
                .withMixing(ParameterMixing.oneShot(2))
                .withCheckpoint(folder.resolve("c"), 1, false);
        assertThatThrownBy(() -> trainer.train(DATA))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("checkpoint");
    }

    @Test
    void dataOnDiskAreCutToo(@TempDir Path folder) {
        Model expected = train(OPTIONS, ParameterMixing.oneShot(3));

        Model model = new Trainer(new GivenAttributes(), OPTIONS)
                .withMixing(ParameterMixing.oneShot(3))
                .withDataOnDisk(folder)
                .train(DATA);

        assertThat(model.weights()).isEqualTo(expected.weights());
        assertThat(folder).isEmptyDirectory();
    }

    /** The same data and shards: once by way of bytes, and once as ordinary mixing on the threads of this process. */
    @ParameterizedTest
    @EnumSource(names = {"AUTO", "LBFGS", "OWLQN", "SGD", "PERCEPTRON", "PA", "MIRA", "AROW"})
    void shardsElsewhereGiveTheBitsOfLocalMixing(Algorithm algorithm) {
        TrainingOptions few = OPTIONS.withAlgorithm(algorithm).withMaxIterations(6);
        TrainingOptions options = few.withOnline(few.online().withEpochs(4));
        for (ParameterMixing mixing : List.of(
                ParameterMixing.oneShot(4),
                ParameterMixing.iterated(4, 2).withWeighting(ParameterMixing.Weighting.BY_SIZE))) {
            Trainer trainer = new Trainer(new GivenAttributes(), options).withMixing(mixing);
            double[] elsewhere = trainer.train(elsewhere(options)).weights();
            for (int threads : new int[] {1, 3}) {
                RemoteCorpus corpus = elsewhere(options);
                RemoteShards here = new Threads(corpus.shards(), options.withThreads(threads), mixing);
                double[] local = trainer.train(new RemoteCorpus(
                                here,
                                corpus.attributes(),
                                corpus.pairAttributes(),
                                corpus.labels(),
                                corpus.sequences(),
                                corpus.tokens(),
                                corpus.columns(),
                                corpus.fingerprint()))
                        .weights();
                assertThat(local).as("%s, %d threads", mixing, threads).isEqualTo(elsewhere);
            }
        }
    }

    private static RemoteCorpus elsewhere(TrainingOptions options) {
        return ShardsHere.corpus(DATA, new GivenAttributes(), options, 4, List.of(List.of(2, 0), List.of(3, 1)));
    }

    /** Shards elsewhere, answered by the threads of this process, without any bytes in between. */
    private record Threads(RemoteShards kept, TrainingOptions options, ParameterMixing mixing) implements RemoteShards {
        @Override
        public int shards() {
            return kept.shards();
        }

        @Override
        public byte[] chunk(int shard) {
            return kept.chunk(shard);
        }

        @Override
        public Session open(byte[] bytes) {
            ShardSession session = ShardSession.read(bytes);
            return session.mixed == null ? kept.open(bytes) : local(session, session.model.structure());
        }

        private <S extends Structure> Session local(ShardSession session, LabelStructure<S> structure) {
            List<InstanceStore> stores = new ArrayList<>();
            for (int shard = 0; shard < shards(); shard++) {
                stores.add(InstanceStore.ofShard(
                        chunk(shard), session.model.encoder().attributes()));
            }
            TrainingPlan plan = new TrainingPlan(
                    options, TrainingListener.NONE, List.of(), null, null, () -> false, null, null, null, null, null);
            return Shards.of(stores, mixing, session.task(structure), plan, true);
        }

        @Override
        public void close() {
            kept.close();
        }
    }
}
