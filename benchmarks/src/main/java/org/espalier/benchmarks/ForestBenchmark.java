package org.espalier.benchmarks;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.inference.forest.ForestInference;
import org.espalier.inference.spanning.MatrixTreeInference;
import org.espalier.structure.Structure;
import org.espalier.structure.forest.Eisner;
import org.espalier.structure.spanning.SpanningTrees;
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

/** Time per sentence of dependency trees: projective ones of first and second order, and all of them by the matrix–tree theorem. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ForestBenchmark {

    /** How many words a sentence has. */
    @Param({"25"})
    public int words;

    /** Which trees. */
    @Param({"first-order", "siblings", "grandparents", "spanning"})
    public String trees = "first-order";

    private Pass<?> pass = new Pass<>(SpanningTrees.singleRoot(0, 1), new MatrixTreeInference());

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
                workspace.scores()[part] = 2 * random.nextGaussian();
            }
        }

        double marginals() {
            return inference.addMarginals(structure, workspace, 1, marginals);
        }

        ScoredOutput<?> best() {
            return inference.best(structure, workspace);
        }
    }

    /** Builds the structure and draws the scores. */
    @Setup
    public void draw() {
        Eisner first = Eisner.firstOrder(words, 1, true);
        pass = switch (trees) {
            case "first-order" -> new Pass<>(first.forest(), new ForestInference());
            case "siblings" -> new Pass<>(first.withSiblings().forest(), new ForestInference());
            case "grandparents" -> new Pass<>(first.withGrandparents().forest(), new ForestInference());
            case "spanning" -> new Pass<>(SpanningTrees.singleRoot(words, 1), new MatrixTreeInference());
            default ->
                throw new IllegalArgumentException(
                        "trees " + trees + "; expected first-order, siblings, grandparents or spanning");
        };
    }

    /** log Z and all marginals. */
    @Benchmark
    public double marginals() {
        return pass.marginals();
    }

    /** The best tree. */
    @Benchmark
    public ScoredOutput<?> best() {
        return pass.best();
    }
}
