package org.espalier.morphology;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.espalier.dictionary.DictionaryCharset;
import org.espalier.dictionary.DictionaryFiles;
import org.espalier.feature.Vocabulary;
import org.espalier.loss.LossFunction;
import org.espalier.train.Algorithm;
import org.espalier.train.EarlyStopping;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingSummary;
import org.espalier.train.run.CheckpointPlan;
import org.espalier.train.run.Learning;
import org.espalier.train.run.Learnt;
import org.espalier.train.run.TrainingPlan;
import org.jspecify.annotations.Nullable;

/**
 * Learns the weights of a dictionary's features, usually by maximum likelihood: the conditional random field of Kudo, Yamamoto and Matsumoto
 * (2004).
 *
 * <pre>
 *   min_θ  Σ_sentences loss(scores of the lattice, right path) + λ₁‖θ − θ₀‖₁ + ‖θ − θ₀‖² / 2C        θ₀ = 0, or the weights of an earlier model
 * </pre>
 *
 * It is not a {@link org.espalier.train.Learner}, because what it makes are costs of words and no labels of tokens. What it learns is a
 * {@link org.espalier.train.run.TrainingProblem} as any other: losses, algorithms, checkpoints and the development set are those of all
 * models. Same data and options give the same bits for any number of threads.
 */
public final class CostTrainer {
    private final CostOptions options;
    private final @Nullable CostModel prior;
    private final TrainingListener listener;
    private final BooleanSupplier stop;
    private final @Nullable CheckpointPlan checkpoint;

    public CostTrainer(CostOptions options) {
        this(options, null, TrainingListener.NONE, () -> false, null);
    }

    private CostTrainer(
            CostOptions options,
            @Nullable CostModel prior,
            TrainingListener listener,
            BooleanSupplier stop,
            @Nullable CheckpointPlan checkpoint) {
        this.options = options;
        this.prior = prior;
        this.listener = listener;
        this.stop = stop;
        this.checkpoint = checkpoint;
    }

    /** With an earlier model, from whose weights training starts and to which the penalty draws. */
    public CostTrainer withPrior(@Nullable CostModel value) {
        return new CostTrainer(options, value, listener, stop, checkpoint);
    }

    public CostTrainer withListener(TrainingListener value) {
        return new CostTrainer(options, prior, value, stop, checkpoint);
    }

    /** Asked after each iteration; when it answers true, the training ends with the weights so far. */
    public CostTrainer withStop(BooleanSupplier value) {
        return new CostTrainer(options, prior, listener, value, checkpoint);
    }

    /**
     * Keeps a checkpoint.
     *
     * @param file where to
     * @param every after so many iterations or epochs each
     * @param goOn whether to continue from the checkpoint if the file exists
     */
    public CostTrainer withCheckpoint(Path file, int every, boolean goOn) {
        return new CostTrainer(options, prior, listener, stop, new CheckpointPlan(file, every, goOn));
    }

    /**
     * Learns from a corpus, which is of no use afterwards.
     *
     * @param files the dictionary that the corpus was read with
     */
    public CostModel train(MorphemeCorpus corpus, DictionaryFiles files) {
        long begun = System.nanoTime();
        TrainingOptions training = options.training();
        Vocabulary features = corpus.units().cut(options.minCount());
        CostProblem problem = new CostProblem(corpus, options, features, prior(features));
        TrainingPlan plan =
                new TrainingPlan(training, listener, List.of(), null, checkpoint, stop, null, null, null, null, null);
        Learning learning = new Learning(plan, problem, begun);
        if (corpus.dev().size() > 0) {
            listener.onMetric(EarlyStopping.Metric.F1);
        }
        int resumedAt = learning.resume();
        TrainingSummary summary = new TrainingSummary(
                corpus.sentences(),
                corpus.morphemes(),
                0,
                corpus.trainedUnits(),
                0,
                features.size(),
                corpus.dev().size(),
                training.workers(),
                resumedAt);
        listener.onStart(summary);
        Learnt learnt = learning.learn(resumedAt);
        double[] weights = learnt.finite();
        double[] offset = problem.offset();
        int active = 0;
        for (int k = 0; k < weights.length; k++) {
            weights[k] += offset.length == 0 ? 0 : offset[k];
            active += weights[k] == 0 ? 0 : 1;
        }
        listener.onFinish(learning.report(summary, learnt, active));
        return new CostModel(header(files), features, weights);
    }

    private double[] prior(Vocabulary features) {
        if (prior == null) {
            return new double[0];
        }
        TrainingOptions training = options.training();
        if (training.algorithm() == Algorithm.FRANK_WOLFE || training.startsFromZero()) {
            throw new TrainingException(
                    "frank-wolfe starts from 0, because its weights come from dual variables; to go on from an earlier model use the"
                            + " algorithm subgradient, or the loss log");
        }
        double[] weights = new double[features.size()];
        for (int k = 0; k < weights.length; k++) {
            weights[k] = prior.weight(features.get(k));
        }
        return weights;
    }

    /** As MeCab's trainer writes it, and what it does not know. */
    private Map<String, String> header(DictionaryFiles files) {
        TrainingOptions training = options.training();
        Map<String, String> header = new LinkedHashMap<>();
        header.put("eta", String.valueOf(training.optimizer().objectiveTolerance()));
        header.put("freq", String.valueOf(options.minCount()));
        header.put("C", String.valueOf(options.c()));
        header.put("eval-size", String.valueOf(files.settings().evalSize()));
        header.put("unk-eval-size", String.valueOf(files.settings().unknownEvalSize()));
        header.put("charset", DictionaryCharset.mecabName(files.charset()));
        if (training.algorithm() != Algorithm.AUTO) {
            header.put("algorithm", training.algorithm().toString());
        }
        if (training.loss() != LossFunction.LOG) {
            header.put("loss", training.loss().toString());
        }
        if (training.penalty().l1() > 0) {
            header.put("l1", String.valueOf(training.penalty().l1()));
        }
        return header;
    }
}
