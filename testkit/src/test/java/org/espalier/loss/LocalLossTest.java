package org.espalier.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.loss.chain.LocalLoss;
import org.espalier.math.Kernels;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.LocalNormalisation;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Trellis;
import org.espalier.testkit.Enumerator;
import org.espalier.testkit.Generators;
import org.espalier.testkit.GradientCheck;
import org.espalier.testkit.Kind;
import org.espalier.testkit.LabelledData;
import org.espalier.testkit.LabelledData.Supervision;
import org.espalier.testkit.LabelledData.Values;
import org.espalier.testkit.ScoredTrellis;
import org.espalier.testkit.SummedLoss;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The maximum-entropy Markov model's loss against enumeration, differences, and its relatives. */
final class LocalLossTest {
    private static final LocalLoss LOSS = new LocalLoss();

    @ParameterizedTest
    @EnumSource(Kind.class)
    void theValueIsThatOfThePathAmongAllOfTheNormalisedTrellis(Kind kind) {
        for (int seed = 0; seed < 50; seed++) {
            Generators generators = new Generators(seed);
            ScoredTrellis scored = generators.tiny(kind);
            Trellis trellis = scored.trellis();
            int[] path = generators.path(trellis.length(), trellis.states());
            Workspace workspace = scored.workspace();
            workspace.clearSharedGradient(trellis);
            double loss = LOSS.evaluate(trellis, AllowedStates.path(path), 1, workspace);
            if (!isPossibleEverywhere(scored)) {
                continue; // a row whose states are all forbidden has no distribution
            }
            Trellis local = LocalNormalisation.trellis(trellis);
            double[] normalised = new double[local.parts()];
            LocalNormalisation.apply(trellis, scored.scores(), local, normalised);
            Enumerator all = Enumerator.of(new ScoredTrellis(local, normalised, scored.origin()));
            assertThat(all.logSum()).as(scored.origin()).isCloseTo(0, within(1e-9));
            double probability = all.probability(path);
            if (probability > 1e-12) {
                assertThat(loss).as(scored.origin()).isCloseTo(-Math.log(probability), within(1e-7));
            } else {
                assertThat(loss).as(scored.origin()).isGreaterThan(20);
            }
        }
    }

    private static boolean isPossibleEverywhere(ScoredTrellis scored) {
        return Arrays.stream(scored.scores()).allMatch(Double::isFinite);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theGradientIsTheDerivative(boolean transitions) {
        for (Values values : new Values[] {Values.INDICATORS, Values.REAL}) {
            for (int seed = 0; seed < 10; seed++) {
                LabelledData data = LabelledData.random(seed, values, Supervision.FULL, transitions);
                for (boolean complete : new boolean[] {true, false}) {
                    ParameterLayout layout = data.layout(complete);
                    double[] parameters = new Generators(seed + 1000).normal(layout.parameters(), 0.3);
                    GradientCheck.check(
                            new SummedLoss(data, LinearScorer.chain(layout), LOSS), parameters, 1e-6, data.origin());
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void upToOnePositionItIsTheLogLoss(int length) {
        LogLoss<Trellis> global = new LogLoss<>(new ChainInference(Kernels.best()));
        for (int seed = 0; seed < 20; seed++) {
            Generators generators = new Generators(seed);
            ScoredTrellis scored = generators.trellis(Kind.NORMAL, length, 4, 0);
            AllowedStates gold = AllowedStates.path(generators.path(length, 4));
            Workspace left = scored.workspace();
            Workspace right = scored.workspace();
            left.clearSharedGradient(scored.trellis());
            right.clearSharedGradient(scored.trellis());
            double weight = 0.5 + seed;
            assertThat(LOSS.evaluate(scored.trellis(), gold, weight, left))
                    .isCloseTo(global.evaluate(scored.trellis(), gold, weight, right), within(1e-9));
            for (int part = 0; part < scored.trellis().parts(); part++) {
                assertThat(left.gradient()[part]).isCloseTo(right.gradient()[part], within(1e-9));
            }
        }
    }

    @Test
    void partialLabelsAreRefused() {
        ScoredTrellis scored = new Generators(1).trellis(Kind.NORMAL, 2, 3, 0);
        AllowedStates gold = AllowedStates.of(new int[][] {{0}, {1, 2}});

        assertThatThrownBy(() -> LOSS.evaluate(scored.trellis(), gold, 1, scored.workspace()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("one gold label at every position");
    }
}
