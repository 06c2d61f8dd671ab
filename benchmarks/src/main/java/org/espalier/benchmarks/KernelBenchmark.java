package org.espalier.benchmarks;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.math.simd.VectorKernelProvider;
import org.espalier.structure.chain.Trellis;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Time per token of forward–backward, of the forward pass alone and of Viterbi, with each kind of kernels. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class KernelBenchmark {
    private static final int TOKENS = 200;

    /** How many labels the chain has. */
    @Param({"9", "22", "45", "128"})
    public int labels;

    /** Which kernels. */
    @Param({"scalar", "vector"})
    public String kernels = "scalar";

    private ChainInference inference = new ChainInference(Kernels.scalar());
    private Trellis trellis = Trellis.chain(0, 1);
    private final Workspace workspace = new Workspace();
    private double[] marginals = {};
    private final int[] path = new int[TOKENS];

    /** Draws the scores. */
    @Setup
    public void draw() {
        Kernels chosen = kernels.equals("scalar") ? Kernels.scalar() : new VectorKernelProvider().kernels();
        if (chosen == null) {
            throw new IllegalStateException(
                    "no vector kernels here; start java with --add-modules jdk.incubator.vector");
        }
        inference = new ChainInference(chosen);
        trellis = Trellis.chain(TOKENS, labels);
        workspace.reserve(trellis);
        marginals = new double[trellis.parts()];
        Random random = new Random(1);
        for (int part = 0; part < trellis.parts(); part++) {
            workspace.scores()[part] = random.nextGaussian();
        }
        workspace.sharedChanged();
    }

    /** log Z and all marginals. */
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public double forwardBackward() {
        return inference.addMarginals(trellis, workspace, 1, marginals);
    }

    /** log Z alone: the forward pass; what {@link #forwardBackward} takes longer is the backward pass and the marginals. */
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public double forward() {
        return inference.logSum(trellis, workspace);
    }

    /** The best path. */
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public double viterbi() {
        return inference.best(trellis, workspace, path);
    }
}
