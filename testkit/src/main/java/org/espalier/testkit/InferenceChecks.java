package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.structure.Output;
import org.espalier.structure.Structure;

/** Every question of {@link Inference}, answered by listing all outputs. */
final class InferenceChecks<S extends Structure> {
    private final Inference<S> inference;
    private final double allowance;

    /**
     * Checks.
     *
     * @param allowance how far sums may be from exact ones
     */
    InferenceChecks(Inference<S> inference, double allowance) {
        this.inference = inference;
        this.allowance = allowance;
    }

    double[] marginals(ScoredStructure<S> drawn) {
        double[] marginals = new double[drawn.structure().parts()];
        double logSum = inference.addMarginals(drawn.structure(), drawn.workspace(), 1, marginals);
        Close.check(logSum, inference.logSum(drawn.structure(), drawn.workspace()), 1e-10, drawn);
        return marginals;
    }

    double[] derivatives(ScoredStructure<S> drawn, double[] direction, double weight) {
        double[] into = new double[drawn.structure().parts()];
        inference.addMarginalDerivatives(drawn.structure(), drawn.workspace(), direction, weight, into);
        return into;
    }

    /** The parts of an output that inference has found, by their numbers. */
    static List<Integer> parts(Output output, Structure structure) {
        double[] counts = new double[structure.parts()];
        output.addTo(counts, 1);
        List<Integer> parts = new ArrayList<>();
        for (int part = 0; part < counts.length; part++) {
            for (double left = counts[part]; left > 0; left--) {
                parts.add(part);
            }
        }
        return parts;
    }

    static List<Integer> parts(Listed listed) {
        return Arrays.stream(listed.parts()).sorted().boxed().toList();
    }

    /** The output on the list that has the same parts. */
    static Listed find(Output output, ScoredStructure<?> drawn) {
        List<Integer> parts = parts(output, drawn.structure());
        return drawn.outputs().stream()
                .filter(listed -> parts(listed).equals(parts))
                .findFirst()
                .orElseThrow(() -> new AssertionError("parts " + parts + " are no output of " + drawn));
    }

    void logSum(ScoredStructure<S> drawn) {
        double found = inference.logSum(drawn.structure(), drawn.workspace());
        Close.check(found, drawn.enumeration().logSum(), allowance, drawn);
    }

    void marginalsOfAllParts(ScoredStructure<S> drawn) {
        Close.check(marginals(drawn), drawn.enumeration().marginals(), allowance, drawn);
    }

    void marginalsAreAdded(ScoredStructure<S> drawn) {
        double[] plain = marginals(drawn);
        double[] into = new Generators(1).normal(plain.length, 1);
        double[] expected = into.clone();
        Arrays.setAll(expected, part -> expected[part] - 2.5 * plain[part]);
        inference.addMarginals(drawn.structure(), drawn.workspace(), -2.5, into);
        Close.check(into, expected, 1e-10, drawn);
    }

    void best(ScoredStructure<S> drawn) {
        Enumeration all = drawn.enumeration();
        ScoredOutput<?> best = inference.best(drawn.structure(), drawn.workspace());
        Close.check(best.score(), all.max(), 1e-10, drawn);
        if (all.count() > 0) {
            assertThat(best.score())
                    .as("bits of the score of the best output of %s", drawn)
                    .isEqualTo(best.output().score(drawn.scores()));
            Close.check(find(best.output(), drawn).score(drawn.scores()), all.max(), 1e-10, drawn);
        }
    }

    void nBest(ScoredStructure<S> drawn) {
        List<Enumeration.Entry> expected = drawn.enumeration().entries();
        List<? extends ScoredOutput<?>> found =
                inference.nBest(drawn.structure(), drawn.workspace(), expected.size() + 5);
        assertThat(found).as(drawn.toString()).hasSameSizeAs(expected);
        for (int k = 0; k < found.size(); k++) {
            Close.check(found.get(k).score(), expected.get(k).score(), 1e-10, "output " + k + " of " + drawn);
            assertThat(found.get(k).score())
                    .as("bits of the score of output %d of %s", k, drawn)
                    .isEqualTo(found.get(k).output().score(drawn.scores()));
        }
        assertThat(found.stream().map(one -> parts(one.output(), drawn.structure())))
                .as(drawn.toString())
                .containsExactlyInAnyOrderElementsOf(
                        expected.stream().map(entry -> parts(entry.listed())).toList());
    }

    void nBestBeginsWithTheBest(ScoredStructure<S> drawn) {
        ScoredOutput<?> best = inference.best(drawn.structure(), drawn.workspace());
        List<? extends ScoredOutput<?>> all = inference.nBest(drawn.structure(), drawn.workspace(), 2_000);
        if (!all.isEmpty()) {
            assertThat(parts(all.get(0).output(), drawn.structure()))
                    .as(drawn.toString())
                    .isEqualTo(parts(best.output(), drawn.structure()));
            assertThat(all.get(0).score()).as(drawn.toString()).isEqualTo(best.score());
        }
        for (int n : new int[] {1, 3}) {
            List<? extends ScoredOutput<?>> some = inference.nBest(drawn.structure(), drawn.workspace(), n);
            assertThat(some).as(drawn.toString()).hasSize(Math.min(n, all.size()));
            for (int k = 0; k < some.size(); k++) {
                assertThat(parts(some.get(k).output(), drawn.structure()))
                        .as("output %d of %s", k, drawn)
                        .isEqualTo(parts(all.get(k).output(), drawn.structure()));
            }
        }
    }

    void nBestNeedsAPositiveNumber(ScoredStructure<S> drawn) {
        assertThatThrownBy(() -> inference.nBest(drawn.structure(), drawn.workspace(), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("n = 0");
    }

    /** It is the difference of log Z and an expected score, which may both be large. */
    void entropy(ScoredStructure<S> drawn) {
        double found = inference.entropy(drawn.structure(), drawn.workspace());
        Enumeration all = drawn.enumeration();
        double rounding = 1e-12 * magnitude(all.marginals(), drawn.scores());
        Close.check(found, all.entropy(), Math.max(1e-9, allowance) + rounding, drawn);
    }

    /** Σ p(part) · |score(part)|. */
    static double magnitude(double[] marginals, double[] scores) {
        double sum = 0;
        for (int part = 0; part < marginals.length; part++) {
            sum += marginals[part] > 0 ? marginals[part] * Math.abs(scores[part]) : 0;
        }
        return sum;
    }

    void samples(ScoredStructure<S> drawn) {
        Enumeration all = drawn.enumeration();
        Workspace workspace = drawn.workspace();
        Random random = new Random(42);
        if (all.count() == 0) {
            assertThatThrownBy(() -> inference.sample(drawn.structure(), workspace, random))
                    .isInstanceOf(IllegalStateException.class);
            return;
        }
        Map<List<Integer>, Double> probabilities = new HashMap<>();
        all.entries().forEach(entry -> probabilities.put(parts(entry.listed()), all.probability(entry)));
        Frequencies.check(
                () -> parts(inference.sample(drawn.structure(), workspace, random), drawn.structure()),
                probabilities,
                drawn);
    }

    void derivativesAreCovariances(ScoredStructure<S> drawn) {
        double[] direction = new Generators(7).normal(drawn.structure().parts(), 1);
        double[] expected = drawn.enumeration().covariances(direction);
        Close.check(derivatives(drawn, direction, 1), expected, allowance, drawn);
        double[] into = new Generators(8).normal(expected.length, 1);
        double[] sums = into.clone();
        Arrays.setAll(sums, part -> sums[part] - 2.5 * expected[part]);
        inference.addMarginalDerivatives(drawn.structure(), drawn.workspace(), direction, -2.5, into);
        Close.check(into, sums, allowance, drawn);
    }

    /** (p(scores + h·v) − p(scores − h·v)) / 2h, by the marginals of the inference itself. */
    void derivativesAreLimitsOfDifferences(ScoredStructure<S> drawn) {
        double step = 1e-5;
        double[] direction = new Generators(7).normal(drawn.structure().parts(), 1);
        double[] expected = new double[direction.length];
        for (int sign = -1; sign <= 1; sign += 2) {
            ScoredStructure<S> there = drawn.moved(direction, sign * step);
            inference.addMarginals(there.structure(), there.workspace(), sign / (2 * step), expected);
        }
        Close.check(derivatives(drawn, direction, 1), expected, 1e-6, drawn);
    }
}
