package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Scratch;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.loss.LossFunction;
import org.espalier.math.Kernels;
import org.espalier.structure.Output;
import org.espalier.structure.Structure;

/** Inference leaves the scores as they are, and nothing of one instance in the workspace that the next could see. */
final class WorkspaceChecks<S extends Structure> {
    private static final int INSTANCES = 150;

    private final StructureCases<S> cases;
    private final Inference<S> inference;

    /** The arrays of an inference that knows another structure. */
    private record Foreign() implements Scratch {}

    WorkspaceChecks(StructureCases<S> cases, Inference<S> inference) {
        this.cases = cases;
        this.inference = inference;
    }

    void scoresStayAsTheyAre(ScoredStructure<S> drawn) {
        S structure = drawn.structure();
        Workspace workspace = drawn.workspace();
        double[] into = new double[structure.parts()];
        double logSum = inference.logSum(structure, workspace);
        unchanged("log-sum", drawn, workspace);
        inference.addMarginals(structure, workspace, 1, into);
        unchanged("marginals", drawn, workspace);
        inference.best(structure, workspace);
        unchanged("best", drawn, workspace);
        inference.nBest(structure, workspace, 4);
        unchanged("n-best", drawn, workspace);
        inference.entropy(structure, workspace);
        unchanged("entropy", drawn, workspace);
        if (logSum != Double.NEGATIVE_INFINITY) {
            inference.sample(structure, workspace, new Random(1));
            unchanged("sample", drawn, workspace);
        }
        if (inference.hasMarginalDerivatives()) {
            inference.addMarginalDerivatives(structure, workspace, new double[into.length], 1, into);
            unchanged("derivatives", drawn, workspace);
        }
    }

    private static void unchanged(String question, ScoredStructure<?> drawn, Workspace workspace) {
        assertThat(Arrays.copyOf(workspace.scores(), drawn.scores().length))
                .as("scores after %s of %s", question, drawn)
                .isEqualTo(drawn.scores());
    }

    /** Tiny and larger instances of many models, and other structures between them. */
    void aUsedWorkspaceGivesTheSameBits() {
        Workspace used = new Workspace();
        ChainInference chains = new ChainInference(Kernels.scalar());
        Kind[] kinds = Kind.values();
        for (int seed = 0; seed < INSTANCES; seed++) {
            Kind kind = kinds[seed % kinds.length];
            if (seed % 5 == 0) {
                used.scratch(Foreign.class, Foreign::new);
            }
            if (seed % 7 == 0) {
                ScoredTrellis chain = new Generators(seed).trellis(Kind.NORMAL, seed % 30, 1 + seed % 6, 0.3);
                chain.load(used);
                chains.addMarginals(chain.trellis(), used, 1, used.gradient());
            }
            ScoredStructure<S> drawn =
                    seed % 2 == 0 ? ScoredStructure.tiny(cases, kind, seed) : ScoredStructure.larger(cases, kind, seed);
            drawn.load(used);
            compare(drawn, used);
        }
    }

    /** The shared scores are written once, and announced once, for many instances of a model. */
    void sharedScoresAreWrittenOnce(Kind kind) {
        Random random = ScoredStructure.random(kind.name().hashCode());
        for (int model = 0; model < 5; model++) {
            Supplier<S> structures = cases.larger(random);
            String origin = "model " + model + " of " + kind;
            ScoredStructure<S> first = ScoredStructure.unlisted(structures.get(), kind, random, origin);
            Workspace workspace = new Workspace();
            first.load(workspace);
            inference.logSum(first.structure(), workspace);
            for (int n = 0; n < 10; n++) {
                ScoredStructure<S> next = ScoredStructure.unlisted(structures.get(), kind, random, origin);
                System.arraycopy(
                        first.scores(), 0, next.scores(), 0, first.structure().sharedParts());
                next.loadOwn(workspace);
                compare(next, workspace);
            }
        }
    }

    /** One inference serves many threads, each with a workspace of its own. */
    void threadsDoNotDisturbEachOther() {
        List<ScoredStructure<S>> all = IntStream.range(0, INSTANCES)
                .mapToObj(seed -> ScoredStructure.larger(cases, Kind.NORMAL, seed))
                .toList();
        List<double[]> together = all.parallelStream().map(this::alone).toList();
        for (int n = 0; n < all.size(); n++) {
            assertThat(together.get(n)).as(all.get(n).toString()).isEqualTo(alone(all.get(n)));
        }
    }

    private double[] alone(ScoredStructure<S> drawn) {
        Gold<S> gold = cases.gold(drawn.structure(), false, ScoredStructure.random(3));
        return everything(drawn, gold, drawn.workspace());
    }

    private void compare(ScoredStructure<S> drawn, Workspace used) {
        for (boolean single : new boolean[] {true, false}) {
            Gold<S> gold = cases.gold(drawn.structure(), single, ScoredStructure.random(3));
            assertThat(everything(drawn, gold, used))
                    .as(drawn.toString())
                    .isEqualTo(everything(drawn, gold, drawn.workspace()));
        }
    }

    /** Every number that inference and losses give, in one list. */
    private double[] everything(ScoredStructure<S> drawn, Gold<S> gold, Workspace workspace) {
        S structure = drawn.structure();
        DoubleStream.Builder all = DoubleStream.builder();
        double[] sums = new double[structure.parts()];
        double logSum = inference.addMarginals(structure, workspace, 1, sums);
        add(all, sums);
        add(all, logSum, inference.logSum(structure, workspace), inference.entropy(structure, workspace));
        ScoredOutput<?> best = inference.best(structure, workspace);
        add(all, best.score());
        add(all, parts(best.output(), structure));
        for (ScoredOutput<?> one : inference.nBest(structure, workspace, 7)) {
            add(all, one.score());
            add(all, parts(one.output(), structure));
        }
        if (logSum != Double.NEGATIVE_INFINITY) {
            add(all, parts(inference.sample(structure, workspace, new Random(5)), structure));
        }
        if (inference.hasMarginalDerivatives()) {
            double[] direction = new Generators(4).normal(sums.length, 1);
            inference.addMarginalDerivatives(structure, workspace, direction, 1, sums);
            add(all, sums);
        }
        for (LossFunction function : LossChecks.functions()) {
            workspace.clearSharedGradient(structure);
            add(all, function.with(inference, 0.7).evaluate(structure, gold.supervision(), 1.3, workspace));
            add(all, Arrays.copyOf(workspace.gradient(), sums.length));
        }
        return all.build().toArray();
    }

    private static void add(DoubleStream.Builder all, double... numbers) {
        for (double number : numbers) {
            all.add(number);
        }
    }

    private static double[] parts(Output output, Structure structure) {
        double[] counts = new double[structure.parts()];
        output.addTo(counts, 1);
        return counts;
    }
}
