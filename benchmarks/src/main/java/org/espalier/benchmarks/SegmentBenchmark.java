package org.espalier.benchmarks;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.inference.segment.SegmentInference;
import org.espalier.math.Kernels;
import org.espalier.math.simd.VectorKernelProvider;
import org.espalier.structure.Structure;
import org.espalier.structure.chain.Trellis;
import org.espalier.structure.segment.SegmentLengths;
import org.espalier.structure.segment.Segmentation;
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

/** Time per token of forward–backward, of the forward pass alone and of Viterbi: segments beside the chain, in one run. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class SegmentBenchmark {
    private static final int TOKENS = 200;

    /** How many labels there are. */
    @Param({"10", "20"})
    public int labels;

    /** Which kernels. */
    @Param({"scalar", "vector"})
    public String kernels = "scalar";

    /** The longest segment; 0 is the chain. */
    @Param({"0", "1", "6"})
    public int longest;

    private Pass<?> pass = new Pass<>(Trellis.chain(0, 1), new ChainInference(Kernels.scalar()));

    /** One structure with scores, and what is asked of it. */
    private static final class Pass<S extends Structure> {
        private final S structure;
        private final Inference<S> inference;
        private final Workspace workspace = new Workspace();
        private final double[] marginals;

        Pass(S structure, Inference<S> inference) {
            this.structure = structure;
            this.inference = inference;
            this.marginals = new double[structure.parts()];
            workspace.reserve(structure);
            Random random = new Random(1);
            for (int part = 0; part < structure.parts(); part++) {
                workspace.scores()[part] = random.nextGaussian();
            }
            workspace.sharedChanged();
        }

        double forwardBackward() {
            return inference.addMarginals(structure, workspace, 1, marginals);
        }

        double forward() {
            return inference.logSum(structure, workspace);
        }

        ScoredOutput<?> best() {
            return inference.best(structure, workspace);
        }
    }

    /** Draws the scores. */
    @Setup
    public void draw() {
        Kernels chosen = kernels.equals("scalar") ? Kernels.scalar() : new VectorKernelProvider().kernels();
        if (chosen == null) {
            throw new IllegalStateException(
                    "no vector kernels here; start java with --add-modules jdk.incubator.vector");
        }
        pass = longest == 0
                ? new Pass<>(Trellis.chain(TOKENS, labels), new ChainInference(chosen))
                : new Pass<>(
                        Segmentation.of(TOKENS, SegmentLengths.same(labels, longest)), new SegmentInference(chosen));
    }

    /** log Z and all marginals. */
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public double forwardBackward() {
        return pass.forwardBackward();
    }

    /** log Z alone. */
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public double forward() {
        return pass.forward();
    }

    /** The best output. */
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public ScoredOutput<?> viterbi() {
        return pass.best();
    }
}
