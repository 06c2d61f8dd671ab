package org.espalier.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.espalier.data.Sequence;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.template.Template;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.loss.LogLoss;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.api.Test;

/** A scorer that gives parts only to the pairs with a weight trains the same model as one that gives them to all. */
class SparseScorerTest {
    private static final Template TEMPLATE = Template.parse("U0:%x[0,0]\nU1:%x[-1,0]\nB\nB0:%x[0,0]", "t");

    private final List<EncodedSequence> sequences = new ArrayList<>();
    private final List<AllowedStates> gold = new ArrayList<>();

    /** A corpus whose observed features leave most pairs of labels without a weight. */
    private ParameterLayout draw(int states, long seed) {
        Random random = new Random(seed);
        sequences.clear();
        gold.clear();
        Encoder.Builder builder = new Encoder.Builder(TEMPLATE, false);
        for (int n = 0; n < 8; n++) {
            int length = random.nextInt(7);
            String[] words = random.ints(length, 0, 6).mapToObj(k -> "w" + k).toArray(String[]::new);
            sequences.add(builder.add(Sequence.ofWords(words)));
            int[][] allowed = new int[length][];
            for (int t = 0; t < length; t++) {
                allowed[t] = random.nextInt(4) == 0
                        ? new int[] {random.nextInt(states), random.nextInt(states)}
                        : new int[] {random.nextInt(states)};
            }
            gold.add(AllowedStates.of(allowed));
        }
        Encoder encoder = builder.build(1, sequences);
        return new ChainLayoutBuilder(
                        states,
                        encoder.attributes().size(),
                        encoder.transitionAttributes().size(),
                        true)
                .observed(sequences, gold, 1, null);
    }

    private double evaluate(LinearScorer<Trellis> scorer, double[] weights, double[] gradient) {
        LogLoss<Trellis> loss = new LogLoss<>(new ChainInference(Kernels.scalar()));
        Workspace workspace = new Workspace();
        double value = 0;
        for (int n = 0; n < sequences.size(); n++) {
            Trellis trellis = scorer.structure(sequences.get(n));
            workspace.reserve(trellis);
            if (n == 0) {
                scorer.scoreShared(weights, workspace.scores());
                workspace.sharedChanged();
                workspace.clearSharedGradient(trellis);
            }
            scorer.score(weights, sequences.get(n), trellis, workspace.scores());
            value += loss.evaluate(trellis, gold.get(n), 1, workspace);
            scorer.backpropagate(sequences.get(n), trellis, workspace.gradient(), gradient);
        }
        scorer.backpropagateShared(workspace.gradient(), gradient);
        return value;
    }

    @Test
    void objectiveAndGradientStayTheSameAllTheWayDown() {
        for (long seed = 0; seed < 10; seed++) {
            ParameterLayout layout = draw(5 + (int) seed, seed);
            LinearScorer<Trellis> dense = LinearScorer.chain(layout, false);
            LinearScorer<Trellis> sparse = LinearScorer.chain(layout, true);
            double[] weights = new double[layout.parameters()];
            double first = 0;
            double last = 0;
            for (int step = 0; step < 30; step++) {
                double[] expected = new double[weights.length];
                double[] found = new double[weights.length];
                last = evaluate(dense, weights, expected);
                first = step == 0 ? last : first;
                assertThat(evaluate(sparse, weights, found)).isCloseTo(last, within(1e-11 * (1 + last)));
                for (int k = 0; k < weights.length; k++) {
                    assertThat(found[k]).as("seed %d, weight %d", seed, k).isCloseTo(expected[k], within(1e-11));
                    weights[k] -= 0.3 * expected[k];
                }
            }
            assertThat(last).as("seed %d", seed).isLessThan(0.5 * first);
        }
    }

    @Test
    void manyStatesWithFewWeightsAreSparseByThemselves() {
        ParameterLayout layout = draw(80, 3);
        EncodedSequence sequence = sequences.get(0);
        assertThat(LinearScorer.chain(layout).structure(sequence).sharedParts()).isEqualTo(layout.sharedCount());
        ParameterLayout few = draw(5, 3);
        assertThat(LinearScorer.chain(few).structure(sequence).sharedParts()).isEqualTo(25);
    }
}
