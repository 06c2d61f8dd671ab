package org.espalier.kernel;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.kernel.KernelFeatures;
import org.espalier.feature.kernel.KernelFunction;
import org.espalier.feature.kernel.Point;
import org.espalier.model.Model;
import org.espalier.parallel.Workers;
import org.espalier.train.Learner;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;

/**
 * A kernel conditional random field on chains: the score of a label at a position is a function of a kernel's space, the steps between labels
 * have weights (Lafferty, Zhu &amp; Liu 2004).
 *
 * <pre>{@code
 * Learner learner = new KernelCrf(new GivenAttributes(), KernelFunction.parse("rbf(gamma=0.02)"), TrainingOptions.DEFAULTS);
 * Model model = learner.train(sequences);
 * }</pre>
 *
 * <p>First {@link KernelLogisticRegression} chooses import vectors among all positions, as if each stood alone. Then the {@link Trainer} trains a
 * chain over {@link KernelFeatures#orthonormal}, so that its penalty is that of the kernel's space. The model is an ordinary one: whatever works
 * for chains works for it. Time: that of the choice, then m kernel values and m² multiplications per position, and a CRF with m dense attributes.
 *
 * @param extractor tells the attributes that the kernel compares
 * @param kernel compares two positions
 * @param importVectors how support points are chosen
 * @param options of the chain; its L2 penalty is that of the choice, too
 * @param dev development data for the chain
 */
public record KernelCrf(
        AttributeExtractor extractor,
        KernelFunction kernel,
        ImportVectors importVectors,
        TrainingOptions options,
        long cacheBytes,
        List<Sequence> dev,
        TrainingListener listener,
        BooleanSupplier stop)
        implements Learner {

    /** What it learns, as on the command line. */
    public static final String NAME = "kernel-crf";

    public KernelCrf {
        dev = List.copyOf(dev);
        if (!(options.penalty().l2() > 0)) {
            throw new IllegalArgumentException(
                    "l2 = 0; expected a number above 0: without a penalty a kernel can fit any labels perfectly");
        }
    }

    /** With at most 300 import vectors. */
    public KernelCrf(AttributeExtractor extractor, KernelFunction kernel, TrainingOptions options) {
        this(
                extractor,
                kernel,
                ImportVectors.DEFAULTS.withMost(300),
                options,
                KernelTrainer.DEFAULT_CACHE_BYTES,
                List.of(),
                TrainingListener.NONE,
                () -> false);
    }

    public KernelCrf withImportVectors(ImportVectors value) {
        return new KernelCrf(extractor, kernel, value, options, cacheBytes, dev, listener, stop);
    }

    /** With so much memory for kernel values; the model does not depend on it. */
    public KernelCrf withCacheBytes(long value) {
        return new KernelCrf(extractor, kernel, importVectors, options, value, dev, listener, stop);
    }

    @Override
    public KernelCrf withDev(List<Sequence> value) {
        return new KernelCrf(extractor, kernel, importVectors, options, cacheBytes, value, listener, stop);
    }

    @Override
    public KernelCrf withListener(TrainingListener value) {
        return new KernelCrf(extractor, kernel, importVectors, options, cacheBytes, dev, value, stop);
    }

    @Override
    public KernelCrf withStop(BooleanSupplier value) {
        return new KernelCrf(extractor, kernel, importVectors, options, cacheBytes, dev, listener, value);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Map<String, Object> provenance() {
        Map<String, Object> map = new LinkedHashMap<>(new Trainer(extractor, options).provenance());
        map.put("model", NAME);
        map.put("kernel", kernel.toString());
        map.put("importVectors", importVectors.most());
        map.put("importTolerance", importVectors.tolerance());
        map.put("candidates", importVectors.candidates());
        return map;
    }

    @Override
    public Model train(Iterable<Sequence> data) {
        Model model = new Trainer(features(data), options)
                .withDev(dev)
                .withListener(listener)
                .withStop(stop)
                .train(data);
        Map<String, Object> provenance = new LinkedHashMap<>(model.provenance());
        provenance.put("options", provenance());
        return model.withProvenance(provenance);
    }

    /** Kernel features of the import vectors. */
    private KernelFeatures features(Iterable<Sequence> sequences) {
        KernelData data = KernelData.positions(kernel, extractor, sequences, options.notation());
        try (Workers workers = new Workers(Workers.teamOf(options.threads()))) {
            KernelProblem problem = new KernelProblem(
                    GramCache.of(kernel, data.points(), cacheBytes, workers),
                    data.gold(),
                    data.labels().size(),
                    data.weights(),
                    cacheBytes,
                    workers,
                    (iteration, objective, violation, active) -> !stop.getAsBoolean());
            DualSolution chosen = KernelLogisticRegression.DEFAULTS
                    .withL2(options.penalty().l2())
                    .withImportVectors(importVectors)
                    .withSeed(options.seed())
                    .learn(problem);
            List<Point> support = Arrays.stream(DualWeights.of(
                                    chosen, data.points().size(), data.labels().size())
                            .support())
                    .mapToObj(data.points()::get)
                    .toList();
            return KernelFeatures.of(kernel, data.extractor(), data.attributes(), support)
                    .orthonormal();
        }
    }
}
