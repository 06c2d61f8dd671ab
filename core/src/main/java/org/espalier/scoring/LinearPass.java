package org.espalier.scoring;

import java.util.Arrays;
import java.util.Objects;
import org.espalier.feature.EncodedSequence;
import org.espalier.math.Kernels;
import org.espalier.parallel.Workers;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * The linear scorer for passes over all of the data: the features of every token are looked up once, before the first
 * pass, and laid out in the order in which a pass needs them.
 *
 * <p>The data are cut into blocks. In each block the sequences are scored, in any order and on any thread, and hand in the
 * gradient of their parts; then the block is back-propagated. A pass is
 *
 * <pre>{@code
 * pass.begin(parameters, gradient);
 * for (each block) {
 *     for (each sequence of the block, in parallel) {
 *         pass.score(…);            // then the loss
 *         pass.takeGradient(…);
 *     }
 *     pass.backpropagate(block, gradient);
 * }
 * pass.finish(gradient);
 * }</pre>
 *
 * Shared transitions are left to {@link LinearScorer}. Memory beside the data: the parts of one block, at most
 * {@value #PARTS_PER_BLOCK} numbers unless one sequence has more, and two matrices of the bank's rows. No gradient is
 * held twice.
 */
public final class LinearPass implements AutoCloseable {
    /** A block's parts stay in the cache between scoring and back-propagation. */
    static final int PARTS_PER_BLOCK = 1 << 21;

    private static final int CLEARED_PER_TASK = 1 << 16;

    private final FeatureBank states;
    private final FeatureBank transitions;
    private final Kernels kernels;
    private final Workers workers;
    private final BlockStore blocks;
    private final int[] firstSequences; // [blocks + 1]
    private final RowSums gradientRows;
    private @Nullable RowSums diagonalRows; // only when asked for
    private @Nullable RowSums directionRows; // only when asked for
    private final double[][] rows; // [workers][the longer stride]
    private final double[] stateParts; // [places of a block][stride]
    private final double[] transitionParts; // [places of a block][stride]

    private LinearPass(
            FeatureBank states,
            FeatureBank transitions,
            BlockStore blocks,
            Builder built,
            Kernels kernels,
            Workers workers) {
        this.states = states;
        this.transitions = transitions;
        this.blocks = blocks;
        this.kernels = kernels;
        this.workers = workers;
        this.gradientRows = new RowSums(states, transitions);
        this.rows = new double[workers.threads()][Math.max(states.stride, transitions.stride)];
        this.firstSequences = built.firstSequences();
        this.stateParts = new double[built.mostTokens * states.stride];
        this.transitionParts = new double[built.mostSteps * transitions.stride];
    }

    /**
     * Lays the data out.
     *
     * @param sequences walked through several times
     * @param spool where the blocks are kept, or null for memory; closed with the pass
     */
    public static LinearPass compile(
            LinearScorer scorer,
            Iterable<EncodedSequence> sequences,
            @Nullable Spool spool,
            Kernels kernels,
            Workers workers) {
        return compile(scorer, sequences, PARTS_PER_BLOCK, spool, kernels, workers);
    }

    static LinearPass compile(
            LinearScorer scorer,
            Iterable<EncodedSequence> sequences,
            int partsPerBlock,
            @Nullable Spool spool,
            Kernels kernels,
            Workers workers) {
        ParameterLayout layout = scorer.layout();
        FeatureLists stateLists = layout.stateFeatures();
        FeatureLists transitionLists = layout.transitionFeatures();
        FeatureBank states = new FeatureBank(stateLists, 0, RowSharing.find(sequences, stateLists.attributes()));
        FeatureBank transitions = new FeatureBank(
                transitionLists, layout.transitionBegin(), RowSharing.none(transitionLists.attributes()));
        BlockStore blocks = new BlockStore(states, transitions, spool);
        Builder builder = new Builder(states, transitions, blocks);
        for (EncodedSequence sequence : sequences) {
            builder.add(sequence, scorer.trellis(sequence), partsPerBlock);
        }
        builder.endBlock();
        return new LinearPass(states, transitions, blocks, builder, kernels, workers);
    }

    /** How many blocks there are. */
    public int blocks() {
        return blocks.size();
    }

    /** The number in the data of a block's first sequence; for the number of blocks, how many sequences there are. */
    public int firstSequence(int block) {
        return firstSequences[block];
    }

    /** A block; the one before may be overwritten. */
    public Block block(int number) {
        return blocks.get(number);
    }

    @Override
    public void close() {
        blocks.close();
    }

    /** Begins a pass; the gradient is set to zero. */
    public void begin(double[] parameters, double[] gradient) {
        clear(gradient, gradientRows);
        states.expand(parameters, workers);
        transitions.expand(parameters, workers);
    }

    /** As {@link #begin}, of a pass that also estimates the diagonal of the Hessian. */
    public void begin(double[] parameters, double[] gradient, double[] diagonal) {
        begin(parameters, gradient);
        if (diagonalRows == null) {
            diagonalRows = new RowSums(states, transitions);
        }
        clear(diagonal, diagonalRows);
    }

    /** Begins a pass that multiplies a direction with the Hessian; the product is set to zero. */
    public void beginProduct(double[] parameters, double[] direction, double[] product) {
        begin(parameters, product);
        if (directionRows == null) {
            directionRows = new RowSums(states, transitions);
        }
        states.expand(direction, directionRows.states, workers);
        transitions.expand(direction, directionRows.transitions, workers);
    }

    private void clear(double[] gradient, RowSums rowSums) {
        clear(gradient);
        clear(rowSums.states);
        clear(rowSums.transitions);
    }

    private void clear(double[] array) {
        int tasks = (array.length + CLEARED_PER_TASK - 1) / CLEARED_PER_TASK;
        workers.run(
                tasks,
                (task, worker) -> Arrays.fill(
                        array,
                        task * CLEARED_PER_TASK,
                        (int) Math.min(array.length, (task + 1L) * CLEARED_PER_TASK),
                        0.0));
    }

    /** Writes the scores of all parts of the n-th sequence of a block but the shared transitions. */
    public void score(Block block, int n, Trellis trellis, double[] parameters, int worker, double[] scores) {
        score(block, n, trellis, parameters, states.weights(), transitions.weights(), worker, scores);
    }

    /** The same with the direction that the pass {@linkplain #beginProduct began} with in place of the parameters. */
    public void scoreDirection(Block block, int n, Trellis trellis, double[] direction, int worker, double[] scores) {
        RowSums sums = Objects.requireNonNull(directionRows);
        score(block, n, trellis, direction, sums.states, sums.transitions, worker, scores);
    }

    private void score(
            Block block,
            int n,
            Trellis trellis,
            double[] parameters,
            double[] stateRows,
            double[] transitionRows,
            int worker,
            double[] scores) {
        double[] row = rows[worker];
        int place = block.tokenBegins[n];
        for (int t = 0; t < trellis.length(); t++) {
            Arrays.fill(row, 0, states.stride, 0.0);
            block.states.addScores(place + t, parameters, stateRows, kernels, row);
            System.arraycopy(row, 0, scores, trellis.stateOffset(t), states.width);
        }
        for (int c = 0; c < trellis.ownCount(); c++) {
            Arrays.fill(row, 0, transitions.stride, 0.0);
            block.transitions.addScores(block.stepBegins[n] + c, parameters, transitionRows, kernels, row);
            System.arraycopy(row, 0, scores, trellis.ownOffset(c), transitions.width);
        }
    }

    /** Takes the gradient of all parts of the n-th sequence of a block but the shared transitions. */
    public void takeGradient(Block block, int n, Trellis trellis, double[] partGradient) {
        int at = block.tokenBegins[n] * states.stride;
        for (int t = 0; t < trellis.length(); t++) {
            System.arraycopy(partGradient, trellis.stateOffset(t), stateParts, at, states.width);
            at += states.stride;
        }
        at = block.stepBegins[n] * transitions.stride;
        for (int c = 0; c < trellis.ownCount(); c++) {
            System.arraycopy(partGradient, trellis.ownOffset(c), transitionParts, at, transitions.width);
            at += transitions.stride;
        }
    }

    /** Back-propagates the gradients of a block that were taken. */
    public void backpropagate(Block block, double[] gradient) {
        backpropagate(block, gradientRows, gradient, false);
    }

    /**
     * After {@link #backpropagate}: turns the gradient of the n-th sequence's parts, r = weight · (p − gold), into their
     * curvature, weight · p(1 − p) = |r| (1 − |r| / weight), which holds for gold 0 and 1 alike.
     *
     * @return the sum over all states
     */
    public double takeCurvature(Block block, int n, double weight) {
        double sum = 0;
        for (int k = block.tokenBegins[n] * states.stride; k < block.tokenBegins[n + 1] * states.stride; k++) {
            stateParts[k] = curvature(stateParts[k], weight);
            sum += stateParts[k];
        }
        for (int k = block.stepBegins[n] * transitions.stride; k < block.stepBegins[n + 1] * transitions.stride; k++) {
            transitionParts[k] = curvature(transitionParts[k], weight);
        }
        return sum;
    }

    private static double curvature(double derivative, double weight) {
        double size = Math.abs(derivative);
        return Math.max(0, size - size * size / weight);
    }

    /** Adds the curvatures of a block that were taken to the diagonal. */
    public void addDiagonal(Block block, double[] diagonal) {
        backpropagate(block, Objects.requireNonNull(diagonalRows), diagonal, true);
    }

    private void backpropagate(Block block, RowSums rowSums, double[] gradient, boolean squared) {
        int stateTasks = block.states.tasks();
        workers.run(stateTasks + block.transitions.tasks(), (task, worker) -> {
            if (task < stateTasks) {
                block.states.backpropagate(task, stateParts, kernels, rowSums.states, gradient, squared);
            } else {
                block.transitions.backpropagate(
                        task - stateTasks, transitionParts, kernels, rowSums.transitions, gradient, squared);
            }
        });
    }

    /** Ends a pass: hands the gradient of shared rows to the weights. */
    public void finish(double[] gradient) {
        collect(gradientRows, gradient);
    }

    /** As {@link #finish}, of a pass that also estimates the diagonal of the Hessian. */
    public void finish(double[] gradient, double[] diagonal) {
        finish(gradient);
        collect(Objects.requireNonNull(diagonalRows), diagonal);
    }

    private void collect(RowSums rowSums, double[] into) {
        states.collect(rowSums.states, into, kernels, workers);
        transitions.collect(rowSums.transitions, into, kernels, workers);
    }

    /** What is summed over the places of a pass for each row of the banks. */
    private static final class RowSums {
        private final double[] states; // [rows][stride]
        private final double[] transitions; // [rows][stride]

        RowSums(FeatureBank states, FeatureBank transitions) {
            this.states = new double[states.rows * states.stride];
            this.transitions = new double[transitions.rows * transitions.stride];
        }
    }

    /** Sequences that follow each other in the data. */
    public static final class Block {
        private final int first;
        private final int size;
        private final int[] tokenBegins; // [sequences + 1]
        private final int[] stepBegins; // [sequences + 1]: steps with transition attributes
        private final Places states;
        private final Places transitions;

        private Block(int first, int size, int[] tokenBegins, int[] stepBegins, Places states, Places transitions) {
            this.first = first;
            this.size = size;
            this.tokenBegins = tokenBegins;
            this.stepBegins = stepBegins;
            this.states = states;
            this.transitions = transitions;
        }

        /** The number of its first sequence in the data. */
        public int first() {
            return first;
        }

        /** How many sequences it has. */
        public int size() {
            return size;
        }

        void write(BlockFile file) {
            file.write(first);
            file.write(size);
            file.write(tokenBegins, size + 1);
            file.write(stepBegins, size + 1);
            states.write(file);
            transitions.write(file);
        }

        static Block read(BlockFile file, FeatureBank states, FeatureBank transitions) {
            return new Block(
                    file.readInt(),
                    file.readInt(),
                    file.readInts(),
                    file.readInts(),
                    Places.read(file, states),
                    Places.read(file, transitions));
        }
    }

    /** Cuts the data into blocks. */
    private static final class Builder {
        private final Places.Builder states;
        private final Places.Builder transitions;
        private final BlockStore blocks;
        private int[] firsts = new int[16];
        private int[] tokenBegins = new int[256];
        private int[] stepBegins = new int[256];
        private int size;
        private long parts;
        private int mostTokens;
        private int mostSteps;

        Builder(FeatureBank states, FeatureBank transitions, BlockStore blocks) {
            this.states = new Places.Builder(states);
            this.transitions = new Places.Builder(transitions);
            this.blocks = blocks;
        }

        void add(EncodedSequence sequence, Trellis trellis, int partsPerBlock) {
            int more = trellis.parts() - trellis.sharedParts();
            if (parts > 0 && parts + more > partsPerBlock) {
                endBlock();
            }
            for (int t = 0; t < trellis.length(); t++) {
                states.addStates(sequence, t);
            }
            for (int c = 0; c < trellis.ownCount(); c++) {
                transitions.addTransitions(sequence, trellis.ownPosition(c));
            }
            size++;
            if (size == tokenBegins.length) {
                tokenBegins = Arrays.copyOf(tokenBegins, 2 * size);
                stepBegins = Arrays.copyOf(stepBegins, 2 * size);
            }
            tokenBegins[size] = tokenBegins[size - 1] + trellis.length();
            stepBegins[size] = stepBegins[size - 1] + trellis.ownCount();
            parts += more;
        }

        void endBlock() {
            int number = blocks.size();
            blocks.add(new Block(
                    firsts[number],
                    size,
                    Arrays.copyOf(tokenBegins, size + 1),
                    Arrays.copyOf(stepBegins, size + 1),
                    states.build(),
                    transitions.build()));
            firsts = number + 2 > firsts.length ? Arrays.copyOf(firsts, 2 * firsts.length) : firsts;
            firsts[number + 1] = firsts[number] + size;
            mostTokens = Math.max(mostTokens, tokenBegins[size]);
            mostSteps = Math.max(mostSteps, stepBegins[size]);
            size = 0;
            parts = 0;
        }

        int[] firstSequences() {
            return Arrays.copyOf(firsts, blocks.size() + 1);
        }
    }
}
