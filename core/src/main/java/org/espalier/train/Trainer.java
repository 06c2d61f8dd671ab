package org.espalier.train;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;
import org.espalier.feature.AttributeExtractor;
import org.espalier.loss.CustomLoss;
import org.espalier.model.Model;
import org.espalier.online.OnlineLearning;
import org.espalier.optimize.Optimizer;
import org.espalier.optimize.VisitingOrder;
import org.espalier.train.corpus.ChunkStore;
import org.espalier.train.corpus.Collector;
import org.espalier.train.corpus.TrainingData;
import org.espalier.train.remote.RemoteCorpus;
import org.espalier.train.run.CheckpointPlan;
import org.espalier.train.run.CustomOptimizer;
import org.espalier.train.run.CustomParts;
import org.espalier.train.run.TrainingPlan;
import org.espalier.train.run.TrainingRun;
import org.jspecify.annotations.Nullable;

/**
 * The recipe: features and options in, data in, model out. Immutable; every {@code with…} gives a new trainer.
 *
 * <pre>{@code
 * List<Sequence> data = Sequences.read(DataOptions.COLUMNS, Path.of("train.txt"));
 * Trainer trainer = new Trainer(FeatureSet.parse("text"), TrainingOptions.DEFAULTS.withL2(0.5));
 * Model model = trainer.train(data);
 * model.save(Path.of("model.esp"));
 * }</pre>
 */
public final class Trainer implements Learner {
    final AttributeExtractor extractor;
    final TrainingOptions options;

    // Set by the methods below in a copy that nobody has seen yet, and never again.
    TrainingListener listener = TrainingListener.NONE;
    List<Sequence> dev = List.of();

    @Nullable
    Model initial;

    @Nullable
    CheckpointPlan checkpoint;

    BooleanSupplier stop = () -> false;

    @Nullable
    Path dataDirectory;

    @Nullable
    OnlineLearning online;

    @Nullable
    VisitingOrder order;

    @Nullable
    ParameterMixing mixing;

    @Nullable
    CustomLoss loss;

    @Nullable
    CustomOptimizer optimizer;

    public Trainer(AttributeExtractor extractor, TrainingOptions options) {
        this.extractor = extractor;
        this.options = options;
    }

    private TrainingPlan plan() {
        return new TrainingPlan(
                options, listener, dev, initial, checkpoint, stop, online, order, mixing, loss, optimizer);
    }

    private Trainer copy() {
        return with(extractor, options, dev);
    }

    /** The same with other features, options and development set. */
    Trainer with(AttributeExtractor newExtractor, TrainingOptions newOptions, List<Sequence> newDev) {
        Trainer copy = new Trainer(newExtractor, newOptions);
        copy.listener = listener;
        copy.dev = List.copyOf(newDev);
        copy.initial = initial;
        copy.checkpoint = checkpoint;
        copy.stop = stop;
        copy.dataDirectory = dataDirectory;
        copy.online = online;
        copy.order = order;
        copy.mixing = mixing;
        copy.loss = loss;
        copy.optimizer = optimizer;
        return copy;
    }

    /** By the loss, or by the algorithm of an online learner; whether labels have transitions is for the features to say. */
    @Override
    public String name() {
        if (options.algorithm().isOnline()) {
            return options.algorithm().toString();
        }
        if (loss != null) {
            return loss.name();
        }
        return switch (options.loss()) {
            case LOCAL -> "memm";
            case HINGE, SQUARED_HINGE, ONE_VS_REST_HINGE, ONE_VS_REST_SQUARED_HINGE -> "svm";
            default ->
                options.structure().isPlainChain() ? "crf" : options.structure().describe();
        };
    }

    @Override
    public Map<String, Object> provenance() {
        return plan().provenance();
    }

    /** With a listener, such as a progress display. */
    @Override
    public Trainer withListener(TrainingListener value) {
        Trainer copy = copy();
        copy.listener = value;
        return copy;
    }

    /** With a development set, which ends the training early, see {@link EarlyStopping}. */
    @Override
    public Trainer withDev(List<Sequence> value) {
        Trainer copy = copy();
        copy.dev = List.copyOf(value);
        return copy;
    }

    /**
     * Starts from the weights of a model; its labels and attributes are kept, however rare they are now, and new ones are
     * added.
     *
     * <p>Attributes are matched by name, so a model with other features may be used too: weights of attributes that no
     * longer occur are then drawn towards 0 by the penalty, and those of transitions that the features no longer have are
     * left out. The listener is warned of that.
     */
    public Trainer withInitial(@Nullable Model value) {
        Trainer copy = copy();
        copy.initial = value;
        return copy;
    }

    /**
     * Keeps a checkpoint.
     *
     * @param file where to
     * @param every after so many iterations or epochs each
     * @param goOn whether to continue from the checkpoint if the file exists
     */
    public Trainer withCheckpoint(Path file, int every, boolean goOn) {
        Trainer copy = copy();
        copy.checkpoint = new CheckpointPlan(file, every, goOn);
        return copy;
    }

    /** Asked after each iteration; when it answers true the training ends with the best model so far. */
    @Override
    public Trainer withStop(BooleanSupplier value) {
        Trainer copy = copy();
        copy.stop = value;
        return copy;
    }

    /**
     * Keeps the encoded data in a temporary file of this directory instead of in memory; null for memory. The model is the
     * same, unless the data are so large that the first phase of {@link Algorithm#AUTO} sees a sample of them only; the
     * optimum is the same always. Online learners shuffle data on disk piece by piece, and end with other weights. The file
     * is deleted at the end, whatever the end is.
     */
    public Trainer withDataOnDisk(@Nullable Path directory) {
        Trainer copy = copy();
        copy.dataDirectory = directory;
        return copy;
    }

    /**
     * Learns online by a rule of one's own; the options must name an online algorithm, whose place it takes.
     */
    public Trainer withOnline(OnlineLearning value) {
        if (!options.algorithm().isOnline()) {
            throw new IllegalArgumentException("an update rule in place of " + options.algorithm()
                    + "; expected an online algorithm such as PERCEPTRON in the options");
        }
        Trainer copy = copy();
        copy.online = value;
        return copy;
    }

    /** Visits the instances in an order of one's own; for online algorithms and SGD. Otherwise the seed decides the order. */
    public Trainer withOrder(VisitingOrder value) {
        if (!options.algorithm().isOnline() && options.algorithm() != Algorithm.SGD) {
            throw new IllegalArgumentException("an order of the instances for " + options.algorithm()
                    + "; expected SGD or an online algorithm such as PERCEPTRON in the options");
        }
        Trainer copy = copy();
        copy.order = value;
        return copy;
    }

    /**
     * Learns on shards of the data and averages the weights, see {@link ParameterMixing}; null for the exact gradient of all
     * data. A checkpoint cannot be kept then.
     */
    public Trainer withMixing(@Nullable ParameterMixing value) {
        Trainer copy = copy();
        copy.mixing = value;
        return copy;
    }

    /**
     * Minimises a loss of one's own; the options name none, or {@link org.espalier.loss.LossFunction#LOG}, whose place it takes. {@link
     * Algorithm#AUTO} is then L-BFGS, or OWL-QN with an L1 penalty. Algorithms that know particular losses only are refused.
     */
    public Trainer withLoss(CustomLoss value) {
        Trainer copy = copy();
        copy.loss = value;
        return copy;
    }

    /**
     * Minimises by an optimiser of one's own, in the place of {@link Algorithm#AUTO}. It says itself how many iterations it does and when it
     * stops; the penalty is that of the options. Its function is a {@link org.espalier.optimize.SumFunction} when the data are in memory.
     * The objective and the gradient of what it returns are measured, not believed.
     *
     * @param name for messages, for the model's provenance, and for checkpoints, which belong to this name only. It says everything that
     *     the weights depend on, such as "momentum(rate=0.1)"
     */
    public Trainer withOptimizer(String name, Optimizer value) {
        Trainer copy = copy();
        copy.optimizer = new CustomOptimizer(name, value);
        return copy;
    }

    /** Trains on sequences in memory; features that depend on the data are settled first. */
    @Override
    public Model train(Iterable<Sequence> sequences) {
        AttributeExtractor fitted = extractor.fit(sequences);
        Iterator<Sequence> iterator = sequences.iterator();
        return train(fitted, () -> iterator.hasNext() ? iterator.next() : null);
    }

    /**
     * Trains on sequences as they are read; only their numbers stay in memory, unless the features must first be settled on
     * all of the data. The reader is not closed.
     */
    @Override
    public Model train(SequenceReader reader) {
        if (extractor.isFitted()) {
            return train(extractor, reader::next);
        }
        Deque<Sequence> read = new ArrayDeque<>(Sequences.readAll(reader)); // each is let go once it has its numbers
        return train(extractor.fit(read), read::poll);
    }

    /**
     * Trains on data that are kept and evaluated elsewhere, such as on the machines of a cluster. Algorithms that visit instances singly are
     * refused, unless shards are mixed: then each learns alone, and the data must have as many shards as the mixing. The shards are closed
     * at the end.
     *
     * @throws IllegalArgumentException when the features must first be settled on the data
     */
    public Model train(RemoteCorpus corpus) {
        if (!extractor.isFitted()) {
            throw new IllegalArgumentException("these features must first be settled on all of the data, which are kept"
                    + " elsewhere; settle them before (AttributeExtractor.fit), on data that are here");
        }
        TrainingPlan plan = plan();
        CustomParts.check(plan);
        try (TrainingData data = TrainingData.of(corpus, extractor, options)) {
            return TrainingRun.of(plan, data).run();
        }
    }

    private Model train(AttributeExtractor fitted, Supplier<@Nullable Sequence> source) {
        TrainingPlan plan = plan();
        CustomParts.check(plan);
        try (TrainingData data = Collector.collect(
                source,
                fitted,
                options,
                initial,
                ChunkStore.in(dataDirectory),
                options.structure().pairPlaces())) {
            return TrainingRun.of(plan, data).run();
        }
    }
}
