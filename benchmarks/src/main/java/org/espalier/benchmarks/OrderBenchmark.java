package org.espalier.benchmarks;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.math.simd.VectorKernelProvider;
import org.espalier.structure.Sites;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.ChainTopology;
import org.espalier.structure.chain.Histories;
import org.espalier.structure.chain.Path;
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

/**
 * Time per token of forward–backward and of Viterbi for chains of order k over the label histories that occur.
 *
 * <p>The labels are 26 letters, the histories those of 55 random words, as in the data of OCR letters.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class OrderBenchmark {
    private static final int TOKENS = 10;
    private static final int LABELS = 26;
    private static final int WORDS = 55;

    /** The order; 0 is the plain chain, with all pairs of labels. */
    @Param({"0", "1", "2", "3", "5"})
    public int order;

    /** Which kernels. */
    @Param({"scalar", "vector"})
    public String kernels = "scalar";

    private final Workspace workspace = new Workspace();
    private ChainInference inference = new ChainInference(Kernels.scalar());
    private Trellis trellis = Trellis.chain(0, 1);
    private double[] marginals = {};

    /** A sequence without features that look at steps. */
    private record Length(int length) implements Sites {
        @Override
        public int[] sites(int kind) {
            return new int[0];
        }
    }

    /** Draws words and scores. */
    @Setup
    public void draw() {
        Kernels chosen = kernels.equals("scalar") ? Kernels.scalar() : new VectorKernelProvider().kernels();
        if (chosen == null) {
            throw new IllegalStateException(
                    "no vector kernels here; start java with --add-modules jdk.incubator.vector");
        }
        inference = new ChainInference(chosen);
        trellis = topology(order).structure(new Length(TOKENS));
        marginals = new double[trellis.parts()];
        workspace.reserve(trellis);
        Random random = new Random(1);
        for (int part = 0; part < trellis.parts(); part++) {
            workspace.scores()[part] = random.nextGaussian();
        }
        workspace.sharedChanged();
    }

    private static ChainTopology topology(int order) {
        if (order == 0) {
            return ChainTopology.dense(LABELS);
        }
        Random random = new Random(2);
        Histories.Builder builder = Histories.occurring(LABELS, order);
        for (int n = 0; n < WORDS; n++) {
            int[] word = random.ints(3 + random.nextInt(12), 0, LABELS).toArray();
            builder.add(AllowedStates.path(IntStream.range(0, word.length + order) // without a dead end
                    .map(t -> word[t % word.length])
                    .toArray()));
        }
        return builder.build().topology();
    }

    /** log Z and all marginals. */
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public double forwardBackward() {
        return inference.addMarginals(trellis, workspace, 1, marginals);
    }

    /** The best path. */
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public ScoredOutput<Path> viterbi() {
        return inference.best(trellis, workspace);
    }
}
