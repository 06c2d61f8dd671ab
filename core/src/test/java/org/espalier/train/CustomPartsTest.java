package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.espalier.data.Sequence;
import org.espalier.feature.template.Template;
import org.espalier.inference.Inference;
import org.espalier.inference.Workspace;
import org.espalier.loss.CustomLoss;
import org.espalier.loss.HingeLoss;
import org.espalier.loss.LogLoss;
import org.espalier.loss.Loss;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.espalier.optimize.Function;
import org.espalier.optimize.Memory;
import org.espalier.optimize.Monitor;
import org.espalier.optimize.Optimizer;
import org.espalier.optimize.OptimizerState;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Phase;
import org.espalier.optimize.Progress;
import org.espalier.optimize.Result;
import org.espalier.optimize.Run;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.SumFunction;
import org.espalier.optimize.Trace;
import org.espalier.optimize.batch.Lbfgs;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.structure.Structure;
import org.espalier.structure.Supervision;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Losses and optimisers of the user's own. */
class CustomPartsTest {
    private static final Template BIGRAMS = Template.parse("U0:%x[0,0]\nB", "bigrams");
    private static final List<Sequence> DATA = SyntheticData.sequences(1, 40, 3);
    private static final TrainingOptions OPTIONS =
            TrainingOptions.DEFAULTS.withThreads(1).withTolerance(0).withGradientTolerance(1e-6);
    private static final CustomLoss UNKNOWN = new CustomLoss("doubled", Doubled::new);
    private static final CustomLoss OWN = UNKNOWN.withConvex(true);

    private final List<TrainingReport> reports = new ArrayList<>();

    /** Twice the log-loss, so that it equals the log-loss of data in which every sequence comes twice. */
    private static final class Doubled<S extends Structure> implements Loss<S> {
        private final Loss<S> log;

        Doubled(Inference<S> inference) {
            this.log = new LogLoss<>(inference);
        }

        @Override
        public double evaluate(S structure, Supervision<S> gold, double weight, Workspace workspace) {
            return log.evaluate(structure, gold, 2 * weight, workspace);
        }
    }

    /** The hinge loss, as if it were the user's. */
    private static final CustomLoss KINKED = new CustomLoss("kinked", new CustomLoss.Factory() {
                @Override
                public <S extends Structure> Loss<S> with(Inference<S> inference) {
                    return new HingeLoss<>(inference, 1);
                }
            })
            .withSmooth(false)
            .withConvex(true);

    /** Steepest descent with steps of one length. */
    private record Steps(double rate, int iterations) implements Optimizer {

        @Override
        public Result minimize(Function function, Penalty penalty, double[] start, Monitor monitor) {
            return new StepsRun(function, penalty, start.clone(), 0).run(this, monitor);
        }

        @Override
        public Result resume(Function function, Penalty penalty, Supplier<OptimizerState> state, Monitor monitor) {
            OptimizerState from = state.get();
            return new StepsRun(function, penalty, from.x().clone(), from.iteration()).run(this, monitor);
        }
    }

    private static final class StepsRun implements Run {
        private final Function function;
        private final Penalty penalty;
        private double[] x;
        private final double[] gradient;
        private int iteration;
        private double loss;
        private double rate;

        StepsRun(Function function, Penalty penalty, double[] x, int iteration) {
            this.function = function;
            this.penalty = penalty;
            this.x = x;
            this.gradient = new double[x.length];
            this.iteration = iteration;
        }

        Result run(Steps options, Monitor monitor) {
            rate = options.rate();
            evaluate();
            while (iteration < options.iterations()) {
                double[] next = x.clone();
                for (int k = 0; k < next.length; k++) {
                    next[k] -= rate * gradient[k];
                }
                x = next;
                evaluate();
                iteration++;
                if (!monitor.afterIteration(new Progress(this))) {
                    return new Result(x, value(), gradientNorm(), iteration, iteration, StopReason.STOPPED);
                }
            }
            return new Result(x, value(), gradientNorm(), iteration, iteration, StopReason.FINISHED);
        }

        private void evaluate() {
            loss = function.evaluate(x, gradient);
            penalty.addSmoothGradient(x, gradient);
        }

        @Override
        public Phase phase() {
            return Phase.BATCH;
        }

        @Override
        public int iteration() {
            return iteration;
        }

        @Override
        public int evaluations() {
            return iteration;
        }

        @Override
        public double value() {
            return loss + penalty.value(x);
        }

        @Override
        public double loss() {
            return loss;
        }

        @Override
        public double gradientNorm() {
            return Math.sqrt(Arrays.stream(gradient).map(g -> g * g).sum());
        }

        @Override
        public double step() {
            return rate;
        }

        @Override
        public double[] x() {
            return x;
        }

        @Override
        public OptimizerState snapshot() {
            return OptimizerState.of(
                    this, gradient.clone(), Trace.at(value(), gradientNorm()), null, Memory.of("steps"));
        }
    }

    private Trainer trainer(TrainingOptions options) {
        return new Trainer(BIGRAMS, options).withListener(new TrainingListener() {
            @Override
            public void onFinish(TrainingReport report) {
                reports.add(report);
            }
        });
    }

    private TrainingReport report() {
        return reports.get(reports.size() - 1);
    }

    private static List<Sequence> twice() {
        return DATA.stream()
                .map(sequence -> sequence.withWeight(2 * sequence.weight()))
                .toList();
    }

    private static Object option(Model model, String name) {
        return Objects.requireNonNull(
                ((Map<?, ?>) Objects.requireNonNull(model.provenance().get("options"))).get(name));
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "LBFGS", "SGD", "ADAGRAD", "SAG", "RPROP"})
    void aLossOfOnesOwnIsMinimised(Algorithm algorithm) {
        Algorithm same = algorithm == Algorithm.AUTO ? Algorithm.LBFGS : algorithm;
        Model expected =
                trainer(OPTIONS.withAlgorithm(same).withMaxIterations(20)).train(twice());
        Model model = trainer(OPTIONS.withAlgorithm(algorithm).withMaxIterations(20))
                .withLoss(OWN)
                .train(DATA);

        assertThat(model.weights()).containsExactly(expected.weights());
        assertThat(option(model, "loss")).isEqualTo("doubled");
    }

    /** Its curvature is not estimated, so steps are other ones, but the minimum is the same. */
    @Test
    void conjugateGradientsDoWithoutThePreconditioner() {
        TrainingOptions options = OPTIONS.withAlgorithm(Algorithm.CG);

        assertThat(trainer(options).withLoss(OWN).train(DATA).weights())
                .containsExactly(trainer(options).train(twice()).weights(), within(1e-4));
    }

    @Test
    void autoWithAnL1PenaltyToo() {
        Model expected =
                trainer(OPTIONS.withL1(0.5).withAlgorithm(Algorithm.OWLQN)).train(twice());

        assertThat(trainer(OPTIONS.withL1(0.5)).withLoss(OWN).train(DATA).weights())
                .containsExactly(expected.weights());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void theBitsDoNotDependOnThreads(int threads) {
        double[] one = trainer(OPTIONS).withLoss(OWN).train(DATA).weights();

        assertThat(trainer(OPTIONS.withThreads(threads))
                        .withLoss(OWN)
                        .train(DATA)
                        .weights())
                .containsExactly(one);
    }

    @Test
    void nothingIsProvedOfALossThatDoesNotSaySo() {
        trainer(OPTIONS).withLoss(UNKNOWN).train(DATA);
        assertThat(report().convex()).isFalse();
        assertThat(report().gapBound()).isNaN();

        trainer(OPTIONS).withLoss(OWN).train(DATA);
        assertThat(report().convex()).isTrue();
        assertThat(report().gapBound()).isLessThan(1e-6);

        List<Sequence> partial = new ArrayList<>(DATA);
        partial.add(SyntheticData.sequence(List.of("L0", "?"), "w1", "w2"));
        trainer(OPTIONS).withLoss(OWN).train(partial);
        assertThat(report().convex()).isFalse();
    }

    @Test
    void kinksAreForAlgorithmsThatBearThem() {
        assertThatThrownBy(() -> trainer(OPTIONS).withLoss(KINKED).train(DATA))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("kinked has kinks")
                .hasMessageContaining("subgradient");

        TrainingOptions subgradient =
                OPTIONS.withAlgorithm(Algorithm.SUBGRADIENT).withMaxIterations(5);
        Model expected = trainer(subgradient.withLoss(LossFunction.HINGE)).train(DATA);
        assertThat(trainer(subgradient).withLoss(KINKED).train(DATA).weights()).containsExactly(expected.weights());
    }

    @ParameterizedTest
    @EnumSource(names = {"PERCEPTRON", "AROW", "GIS", "IIS", "BCD"})
    void algorithmsThatKnowParticularLossesAreRefused(Algorithm algorithm) {
        assertThatThrownBy(() ->
                        trainer(OPTIONS.withAlgorithm(algorithm)).withLoss(OWN).train(DATA))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("the loss doubled with the algorithm " + algorithm)
                .hasMessageContaining("use lbfgs");
    }

    @Test
    void secondDerivativesMustBeThere() {
        assertThatThrownBy(() -> trainer(OPTIONS.withAlgorithm(Algorithm.TRUST_REGION))
                        .withLoss(OWN)
                        .train(DATA))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("has no second derivatives");

        Model expected = trainer(OPTIONS.withAlgorithm(Algorithm.TRUST_REGION)).train(DATA);
        CustomLoss log = new CustomLoss("log again", LogLoss::new).withConvex(true);
        assertThat(trainer(OPTIONS.withAlgorithm(Algorithm.TRUST_REGION))
                        .withLoss(log)
                        .train(DATA)
                        .weights())
                .containsExactly(expected.weights());
    }

    @Test
    void twoLossesAreOneTooMany() {
        assertThatThrownBy(() -> trainer(OPTIONS.withLoss(LossFunction.SOFTMAX_MARGIN))
                        .withLoss(OWN)
                        .train(DATA))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("the losses doubled and softmax-margin");
        assertThatThrownBy(() -> new CustomLoss(" ", LogLoss::new)).hasMessageContaining("without a name");
    }

    @Test
    void anOptimiserOfOnesOwnFindsTheMinimum() {
        Model expected = trainer(OPTIONS).train(DATA);
        Model model = trainer(OPTIONS)
                .withOptimizer("steps(0.02)", new Steps(0.02, 3_000))
                .train(DATA);

        assertThat(model.weights()).containsExactly(expected.weights(), within(1e-4));
        assertThat(option(model, "algorithm")).isEqualTo("steps(0.02)");
        assertThat(report().iterations()).isEqualTo(3_000);
        assertThat(report().history()).hasSize(3_000);
    }

    @Test
    void aLossAndAnOptimiserOfOnesOwnGoTogether() {
        Steps steps = new Steps(0.01, 30);
        Model expected = trainer(OPTIONS).withOptimizer("steps", steps).train(twice());

        assertThat(trainer(OPTIONS)
                        .withLoss(OWN)
                        .withOptimizer("steps", steps)
                        .train(DATA)
                        .weights())
                .containsExactly(expected.weights());
    }

    /** Says that it has reached the minimum at once. */
    private static final class Liar implements Optimizer {
        private @Nullable Function seen;

        @Override
        public Result minimize(Function function, Penalty penalty, double[] start, Monitor monitor) {
            seen = function;
            return new Result(start.clone(), -5, 0, 1, 1, StopReason.CONVERGED_GRADIENT, 0);
        }

        @Override
        public Result resume(Function function, Penalty penalty, Supplier<OptimizerState> state, Monitor monitor) {
            return minimize(function, penalty, state.get().x(), monitor);
        }
    }

    @Test
    void whatAnOptimiserSaysIsNotBelieved() {
        Liar liar = new Liar();
        trainer(OPTIONS).withOptimizer("liar", liar).train(DATA);

        assertThat(report().objective()).isGreaterThan(10);
        assertThat(report().gradientNorm()).isGreaterThan(1);
        assertThat(report().gapBound()).isGreaterThan(1);
        assertThat(liar.seen).isInstanceOf(SumFunction.class);
    }

    @Test
    void anOptimiserMustReturnTheRightNumberOfWeights() {
        Optimizer wrong = new Optimizer() {
            @Override
            public Result minimize(Function function, Penalty penalty, double[] start, Monitor monitor) {
                return new Result(new double[1], 0, 0, 1, 1, StopReason.FINISHED);
            }

            @Override
            public Result resume(Function function, Penalty penalty, Supplier<OptimizerState> state, Monitor monitor) {
                return minimize(function, penalty, new double[0], monitor);
            }
        };

        assertThatThrownBy(() -> trainer(OPTIONS).withOptimizer("short", wrong).train(DATA))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("the optimiser short returned 1 weights");
    }

    @Test
    void otherAlgorithmsAndOrdersAreRefused() {
        Steps steps = new Steps(0.01, 3);
        assertThatThrownBy(() -> trainer(OPTIONS.withAlgorithm(Algorithm.LBFGS))
                        .withOptimizer("steps", steps)
                        .train(DATA))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("the optimiser steps and the algorithm lbfgs");
        assertThatThrownBy(() -> trainer(OPTIONS)
                        .withOptimizer("steps", steps)
                        .withMixing(ParameterMixing.iterated(2, 5))
                        .train(DATA))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("mix once");
    }

    @Test
    void shardsAndDataOnDiskAndBinaryProblemsKnowThem(@TempDir Path folder) {
        Steps steps = new Steps(0.01, 10);
        Trainer own = trainer(OPTIONS).withLoss(OWN).withOptimizer("steps", steps);
        Trainer same = trainer(OPTIONS).withOptimizer("steps", steps);

        assertThat(own.withDataOnDisk(folder).train(DATA).weights())
                .containsExactly(own.train(DATA).weights());
        assertThat(own.withMixing(ParameterMixing.oneShot(2)).train(DATA).weights())
                .containsExactly(same.withMixing(ParameterMixing.oneShot(2))
                        .train(twice())
                        .weights());
    }

    /** The interrupted run goes on with the same bits, and a checkpoint belongs to one loss and one optimiser. */
    @Test
    void checkpointsKnowThem(@TempDir Path folder) {
        Optimizer lbfgs = new Lbfgs(LbfgsOptions.DEFAULTS.withMaxIterations(30).withObjectiveTolerance(0));
        for (Optimizer optimizer : List.of(lbfgs, new Steps(0.01, 30))) {
            Path file = folder.resolve(optimizer.getClass().getSimpleName());
            Trainer trainer = trainer(OPTIONS).withLoss(OWN).withOptimizer("mine", optimizer);
            double[] whole = trainer.train(DATA).weights();
            int[] asked = {0};
            trainer.withCheckpoint(file, 5, false)
                    .withStop(() -> ++asked[0] >= 12)
                    .train(DATA);

            Trainer again = trainer.withCheckpoint(file, 5, true);
            assertThat(again.train(DATA).weights()).containsExactly(whole);
            assertThatThrownBy(() -> again.withOptimizer("another", optimizer).train(DATA))
                    .isInstanceOf(TrainingException.class);
            assertThatThrownBy(() -> again.withLoss(new CustomLoss("another", Doubled::new))
                            .train(DATA))
                    .isInstanceOf(TrainingException.class);
        }
    }

    @Test
    void theDevelopmentSetEndsThem(@TempDir Path folder) {
        TrainingOptions patient = OPTIONS.withEarlyStopping(new EarlyStopping(EarlyStopping.Metric.LOSS, 2));
        Path file = folder.resolve("run.check");
        Trainer trainer =
                trainer(patient).withDev(SyntheticData.sequences(2, 30, 3)).withOptimizer("steps", new Steps(0.3, 200));
        Model model = trainer.withCheckpoint(file, 1, false).train(DATA);
        assertThat(report().stoppedEarly()).isTrue();

        Model again = trainer.withCheckpoint(file, 1, true).train(DATA);
        assertThat(again.weights()).containsExactly(model.weights());
    }
}
