package org.espalier.optimize;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where an interrupted optimiser stands: point, gradient, correction pairs, preconditioner and counters; immutable.
 *
 * <p>Its arrays are shared with the run that made it and are never written again. Size: 16n + 8n·(pairs) bytes, 4n more
 * when preconditioned, in memory and written. Of dual ascent only the point and the number of epochs are kept, 8n bytes; of
 * a stochastic optimiser the point it started from too, 16n bytes; of other batch methods what their {@code Memory} says.
 */
public final class OptimizerState {
    private static final int CHUNK = 8192; // elements converted at a time
    private static final String PAIR = "a correction pair";

    /** By the numbers that stand for them in a file. */
    private static final List<Phase> PHASES =
            List.of(Phase.QUASI_NEWTON, Phase.DUAL_ASCENT, Phase.BATCH, Phase.STOCHASTIC);

    private final double[] x;
    private final double[] gradient;
    private final double loss;
    private final double value;
    private final int iteration;
    private final int evaluations;
    private final Trace trace;
    private final Phase phase;
    private final float @Nullable [] preconditioner; // [n]
    private final Memory memory;

    private OptimizerState(
            double[] x,
            double[] gradient,
            double loss,
            double value,
            int iteration,
            int evaluations,
            Trace trace,
            float @Nullable [] preconditioner,
            Phase phase,
            Memory memory) {
        this.x = x;
        this.gradient = gradient;
        this.loss = loss;
        this.value = value;
        this.iteration = iteration;
        this.evaluations = evaluations;
        this.trace = trace;
        this.preconditioner = preconditioner;
        this.phase = phase;
        this.memory = memory;
    }

    /**
     * Of a batch method, where its run is now; the arrays are shared and must not be written again.
     *
     * @param gradient of the function and the smooth penalty at x
     * @param preconditioner what multiplies the coordinates of a direction, or null for the identity // [n]
     */
    public static OptimizerState of(
            Run run, double[] gradient, Trace trace, float @Nullable [] preconditioner, Memory memory) {
        return new OptimizerState(
                run.x(),
                gradient,
                run.loss(),
                run.value(),
                run.iteration(),
                run.evaluations(),
                trace,
                preconditioner,
                run.phase(),
                memory);
    }

    /** After epochs of dual ascent. */
    public static OptimizerState afterEpochs(double[] x, double value, int epochs) {
        return afterEpochs(x, new double[0], value, epochs, Phase.DUAL_ASCENT);
    }

    /** After epochs of a stochastic optimiser; its start stands in the place of the gradient. */
    public static OptimizerState afterEpochs(double[] x, double[] start, double value, int epochs) {
        return afterEpochs(x, start, value, epochs, Phase.STOCHASTIC);
    }

    private static OptimizerState afterEpochs(double[] x, double[] start, double value, int epochs, Phase phase) {
        Trace trace = Trace.at(value, Double.MAX_VALUE);
        return new OptimizerState(x, start, 0, value, epochs, epochs, trace, null, phase, Memory.NONE);
    }

    /** Where a stochastic optimiser started. */
    public double[] start() {
        return gradient;
    }

    /** What the optimiser was doing. */
    public Phase phase() {
        return phase;
    }

    /** The number n of variables. */
    public int dimension() {
        return x.length;
    }

    /** The iterations done. */
    public int iteration() {
        return iteration;
    }

    /** The function's evaluations so far. */
    public int evaluations() {
        return evaluations;
    }

    /** The penalised function. */
    public double value() {
        return value;
    }

    /** The point itself, not a copy: not to be changed. */
    public double[] x() {
        return x;
    }

    /** The function without its penalty. */
    public double loss() {
        return loss;
    }

    /** The gradient of the function and the smooth penalty at x, not a copy: not to be changed. */
    public double[] gradient() {
        return gradient;
    }

    /** What the stop criteria remember. */
    public Trace trace() {
        return trace;
    }

    /** What multiplies the coordinates of a direction, not a copy, or null for the identity. */
    public float @Nullable [] preconditioner() {
        return preconditioner;
    }

    /** What the method remembers. */
    public Memory memory() {
        return memory;
    }

    /** Writes the state; the caller puts a magic number before it and a checksum behind it. */
    public void write(DataOutput output) throws IOException {
        output.writeInt(x.length);
        output.writeInt(PHASES.indexOf(phase));
        output.writeInt(iteration);
        if (phase == Phase.DUAL_ASCENT || phase == Phase.STOCHASTIC) {
            output.writeDouble(value);
            writeDoubles(output, x);
            writeDoubles(output, gradient); // none of dual ascent
            return;
        }
        output.writeInt(evaluations);
        output.writeDouble(loss);
        output.writeDouble(value);
        output.writeDouble(trace.bestValue());
        output.writeDouble(trace.bestGradientNorm());
        output.writeInt(trace.stalled());
        output.writeInt(trace.recent().length);
        writeDoubles(output, trace.recent());
        writeDoubles(output, x);
        writeDoubles(output, gradient);
        output.writeInt(memory.pairs().size());
        for (Memory.Pair pair : memory.pairs()) {
            writeFloats(output, pair.s());
            writeFloats(output, pair.y());
        }
        float[] inverse = preconditioner;
        output.writeInt(inverse == null ? 0 : 1);
        if (inverse != null) {
            writeFloats(output, inverse);
        }
        if (phase == Phase.BATCH) {
            output.writeUTF(memory.method());
            output.writeInt(memory.scalars().length);
            writeDoubles(output, memory.scalars());
            output.writeInt(memory.vectors().size());
            for (double[] vector : memory.vectors()) {
                writeDoubles(output, vector);
            }
        }
    }

    /**
     * Reads a state that {@link #write} wrote.
     *
     * @param dimension the number of variables that it must have
     * @throws IOException when the input ends early, belongs to another number of variables or is damaged
     */
    public static OptimizerState read(DataInput input, int dimension) throws IOException {
        try {
            return readAll(input, dimension);
        } catch (EOFException e) {
            throw new IOException(
                    "the optimiser state ends early: expected the state of " + dimension
                            + " variables; the file is truncated: use an older checkpoint",
                    e);
        }
    }

    private static OptimizerState readAll(DataInput input, int dimension) throws IOException {
        int found = input.readInt();
        if (found != dimension) {
            throw new IOException("the optimiser state is of " + found + " variables, expected " + dimension
                    + "; resume with the data and options that it was saved with");
        }
        Phase phase = PHASES.get(readCount(input, "phase", PHASES.size() - 1));
        int iteration = readCount(input, "iteration", Integer.MAX_VALUE);
        if (phase == Phase.DUAL_ASCENT || phase == Phase.STOCHASTIC) {
            double value = readFinite(input, "value");
            double[] x = readDoubles(input, "x", dimension);
            double[] start = readDoubles(input, "start", phase == Phase.STOCHASTIC ? dimension : 0);
            return afterEpochs(x, start, value, iteration, phase);
        }
        int evaluations = readCount(input, "evaluations", Integer.MAX_VALUE);
        double loss = readFinite(input, "loss");
        double value = readFinite(input, "value");
        double bestValue = readFinite(input, "best value");
        double bestGradientNorm = readFinite(input, "best gradient norm");
        int stalled = readCount(input, "stalled iterations", Integer.MAX_VALUE);
        double[] recent = readDoubles(input, "recent values", readCount(input, "recent values", Trace.MOST_RECENT));
        double[] x = readDoubles(input, "x", dimension);
        double[] gradient = readDoubles(input, "gradient", dimension);
        int count = readCount(input, "correction pairs", Memory.MOST_PAIRS);
        List<Memory.Pair> pairs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Memory.Pair pair = Memory.Pair.of(
                    readFloats(input, PAIR, dimension), readFloats(input, PAIR, dimension), Vectors.SEQUENTIAL);
            if (!pair.usable()) {
                throw damaged(
                        "correction pair " + i,
                        "s·y = " + Vectors.SEQUENTIAL.dot(pair.s(), pair.y()),
                        "a positive number");
            }
            pairs.add(pair);
        }
        Trace trace = new Trace(recent, bestValue, bestGradientNorm, stalled);
        float[] preconditioner = readPreconditioner(input, dimension);
        Memory memory = phase == Phase.BATCH ? readMemory(input, dimension) : Memory.of("", List.copyOf(pairs));
        return new OptimizerState(
                x, gradient, loss, value, iteration, evaluations, trace, preconditioner, phase, memory);
    }

    private static Memory readMemory(DataInput input, int dimension) throws IOException {
        String method = input.readUTF();
        double[] scalars = readDoubles(input, "a number", readCount(input, "numbers", Memory.MOST_SCALARS));
        int count = readCount(input, "vectors", Memory.MOST_VECTORS);
        List<double[]> vectors = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            vectors.add(readDoubles(input, "a vector", dimension));
        }
        return Memory.of(method, scalars, List.copyOf(vectors));
    }

    private static float @Nullable [] readPreconditioner(DataInput input, int dimension) throws IOException {
        if (readCount(input, "preconditioners", 1) == 0) {
            return null;
        }
        float[] inverse = readFloats(input, "a preconditioner", dimension);
        for (int i = 0; i < dimension; i++) {
            if (!(inverse[i] > 0)) {
                throw damaged("a preconditioner's element " + i, String.valueOf(inverse[i]), "a positive number");
            }
        }
        return inverse;
    }

    private static int readCount(DataInput input, String name, int max) throws IOException {
        int count = input.readInt();
        if (count < 0 || count > max) {
            throw damaged(name, String.valueOf(count), "a number from 0 to " + max);
        }
        return count;
    }

    private static double readFinite(DataInput input, String name) throws IOException {
        double number = input.readDouble();
        if (!Double.isFinite(number)) {
            throw damaged(name, String.valueOf(number), "a finite number");
        }
        return number;
    }

    private static IOException damaged(String name, String found, String expected) {
        return new IOException("the optimiser state is damaged: " + name + " is " + found + ", expected " + expected
                + "; use another checkpoint");
    }

    private static void writeDoubles(DataOutput output, double[] numbers) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(CHUNK * Double.BYTES);
        for (int start = 0; start < numbers.length; start += CHUNK) {
            int length = Math.min(CHUNK, numbers.length - start);
            buffer.asDoubleBuffer().put(numbers, start, length);
            output.write(buffer.array(), 0, length * Double.BYTES);
        }
    }

    private static double[] readDoubles(DataInput input, String name, int size) throws IOException {
        double[] numbers = new double[size];
        ByteBuffer buffer = ByteBuffer.allocate(CHUNK * Double.BYTES);
        for (int start = 0; start < size; start += CHUNK) {
            int length = Math.min(CHUNK, size - start);
            input.readFully(buffer.array(), 0, length * Double.BYTES);
            buffer.asDoubleBuffer().get(numbers, start, length);
        }
        int bad = Vectors.firstNotFinite(numbers);
        if (bad >= 0) {
            throw damaged(name + "[" + bad + "]", String.valueOf(numbers[bad]), "a finite number");
        }
        return numbers;
    }

    private static void writeFloats(DataOutput output, float[] numbers) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(CHUNK * Float.BYTES);
        for (int start = 0; start < numbers.length; start += CHUNK) {
            int length = Math.min(CHUNK, numbers.length - start);
            buffer.asFloatBuffer().put(numbers, start, length);
            output.write(buffer.array(), 0, length * Float.BYTES);
        }
    }

    private static float[] readFloats(DataInput input, String name, int size) throws IOException {
        float[] numbers = new float[size];
        ByteBuffer buffer = ByteBuffer.allocate(CHUNK * Float.BYTES);
        for (int start = 0; start < size; start += CHUNK) {
            int length = Math.min(CHUNK, size - start);
            input.readFully(buffer.array(), 0, length * Float.BYTES);
            buffer.asFloatBuffer().get(numbers, start, length);
        }
        int bad = Vectors.firstNotFinite(numbers);
        if (bad >= 0) {
            throw damaged(name + "'s element " + bad, String.valueOf(numbers[bad]), "a finite number");
        }
        return numbers;
    }
}
