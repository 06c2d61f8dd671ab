package org.espalier.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.EnumSet;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.loss.chain.ChainLosses;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Trellis;
import org.espalier.testkit.Enumerator;
import org.espalier.testkit.Generators;
import org.espalier.testkit.Kind;
import org.espalier.testkit.ScoredTrellis;
import org.espalier.testkit.TwoForms;
import org.junit.jupiter.api.Test;

/** Losses of a chain in which only some steps have a part, the others being forbidden: those of the chain where they score −∞. */
class ForbiddenStepsTest {
    private static final int STATES = 4;

    private final ChainInference inference = new ChainInference(Kernels.scalar());

    /** The losses that know steps. */
    private static EnumSet<LossFunction> losses() {
        EnumSet<LossFunction> all = EnumSet.allOf(LossFunction.class);
        all.removeIf(LossFunction::isOneVsRest);
        return all;
    }

    private static TwoForms draw(int seed) {
        Generators generators = new Generators(seed);
        ScoredTrellis drawn = generators.trellis(Kind.NORMAL, 1 + seed % 5, STATES, seed % 3 == 0 ? 0 : 0.5);
        return TwoForms.of(drawn, TwoForms.someArcs(STATES, 0.6, generators.random()));
    }

    @Test
    void valuesAndGradientsAreThoseOfTheDenseForm() {
        for (LossFunction function : losses()) {
            Loss<Trellis> loss = ChainLosses.of(function, inference, 1.3);
            int finite = 0;
            for (int seed = 0; seed < 60; seed++) {
                TwoForms forms = draw(seed);
                AllowedStates gold = gold(function, forms, seed);
                Workspace dense = forms.dense().workspace();
                Workspace sparse = forms.sparse().workspace();
                double expected = loss.evaluate(forms.dense().trellis(), gold, 1.7, dense);
                double found = loss.evaluate(forms.sparse().trellis(), gold, 1.7, sparse);
                if (Double.isInfinite(expected)) {
                    assertThat(found).as("%s of %s", function, forms).isEqualTo(expected);
                    continue;
                }
                finite++;
                assertThat(found).as("%s of %s", function, forms).isCloseTo(expected, within(1e-10));
                double[] gradient = forms.narrow(dense.gradient());
                for (int part = 0; part < gradient.length; part++) {
                    assertThat(sparse.gradient()[part])
                            .as("part %d, %s of %s", part, function, forms)
                            .isCloseTo(gradient[part], within(1e-10));
                }
            }
            assertThat(finite).as(function.toString()).isGreaterThan(20);
        }
    }

    /** Half of the time a path that is possible, otherwise any labels. */
    private static AllowedStates gold(LossFunction function, TwoForms forms, int seed) {
        Generators generators = new Generators(1000 + seed);
        int length = forms.dense().trellis().length();
        Enumerator paths = Enumerator.of(forms.dense());
        if (seed % 2 == 0 && paths.count() > 0) {
            return AllowedStates.path(paths.paths().get(paths.count() / 2).states());
        }
        return function == LossFunction.LOCAL
                ? AllowedStates.path(generators.path(length, STATES))
                : AllowedStates.of(generators.allowed(length, STATES));
    }

    @Test
    void aGoldPathWithAForbiddenStepIsAnInfiniteLossUnlessItsWeightIsZero() {
        TwoForms forms = TwoForms.of(new Generators(1).trellis(Kind.NORMAL, 3, STATES, 0.9), new int[] {0, 5, 10, 15});
        for (LossFunction function : losses()) {
            for (double weight : new double[] {0, 2}) {
                Workspace workspace = forms.sparse().workspace();
                double value = ChainLosses.of(function, inference, 1)
                        .evaluate(forms.sparse().trellis(), AllowedStates.path(0, 1, 1), weight, workspace);
                assertThat(value).as(function.toString()).isEqualTo(weight == 0 ? 0 : Double.POSITIVE_INFINITY);
                assertThat(Arrays.stream(
                                workspace.gradient(),
                                0,
                                forms.sparse().trellis().parts()))
                        .as(function.toString())
                        .allMatch(Double::isFinite);
            }
        }
    }
}
