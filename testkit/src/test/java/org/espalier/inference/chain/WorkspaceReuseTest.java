package org.espalier.inference.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.espalier.inference.Workspace;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;
import org.espalier.testkit.Enumerator;
import org.espalier.testkit.Generators;
import org.espalier.testkit.Kind;
import org.espalier.testkit.ScoredTrellis;
import org.junit.jupiter.api.Test;

/** One workspace serves sequences of all shapes, one after the other, and leaves nothing of one in the next. */
class WorkspaceReuseTest {
    private final ChainInference inference = new ChainInference(Kernels.scalar());

    /**
     * A chain, and the same with parts only for the pairs whose transition may score other than 0.
     *
     * @param arcs the pairs with a part, ascending
     */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Twins(ScoredTrellis dense, ScoredTrellis sparse, int[] arcs) {

        static Twins draw(int seed) {
            Generators generators = new Generators(seed);
            int states = 2 + generators.random().nextInt(4);
            int pairs = states * states;
            ScoredTrellis drawn =
                    generators.trellis(Kind.NORMAL, 1 + generators.random().nextInt(4), states, 0.5);
            int[] arcs = generators
                    .random()
                    .ints(0, pairs)
                    .limit(states)
                    .sorted()
                    .distinct()
                    .toArray();
            double[] scores = drawn.scores().clone();
            Arrays.fill(scores, 0, pairs, 0.0);
            Trellis trellis =
                    Trellis.chain(drawn.trellis().length(), Transitions.of(states, arcs), drawn.ownPositions());
            double[] few = new double[trellis.parts()];
            for (int k = 0; k < arcs.length; k++) {
                scores[arcs[k]] = drawn.scores()[arcs[k]];
                few[k] = scores[arcs[k]];
            }
            System.arraycopy(scores, pairs, few, arcs.length, scores.length - pairs);
            return new Twins(
                    drawn.withScores(scores, "few transitions"),
                    new ScoredTrellis(trellis, few, drawn.origin() + ", few parts"),
                    arcs);
        }

        /** What the sparse twin has of one number per part of the dense one. */
        double[] sparse(double[] numbers) {
            int pairs = dense.trellis().sharedParts();
            double[] few = new double[sparse.trellis().parts()];
            for (int k = 0; k < arcs.length; k++) {
                few[k] = numbers[arcs[k]];
            }
            System.arraycopy(numbers, pairs, few, arcs.length, numbers.length - pairs);
            return few;
        }
    }

    @Test
    void whatOneSequenceLeavesBehindDoesNotTouchTheNext() {
        Workspace used = new Workspace();
        for (int seed = 0; seed < 200; seed++) {
            Twins twins = Twins.draw(seed);
            Enumerator paths = Enumerator.of(twins.dense());
            double[] marginals = new double[twins.dense().scores().length];
            for (Enumerator.Path path : paths.paths()) {
                twins.dense().trellis().addPath(marginals, path.states(), Math.exp(path.score() - paths.logSum()));
            }
            check(twins.dense(), used, paths, marginals);
            check(twins.sparse(), used, paths, twins.sparse(marginals));
        }
    }

    private void check(ScoredTrellis scored, Workspace used, Enumerator paths, double[] marginals) {
        Trellis trellis = scored.trellis();
        scored.load(used);
        assertThat(inference.logSum(trellis, used)).as(scored.toString()).isCloseTo(paths.logSum(), within(1e-9));
        Arrays.fill(used.gradient(), 7.0);
        used.clearGradient(trellis);
        used.clearSharedGradient(trellis);
        inference.addMarginals(trellis, used, 1, used.gradient());
        assertThat(Arrays.copyOf(used.gradient(), marginals.length))
                .as(scored.toString())
                .containsExactly(marginals, within(1e-9));
        int[] best = new int[trellis.length()];
        double top =
                paths.paths().stream().mapToDouble(Enumerator.Path::score).max().orElseThrow();
        assertThat(inference.best(trellis, used, best)).as(scored.toString()).isCloseTo(top, within(1e-9));
        assertThat(trellis.score(scored.scores(), best)).isCloseTo(top, within(1e-9));
    }

    /** δ of the last position are the best scores of whole paths, δ of an earlier one those of the chain cut off there. */
    @Test
    void bestPrefixesAreTheBestPathsOfTheChainCutOff() {
        for (int seed = 0; seed < 60; seed++) {
            ScoredTrellis scored = new Generators(seed).trellis(Kind.NORMAL, 1 + seed % 4, 3, 0);
            Trellis trellis = scored.trellis();
            double[] prefixes = new double[trellis.length() * 3];
            inference.bestPrefixes(trellis, scored.workspace(), prefixes);
            for (int t = 0; t < trellis.length(); t++) {
                Trellis cut = Trellis.chain(t + 1, 3);
                ScoredTrellis shorter = new ScoredTrellis(
                        cut, Arrays.copyOf(scored.scores(), cut.parts()), scored.origin() + ", cut off");
                for (int s = 0; s < 3; s++) {
                    int last = s;
                    double expected = Enumerator.of(shorter).paths().stream()
                            .filter(path -> path.states()[path.states().length - 1] == last)
                            .mapToDouble(Enumerator.Path::score)
                            .max()
                            .orElseThrow();
                    assertThat(prefixes[t * 3 + s])
                            .as("%d, %d of %s", t, s, scored)
                            .isCloseTo(expected, within(1e-12));
                }
            }
        }
    }

    @Test
    void whereEveryPathIsForbiddenThePosteriorPathIsAllZeros() {
        ScoredTrellis scored = new Generators(1).trellis(Kind.ZERO, 3, 2, 0);
        double[] scores = scored.scores().clone();
        Arrays.fill(
                scores, scored.trellis().stateOffset(1), scored.trellis().stateOffset(1) + 2, Double.NEGATIVE_INFINITY);
        int[] path = {1, 1, 1};
        double found = inference.posterior(
                scored.trellis(), scored.withScores(scores, "nothing allowed").workspace(), path);
        assertThat(found).isEqualTo(-1);
        assertThat(path).containsExactly(0, 0, 0);
    }
}
