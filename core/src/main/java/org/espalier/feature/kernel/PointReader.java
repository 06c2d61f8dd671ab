package org.espalier.feature.kernel;

import java.util.Arrays;
import java.util.function.ToIntFunction;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;

/**
 * Turns positions of sequences into points, for one thread.
 *
 * <p>An attribute that is reported twice counts with the sum of its values, as it does in a linear model; attributes of
 * steps between positions are not part of a point.
 */
public final class PointReader {
    private final KernelFunction kernel;
    private final AttributeExtractor.Observer observer;
    private final Sink sink;

    /**
     * A reader.
     *
     * @param extractor tells the attributes
     * @param numbers gives every name its number, not negative
     */
    public PointReader(KernelFunction kernel, AttributeExtractor extractor, ToIntFunction<CharSequence> numbers) {
        this.kernel = kernel;
        this.observer = extractor.observer();
        this.sink = new Sink(numbers);
    }

    /** The point at a position. */
    public Point read(Sequence sequence, int position) {
        sink.count = 0;
        if (kernel.readsAttributes()) {
            observer.observe(sequence).extract(position, sink);
        }
        Token token = sequence.tokens().get(position);
        return sink.point(sequence, token);
    }

    private static final class Sink implements AttributeSink {
        private final ToIntFunction<CharSequence> numbers;
        private long[] keys = new long[16]; // attribute number and place, to be sorted // [count]
        private double[] values = new double[16]; // by place // [count]
        private int count;

        Sink(ToIntFunction<CharSequence> numbers) {
            this.numbers = numbers;
        }

        @Override
        public void state(CharSequence name, double value) {
            if (count == keys.length) {
                keys = Arrays.copyOf(keys, 2 * count);
                values = Arrays.copyOf(values, 2 * count);
            }
            keys[count] = (long) numbers.applyAsInt(name) << 32 | count;
            values[count++] = value;
        }

        @Override
        public void transition(CharSequence name, double value) {}

        Point point(Sequence sequence, Token token) {
            Arrays.sort(keys, 0, count);
            int[] indices = new int[count];
            double[] sums = new double[count];
            int size = 0;
            for (int k = 0; k < count; k++) {
                int index = (int) (keys[k] >>> 32);
                double value = values[(int) keys[k]];
                if (size > 0 && indices[size - 1] == index) {
                    sums[size - 1] += value;
                } else {
                    indices[size] = index;
                    sums[size++] = value;
                }
            }
            for (int k = 0; k < size; k++) {
                if (!Double.isFinite(sums[k])) {
                    throw new DataFormatException(
                            sequence.location(),
                            "the values of an attribute add up to " + sums[k] + "; scale the data");
                }
            }
            return Point.of(
                    Arrays.copyOf(indices, size), Arrays.copyOf(sums, size), token.columns(), sequence.location());
        }
    }
}
