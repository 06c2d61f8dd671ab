package org.espalier.interop.wapiti;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.espalier.data.LabelNotation;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.template.WapitiPatterns;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.batch.BlockCoordinateDescent;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.optimize.batch.RpropOptions;
import org.espalier.optimize.stochastic.StochasticOptions;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;
import org.espalier.train.Algorithm;
import org.espalier.train.FeatureSelection;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingProgress;
import org.jspecify.annotations.Nullable;

/**
 * Trains as {@code wapiti train} does, by the one {@link Trainer}: its objective Σ log-loss + ρ₁‖θ‖₁ + ½ρ₂‖θ‖², its
 * features, which are all labels or pairs with every observation, its order of labels and observations, and its rules for
 * stopping.
 *
 * <p>Observations of pairs are registered at the first token too, where they have no effect; their weights stay 0.
 */
public final class WapitiTraining {
    /** Wapiti's own tolerance of the gradient. */
    private static final double GRADIENT_TOLERANCE = 1e-5;

    private final Options options;
    private final WapitiPatterns patterns;
    private final Listener listener;

    /** A training with these patterns. */
    public WapitiTraining(WapitiPatterns patterns, Options options, Listener listener) {
        this.patterns = patterns;
        this.options = options;
        this.listener = listener;
    }

    /**
     * Wapiti's options.
     *
     * @param type a maximum-entropy model, a maximum-entropy Markov model or a conditional random field
     * @param method the algorithm, with its own parameters
     * @param rho1 the weight ρ₁ of ‖θ‖₁
     * @param rho2 the weight ρ₂ of ½‖θ‖²
     * @param maxIterations 0 for no limit
     * @param objectiveWindow over how many iterations l-bfgs measures the decrease of the objective
     * @param stopWindow over how many iterations the share of wrong tokens must be steady to end the training; 0 for no matter
     * @param stopEpsilon by how much, in per cent of the tokens or relative to the objective
     * @param history pairs of vectors that L-BFGS keeps
     * @param lineSearchSteps evaluations that a line search may spend
     * @param threads worker threads; the model does not depend on them
     */
    public record Options(
            WapitiType type,
            Method method,
            double rho1,
            double rho2,
            int maxIterations,
            int objectiveWindow,
            int stopWindow,
            double stopEpsilon,
            int history,
            int lineSearchSteps,
            int threads) {

        /** What Wapiti does when it is told nothing. */
        public static final Options DEFAULTS =
                new Options(WapitiType.CRF, Method.LBFGS, 0.5, 0.0001, 0, 5, 5, 0.02, 5, 40, 1);

        public Options {
            if (maxIterations < 0 || stopWindow < 0 || objectiveWindow < 1) {
                throw new IllegalArgumentException("maxIterations = " + maxIterations + ", stopWindow = " + stopWindow
                        + ", objectiveWindow = " + objectiveWindow + "; expected 0, 0 and 1 at least");
            }
        }

        /** These options for another type of model. */
        public Options withType(WapitiType value) {
            return new Options(
                    value,
                    method,
                    rho1,
                    rho2,
                    maxIterations,
                    objectiveWindow,
                    stopWindow,
                    stopEpsilon,
                    history,
                    lineSearchSteps,
                    threads);
        }

        /** These options with another algorithm. */
        public Options withMethod(Method value) {
            return new Options(
                    type,
                    value,
                    rho1,
                    rho2,
                    maxIterations,
                    objectiveWindow,
                    stopWindow,
                    stopEpsilon,
                    history,
                    lineSearchSteps,
                    threads);
        }

        /** These options with another penalty. */
        public Options withPenalty(double newRho1, double newRho2) {
            return new Options(
                    type,
                    method,
                    newRho1,
                    newRho2,
                    maxIterations,
                    objectiveWindow,
                    stopWindow,
                    stopEpsilon,
                    history,
                    lineSearchSteps,
                    threads);
        }

        /** These options with another rule for stopping. */
        public Options withStop(int newStopWindow, double newStopEpsilon) {
            return new Options(
                    type,
                    method,
                    rho1,
                    rho2,
                    maxIterations,
                    objectiveWindow,
                    newStopWindow,
                    newStopEpsilon,
                    history,
                    lineSearchSteps,
                    threads);
        }

        private TrainingOptions training() {
            // Wapiti looks at the objective in l-bfgs only. The others end by errors or iterations, if they may.
            boolean endless = stopWindow == 0 && maxIterations == 0;
            boolean lbfgs = method.algorithm() == Algorithm.LBFGS;
            LbfgsOptions optimizer = new LbfgsOptions(
                            history,
                            maxIterations == 0 ? Integer.MAX_VALUE : maxIterations,
                            GRADIENT_TOLERANCE,
                            lbfgs || endless ? stopEpsilon : 0,
                            Math.max(1, objectiveWindow - 1),
                            lineSearchSteps)
                    .withForm(LbfgsOptions.Form.PLAIN);
            Algorithm algorithm = lbfgs && rho1 > 0 ? Algorithm.OWLQN : method.algorithm();
            // Wapiti's sgd-l1 looks at ρ₁ only.
            return TrainingOptions.DEFAULTS
                    .withLoss(type == WapitiType.MEMM ? LossFunction.LOCAL : LossFunction.LOG)
                    .withPenalty(new Penalty(rho1, algorithm == Algorithm.SGD_L1 ? 0 : rho2))
                    .withAlgorithm(algorithm)
                    .withStochastic(method.stochastic())
                    .withRprop(method.rprop())
                    .withKappa(method.kappa())
                    .withOptimizer(optimizer)
                    .withSelection(FeatureSelection.OBSERVED.withAllFeatures(true))
                    .withNotation(new LabelNotation("", ""))
                    .withThreads(threads);
        }
    }

    /**
     * An algorithm with its parameters.
     *
     * @param algorithm which
     * @param stochastic rate (Wapiti's eta0) and decay (alpha) of sgd-l1
     * @param rprop the steps of rprop
     * @param kappa of bcd
     */
    public record Method(Algorithm algorithm, StochasticOptions stochastic, RpropOptions rprop, double kappa) {

        /** l-bfgs, which is OWL-QN when ρ₁ is above 0. */
        public static final Method LBFGS = new Method(
                Algorithm.LBFGS,
                StochasticOptions.DEFAULTS,
                RpropOptions.DEFAULTS,
                BlockCoordinateDescent.DEFAULT_KAPPA);

        /** sgd-l1 with its first rate, and by what it is multiplied in every epoch. */
        public static Method sgdL1(double eta0, double alpha) {
            return new Method(
                    Algorithm.SGD_L1,
                    StochasticOptions.DEFAULTS.withRate(eta0).withDecay(alpha),
                    LBFGS.rprop,
                    LBFGS.kappa);
        }

        /** bcd. */
        public static Method bcd(double kappa) {
            return new Method(Algorithm.BCD, LBFGS.stochastic, LBFGS.rprop, kappa);
        }

        /** rprop, rprop+ or rprop-. */
        public static Method rprop(RpropOptions options) {
            return new Method(Algorithm.RPROP, LBFGS.stochastic, options, LBFGS.kappa);
        }
    }

    /** Watches the training. */
    public interface Listener {
        /** The data are read. */
        void onStart(Summary summary);

        /**
         * An iteration is done.
         *
         * @param tokenErrors per cent of wrong tokens of the development data, or else of the training data
         * @param sequenceErrors per cent of sequences with a wrong token
         */
        void onIteration(TrainingProgress progress, double tokenErrors, double sequenceErrors);

        /** Asked after each iteration: whether the user wants to stop. */
        default boolean isStopWanted() {
            return false;
        }
    }

    /**
     * The size of the problem, in Wapiti's terms.
     *
     * @param sequences training sequences
     * @param developmentSequences 0 when there are none
     * @param labels different labels
     * @param observations different observations ("blocks")
     * @param features observations with labels and pairs of labels
     */
    public record Summary(int sequences, int developmentSequences, int labels, int observations, long features) {}

    /**
     * Trains a model.
     *
     * @param development data to measure the errors on; empty for the training data
     * @param previous a model to begin with, or null
     */
    public Model train(List<Sequence> data, List<Sequence> development, @Nullable Model previous) {
        if (data.isEmpty()) {
            throw new TrainingException("there are no tokens to train on; the data are empty");
        }
        WapitiAssembly start = new WapitiAssembly(WapitiType.CRF, patterns, labels(data, previous));
        Vocabulary.Builder names = new Vocabulary.Builder();
        if (previous != null) {
            WapitiObservations.of(previous).copyInto(start, names);
        }
        for (Sequence sequence : data) {
            patterns.observations(sequence, name -> {
                int known = names.size();
                if (names.add(name) == known) {
                    start.observation(name);
                }
            });
        }
        Model initial = initial(start.build());
        listener.onStart(
                new Summary(data.size(), development.size(), initial.labels().size(), names.size(), start.features()));
        boolean maxent = options.type() == WapitiType.MAXENT;
        AttributeExtractor extractor = maxent ? patterns.ofPositionsOnly() : patterns;
        try (ErrorRates errors = new ErrorRates(development.isEmpty() ? data : development, options.threads())) {
            Watch watch = new Watch(errors);
            Model trained = new Trainer(extractor, options.training())
                    .withInitial(initial)
                    .withListener(watch)
                    .withStop(watch)
                    .train(data);
            return complete(names, trained);
        }
    }

    /** In the order of their first appearance. */
    private static List<String> labels(List<Sequence> data, @Nullable Model previous) {
        Set<String> labels = new LinkedHashSet<>();
        if (previous != null) {
            labels.addAll(previous.labels().names());
        }
        for (Sequence sequence : data) {
            List<String> given = sequence.labels();
            if (given == null) {
                throw new IllegalArgumentException("training needs sequences with labels");
            }
            labels.addAll(given);
        }
        return List.copyOf(labels);
    }

    /** A maximum-entropy model has no use for attributes of pairs. */
    private Model initial(Model model) {
        if (options.type() != WapitiType.MAXENT) {
            return model;
        }
        Encoder encoder = new Encoder(patterns, false, model.encoder().attributes(), new Vocabulary.Builder().build());
        int states = model.labels().size();
        int[] shared = new int[states * states];
        Arrays.fill(shared, -1);
        ParameterLayout layout = new ParameterLayout(
                states,
                model.layout().stateFeatures(),
                shared,
                new FeatureLists(states * states, new int[1], new int[0]));
        double[] weights = Arrays.copyOf(model.weights(), layout.parameters());
        return new Model(model.labels(), encoder, layout, weights, model.columns(), Map.of());
    }

    /** With all observations, also those without weights, in their order. */
    private Model complete(Vocabulary.Builder names, Model trained) {
        WapitiAssembly assembly =
                new WapitiAssembly(options.type(), patterns, trained.labels().names());
        Labels labels = trained.labels();
        WapitiObservations.Lookup lookup = new WapitiObservations.Lookup(trained, patterns);
        double[] labelWeights = new double[labels.size()];
        double[] pairWeights = new double[labels.size() * labels.size()];
        for (int o = 0; o < names.size(); o++) {
            String name = names.get(o);
            long begin = assembly.features();
            assembly.observation(name);
            if (name.charAt(0) != 'b') {
                lookup.positionWeights(name, labelWeights);
                begin = assembly.weights(begin, labelWeights);
            }
            if (name.charAt(0) != 'u') {
                lookup.stepWeights(name, pairWeights);
                assembly.weights(begin, pairWeights);
            }
        }
        return assembly.build(trained.provenance());
    }

    /** Passes progress on, and stops when the share of wrong tokens is steady. */
    private final class Watch implements TrainingListener, BooleanSupplier {
        private final ErrorRates errors;
        private final List<Double> window = new ArrayList<>();

        Watch(ErrorRates errors) {
            this.errors = errors;
        }

        @Override
        public void onIteration(TrainingProgress progress, Supplier<Model> model) {
            errors.measure(model.get());
            listener.onIteration(progress, errors.tokenErrors(), errors.sequenceErrors());
            window.add(errors.tokenErrors());
            if (window.size() > options.stopWindow()) {
                window.remove(0);
            }
        }

        @Override
        public boolean getAsBoolean() {
            return listener.isStopWanted() || isSteady();
        }

        private boolean isSteady() {
            if (options.stopWindow() == 0 || window.size() < options.stopWindow()) {
                return false;
            }
            double least =
                    window.stream().mapToDouble(Double::doubleValue).min().orElse(0);
            double most = window.stream().mapToDouble(Double::doubleValue).max().orElse(0);
            return most - least < options.stopEpsilon();
        }
    }
}
