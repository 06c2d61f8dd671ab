package org.espalier.network;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.espalier.data.Json;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.network.NetworkFeatures;
import org.espalier.feature.network.NetworkOptions;
import org.espalier.feature.network.NetworkShape;
import org.espalier.feature.network.NetworkVocabulary;
import org.espalier.feature.template.Template;
import org.espalier.feature.text.WordVectors;
import org.espalier.inference.Inference;
import org.espalier.labelling.LabelStructure;
import org.espalier.math.Kernels;
import org.espalier.math.MatrixKernels;
import org.espalier.model.Model;
import org.espalier.optimize.stochastic.Descent;
import org.espalier.optimize.stochastic.DescentOptions;
import org.espalier.structure.Structure;
import org.espalier.train.Learner;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingReport;
import org.espalier.train.TrainingSummary;
import org.espalier.train.corpus.ChunkStore;
import org.espalier.train.corpus.Collector;
import org.espalier.train.corpus.Instance;
import org.espalier.train.corpus.LayoutChoice;
import org.espalier.train.corpus.TrainingData;
import org.espalier.train.run.CheckpointPlan;
import org.espalier.train.run.CustomOptimizer;
import org.espalier.train.run.DevSet;
import org.espalier.train.run.Learning;
import org.espalier.train.run.Learnt;
import org.espalier.train.run.TrainingPlan;
import org.jspecify.annotations.Nullable;

/**
 * Learns a network below a structure: a BiLSTM-CNN-CRF (Ma &amp; Hovy 2016) where the structure is a chain.
 *
 * <pre>{@code
 * Learner learner = NetworkTrainer.of(NetworkOptions.DEFAULTS, DescentOptions.DEFAULTS)
 *         .withVectors(WordVectors.read(Path.of("glove.txt"), EmbeddingOptions.DEFAULTS.withScale(0)))
 *         .withDev(dev);
 * Model model = learner.train(data);
 * }</pre>
 *
 * <p>The model is an ordinary one, which tags without anything else. Attributes of the extractor have linear weights beside the network; there
 * are none by default. The same data, options and seed give the same bits for any number of threads and any kernels.
 *
 * @param network what it is made of
 * @param descent how it is learnt
 * @param vectors where words begin, or null for random ones
 * @param inputs tells attributes that the network looks at, such as clusters; or null
 * @param minCount attributes that the network looks at occur so often at least
 * @param extractor tells attributes that have linear weights
 * @param options structure, loss, penalty, development set, threads
 * @param dev development data
 * @param checkpoint where and how often a checkpoint is kept, or null
 */
public record NetworkTrainer(
        NetworkOptions network,
        DescentOptions descent,
        @Nullable WordVectors vectors,
        @Nullable AttributeExtractor inputs,
        int minCount,
        AttributeExtractor extractor,
        TrainingOptions options,
        List<Sequence> dev,
        TrainingListener listener,
        BooleanSupplier stop,
        @Nullable Checkpoint checkpoint)
        implements Learner {

    /**
     * How a checkpoint is kept.
     *
     * @param file where to
     * @param every after so many epochs each
     * @param resume whether to continue from the checkpoint if the file exists
     */
    public record Checkpoint(Path file, int every, boolean resume) {}

    /** What it learns, as on the command line. */
    public static final String NAME = "bilstm-crf";

    public NetworkTrainer {
        dev = List.copyOf(dev);
        if (minCount < 1) {
            throw new IllegalArgumentException("a minimum count of " + minCount + "; expected 1 or more");
        }
    }

    /** Of a chain with the log-loss, without a penalty. */
    public static NetworkTrainer of(NetworkOptions network, DescentOptions descent) {
        return new NetworkTrainer(
                network,
                descent,
                null,
                null,
                2,
                transitions(),
                TrainingOptions.DEFAULTS.withL2(0),
                List.of(),
                TrainingListener.NONE,
                () -> false,
                null);
    }

    /** Attributes of nothing, and weights of the steps from label to label. */
    public static AttributeExtractor transitions() {
        return Template.parse("B", "transitions");
    }

    public NetworkTrainer withVectors(@Nullable WordVectors value) {
        return new NetworkTrainer(
                network, descent, value, inputs, minCount, extractor, options, dev, listener, stop, checkpoint);
    }

    /** With attributes that the network looks at, each by a vector that is learnt. */
    public NetworkTrainer withInputs(@Nullable AttributeExtractor value, int least) {
        return new NetworkTrainer(
                network, descent, vectors, value, least, extractor, options, dev, listener, stop, checkpoint);
    }

    /** With attributes that have linear weights beside the network. */
    public NetworkTrainer withExtractor(AttributeExtractor value) {
        return new NetworkTrainer(
                network, descent, vectors, inputs, minCount, value, options, dev, listener, stop, checkpoint);
    }

    public NetworkTrainer withOptions(TrainingOptions value) {
        return new NetworkTrainer(
                network, descent, vectors, inputs, minCount, extractor, value, dev, listener, stop, checkpoint);
    }

    @Override
    public NetworkTrainer withDev(List<Sequence> value) {
        return new NetworkTrainer(
                network, descent, vectors, inputs, minCount, extractor, options, value, listener, stop, checkpoint);
    }

    @Override
    public NetworkTrainer withListener(TrainingListener value) {
        return new NetworkTrainer(
                network, descent, vectors, inputs, minCount, extractor, options, dev, value, stop, checkpoint);
    }

    @Override
    public NetworkTrainer withStop(BooleanSupplier value) {
        return new NetworkTrainer(
                network, descent, vectors, inputs, minCount, extractor, options, dev, listener, value, checkpoint);
    }

    /**
     * Keeps a checkpoint.
     *
     * @param every after so many epochs each
     * @param goOn whether to continue from the checkpoint if the file exists
     */
    public NetworkTrainer withCheckpoint(Path file, int every, boolean goOn) {
        return new NetworkTrainer(
                network,
                descent,
                vectors,
                inputs,
                minCount,
                extractor,
                options,
                dev,
                listener,
                stop,
                new Checkpoint(file, every, goOn));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Map<String, Object> provenance() {
        Map<String, Object> map = new LinkedHashMap<>(plan().provenance());
        map.put("model", NAME);
        map.put("seed", options.seed());
        map.put("network", network.provenance());
        map.put("descent", descent.provenance());
        map.put("epochs", descent.epochs());
        if (vectors != null) {
            map.put("vectors", vectors.toString());
        }
        if (inputs != null) {
            map.put("inputs", inputs.definition().text());
            map.put("inputsMinCount", minCount);
        }
        return map;
    }

    private TrainingPlan plan() {
        CustomOptimizer optimizer = new CustomOptimizer("descent", new Descent(descent.withSeed(options.seed())));
        CheckpointPlan kept =
                checkpoint == null ? null : new CheckpointPlan(checkpoint.file, checkpoint.every, checkpoint.resume);
        return new TrainingPlan(options, listener, dev, null, kept, stop, null, null, null, null, optimizer);
    }

    @Override
    public Model train(Iterable<Sequence> data) {
        long begun = System.nanoTime();
        List<Sequence> sequences = new ArrayList<>();
        data.forEach(sequences::add);
        AttributeExtractor fitted = extractor.isFitted() ? extractor : extractor.fit(sequences);
        AttributeExtractor seen = inputs == null || inputs.isFitted() ? inputs : inputs.fit(sequences);
        Deque<Sequence> read = new ArrayDeque<>(sequences);
        try (TrainingData encoded = Collector.collect(
                read::poll,
                fitted,
                options,
                null,
                ChunkStore.in(null),
                options.structure().pairPlaces())) {
            return train(sequences, encoded, seen, options.structure().settle(encoded), begun);
        }
    }

    private <S extends Structure> Model train(
            List<Sequence> sequences,
            TrainingData data,
            @Nullable AttributeExtractor seen,
            LabelStructure<S> structure,
            long begun) {
        if (structure.hasMarks()) {
            throw new TrainingException(
                    "a network scores tokens, but " + options.structure().describe()
                            + " scores what is between them; train a structure with a label for every token");
        }
        NetworkVocabulary.Builder builder = new NetworkVocabulary.Builder(vectors, seen);
        List<Sequence> used =
                sequences.stream().filter(sequence -> sequence.weight() > 0).toList();
        used.forEach(builder::add);
        NetworkVocabulary vocabulary = builder.build(minCount);
        NetworkModel<S> assembly = new NetworkModel<>(
                data, structure, LayoutChoice.of(data, options.selection(), structure, null), vocabulary);
        int targets = structure.families().get(0).targets();
        NetworkShape shape = NetworkFeatures.shape(network, vocabulary, targets);
        NetworkScorer<S> scorer = new NetworkScorer<>(structure.scorer(assembly.layout()), shape, MatrixKernels.best());
        Inference<S> inference = structure.inference(Kernels.best());
        NetworkProblem<S> problem = new NetworkProblem<>(
                scorer,
                vocabulary,
                builder.rare(),
                structure,
                plan().instanceLoss(structure, inference),
                instances(used, data, vocabulary, scorer),
                identity(data),
                options.seed());
        DevSet<S> set = new DevSet<>(structure, inference, data.labels(), options, data.scheme(), problem::scoring);
        problem.measureOn(set, data.encoder(), dev);
        set.check(listener);
        Learning learning = new Learning(plan(), problem, begun);
        int resumedAt = learning.resume();
        TrainingSummary summary = new TrainingSummary(
                data.instances().size(),
                data.instances().tokens(),
                data.labels().size(),
                data.encoder().attributes().size(),
                data.encoder().transitionAttributes().size(),
                scorer.parameters(),
                set.size(),
                options.workers(),
                resumedAt);
        listener.onStart(summary);
        Learnt learnt = learning.learn(resumedAt);
        double[] x = learnt.finite();
        TrainingReport report = learning.report(summary, learnt, x.length);
        Model model = assembly.model(scorer, x, options, provenance(), report);
        listener.onFinish(report);
        return model;
    }

    /** Those of data that have a weight, in their order. */
    private static <S extends Structure> List<NetworkInstance<S>> instances(
            List<Sequence> used, TrainingData data, NetworkVocabulary vocabulary, NetworkScorer<S> scorer) {
        List<NetworkInstance<S>> instances = new ArrayList<>(used.size());
        int number = 0;
        for (Instance instance : data.instances()) {
            Sequence sequence = used.get(number++);
            if (sequence.length() > 0) {
                instances.add(new NetworkInstance<>(
                        instance, vocabulary.encode(sequence), scorer.structure(instance.sequence())));
            }
        }
        return instances;
    }

    /** Everything that decides the weights, but for the number of epochs. */
    private String identity(TrainingData data) {
        Map<String, Object> map = new LinkedHashMap<>(provenance());
        map.remove("maxIterations");
        map.remove("epochs");
        map.put("data", data.fingerprint());
        map.put("features", extractor.definition().text());
        return Json.write(map);
    }
}
