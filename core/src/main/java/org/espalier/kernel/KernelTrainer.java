package org.espalier.kernel;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.kernel.KernelFeatures;
import org.espalier.feature.kernel.KernelFunction;
import org.espalier.feature.kernel.Point;
import org.espalier.labelling.LabelStructure;
import org.espalier.model.FileForm;
import org.espalier.model.Model;
import org.espalier.parallel.Workers;
import org.espalier.train.Learner;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingReport;
import org.espalier.train.TrainingSummary;
import org.espalier.train.run.Provenance;

/**
 * The recipe of a kernel machine: features, kernel and learner in, one-token sequences in, model out. Immutable; every
 * {@code with…} gives a new trainer.
 *
 * <pre>{@code
 * KernelTrainer trainer =
 *         new KernelTrainer(new GivenAttributes(), KernelFunction.parse("rbf(gamma=0.5)"), KernelSvm.DEFAULTS.withCost(10));
 * Model model = trainer.train(data);
 * }</pre>
 *
 * Time grows with n² kernel evaluations at least; memory with the cache, 8n bytes per row of the Gram matrix.
 */
public final class KernelTrainer implements Learner {
    /** 256 MB of rows of the Gram matrix. */
    public static final long DEFAULT_CACHE_BYTES = 256L << 20;

    private final AttributeExtractor extractor;
    private final KernelFunction kernel;
    private final KernelLearner learner;
    private final TrainingListener listener;
    private final int threads;
    private final long cacheBytes;
    private final BooleanSupplier stop;

    public KernelTrainer(AttributeExtractor extractor, KernelFunction kernel, KernelLearner learner) {
        this(extractor, kernel, learner, TrainingListener.NONE, 0, DEFAULT_CACHE_BYTES, () -> false);
    }

    private KernelTrainer(
            AttributeExtractor extractor,
            KernelFunction kernel,
            KernelLearner learner,
            TrainingListener listener,
            int threads,
            long cacheBytes,
            BooleanSupplier stop) {
        this.extractor = extractor;
        this.kernel = kernel;
        this.learner = learner;
        this.listener = listener;
        this.threads = threads;
        this.cacheBytes = cacheBytes;
        this.stop = stop;
    }

    /** With a listener, such as a progress display. */
    @Override
    public KernelTrainer withListener(TrainingListener value) {
        return new KernelTrainer(extractor, kernel, learner, value, threads, cacheBytes, stop);
    }

    /** With so many threads, 0 for all cores; the model does not depend on it. */
    public KernelTrainer withThreads(int value) {
        if (value < 0) {
            throw new IllegalArgumentException("threads = " + value + "; expected at least 0");
        }
        return new KernelTrainer(extractor, kernel, learner, listener, value, cacheBytes, stop);
    }

    /** With so much memory for rows of the Gram matrix; the model does not depend on it. */
    public KernelTrainer withCacheBytes(long value) {
        if (value < 1) {
            throw new IllegalArgumentException("a cache of " + value + " bytes; expected at least 1");
        }
        return new KernelTrainer(extractor, kernel, learner, listener, threads, value, stop);
    }

    /** Asked now and then; when it answers true the training ends with what has been found so far. */
    @Override
    public KernelTrainer withStop(BooleanSupplier value) {
        return new KernelTrainer(extractor, kernel, learner, listener, threads, cacheBytes, value);
    }

    /**
     * Trains.
     *
     * @param sequences of one token each, which are walked through several times
     */
    @Override
    public Model train(Iterable<Sequence> sequences) {
        KernelData data = KernelData.read(kernel, extractor, sequences);
        try (Workers workers = workers()) {
            TrainingSummary summary = summary(data, workers.threads());
            listener.onStart(summary);
            KernelProgress progress =
                    new KernelProgress(listener, stop, data.labels().size());
            DualSolution solution = learner.learn(problem(data, workers, progress));
            return finish(sequences, data, summary, progress, solution);
        }
    }

    private Workers workers() {
        return new Workers(Workers.teamOf(threads));
    }

    private static TrainingSummary summary(KernelData data, int threads) {
        int points = data.points().size();
        int labels = data.labels().size();
        int features = (int) Math.min(Integer.MAX_VALUE, (points + 1L) * labels);
        return new TrainingSummary(points, points, labels, data.attributes().size(), 0, features, 0, threads, 0);
    }

    private KernelProblem problem(KernelData data, Workers workers, KernelProgress progress) {
        long points = data.points().size();
        if (points * points * 8 > cacheBytes) {
            listener.onWarning(String.format(
                    Locale.ROOT,
                    "%,d points have a Gram matrix of %,d MB; the cache of %,d MB keeps %,d of its rows, and the others are"
                            + " computed again when needed. Time grows with the square of the number of points: use fewer points, or a"
                            + " larger cache",
                    points,
                    points * points * 8 >> 20,
                    cacheBytes >> 20,
                    cacheBytes / (8 * points)));
        }
        return new KernelProblem(
                GramCache.of(kernel, data.points(), cacheBytes, workers),
                data.gold(),
                data.labels().size(),
                data.weights(),
                cacheBytes,
                workers,
                progress);
    }

    private Model finish(
            Iterable<Sequence> sequences,
            KernelData data,
            TrainingSummary summary,
            KernelProgress progress,
            DualSolution solution) {
        int classes = data.labels().size();
        DualWeights found = DualWeights.of(solution, data.points().size(), classes);
        LabelStructure<?> structure = DualWeights.structure(solution, classes);
        List<Point> support =
                Arrays.stream(found.support()).mapToObj(data.points()::get).toList();
        KernelFeatures features = KernelFeatures.of(kernel, data.extractor(), data.attributes(), support);
        TrainingReport report = progress.report(summary, solution, found.weights().length);
        Model model = new Model(
                data.labels(),
                encoder(features, found.hasBias()),
                found.layout(structure),
                found.weights(),
                data.columns(),
                Provenance.of(sequences, provenance(), report),
                FileForm.PLAIN,
                solution.normalisation(),
                structure);
        listener.onFinish(report);
        return model;
    }

    private static Encoder encoder(KernelFeatures features, boolean hasBias) {
        Vocabulary.Builder names = new Vocabulary.Builder();
        if (hasBias) {
            names.add(KernelFeatures.BIAS);
        }
        features.names().forEach(names::add);
        return new Encoder(features, false, names.build(), new Vocabulary.Builder().build());
    }

    @Override
    public String name() {
        return learner.name();
    }

    @Override
    public Map<String, Object> provenance() {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("model", learner.name());
        options.put("kernel", kernel.toString());
        options.putAll(learner.provenance());
        return options;
    }
}
