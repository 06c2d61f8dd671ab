package org.espalier.train.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.feature.AttributeKinds;
import org.espalier.feature.EncodedSequence;
import org.espalier.inference.Workspace;
import org.espalier.loss.Loss;
import org.espalier.math.Kernels;
import org.espalier.optimize.Function;
import org.espalier.parallel.LocalSum;
import org.espalier.parallel.Workers;
import org.espalier.scoring.LinearPass;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.Session;
import org.espalier.structure.Structure;
import org.espalier.structure.Supervision;
import org.espalier.train.corpus.Instance;
import org.espalier.train.corpus.InstanceStore;
import org.jspecify.annotations.Nullable;

/**
 * The sum of the losses over the data: f(θ) = Σ<sub>n</sub> weight<sub>n</sub> · loss(x<sub>n</sub>, gold<sub>n</sub>; θ).
 *
 * <p>The sequences of a block are cut into chunks of about equal numbers of tokens, which are the shards of a {@link LocalSum}. The
 * chunks depend on the data only, never on the number of threads, so the sums have the same bits everywhere.
 *
 * @param <S> the structure of the instances
 */
final class Objective<S extends Structure> implements Function, AutoCloseable {
    /** Enough work to be worth handing out, and to outweigh adding up the shared parts. */
    private static final int TOKENS_PER_CHUNK = 1_000;

    private final Task<S> task;
    private final LinearScorer<S> scorer;
    private final Loss<S> loss;
    private final boolean convex;
    private final List<S> structures = new ArrayList<>(); // [instances]
    private final List<Supervision<S>> gold = new ArrayList<>(); // [instances]
    private final double[] weights; // [instances]
    private final InstanceStore instances;
    private final boolean lean;
    private final Kernels kernels;
    private final Workers workers;
    private @Nullable LinearPass compiled; // see pass()
    private final LocalSum sum;
    private final List<int[]> chunkBegins = new ArrayList<>(); // [blocks][chunks + 1]
    private final List<Session<S>> sessions; // [threads]
    private final double[] sharedGradient; // [shared parts]
    private final double[]
            observedShared; // [shared parts]: how often the gold standard has each, where it is one output
    private double weightedTokens;
    private long evaluation;

    /**
     * An objective.
     *
     * @param convex whether the {@linkplain Convexity loss is convex} with these labels
     */
    Objective(Task<S> task, Loss<S> loss, boolean convex, InstanceStore instances, Kernels kernels, Workers workers) {
        this(task, loss, convex, instances, false, kernels, workers);
    }

    /**
     * An objective.
     *
     * @param lean whether {@linkplain LinearPass#compile rare attributes take as little memory as they can}
     */
    Objective(
            Task<S> task,
            Loss<S> loss,
            boolean convex,
            InstanceStore instances,
            boolean lean,
            Kernels kernels,
            Workers workers) {
        this.convex = convex;
        this.task = task;
        this.scorer = task.scorer();
        this.loss = loss;
        this.instances = instances;
        this.lean = lean;
        this.kernels = kernels;
        this.workers = workers;
        this.sum = new LocalSum(workers);
        this.weights = new double[instances.size()];
        Map<Integer, S> byLength = new HashMap<>(); // one structure serves all instances of its length
        int count = 0;
        for (Instance instance : instances) {
            S structure = scorer.structure(instance.sequence());
            structures.add(
                    scorer.topology().isShapedByLength(instance.sequence())
                            ? byLength.computeIfAbsent(structure.length(), n -> structure)
                            : structure);
            gold.add(task.labels().supervision(instance.gold(), structures.get(count)));
            weights[count++] = instance.weight();
        }
        int sharedParts = scorer.topology().sharedParts();
        this.sharedGradient = new double[sharedParts];
        this.observedShared = observed(sharedParts);
        this.sessions = Session.several(scorer, workers.threads());
    }

    /** The data laid out for passes, from the first of them on: an algorithm that visits terms before that has the memory for itself. */
    private LinearPass pass() {
        LinearPass pass = compiled;
        if (pass == null) {
            pass = LinearPass.compile(
                    scorer, instances.sequences(), kinds(instances), lean, instances.spool(), kernels, workers);
            compiled = pass;
            for (int b = 0; b < pass.blocks(); b++) {
                chunkBegins.add(chunks(pass.firstSequence(b), pass.firstSequence(b + 1)));
            }
        }
        return pass;
    }

    /** Lets go of the instances, of which passes have numbers of their own. */
    void releaseInstances() {
        pass();
        instances.release();
    }

    /** The kinds of attributes; none where tokens have equally many, as those of a template: their places tell more than names do. */
    private static byte[] kinds(InstanceStore instances) {
        int usual = -1;
        for (EncodedSequence sequence : instances.sequences()) {
            for (int t = 0; t < sequence.length(); t++) {
                int count = sequence.begin(t + 1) - sequence.begin(t);
                if (usual >= 0 && count != usual) {
                    return AttributeKinds.of(instances.attributes());
                }
                usual = count;
            }
        }
        return new byte[0];
    }

    private double[] observed(int sharedParts) {
        double[] parts = new double[sharedParts]; // the counts, followed by what is not wanted
        for (int n = 0; n < structures.size(); n++) {
            S structure = structures.get(n);
            weightedTokens += weights[n] * structure.length();
            if (gold.get(n).isSingle()) {
                parts = parts.length < structure.parts() ? Arrays.copyOf(parts, structure.parts()) : parts;
                gold.get(n).single(structure).addTo(parts, weights[n]);
            }
        }
        return Arrays.copyOf(parts, sharedParts);
    }

    /** Where the chunks of a block begin, counted from its first sequence. */
    private int[] chunks(int from, int to) {
        int[] begins = new int[to - from + 1];
        int count = 0;
        int tokens = 0;
        for (int n = from; n < to; n++) {
            tokens += structures.get(n).length();
            if (n == to - 1 || tokens >= TOKENS_PER_CHUNK) {
                begins[++count] = n + 1 - from;
                tokens = 0;
            }
        }
        return Arrays.copyOf(begins, count + 1);
    }

    @Override
    public int dimension() {
        return scorer.parameters();
    }

    @Override
    public boolean isConvex() {
        return convex;
    }

    @Override
    public double evaluate(double[] x, double[] gradient) {
        LinearPass pass = pass();
        pass.begin(x, gradient);
        double value = evaluate(x, gradient, (block, begins) -> {});
        pass.finish(gradient);
        return value;
    }

    @Override
    public boolean hasDiagonal() {
        return true;
    }

    /**
     * The diagonal is estimated as if the labels of different positions were independent: Σ p(1 − p) over the places where
     * a weight fires. For the shared parts, whose single steps are not kept, 1 − p is taken to be the same everywhere.
     */
    @Override
    public double evaluate(double[] x, double[] gradient, double[] diagonal) {
        LinearPass pass = pass();
        pass.begin(x, gradient, diagonal);
        double[] curvature = new double[1];
        double value = evaluate(x, gradient, (block, begins) -> {
            curvature[0] = sum.add(begins.length - 1, x, curvature[0], (chunk, at, worker, none) -> {
                double own = 0;
                for (int n = begins[chunk]; n < begins[chunk + 1]; n++) {
                    own += pass.takeCurvature(block, n, weights[block.first() + n]);
                }
                return own;
            });
            pass.addDiagonal(block, diagonal);
        });
        pass.finish(gradient, diagonal);
        double uncertainty = curvature[0] / weightedTokens;
        double[] expected = observedShared.clone();
        for (int part = 0; part < expected.length; part++) {
            expected[part] = Math.max(0, expected[part] + sharedGradient[part]) * uncertainty;
        }
        scorer.backpropagateShared(expected, diagonal);
        return value;
    }

    @Override
    public boolean hasHessian() {
        return loss.hasHessian();
    }

    /** One pass: every sequence is scored with x and with the direction, and the loss tells how its part gradient changes. */
    @Override
    public void timesHessian(double[] x, double[] direction, double[] into) {
        LinearPass pass = pass();
        pass.beginProduct(x, direction, into);
        passOver(
                x,
                into,
                (block, begin, end, at, worker) -> multiplyChunk(block, begin, end, worker, at, direction),
                (b, c) -> {});
        pass.finish(into);
    }

    private double multiplyChunk(LinearPass.Block block, int from, int to, int worker, double[] x, double[] direction) {
        LinearPass pass = pass();
        Session<S> session = begin(block, from, x, worker);
        Workspace workspace = session.workspace();
        workspace.reserveDirection(structures.get(block.first() + from));
        scorer.scoreShared(direction, workspace.direction());
        for (int n = from; n < to; n++) {
            int instance = block.first() + n;
            S structure = structures.get(instance);
            session.reserve(structure);
            workspace.reserveDirection(structure);
            pass.score(block, n, structure, worker, workspace.scores());
            pass.scoreDirection(block, n, structure, worker, workspace.direction());
            loss.timesHessian(structure, gold.get(instance), weights[instance], workspace);
            pass.takeGradient(block, n, structure, workspace.gradient());
        }
        return 0;
    }

    /** What is done with the sequences of a chunk; afterwards the workspace holds the sums of the shared parts. */
    private interface ChunkTask {
        double run(LinearPass.Block block, int from, int to, double[] at, int worker);
    }

    /** What is done with a block after its back-propagation. */
    private interface AfterBlock {
        void accept(LinearPass.Block block, int[] chunkBegins);
    }

    private double evaluate(double[] x, double[] gradient, AfterBlock after) {
        return passOver(x, gradient, this::evaluateChunk, after);
    }

    private double passOver(double[] x, double[] gradient, ChunkTask task, AfterBlock after) {
        LinearPass pass = pass();
        evaluation++;
        double value = 0;
        Arrays.fill(sharedGradient, 0.0);
        for (int b = 0; b < chunkBegins.size(); b++) {
            LinearPass.Block block = pass.block(b);
            int[] begins = chunkBegins.get(b);
            value = sum.add(begins.length - 1, x, value, sharedGradient, (chunk, at, worker, share) -> {
                double own = task.run(block, begins[chunk], begins[chunk + 1], at, worker);
                System.arraycopy(sessions.get(worker).workspace().gradient(), 0, share, 0, sharedGradient.length);
                return own;
            });
            pass.backpropagate(block, gradient);
            after.accept(block, begins);
        }
        scorer.backpropagateShared(sharedGradient, gradient);
        return value;
    }

    private double evaluateChunk(LinearPass.Block block, int from, int to, double[] parameters, int worker) {
        LinearPass pass = pass();
        Session<S> session = begin(block, from, parameters, worker);
        Workspace workspace = session.workspace();
        double value = 0;
        for (int n = from; n < to; n++) {
            int instance = block.first() + n;
            S structure = structures.get(instance);
            session.reserve(structure);
            pass.score(block, n, structure, worker, workspace.scores());
            value += loss.evaluate(structure, gold.get(instance), weights[instance], workspace);
            pass.takeGradient(block, n, structure, workspace.gradient());
        }
        return value;
    }

    /** A worker's session at the beginning of a chunk. */
    private Session<S> begin(LinearPass.Block block, int from, double[] parameters, int worker) {
        Session<S> session = sessions.get(worker);
        session.use(parameters, evaluation);
        session.begin(structures.get(block.first() + from));
        return session;
    }

    /** The terms of the sum, one by one. */
    Terms<S> terms(InstanceStore instances) {
        return Terms.of(task, loss, instances, structures, sum.workers());
    }

    @Override
    public void close() {
        if (compiled != null) {
            compiled.close();
        }
    }
}
