package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.loss.LossFunction;
import org.espalier.structure.Output;
import org.espalier.structure.Structure;

/** Instances with too many outputs to list, against the walk over their hyperedges. */
final class WalkChecks<S extends Structure> {
    private static final double TOLERANCE = 1e-8;
    private static final int N_BEST = 12;

    private final StructureCases<S> cases;
    private final Inference<S> inference;

    WalkChecks(StructureCases<S> cases, Inference<S> inference) {
        this.cases = cases;
        this.inference = inference;
    }

    private Hypergraph graph(ScoredStructure<S> drawn) {
        return Hypergraph.of(cases.hyperedges(drawn.structure()));
    }

    /** The two oracles say the same. */
    void theWalkAgreesWithTheList(ScoredStructure<S> drawn) {
        Enumeration all = drawn.enumeration();
        Hypergraph graph = graph(drawn);
        assertThat(graph.total(Semiring.COUNT, drawn.scores()))
                .as(drawn.toString())
                .isEqualTo(all.count());
        assertThat(graph.total(Semiring.FEASIBLE, drawn.scores()))
                .as(drawn.toString())
                .isEqualTo(all.count() > 0);
        Close.check(graph.total(Semiring.LOG, drawn.scores()), all.logSum(), 1e-10, drawn);
        Close.check(graph.total(Semiring.MAX, drawn.scores()), all.max(), 1e-10, drawn);
        Close.check(graph.marginals(drawn.scores(), drawn.scores().length), all.marginals(), 1e-10, drawn);
    }

    void sums(ScoredStructure<S> drawn) {
        double logSum = graph(drawn).total(Semiring.LOG, drawn.scores());
        double[] expected = graph(drawn).marginals(drawn.scores(), drawn.scores().length);
        double[] found = new double[expected.length];
        Close.check(inference.addMarginals(drawn.structure(), drawn.workspace(), 1, found), logSum, 1e-10, drawn);
        Close.check(inference.logSum(drawn.structure(), drawn.workspace()), logSum, 1e-10, drawn);
        Close.check(found, expected, TOLERANCE, drawn);
        double score = 0;
        for (int part = 0; part < expected.length; part++) {
            score += expected[part] > 0 ? expected[part] * drawn.scores()[part] : 0;
        }
        double entropy = logSum == Double.NEGATIVE_INFINITY ? 0 : logSum - score;
        double rounding = 1e-10 * InferenceChecks.magnitude(expected, drawn.scores());
        Close.check(inference.entropy(drawn.structure(), drawn.workspace()), entropy, TOLERANCE + rounding, drawn);
    }

    void maxima(ScoredStructure<S> drawn) {
        List<Double> expected = graph(drawn).total(Semiring.best(N_BEST), drawn.scores());
        ScoredOutput<?> best = inference.best(drawn.structure(), drawn.workspace());
        Close.check(best.score(), expected.isEmpty() ? Double.NEGATIVE_INFINITY : expected.get(0), 1e-10, drawn);
        if (!expected.isEmpty()) {
            assertThat(best.score())
                    .as(drawn.toString())
                    .isEqualTo(best.output().score(drawn.scores()));
        }
        List<? extends ScoredOutput<?>> found = inference.nBest(drawn.structure(), drawn.workspace(), N_BEST);
        assertThat(found).as(drawn.toString()).hasSameSizeAs(expected);
        for (int k = 0; k < found.size(); k++) {
            Close.check(found.get(k).score(), expected.get(k), 1e-10, "output " + k + " of " + drawn);
        }
        assertThat(found.stream().map(one -> InferenceChecks.parts(one.output(), drawn.structure())))
                .as(drawn.toString())
                .doesNotHaveDuplicates();
    }

    /** Every sample is possible, and each part comes as often as its marginal says, within five standard errors. */
    void samples(ScoredStructure<S> drawn) {
        double[] expected = graph(drawn).marginals(drawn.scores(), drawn.scores().length);
        if (!graph(drawn).total(Semiring.FEASIBLE, drawn.scores())) {
            return;
        }
        int draws = 400;
        double[] sums = new double[expected.length];
        double[] squares = new double[expected.length];
        Workspace workspace = drawn.workspace();
        Random random = new Random(6);
        for (int n = 0; n < draws; n++) {
            Output output = inference.sample(drawn.structure(), workspace, random);
            assertThat(output.score(drawn.scores())).as(drawn.toString()).isGreaterThan(Double.NEGATIVE_INFINITY);
            double[] counts = new double[expected.length];
            output.addTo(counts, 1);
            for (int part = 0; part < counts.length; part++) {
                sums[part] += counts[part];
                squares[part] += counts[part] * counts[part];
            }
        }
        for (int part = 0; part < expected.length; part++) {
            double mean = sums[part] / draws;
            double bernoulli = expected[part] * Math.max(0, 1 - expected[part]);
            double variance = Math.max(squares[part] / draws - mean * mean, bernoulli);
            double error = 5 * Math.sqrt(variance / draws) + 5.0 / draws;
            assertThat(Math.abs(mean - expected[part]))
                    .as("part %d: %s times on average, expected %s: %s", part, mean, expected[part], drawn)
                    .isLessThanOrEqualTo(error);
        }
    }

    /** log Z(all) − log Z(allowed), and the difference of the two marginals. */
    void logLoss(ScoredStructure<S> drawn, Gold<S> gold) {
        S structure = drawn.structure();
        int parts = structure.parts();
        ScoredStructure<S> clamped = drawn.clamped(gold);
        double allowed = graph(drawn).total(Semiring.LOG, clamped.scores());
        double expected = allowed == Double.NEGATIVE_INFINITY
                ? Double.POSITIVE_INFINITY
                : graph(drawn).total(Semiring.LOG, drawn.scores()) - allowed;
        Workspace workspace = drawn.workspace();
        double found = LossFunction.LOG.with(inference, 1).evaluate(structure, gold.supervision(), 1, workspace);
        Close.check(found, expected, TOLERANCE, drawn);
        if (expected < Double.POSITIVE_INFINITY) {
            double[] gradient = graph(drawn).marginals(drawn.scores(), parts);
            double[] right = graph(drawn).marginals(clamped.scores(), parts);
            Arrays.setAll(gradient, part -> gradient[part] - right[part]);
            Close.check(Arrays.copyOf(workspace.gradient(), parts), gradient, TOLERANCE, drawn);
        }
    }

    void derivatives(ScoredStructure<S> drawn) {
        double step = 1e-5;
        int parts = drawn.structure().parts();
        double[] direction = new Generators(7).normal(parts, 1);
        double[] up = graph(drawn).marginals(drawn.moved(direction, step).scores(), parts);
        double[] down = graph(drawn).marginals(drawn.moved(direction, -step).scores(), parts);
        Arrays.setAll(up, part -> (up[part] - down[part]) / (2 * step));
        double[] found = new double[parts];
        inference.addMarginalDerivatives(drawn.structure(), drawn.workspace(), direction, 1, found);
        Close.check(found, up, 1e-6, drawn);
    }
}
