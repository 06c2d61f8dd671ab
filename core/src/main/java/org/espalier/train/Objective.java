package org.espalier.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.inference.Workspace;
import org.espalier.loss.Loss;
import org.espalier.math.Kernels;
import org.espalier.optimize.Function;
import org.espalier.parallel.Workers;
import org.espalier.scoring.LinearPass;
import org.espalier.scoring.LinearScorer;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Trellis;

/**
 * The sum of the losses over the data: f(θ) = Σ<sub>n</sub> weight<sub>n</sub> · loss(x<sub>n</sub>, gold<sub>n</sub>; θ).
 *
 * <p>The sequences of a block are cut into chunks of about equal numbers of tokens, which are the tasks of the workers. The
 * chunks depend on the data only, never on the number of threads, and their values and shared transitions are added up in
 * order, so that the sums have the same bits everywhere.
 */
final class Objective implements Function, AutoCloseable {
    /** Enough work to be worth handing out, and to outweigh adding up S² shared transitions. */
    private static final int TOKENS_PER_CHUNK = 1_000;

    private final LinearScorer<Trellis> scorer;
    private final Loss<Trellis> loss;
    private final boolean convex;
    private final Trellis[] trellises; // [instances]
    private final AllowedStates[] gold; // [instances]
    private final double[] weights; // [instances]
    private final LinearPass pass;
    private final Workers workers;
    private final List<int[]> chunkBegins = new ArrayList<>(); // [blocks][chunks + 1]
    private final Workspace[] workspaces; // [threads]
    private final long[] scoredAt; // [threads]: the evaluation for which the workspace holds the shared transitions
    private final double[][] sharedGradients; // [chunks of a block][shared parts]
    private final double[] values; // [chunks of a block]
    private final double[] sharedGradient; // [shared parts]
    private final double[] observedShared; // [shared parts]: how often the gold standard takes each, where it is a path
    private double weightedTokens;
    private long evaluation;

    /**
     * An objective.
     *
     * @param convex whether the {@linkplain Convexity loss is convex} with these labels
     */
    Objective(
            LinearScorer<Trellis> scorer,
            Loss<Trellis> loss,
            boolean convex,
            InstanceStore instances,
            Kernels kernels,
            Workers workers) {
        this.convex = convex;
        this.scorer = scorer;
        this.loss = loss;
        this.workers = workers;
        this.trellises = new Trellis[instances.size()];
        this.gold = new AllowedStates[instances.size()];
        this.weights = new double[instances.size()];
        Map<Integer, Trellis> plain = new HashMap<>(); // chains without own transitions differ by their length only
        int count = 0;
        for (Instance instance : instances) {
            Trellis trellis = scorer.structure(instance.sequence());
            trellises[count] = trellis.ownCount() > 0 ? trellis : plain.computeIfAbsent(trellis.length(), n -> trellis);
            gold[count] = instance.gold();
            weights[count++] = instance.weight();
        }
        this.pass = LinearPass.compile(scorer, instances.sequences(), instances.spool(), kernels, workers);
        int sharedParts = trellises[0].sharedParts();
        int mostChunks = 0;
        for (int b = 0; b < pass.blocks(); b++) {
            int[] begins = chunks(pass.firstSequence(b), pass.firstSequence(b + 1));
            chunkBegins.add(begins);
            mostChunks = Math.max(mostChunks, begins.length - 1);
        }
        this.sharedGradients = new double[mostChunks][sharedParts];
        this.values = new double[mostChunks];
        this.sharedGradient = new double[sharedParts];
        this.observedShared = observed(sharedParts);
        this.workspaces = new Workspace[workers.threads()];
        Arrays.setAll(workspaces, worker -> new Workspace());
        this.scoredAt = new long[workers.threads()];
    }

    private double[] observed(int sharedParts) {
        double[] parts = new double[sharedParts]; // the counts, followed by what is not wanted
        for (int n = 0; n < trellises.length; n++) {
            Trellis trellis = trellises[n];
            weightedTokens += weights[n] * trellis.length();
            if (gold[n].isPath()) {
                parts = parts.length < trellis.parts() ? Arrays.copyOf(parts, trellis.parts()) : parts;
                trellis.addPath(parts, gold[n].onlyPath(), weights[n]);
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
            tokens += trellises[n].length();
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
     * a weight fires. For the shared transitions, whose single steps are not kept, 1 − p is taken to be the same everywhere.
     */
    @Override
    public double evaluate(double[] x, double[] gradient, double[] diagonal) {
        pass.begin(x, gradient, diagonal);
        double[] curvature = new double[1];
        double value = evaluate(x, gradient, (block, begins) -> {
            double[] sums = new double[begins.length - 1];
            workers.run(sums.length, (chunk, worker) -> {
                for (int n = begins[chunk]; n < begins[chunk + 1]; n++) {
                    sums[chunk] += pass.takeCurvature(block, n, weights[block.first() + n]);
                }
            });
            for (double sum : sums) {
                curvature[0] += sum;
            }
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
        pass.beginProduct(x, direction, into);
        passOver(
                into,
                (block, begin, end, worker) -> multiplyChunk(block, begin, end, worker, x, direction),
                (b, c) -> {});
        pass.finish(into);
    }

    private double multiplyChunk(LinearPass.Block block, int from, int to, int worker, double[] x, double[] direction) {
        Workspace workspace = workspaces[worker];
        for (int n = from; n < to; n++) {
            int instance = block.first() + n;
            Trellis trellis = trellises[instance];
            workspace.reserve(trellis);
            workspace.reserveDirection(trellis);
            if (n == from) {
                beginChunk(worker, trellis, x);
                scorer.scoreShared(direction, workspace.direction());
            }
            pass.score(block, n, trellis, x, worker, workspace.scores());
            pass.scoreDirection(block, n, trellis, direction, worker, workspace.direction());
            loss.timesHessian(trellis, gold[instance], weights[instance], workspace);
            pass.takeGradient(block, n, trellis, workspace.gradient());
        }
        return 0;
    }

    /** What is done with the sequences of a chunk; afterwards the workspace holds the sums of the shared parts. */
    private interface ChunkTask {
        double run(LinearPass.Block block, int from, int to, int worker);
    }

    /** What is done with a block after its back-propagation. */
    private interface AfterBlock {
        void accept(LinearPass.Block block, int[] chunkBegins);
    }

    private double evaluate(double[] x, double[] gradient, AfterBlock after) {
        return passOver(gradient, (block, from, to, worker) -> evaluateChunk(block, from, to, worker, x), after);
    }

    private double passOver(double[] gradient, ChunkTask task, AfterBlock after) {
        evaluation++;
        double value = 0;
        Arrays.fill(sharedGradient, 0.0);
        for (int b = 0; b < chunkBegins.size(); b++) {
            LinearPass.Block block = pass.block(b);
            int[] begins = chunkBegins.get(b);
            int chunks = begins.length - 1;
            workers.run(chunks, (chunk, worker) -> {
                values[chunk] = task.run(block, begins[chunk], begins[chunk + 1], worker);
                double[] sums = sharedGradients[chunk];
                System.arraycopy(workspaces[worker].gradient(), 0, sums, 0, sums.length);
            });
            for (int chunk = 0; chunk < chunks; chunk++) {
                value += values[chunk];
                for (int part = 0; part < sharedGradient.length; part++) {
                    sharedGradient[part] += sharedGradients[chunk][part];
                }
            }
            pass.backpropagate(block, gradient);
            after.accept(block, begins);
        }
        scorer.backpropagateShared(sharedGradient, gradient);
        return value;
    }

    private double evaluateChunk(LinearPass.Block block, int from, int to, int worker, double[] parameters) {
        Workspace workspace = workspaces[worker];
        double value = 0;
        for (int n = from; n < to; n++) {
            int instance = block.first() + n;
            Trellis trellis = trellises[instance];
            workspace.reserve(trellis);
            if (n == from) {
                beginChunk(worker, trellis, parameters);
            }
            pass.score(block, n, trellis, parameters, worker, workspace.scores());
            value += loss.evaluate(trellis, gold[instance], weights[instance], workspace);
            pass.takeGradient(block, n, trellis, workspace.gradient());
        }
        return value;
    }

    private void beginChunk(int worker, Trellis trellis, double[] parameters) {
        Workspace workspace = workspaces[worker];
        if (scoredAt[worker] != evaluation) {
            scorer.scoreShared(parameters, workspace.scores());
            workspace.sharedChanged();
            scoredAt[worker] = evaluation;
        }
        workspace.clearSharedGradient(trellis);
    }

    /** The terms of the sum, one by one. */
    Terms terms(InstanceStore instances) {
        return Terms.of(scorer, loss, instances, trellises, workers.threads());
    }

    @Override
    public void close() {
        pass.close();
    }
}
