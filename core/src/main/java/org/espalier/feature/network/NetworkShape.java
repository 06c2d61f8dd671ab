package org.espalier.feature.network;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.espalier.feature.network.NetworkOptions.Letters;

/**
 * Where the parameters of a network stand. Those that all sequences look at are the <em>core</em>, one flat array:
 *
 * <pre>
 *   letters [C][c] | filters [w·c][f], bias [f]  or  two LSTMs over letters | capitals [7][k]
 *   | per layer and direction: W [in][4H], U [H][4H], bias [4H] | V [out][L], bias [L]
 * </pre>
 *
 * The rows of matrices are filled up to whole vectors by numbers that are and stay 0.
 *
 * The vectors of words and attributes are the <em>tables</em>: W rows of d numbers, then A rows of a numbers. The gates of an LSTM are in the
 * order input, forget, output, candidate. Immutable.
 */
public final class NetworkShape {
    /** Patterns of capitals. */
    static final int PATTERNS = 7;

    private static final int LANES = 16;
    private static final int LARGEST = 1 << 28; // parameters of the core

    private final NetworkOptions options;
    private final int labels;
    private final int letterCount;
    private final int words;
    private final int attributeCount;
    private final int inputWidth;
    private final List<Matrix> matrices = new ArrayList<>();
    private final Map<Integer, Integer> transposedBegins = new HashMap<>();
    private int transposedSize; // grows in the constructor
    private final List<Cell> letterCells = new ArrayList<>();
    private final List<Cell> cells = new ArrayList<>();
    private final int letterTable;
    private final int filters;
    private final int filterBias;
    private final int capitalTable;
    private final int output;
    private final int outputBias;
    private final int size;

    /** A matrix of the core, row by row. */
    record Matrix(int at, int rows, int columns) {

        /** From a row to the next. */
        int stride() {
            return padded(columns);
        }
    }

    /** The parameters of an LSTM in one direction. */
    record Cell(int input, int hidden, int w, int u, int bias) {}

    /**
     * A shape.
     *
     * @param options with the dimension that words really have
     * @param labels how many numbers there are per token, L
     * @param letterCount letters and the unknown one, and 0 for what is beside a word
     * @param words rows of the table of words
     * @param attributeCount rows of the table of attributes; 0 for none
     */
    public NetworkShape(NetworkOptions options, int labels, int letterCount, int words, int attributeCount) {
        this.options = options;
        this.labels = labels;
        this.letterCount = letterCount;
        this.words = words;
        this.attributeCount = attributeCount;
        boolean reads = options.letters() != Letters.NONE;
        int at = 0;
        letterTable = at;
        at += reads ? letterCount * options.letterVector() : 0;
        filters = at;
        if (options.letters() == Letters.CNN) {
            for (int o = 0; o < options.letterWidth(); o++) {
                at = matrix(at, options.letterVector(), options.letterOutput());
            }
        }
        filterBias = at;
        at += options.letters() == Letters.CNN ? padded(options.letterOutput()) : 0;
        if (options.letters() == Letters.LSTM) {
            at = cell(letterCells, at, options.letterVector(), options.letterOutput() / 2);
            at = cell(letterCells, at, options.letterVector(), options.letterOutput() / 2);
        }
        capitalTable = at;
        at += PATTERNS * options.capitals();
        inputWidth = options.words()
                + (reads ? options.letterOutput() : 0)
                + options.capitals()
                + (attributeCount > 0 ? options.attributes() : 0);
        int width = inputWidth;
        for (int layer = 0; layer < options.layers(); layer++) {
            at = cell(cells, at, width, options.hidden());
            at = cell(cells, at, width, options.hidden());
            width = 2 * options.hidden();
        }
        output = at;
        at = matrix(at, width, labels);
        outputBias = at;
        size = at + padded(labels);
        if ((long) words * options.words() + (long) attributeCount * options.attributes() > Integer.MAX_VALUE / 8) {
            throw new IllegalArgumentException("the vectors of " + words
                    + " words are too many to learn; cut rare words, or take shorter vectors");
        }
    }

    /** So many numbers and what fills them up to whole vectors. */
    static int padded(int numbers) {
        return (numbers + LANES - 1) / LANES * LANES;
    }

    private int matrix(int at, int rows, int columns) {
        if (at + (long) rows * padded(columns) > LARGEST) {
            throw new IllegalArgumentException(
                    "the network has more than " + LARGEST + " parameters; take fewer hidden numbers or layers");
        }
        matrices.add(new Matrix(at, rows, columns));
        transposedBegins.put(at, transposedSize);
        transposedSize += columns * padded(rows);
        return at + rows * padded(columns);
    }

    /** Where the transposed matrix stands that begins here in the core. */
    int transposedAt(int at) {
        return transposedBegins.getOrDefault(at, -1);
    }

    /** How many numbers the transposed matrices have together. */
    int transposedSize() {
        return transposedSize;
    }

    private int cell(List<Cell> into, int at, int input, int hidden) {
        int u = matrix(at, input, 4 * hidden);
        int bias = matrix(u, hidden, 4 * hidden);
        into.add(new Cell(input, hidden, at, u, bias));
        return bias + padded(4 * hidden);
    }

    public NetworkOptions options() {
        return options;
    }

    /** L, how many numbers there are per token. */
    public int labels() {
        return labels;
    }

    /** The number of parameters of the core. */
    public int size() {
        return size;
    }

    /** The rows of the table of words. */
    public int words() {
        return words;
    }

    /** The rows of the table of attributes. */
    public int attributeCount() {
        return attributeCount;
    }

    /** How many numbers the tables have. */
    public int tableSize() {
        return words * options.words() + attributeCount * options.attributes();
    }

    /** Where the row of an attribute begins in the tables. */
    int attributeRow(int attribute) {
        return words * options.words() + attribute * options.attributes();
    }

    int letterCount() {
        return letterCount;
    }

    int inputWidth() {
        return inputWidth;
    }

    /** The width of what the last layer sees. */
    int outputWidth() {
        return options.layers() == 0 ? inputWidth : 2 * options.hidden();
    }

    boolean readsLetters() {
        return options.letters() != Letters.NONE;
    }

    List<Matrix> matrices() {
        return matrices;
    }

    /** The LSTMs over letters: from the left, from the right. */
    List<Cell> letterCells() {
        return letterCells;
    }

    /** The LSTMs over tokens: layer by layer, from the left and from the right. */
    List<Cell> cells() {
        return cells;
    }

    int letterTable() {
        return letterTable;
    }

    int filters() {
        return filters;
    }

    int filterBias() {
        return filterBias;
    }

    int capitalTable() {
        return capitalTable;
    }

    int output() {
        return output;
    }

    int outputBias() {
        return outputBias;
    }

    /**
     * Writes where learning begins: matrices as Glorot &amp; Bengio (2010), vectors between ±√(3/d), the bias of forget gates 1, all others 0.
     *
     * @param x receives the core from {@code at} on, and the vectors of words and attributes from {@code tables} on
     */
    public void initialise(long seed, double[] x, int at, int tables) {
        SplittableRandom random = new SplittableRandom(seed);
        for (Matrix matrix : matrices) {
            double bound = Math.sqrt(6.0 / (matrix.rows + matrix.columns));
            for (int i = 0; i < matrix.rows; i++) {
                fill(random, bound, x, at + matrix.at + i * matrix.stride(), matrix.columns);
            }
        }
        for (List<Cell> some : List.of(letterCells, cells)) {
            for (Cell cell : some) {
                for (int k = 0; k < cell.hidden; k++) {
                    x[at + cell.bias + cell.hidden + k] = 1;
                }
            }
        }
        if (readsLetters()) {
            int c = options.letterVector();
            fill(random, Math.sqrt(3.0 / c), x, at + letterTable + c, (letterCount - 1) * c);
        }
        int k = options.capitals();
        fill(random, Math.sqrt(3.0 / Math.max(1, k)), x, at + capitalTable, PATTERNS * k);
        fill(random, Math.sqrt(3.0 / options.words()), x, tables, words * options.words());
        int attributes = attributeCount * options.attributes();
        fill(random, Math.sqrt(3.0 / options.attributes()), x, tables + attributeRow(0), attributes);
    }

    private static void fill(SplittableRandom random, double bound, double[] x, int at, int count) {
        for (int i = at; i < at + count; i++) {
            x[i] = bound * (2 * random.nextDouble() - 1);
        }
    }
}
