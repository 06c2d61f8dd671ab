package org.espalier.train.run;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.espalier.data.Labels;
import org.espalier.feature.encoding.Encoder;
import org.espalier.labelling.LabelStructure;
import org.espalier.math.Kernels;
import org.espalier.model.FileForm;
import org.espalier.model.Model;
import org.espalier.model.ModelFormatException;
import org.espalier.optimize.Function;
import org.espalier.parallel.Workers;
import org.espalier.scoring.LayoutBuilder;
import org.espalier.scoring.Normalisation;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.Structure;
import org.espalier.train.ParameterMixing;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.InstanceStore;
import org.espalier.train.corpus.LayoutChoice;
import org.espalier.train.remote.Question;
import org.espalier.train.remote.Share;
import org.jspecify.annotations.Nullable;

/**
 * What a worker needs to answer a training's questions about its shards: a model whose weights are all 0, the options, and, where weights are
 * mixed, how. Safe for several threads.
 *
 * <p>As bytes: magic, version, options, then the model as in its file. The same kernels must compute everywhere, or bits would depend on
 * where a shard is; so their name travels too.
 */
public final class ShardSession {
    private static final int MAGIC = 0x45535345;
    private static final int VERSION = 2;

    private static final Mixed NOT_YET = new Mixed(ParameterMixing.oneShot(1), 0);

    final Model model;
    private final TrainingPlan plan;
    final @Nullable Mixed mixed;
    private final boolean transitions;
    private final boolean convex;
    private final Kernels kernels;

    /**
     * Shards whose weights are mixed.
     *
     * @param tokens how many tokens all of them have
     */
    record Mixed(ParameterMixing mixing, long tokens) {}

    private ShardSession(
            Model model,
            TrainingPlan plan,
            @Nullable Mixed mixed,
            boolean transitions,
            boolean convex,
            Kernels kernels) {
        this.model = model;
        this.plan = plan;
        this.mixed = mixed;
        this.transitions = transitions;
        this.convex = convex;
        this.kernels = kernels;
    }

    /**
     * The bytes of a session.
     *
     * @param layout of θ; null for a session that chooses it, and has no weights yet
     * @param mixed null where losses and gradients are added up
     * @param convex whether the objective of all data is convex
     */
    static byte[] write(
            TrainingOptions options,
            Labels labels,
            Encoder encoder,
            LabelStructure<?> structure,
            @Nullable ParameterLayout layout,
            @Nullable Mixed mixed,
            boolean convex) {
        boolean transitions =
                encoder.extractor().sharedTransitions() && options.selection().transitions();
        ParameterLayout used = layout == null ? empty(encoder, structure) : layout;
        Model model = new Model(
                labels,
                encoder.withPairs(structure.pairPlaces()),
                used,
                new double[used.parameters()],
                0,
                Map.of(),
                FileForm.PLAIN,
                Normalisation.GLOBAL,
                structure);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream output = new DataOutputStream(bytes)) {
            output.writeInt(MAGIC);
            output.writeInt(VERSION);
            output.writeUTF(Kernels.best().name());
            RecordBytes.write(options, output);
            output.writeBoolean(mixed != null);
            if (mixed != null) {
                RecordBytes.write(mixed, output);
            }
            output.writeBoolean(transitions);
            output.writeBoolean(convex);
            byte[] file = model.toBytes();
            output.writeInt(file.length);
            output.write(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static ParameterLayout empty(Encoder encoder, LabelStructure<?> structure) {
        return new LayoutBuilder(
                        structure.families(),
                        places -> encoder.attributes(places).size(),
                        family -> false)
                .complete();
    }

    /** A session that was sent here. */
    public static ShardSession read(byte[] bytes) {
        try (DataInputStream input = new DataInputStream(new ByteArrayInputStream(bytes))) {
            if (input.readInt() != MAGIC || input.readInt() != VERSION) {
                throw new TrainingException("these bytes are no session of version " + VERSION
                        + "; use the same version of Espalier on all machines");
            }
            Kernels kernels = kernels(input.readUTF());
            TrainingOptions options = RecordBytes.read(TrainingOptions.DEFAULTS, input);
            Mixed mixed = input.readBoolean() ? RecordBytes.read(NOT_YET, input) : null;
            boolean transitions = input.readBoolean();
            boolean convex = input.readBoolean();
            Model model = Model.load(input.readNBytes(input.readInt()));
            return new ShardSession(model, plan(options), mixed, transitions, convex, kernels);
        } catch (IOException | ModelFormatException e) {
            throw new TrainingException("the session of a training is damaged: " + e.getMessage(), e);
        }
    }

    private static TrainingPlan plan(TrainingOptions options) {
        return new TrainingPlan(
                options, TrainingListener.NONE, List.of(), null, null, () -> false, null, null, null, null, null);
    }

    private static Kernels kernels(String name) {
        for (Kernels each : List.of(Kernels.best(), Kernels.scalar())) {
            if (each.name().equals(name)) {
                return each;
            }
        }
        throw new TrainingException("the training computes with the kernels '" + name + "', but this machine has only '"
                + Kernels.best().name()
                + "', which give other bits; install espalier-core-simd on all machines or on none, or"
                + " start the training with -Despalier.kernels=scalar");
    }

    /**
     * A shard for this session.
     *
     * @param number which of the shards, from 0
     */
    public Shard shard(int number, byte[] chunk) {
        return shard(model.structure(), number, chunk);
    }

    private <S extends Structure> Shard shard(LabelStructure<S> structure, int number, byte[] chunk) {
        InstanceStore instances = InstanceStore.ofShard(chunk, model.encoder().attributes());
        return mixed == null || instances.size() == 0
                ? new Worker<>(structure, instances)
                : new Learning<>(learner(structure, number, instances, mixed));
    }

    <S extends Structure> Task<S> task(LabelStructure<S> structure) {
        return new Task<>(structure, structure.scorer(model.layout()), structure.inference(kernels));
    }

    private <S extends Structure> ShardLearner<S> learner(
            LabelStructure<S> structure, int number, InstanceStore instances, Mixed how) {
        return new ShardLearner<>(plan, task(structure), instances, how.mixing, number, how.tokens, convex, kernels);
    }

    /** One shard where it is kept; answers one question at a time. */
    public interface Shard extends AutoCloseable {

        Share answer(Question question);

        @Override
        void close();
    }

    /** A shard whose weights are mixed. */
    private record Learning<S extends Structure>(ShardLearner<S> learner) implements Shard {
        @Override
        public Share answer(Question question) {
            return learner.answer(question);
        }

        @Override
        public void close() {
            learner.close();
        }
    }

    /** A shard whose losses and gradients are added up. */
    private final class Worker<S extends Structure> implements Shard {
        private final LabelStructure<S> structure;
        private final InstanceStore instances;
        private @Nullable Objective<S> objective; // compiled when it is first needed

        Worker(LabelStructure<S> structure, InstanceStore instances) {
            this.structure = structure;
            this.instances = instances;
        }

        @Override
        public Share answer(Question question) {
            if (instances.size() == 0) {
                return Share.NONE;
            }
            return switch (question.kind()) {
                case COUNTS -> counts();
                case NOT_CONVEX -> Share.of(plan.isConvex(instances, structure, model.layout()) ? 0 : 1);
                case GRADIENT -> gradient(objective(), question.x());
                case DIAGONAL -> diagonal(objective(), question.x());
                case PRODUCT -> product(objective(), question.x(), question.direction());
                case LEARN -> throw new TrainingException("shards that are added up were asked to learn alone");
            };
        }

        private Share counts() {
            Encoder encoder = model.encoder();
            LayoutBuilder.Counter counter = LayoutChoice.builder(
                            structure,
                            encoder.attributes().size(),
                            encoder.transitionAttributes().size(),
                            transitions)
                    .counter(plan.options().selection().choice());
            LayoutChoice.count(instances, structure, counter);
            List<Share.Vector> tallies = new ArrayList<>();
            for (int family = 0; family < structure.families().size(); family++) {
                LayoutBuilder.Tally tally = counter.tally(family);
                tallies.add(new Share.Vector(tally.keys(), tally.sums()));
            }
            return new Share(0, tallies);
        }

        private Objective<S> objective() {
            Objective<S> made = objective;
            if (made == null) {
                Task<S> task = task(structure);
                made = new Objective<>(task, plan.instanceLoss(task), convex, instances, kernels, new Workers(1));
                objective = made;
            }
            return made;
        }

        private Share gradient(Function function, double[] x) {
            double[] gradient = new double[x.length];
            return Share.of(function.evaluate(x, gradient), gradient);
        }

        private Share diagonal(Function function, double[] x) {
            double[] gradient = new double[x.length];
            double[] diagonal = new double[x.length];
            return Share.of(function.evaluate(x, gradient, diagonal), gradient, diagonal);
        }

        private Share product(Function function, double[] x, double[] direction) {
            double[] product = new double[x.length];
            function.timesHessian(x, direction, product);
            return Share.of(0, product);
        }

        @Override
        public void close() {
            if (objective != null) {
                objective.close();
            }
        }
    }
}
