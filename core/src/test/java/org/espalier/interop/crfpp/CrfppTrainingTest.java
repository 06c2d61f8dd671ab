package org.espalier.interop.crfpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.train.TrainingException;
import org.junit.jupiter.api.Test;

/** Corners of crf_learn's feature space; the goldens have the rest. */
@SuppressWarnings("OrphanedFormatString") // %x is the template's macro
final class CrfppTrainingTest {
    private static final List<Sequence> DATA = List.of(
            Sequence.ofWords("a", "b", "a").withLabels(List.of("X", "Y", "X")),
            Sequence.ofWords("b", "b").withLabels(List.of("Y", "Y")),
            Sequence.ofWords("c").withLabels(List.of("?")));
    private static final CrfppTrainingOptions OPTIONS =
            CrfppTrainingOptions.DEFAULTS.withTolerance(1e-9).withThreads(2);

    private double objective;
    private int features;
    private double tokenErrors;

    private CrfppContent train(String template, CrfppTrainingOptions options) {
        return CrfppTraining.train(template, "template", DATA, options, StandardCharsets.UTF_8, new CrfppProgress() {
            @Override
            public void onStart(int sequences, int count, int threads) {
                features = count;
            }

            @Override
            public void onIteration(
                    int iteration, double tokens, double sequences, int active, double value, double change) {
                objective = value;
                tokenErrors = tokens;
            }
        });
    }

    private static double[] block(CrfppContent content, String string, int width) {
        int k = List.of(content.strings()).indexOf(string);
        double[] weights = new double[width];
        for (int i = 0; i < width; i++) {
            weights[i] = content.weights().applyAsDouble(content.ids()[k] + i);
        }
        return weights;
    }

    @Test
    void stringsAreNumberedAsTheyAppear() {
        CrfppContent content = train("U:%x[0,0]\nB:%x[0,0]\nB\n", OPTIONS);

        assertThat(content.labels()).containsExactly("?", "X", "Y");
        assertThat(content.strings()).containsExactly("B", "B:a", "B:b", "U:a", "U:b", "U:c");
        // First sequence: U:a U:b, then B:b B B:a; last sequence: U:c.
        assertThat(content.ids()).containsExactly(15, 24, 6, 0, 3, 33);
        assertThat(content.weightCount()).isEqualTo(36).isEqualTo(features);
        assertThat(tokenErrors).isZero();
    }

    @Test
    void rareStringsAreCutAndTheRestIsSorted() {
        CrfppContent content = train("U:%x[0,0]\nB:%x[0,0]\nB\n", OPTIONS.withMinCount(2));

        assertThat(content.strings()).containsExactly("B", "B:b", "U:a", "U:b");
        assertThat(content.ids()).containsExactly(0, 9, 18, 21);
    }

    @Test
    void transitionsThatAreTooRareAreCutToo() {
        CrfppContent content = train("U:%x[0,0]\nU\nB\n", OPTIONS.withMinCount(4));

        assertThat(content.strings()).containsExactly("U");
        assertThat(content.template()).containsExactly("U:%x[0,0]", "U", "B");
        assertThatThrownBy(() -> train("U:%x[0,0]\n", OPTIONS.withMinCount(9)))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("-f");
    }

    /** Two lines share what one would have: w = u + v with u = v, so that the penalty is w²/4C, as if C were twice it. */
    @Test
    void everyTransitionLineHasItsOwnWeights() {
        CrfppContent two = train("B\nB2\n", OPTIONS);
        double objectiveOfTwo = objective;
        CrfppContent one = train("B\n", OPTIONS.withCost(2));

        assertThat(two.weightCount()).isEqualTo(18);
        assertThat(objectiveOfTwo).isCloseTo(objective, within(1e-6));
        double[] whole = block(one, "B", 9);
        double[] half = block(two, "B", 9);
        double[] other = block(two, "B2", 9);
        for (int k = 0; k < 9; k++) {
            assertThat(half[k] + other[k]).isCloseTo(whole[k], within(1e-3));
        }
    }

    @Test
    void zerosOfSparseTrainingAreKept() {
        CrfppContent content = train("U:%x[0,0]\nU:%x[-1,0]\nB\n", OPTIONS.withSparse(true));

        assertThat(content.weightCount()).isEqualTo(features);
        double zeros = 0;
        for (int k = 0; k < features; k++) {
            zeros += content.weights().applyAsDouble(k) == 0 ? 1 : 0;
        }
        assertThat(zeros).isPositive();
    }

    @Test
    void oneIterationLeavesTheWeightsAtZero() {
        CrfppContent content = train("U:%x[0,0]\n", OPTIONS.withMaxIterations(1));

        assertThat(content.weights().applyAsDouble(0)).isZero();
        assertThat(objective).isCloseTo(6 * Math.log(3), within(1e-12));
    }

    @Test
    void wrongTemplatesSayWhere() {
        assertThatThrownBy(() -> train("U:%x[0,0]\nV\n", OPTIONS))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("template:2");
        assertThatThrownBy(() -> train("U:%x[0,1]\n", OPTIONS))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("column 1");
    }
}
