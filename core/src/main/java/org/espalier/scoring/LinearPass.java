package org.espalier.scoring;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.espalier.feature.EncodedSequence;
import org.espalier.math.Kernels;
import org.espalier.parallel.Workers;
import org.espalier.structure.Family;
import org.espalier.structure.Structure;
import org.espalier.structure.Topology;
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
 * Every family with places has a bank of features; shared parts are left to {@link LinearScorer}. Memory beside the data: the parts of one block, at most
 * {@value #PARTS_PER_BLOCK} numbers, or an eighth of them, unless one sequence has more, and two matrices of the banks' rows. No gradient is
 * held twice.
 */
public final class LinearPass implements AutoCloseable {
    /** A block's parts stay in the cache between scoring and back-propagation. */
    static final int PARTS_PER_BLOCK = 1 << 21;

    /** Where memory is short: smaller blocks take hardly longer, but sums have other last digits. */
    private static final int PARTS_PER_LEAN_BLOCK = 1 << 18;

    private static final int CLEARED_PER_TASK = 1 << 16;

    private final List<FeatureBank> banks; // one for each family with places
    private final boolean plain; // whether every part belongs to exactly one family, and part k to target k
    private final Kernels kernels;
    private final Workers workers;
    private final BlockStore blocks;
    private final int[] firstSequences; // [blocks + 1]
    private final double[][] gradientRows; // [banks][rows][stride]: what is summed over the places of a pass
    private double @Nullable [][] diagonalRows; // only when asked for
    private double @Nullable [][] directionRows; // only when asked for
    private final boolean scaled; // whether some bank scales the values of its attributes
    private double[] scaledParameters = {}; // [θ], when scaled: each weight times the scale of its attribute
    private double[] scaledDirection = {}; // the same of the direction
    private final double[][] rows; // [workers][the longest stride]
    private final double[][] parts; // [banks][places of a block][stride]: the gradients that were taken

    private LinearPass(
            List<FeatureBank> banks,
            boolean plain,
            BlockStore blocks,
            Builder built,
            Kernels kernels,
            Workers workers) {
        this.banks = banks;
        this.plain = plain;
        this.blocks = blocks;
        this.kernels = kernels;
        this.workers = workers;
        this.scaled = banks.stream().anyMatch(bank -> bank.lists.scales() != null);
        this.gradientRows = rowSums();
        int longest = banks.stream().mapToInt(bank -> bank.stride).max().orElse(0);
        this.rows = new double[workers.threads()][longest];
        this.firstSequences = built.firstSequences();
        this.parts = new double[banks.size()][];
        for (int f = 0; f < parts.length; f++) {
            parts[f] = new double[built.mostPlaces[f] * banks.get(f).stride];
        }
    }

    private double[][] rowSums() {
        return banks.stream().map(bank -> new double[bank.rows * bank.stride]).toArray(double[][]::new);
    }

    /**
     * Lays the data out.
     *
     * @param sequences walked through several times
     * @param kinds the kind of each state attribute, see {@link org.espalier.feature.AttributeKinds}; empty where there are none
     * @param lean whether blocks and rare attributes take as little memory as they can, see {@link FeatureBank}
     * @param spool where the blocks are kept, or null for memory; closed with the pass
     */
    public static <S extends Structure> LinearPass compile(
            LinearScorer<S> scorer,
            Iterable<EncodedSequence> sequences,
            byte[] kinds,
            boolean lean,
            @Nullable Spool spool,
            Kernels kernels,
            Workers workers) {
        int parts = lean ? PARTS_PER_LEAN_BLOCK : PARTS_PER_BLOCK;
        return compile(scorer, sequences, kinds, lean, parts, spool, kernels, workers);
    }

    static <S extends Structure> LinearPass compile(
            LinearScorer<S> scorer,
            Iterable<EncodedSequence> sequences,
            byte[] kinds,
            boolean lean,
            int partsPerBlock,
            @Nullable Spool spool,
            Kernels kernels,
            Workers workers) {
        List<FeatureBank> banks = new ArrayList<>();
        List<RowSharing> sharings = new ArrayList<>(); // needed for the lists of places only, and large
        addBanks(scorer, sequences, kinds, lean, banks, sharings);
        BlockStore blocks = new BlockStore(banks, spool);
        Builder builder = new Builder(banks, sharings, blocks);
        for (EncodedSequence sequence : sequences) {
            builder.add(sequence, scorer.structure(sequence), partsPerBlock);
        }
        builder.endBlock();
        return new LinearPass(banks, isPlain(scorer.topology()), blocks, builder, kernels, workers);
    }

    /** Attributes share rows where every token has some, which is the first kind of place. */
    private static void addBanks(
            LinearScorer<?> scorer,
            Iterable<EncodedSequence> sequences,
            byte[] kinds,
            boolean lean,
            List<FeatureBank> banks,
            List<RowSharing> sharings) {
        List<Family> families = scorer.topology().families();
        for (int f = 0; f < families.size(); f++) {
            Family family = families.get(f);
            if (!family.isShared()) {
                FeatureLists lists = scorer.layout().lists(f);
                RowSharing sharing = family.places() == 0 && !family.isConstant()
                        ? RowSharing.find(sequences, lists.attributes(), kinds)
                        : RowSharing.none(lists.attributes());
                banks.add(new FeatureBank(family, lists, scorer.layout().begin(f), sharing, lean));
                sharings.add(sharing);
            }
        }
    }

    private static boolean isPlain(Topology<?> topology) {
        long kinds = topology.families().stream()
                .filter(family -> !family.isShared())
                .map(Family::places)
                .distinct()
                .count();
        List<Family> placed = topology.families().stream()
                .filter(family -> !family.isShared())
                .toList();
        return kinds == placed.size()
                && placed.stream().allMatch(family -> family.tie() == null)
                && topology.coversParts();
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
        scaledParameters = scaled(parameters, scaledParameters);
        for (FeatureBank bank : banks) {
            bank.expand(scaledParameters, workers);
        }
    }

    /** The weights times the scales of their attributes, in an array of our own; or as they are, where nothing is scaled. */
    private double[] scaled(double[] weights, double[] array) {
        if (!scaled) {
            return weights;
        }
        double[] product = array.length == weights.length ? array : new double[weights.length];
        System.arraycopy(weights, 0, product, 0, weights.length);
        for (FeatureBank bank : banks) {
            bank.scale(product, 1, workers);
        }
        return product;
    }

    /** As {@link #begin}, of a pass that also estimates the diagonal of the Hessian. */
    public void begin(double[] parameters, double[] gradient, double[] diagonal) {
        begin(parameters, gradient);
        diagonalRows = rowSums();
        clear(diagonal);
    }

    /** Begins a pass that multiplies a direction with the Hessian; the product is set to zero. */
    public void beginProduct(double[] parameters, double[] direction, double[] product) {
        begin(parameters, product);
        if (directionRows == null) {
            directionRows = rowSums();
        }
        scaledDirection = scaled(direction, scaledDirection);
        for (int f = 0; f < banks.size(); f++) {
            banks.get(f).expand(scaledDirection, directionRows[f], workers);
        }
    }

    private void clear(double[] gradient, double[][] rowSums) {
        clear(gradient);
        for (double[] sums : rowSums) {
            clear(sums);
        }
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

    /**
     * Writes the scores of all parts of the n-th sequence of a block but the shared ones, by the parameters that the pass {@linkplain #begin
     * began} with.
     */
    public void score(Block block, int n, Structure structure, int worker, double[] scores) {
        prepare(structure, scores);
        for (int f = 0; f < banks.size(); f++) {
            score(block, n, structure, f, scaledParameters, banks.get(f).weights(), worker, scores);
        }
    }

    /** The same with the direction that the pass {@linkplain #beginProduct began} with in place of the parameters. */
    public void scoreDirection(Block block, int n, Structure structure, int worker, double[] scores) {
        double[][] sums = Objects.requireNonNull(directionRows);
        prepare(structure, scores);
        for (int f = 0; f < banks.size(); f++) {
            score(block, n, structure, f, scaledDirection, sums[f], worker, scores);
        }
    }

    private void prepare(Structure structure, double[] scores) {
        if (!plain) {
            Arrays.fill(scores, structure.sharedParts(), structure.parts(), 0.0);
        }
    }

    private void score(
            Block block,
            int n,
            Structure structure,
            int f,
            double[] parameters,
            double[] rowWeights,
            int worker,
            double[] scores) {
        FeatureBank bank = banks.get(f);
        Places places = block.places[f];
        int kind = bank.family.places();
        double[] row = rows[worker];
        int first = block.begins[f][n];
        int count = block.begins[f][n + 1] - first;
        for (int place = 0; place < count; place++) {
            Arrays.fill(row, 0, bank.stride, 0.0);
            places.addScores(first + place, parameters, rowWeights, kernels, row);
            if (plain) {
                System.arraycopy(row, 0, scores, structure.offset(kind, place), bank.width);
            } else {
                bank.scatter(row, scores, structure, place);
            }
        }
    }

    /** Takes the gradient of all parts of the n-th sequence of a block but the shared ones. */
    public void takeGradient(Block block, int n, Structure structure, double[] partGradient) {
        for (int f = 0; f < banks.size(); f++) {
            FeatureBank bank = banks.get(f);
            int kind = bank.family.places();
            int first = block.begins[f][n];
            int count = block.begins[f][n + 1] - first;
            int at = first * bank.stride;
            for (int place = 0; place < count; place++) {
                int offset = structure.offset(kind, place);
                int[] tie = bank.family.tie();
                if (tie == null) {
                    System.arraycopy(partGradient, offset, parts[f], at, bank.width);
                } else {
                    Arrays.fill(parts[f], at, at + bank.width, 0.0);
                    int begin = structure.firstPart(kind, place);
                    int end = structure.endPart(kind, place, tie.length);
                    PlacedFeatures.gather(partGradient, offset, tie, begin, end, parts[f], at);
                }
                at += bank.stride;
            }
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
     * @return the sum over the parts of the first family
     */
    public double takeCurvature(Block block, int n, double weight) {
        double sum = 0;
        for (int f = 0; f < banks.size(); f++) {
            int stride = banks.get(f).stride;
            double[] numbers = parts[f];
            for (int k = block.begins[f][n] * stride; k < block.begins[f][n + 1] * stride; k++) {
                numbers[k] = curvature(numbers[k], weight);
                sum += f == 0 ? numbers[k] : 0;
            }
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

    private void backpropagate(Block block, double[][] rowSums, double[] gradient, boolean squared) {
        int[] tasks = new int[banks.size() + 1]; // where the tasks of each bank begin
        for (int f = 0; f < banks.size(); f++) {
            tasks[f + 1] = tasks[f] + block.places[f].tasks();
        }
        workers.run(tasks[banks.size()], (task, worker) -> {
            int f = 0;
            while (task >= tasks[f + 1]) {
                f++;
            }
            block.places[f].backpropagate(task - tasks[f], parts[f], kernels, rowSums[f], gradient, squared);
        });
    }

    /** Ends a pass: hands the gradient of shared rows to the weights. */
    public void finish(double[] gradient) {
        collect(gradientRows, gradient, 1);
    }

    /** As {@link #finish}, of a pass that also estimates the diagonal of the Hessian; few passes do, so its rows are let go. */
    public void finish(double[] gradient, double[] diagonal) {
        finish(gradient);
        collect(Objects.requireNonNull(diagonalRows), diagonal, 2);
        diagonalRows = null;
    }

    private void collect(double[][] rowSums, double[] into, int power) {
        for (int f = 0; f < banks.size(); f++) {
            banks.get(f).collect(rowSums[f], into, kernels, workers);
            banks.get(f).scale(into, power, workers);
        }
    }

    /** Sequences that follow each other in the data. */
    public static final class Block {
        private final int first;
        private final int size;
        private final int[][] begins; // [banks][sequences + 1]: the places of each sequence
        private final Places[] places; // [banks]

        private Block(int first, int size, int[][] begins, Places[] places) {
            this.first = first;
            this.size = size;
            this.begins = begins;
            this.places = places;
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
            for (int f = 0; f < places.length; f++) {
                file.write(begins[f], size + 1);
                places[f].write(file);
            }
        }

        static Block read(BlockFile file, List<FeatureBank> banks) {
            int first = file.readInt();
            int size = file.readInt();
            int[][] begins = new int[banks.size()][];
            Places[] places = new Places[banks.size()];
            for (int f = 0; f < places.length; f++) {
                begins[f] = file.readInts();
                places[f] = Places.read(file, banks.get(f));
            }
            return new Block(first, size, begins, places);
        }
    }

    /** Cuts the data into blocks. */
    private static final class Builder {
        private final List<FeatureBank> banks;
        private final List<Places.Builder> places;
        private final BlockStore blocks;
        private int[] firsts = new int[16];
        private final int[][] begins; // [banks][sequences + 1, or more]
        private final int[] mostPlaces; // [banks]: of any block
        private int size;
        private long parts;

        Builder(List<FeatureBank> banks, List<RowSharing> sharings, BlockStore blocks) {
            this.banks = banks;
            this.places = IntStream.range(0, banks.size())
                    .mapToObj(f -> new Places.Builder(banks.get(f), sharings.get(f)))
                    .toList();
            this.blocks = blocks;
            this.begins = new int[banks.size()][256];
            this.mostPlaces = new int[banks.size()];
        }

        void add(EncodedSequence sequence, Structure structure, int partsPerBlock) {
            int more = structure.parts() - structure.sharedParts();
            if (parts > 0 && parts + more > partsPerBlock) {
                endBlock();
            }
            size++;
            for (int f = 0; f < begins.length; f++) {
                Family family = banks.get(f).family;
                int count = structure.places(family.places());
                for (int place = 0; place < count; place++) {
                    places.get(f).add(sequence, family, structure.site(family.places(), place));
                }
                if (size == begins[f].length) {
                    begins[f] = Arrays.copyOf(begins[f], 2 * size);
                }
                begins[f][size] = begins[f][size - 1] + count;
            }
            parts += more;
        }

        void endBlock() {
            int number = blocks.size();
            int[][] kept = new int[begins.length][];
            Places[] built = new Places[begins.length];
            for (int f = 0; f < begins.length; f++) {
                kept[f] = Arrays.copyOf(begins[f], size + 1);
                built[f] = places.get(f).build();
                mostPlaces[f] = Math.max(mostPlaces[f], begins[f][size]);
            }
            blocks.add(new Block(firsts[number], size, kept, built));
            firsts = number + 2 > firsts.length ? Arrays.copyOf(firsts, 2 * firsts.length) : firsts;
            firsts[number + 1] = firsts[number] + size;
            size = 0;
            parts = 0;
        }

        int[] firstSequences() {
            return Arrays.copyOf(firsts, blocks.size() + 1);
        }
    }
}
