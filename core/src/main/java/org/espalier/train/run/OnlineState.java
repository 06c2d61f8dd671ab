package org.espalier.train.run;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Where an online learner stands between two epochs. The order of the next epoch is not part of it: seed and epoch decide it.
 *
 * <p>The arrays are those of the run, so that a state is to be written, or taken up, before the next epoch. Written: 16 bytes per
 * weight when weights are averaged, 8 otherwise, and 8 per number of the rule.
 *
 * @param iteration the epochs done
 * @param loss the summed loss of the last one
 * @param over whether the rule has nothing left to learn
 * @param step the number of the next step
 * @param weights the current weights // [n]
 * @param delayed what makes their average, or nothing when there is none // [n] or [0]
 * @param rule what the update rule remembers, such as variances
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
record OnlineState(
        int iteration, double loss, boolean over, long step, double[] weights, double[] delayed, double[] rule)
        implements RunState {
    private static final int FIRST_NUMBERS = 8192;

    @Override
    public int evaluations() {
        return iteration;
    }

    @Override
    public void write(DataOutput output) throws IOException {
        output.writeInt(iteration);
        output.writeDouble(loss);
        output.writeBoolean(over);
        output.writeLong(step);
        for (double[] numbers : new double[][] {weights, delayed, rule}) {
            output.writeInt(numbers.length);
            for (double number : numbers) {
                output.writeDouble(number);
            }
        }
    }

    /**
     * Reads a state that {@link #write} wrote.
     *
     * @param dimension the number of weights that it must have
     * @throws IOException when the input ends early, belongs to another number of weights or is damaged
     */
    static OnlineState read(DataInput input, int dimension) throws IOException {
        int iteration = input.readInt();
        double loss = input.readDouble();
        boolean over = input.readBoolean();
        long step = input.readLong();
        require(iteration > 0, "epochs", iteration, "a number above 0");
        require(Double.isFinite(loss), "the loss", loss, "a finite number");
        require(step > 0, "the step", step, "a number above 0");
        double[] weights = readNumbers(input, "weights");
        require(weights.length == dimension, "the number of weights", weights.length, String.valueOf(dimension));
        double[] delayed = readNumbers(input, "sums");
        require(
                delayed.length == 0 || delayed.length == dimension,
                "the number of sums",
                delayed.length,
                "0 or " + dimension);
        return new OnlineState(
                iteration, loss, over, step, weights, delayed, readNumbers(input, "numbers of the rule"));
    }

    /** Grows as numbers are read: a length from a damaged file must not fill the memory. */
    private static double[] readNumbers(DataInput input, String name) throws IOException {
        int size = input.readInt();
        require(size >= 0, "the length of the " + name, size, "a number of at least 0");
        double[] numbers = new double[Math.min(size, FIRST_NUMBERS)];
        for (int k = 0; k < size; k++) {
            if (k == numbers.length) {
                numbers = Arrays.copyOf(numbers, (int) Math.min(size, 2L * k));
            }
            numbers[k] = input.readDouble();
            require(Double.isFinite(numbers[k]), name + "[" + k + "]", numbers[k], "a finite number");
        }
        return numbers;
    }

    private static void require(boolean condition, String name, Number found, String expected) throws IOException {
        if (!condition) {
            throw new IOException("the online learner's state is damaged: " + name + ": " + found + ", expected "
                    + expected + "; use another checkpoint");
        }
    }
}
