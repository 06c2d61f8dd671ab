package org.espalier.morphology;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.espalier.dictionary.DictionaryCharset;
import org.espalier.dictionary.DictionaryFiles;
import org.espalier.feature.Vocabulary;
import org.espalier.inference.lattice.LatticeInference;
import org.espalier.loss.LossFunction;
import org.espalier.optimize.Monitor;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Progress;
import org.espalier.optimize.Result;
import org.espalier.optimize.batch.Lbfgs;
import org.espalier.parallel.LocalSum;
import org.espalier.parallel.Workers;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingProgress;
import org.espalier.train.TrainingReport;
import org.espalier.train.TrainingSummary;
import org.jspecify.annotations.Nullable;

/**
 * Learns the weights of a dictionary's features by maximum likelihood: the conditional random field of Kudo, Yamamoto and Matsumoto (2004).
 *
 * <pre>
 *   min_θ  Σ_sentences ( log Z − score(right path) ) + ‖θ − θ₀‖² / 2C        θ₀ = 0, or the weights of an earlier model
 * </pre>
 *
 * It is not a {@link org.espalier.train.Learner}, because what it makes are costs of words and no labels of tokens. Loss, inference, sums
 * over shards, optimiser and listener are those of all models. Same data and options give the same bits for any number of threads.
 *
 * @param options C, cut-off, tolerances, threads
 * @param prior weights that the new ones should stay near; null for none
 * @param listener hears how far the training has come
 * @param stop asked after each iteration; when it answers true, the training ends with the weights so far
 */
public record CostTrainer(
        CostOptions options, @Nullable CostModel prior, TrainingListener listener, BooleanSupplier stop) {

    public CostTrainer(CostOptions options) {
        this(options, null, TrainingListener.NONE, () -> false);
    }

    /** With an earlier model, from whose weights training starts and to which the penalty draws. */
    public CostTrainer withPrior(@Nullable CostModel value) {
        return new CostTrainer(options, value, listener, stop);
    }

    public CostTrainer withListener(TrainingListener value) {
        return new CostTrainer(options, prior, value, stop);
    }

    public CostTrainer withStop(BooleanSupplier value) {
        return new CostTrainer(options, prior, listener, value);
    }

    /**
     * Learns from a corpus, which is of no use afterwards.
     *
     * @param files the dictionary that the corpus was read with
     */
    public CostModel train(MorphemeCorpus corpus, DictionaryFiles files) {
        Vocabulary features = corpus.units().cut(options.minCount());
        double[] offset = offset(features);
        try (Workers workers = new Workers(Workers.teamOf(options.threads()))) {
            Watch watch = new Watch(corpus, features.size(), workers.threads());
            listener.onStart(watch.summary);
            CostObjective objective = new CostObjective(
                    corpus,
                    features.size(),
                    LossFunction.LOG.with(new LatticeInference(), 0),
                    new LocalSum(workers),
                    offset);
            Result result = new Lbfgs(options.optimizer(), workers)
                    .minimize(objective, Penalty.l2(1 / options.c()), new double[features.size()], watch);
            double[] weights = result.x();
            for (int k = 0; k < offset.length; k++) {
                weights[k] += offset[k];
            }
            listener.onFinish(watch.report(result, weights));
            return new CostModel(header(files), features, weights);
        }
    }

    private double[] offset(Vocabulary features) {
        if (prior == null) {
            return new double[0];
        }
        double[] offset = new double[features.size()];
        for (int k = 0; k < offset.length; k++) {
            offset[k] = prior.weight(features.get(k));
        }
        return offset;
    }

    /** As MeCab's trainer writes it. */
    private Map<String, String> header(DictionaryFiles files) {
        Map<String, String> header = new LinkedHashMap<>();
        header.put("eta", String.valueOf(options.optimizer().objectiveTolerance()));
        header.put("freq", String.valueOf(options.minCount()));
        header.put("C", String.valueOf(options.c()));
        header.put("eval-size", String.valueOf(files.settings().evalSize()));
        header.put("unk-eval-size", String.valueOf(files.settings().unknownEvalSize()));
        header.put("charset", DictionaryCharset.mecabName(files.charset()));
        return header;
    }

    /** Passes on to the listener how far the optimiser has come. */
    private final class Watch implements Monitor {
        private final TrainingSummary summary;
        private final long begun = System.nanoTime();
        private final List<TrainingProgress> history = new ArrayList<>();

        Watch(MorphemeCorpus corpus, int features, int threads) {
            this.summary = new TrainingSummary(
                    corpus.sentences(), corpus.morphemes(), 0, corpus.units().units(), 0, features, 0, threads, 0);
        }

        private double seconds() {
            return (System.nanoTime() - begun) / 1e9;
        }

        @Override
        public boolean afterIteration(Progress progress) {
            TrainingProgress reached = new TrainingProgress(
                    progress.iteration(),
                    progress.evaluations(),
                    progress.value(),
                    progress.gradientNorm(),
                    summary.features(),
                    seconds(),
                    Double.NaN,
                    progress.xNorm(),
                    progress.step());
            history.add(reached);
            listener.onIteration(reached);
            return !stop.getAsBoolean();
        }

        TrainingReport report(Result result, double[] weights) {
            double seconds = seconds();
            int active = 0;
            for (double weight : weights) {
                active += weight == 0 ? 0 : 1;
            }
            return new TrainingReport(
                    summary,
                    result.value(),
                    result.gradientNorm(),
                    Penalty.l2(1 / options.c()).gapBound(result.gradientNorm()),
                    true,
                    result.iterations(),
                    result.evaluations(),
                    result.reason(),
                    false,
                    result.iterations(),
                    Double.NaN,
                    active,
                    seconds,
                    seconds / Math.max(1, result.evaluations()),
                    history,
                    List.of());
        }
    }
}
