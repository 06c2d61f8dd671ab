package org.espalier.continuous;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.DoubleStream;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.optimize.Penalty;
import org.espalier.parallel.Workers;
import org.espalier.train.Algorithm;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingReport;
import org.espalier.train.TrainingSummary;
import org.espalier.train.run.Learning;
import org.espalier.train.run.Learnt;
import org.espalier.train.run.Provenance;
import org.espalier.train.run.TrainingPlan;

/**
 * Trains continuous CRFs: first the ridge regression, then α and β by maximum likelihood, then the quantiles of the residuals.
 *
 * <pre>{@code
 * ContinuousCrf crf = new ContinuousTrainer(FrameFeatures.parse("frames(window=2)"), ContinuousOptions.DEFAULTS).train(sequences);
 * }</pre>
 *
 * <p>The likelihood and the quantiles see what the regression says of positions that it was not fitted to. Otherwise α would trust the
 * regression as much as its training error suggests, and intervals would be too narrow.
 *
 * <p>It is not a {@link org.espalier.train.Learner}, because what it makes has numbers and no labels. What it learns is a
 * {@link org.espalier.train.run.TrainingProblem} as any other. Same data and options give the same bits for any number of threads.
 */
public record ContinuousTrainer(
        AttributeExtractor extractor,
        ContinuousOptions options,
        EdgeList edges,
        List<Sequence> dev,
        TrainingListener listener,
        BooleanSupplier stop) {

    /** What it learns, as on the command line. */
    public static final String NAME = "ccrf";

    public ContinuousTrainer {
        dev = List.copyOf(dev);
    }

    public ContinuousTrainer(AttributeExtractor extractor, ContinuousOptions options) {
        this(extractor, options, EdgeList.NONE, List.of(), TrainingListener.NONE, () -> false);
    }

    /** With edges between named positions; their kinds are those of {@link Neighbourhood#edgeKinds}. */
    public ContinuousTrainer withEdges(EdgeList value) {
        return new ContinuousTrainer(extractor, options, value, dev, listener, stop);
    }

    /** With data on which intervals are calibrated, in place of the folds of the training data. */
    public ContinuousTrainer withDev(List<Sequence> value) {
        return new ContinuousTrainer(extractor, options, edges, value, listener, stop);
    }

    public ContinuousTrainer withListener(TrainingListener value) {
        return new ContinuousTrainer(extractor, options, edges, dev, value, stop);
    }

    /** Asked after each iteration; when it answers true, the training ends with the weights so far. */
    public ContinuousTrainer withStop(BooleanSupplier value) {
        return new ContinuousTrainer(extractor, options, edges, dev, listener, value);
    }

    /**
     * Learns from sequences with values, of which some may be missing.
     *
     * @throws TrainingException when nothing can be learnt from them
     */
    public ContinuousCrf train(List<Sequence> data) {
        try (Workers workers = new Workers(Workers.teamOf(options.threads()))) {
            return train(new ContinuousData(data, extractor, options, workers), workers);
        }
    }

    private ContinuousCrf train(ContinuousData data, Workers workers) {
        warnOfConstants(data);
        List<NeighbourGraph> graphs = data.graphs(edges);
        warnOfEdges(graphs);
        List<ContinuousInstance> instances = data.instances(graphs);
        double[] start = data.start();
        int count = options.regressors().size();
        requireRegular(data, instances);
        TrainingSummary summary = summary(data, start.length, workers.threads());
        TrainingPlan plan =
                new TrainingPlan(training(), listener, List.of(), null, null, stop, null, null, null, null, null);
        Learning learning =
                new Learning(plan, new ContinuousProblem(instances, count, start, data.sequences()), System.nanoTime());
        listener.onStart(summary);
        Learnt learnt = learning.learn(0);
        double[] weights = ContinuousObjective.weights(learnt.finite());
        double[] alpha = Arrays.copyOf(weights, count);
        double[] beta = Arrays.copyOfRange(weights, count, weights.length);
        TrainingReport report = learning.report(summary, learnt, summary.features());
        ContinuousCrf crf = new ContinuousCrf(
                data.encoder(),
                data.target(),
                options.regressors(),
                data.ridgeWeights(),
                alpha,
                beta,
                options.neighbourhood(),
                onFolds(instances, alpha, beta),
                provenance(data, report),
                edges);
        listener.onFinish(report);
        return dev.isEmpty() ? crf : crf.withIntervals(onDev(crf));
    }

    /** The residuals of the training data, where the regression has not seen the fold that it speaks of. */
    private static IntervalTable onFolds(List<ContinuousInstance> instances, double[] alpha, double[] beta) {
        DoubleStream.Builder alone = DoubleStream.builder();
        DoubleStream.Builder beside = DoubleStream.builder();
        for (ContinuousInstance instance : instances) {
            instance.addResiduals(alpha, beta, alone);
            instance.addResidualsOfGaps(alpha, beta, beside);
        }
        return IntervalTable.of(alone.build().toArray(), beside.build().toArray());
    }

    private IntervalTable onDev(ContinuousCrf crf) {
        DoubleStream.Builder alone = DoubleStream.builder();
        DoubleStream.Builder beside = DoubleStream.builder();
        for (Sequence sequence : dev) {
            double[] values = RealLabels.of(sequence);
            addResiduals(values, crf.predict(sequence), alone);
            for (int turn = 0; turn < 2; turn++) {
                addResiduals(values, crf.predict(sequence, Gaps.hide(values, 2, turn)), beside);
            }
        }
        double[] residuals = alone.build().toArray();
        if (residuals.length == 0) {
            throw new TrainingException("the development data have no known values to calibrate intervals on");
        }
        return IntervalTable.of(residuals, beside.build().toArray());
    }

    /** Of the values that were predicted, and not known. */
    private static void addResiduals(double[] values, Prediction prediction, DoubleStream.Builder residuals) {
        for (int t = 0; t < values.length; t++) {
            if (!Double.isNaN(values[t]) && prediction.deviation(t) > 0) {
                residuals.add((values[t] - prediction.mean(t)) / prediction.deviation(t));
            }
        }
    }

    /** Every system must have one solution; it then has one for all α and β above 0. */
    private static void requireRegular(ContinuousData data, List<ContinuousInstance> instances) {
        for (int s = 0; s < instances.size(); s++) {
            if (!instances.get(s).isDetermined()) {
                throw new TrainingException(data.sequences().get(s).location()
                        + ": the system of the sequence that begins here is singular: for some positions no regressor has a"
                        + " value, nor has any position that they are connected with; add the regressor 'ridge', which"
                        + " always has one, or more lags");
            }
        }
    }

    private void warnOfConstants(ContinuousData data) {
        List<String> constant = data.constantColumns();
        if (!constant.isEmpty()) {
            listener.onWarning(
                    "the training data have one value only in " + (constant.size() == 1 ? "column " : "columns ")
                            + String.join(", ", constant) + ", from which nothing can be learnt");
        }
    }

    private void warnOfEdges(List<NeighbourGraph> graphs) {
        long used = 0;
        for (NeighbourGraph graph : graphs) {
            for (int kind : options.neighbourhood().numbersOfEdges()) {
                used += graph.edges(kind);
            }
        }
        if (used < edges.size()) {
            listener.onWarning(
                    (edges.size() - used) + " of " + edges.size()
                            + " edges name a position that the training data do not have, or connect two sequences; they are left out");
        }
    }

    private Map<String, Object> provenance(ContinuousData data, TrainingReport report) {
        Map<String, Object> used = new LinkedHashMap<>();
        used.put("model", NAME);
        used.putAll(options.provenance());
        if (data.ridgeWeights().length > 0) {
            used.put("ridgeChosen", data.ridge());
        }
        used.put("calibratedOn", dev.isEmpty() ? "folds" : "development data");
        return Provenance.of(data.sequences(), used, report);
    }

    /** L-BFGS without a penalty: α and β are few. */
    private TrainingOptions training() {
        return TrainingOptions.DEFAULTS
                .withAlgorithm(Algorithm.LBFGS)
                .withPenalty(Penalty.NONE)
                .withOptimizer(options.optimizer())
                .withThreads(options.threads());
    }

    private TrainingSummary summary(ContinuousData data, int weights, int threads) {
        int attributes = data.encoder().attributes().size();
        return new TrainingSummary(
                data.sequences().size(),
                data.sequences().stream().mapToLong(Sequence::length).sum(),
                0,
                attributes,
                0,
                data.ridgeWeights().length + weights,
                dev.size(),
                threads,
                0);
    }
}
