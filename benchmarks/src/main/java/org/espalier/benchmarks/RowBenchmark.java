package org.espalier.benchmarks;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.espalier.math.Kernels;
import org.espalier.math.simd.VectorKernelProvider;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Time of the loops inside a token: the exponentials of a row of scores, and a row times the transitions. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class RowBenchmark {
    private static final int VECTOR = 4;

    /** How many labels a row has. */
    @Param({"9", "22", "45", "128"})
    public int labels;

    /** Which kernels. */
    @Param({"scalar", "vector"})
    public String kernels = "scalar";

    private Kernels chosen = Kernels.scalar();
    private double[] row = {};
    private double[] matrix = {};
    private double[] out = {};

    /** Draws the numbers. */
    @Setup
    public void draw() {
        Kernels wanted = kernels.equals("scalar") ? Kernels.scalar() : new VectorKernelProvider().kernels();
        if (wanted == null) {
            throw new IllegalStateException(
                    "no vector kernels here; start java with --add-modules jdk.incubator.vector");
        }
        chosen = wanted;
        int stride = stride();
        Random random = new Random(1);
        row = random.doubles(stride).toArray();
        matrix = random.doubles((long) stride * stride).toArray();
        out = new double[stride];
    }

    private int stride() {
        return (labels + VECTOR - 1) / VECTOR * VECTOR;
    }

    /** exp of every score of a token. */
    @Benchmark
    public double[] exp() {
        chosen.exp(row, 0, 1.0, out, 0, labels);
        return out;
    }

    /** One step of the forward or of the backward recurrence. */
    @Benchmark
    public double[] rowTimesMatrix() {
        chosen.rowTimesMatrix(row, 0, matrix, 0, stride(), out, 0);
        return out;
    }
}
