package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.espalier.model.ConfidenceCurve.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fit against the min–max formula of isotonic regression, and what a curve says between its knots. */
class ConfidenceCurveTest {

    /** Right with probability p², which is how a model that is too sure behaves. */
    private static List<Sample> samples(int count, long seed) {
        Random random = new Random(seed);
        List<Sample> samples = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            double probability = random.nextDouble();
            samples.add(new Sample(probability, random.nextDouble() < probability * probability));
        }
        return samples;
    }

    @ParameterizedTest
    @ValueSource(ints = {50, 99, 457, 1000, 5003})
    void sharesAreTheMinMaxFormulaOverGroups(int count) {
        List<Sample> samples = samples(count, 5);
        ConfidenceCurve curve = ConfidenceCurve.fit(samples);
        List<Sample> sorted = new ArrayList<>(samples);
        sorted.sort(Comparator.comparingDouble(Sample::probability));
        int groups = Math.min(100, count / 10);
        double[] right = new double[groups];
        double[] size = new double[groups];
        for (int g = 0; g < groups; g++) {
            for (int k = count * g / groups; k < count * (g + 1) / groups; k++) {
                right[g] += sorted.get(k).right() ? 1 : 0;
                size[g]++;
            }
        }
        List<Double> shares = new ArrayList<>();
        for (int g = 0; g < groups; g++) {
            double highest = 0;
            for (int a = 0; a <= g; a++) {
                double lowest = 1;
                for (int b = g; b < groups; b++) {
                    double sum = 0;
                    double weight = 0;
                    for (int k = a; k <= b; k++) {
                        sum += right[k];
                        weight += size[k];
                    }
                    lowest = Math.min(lowest, sum / weight);
                }
                highest = Math.max(highest, lowest);
            }
            if (shares.isEmpty() || Math.abs(highest - shares.get(shares.size() - 1)) > 1e-12) {
                shares.add(highest);
            }
        }
        tellNothingApart(shares, right, size);
        // Groups with equal shares may keep a knot each.
        List<Double> distinct = new ArrayList<>();
        for (double share : curve.shares()) {
            if (distinct.isEmpty() || Math.abs(share - distinct.get(distinct.size() - 1)) > 1e-12) {
                distinct.add(share);
            }
        }
        assertThat(distinct).hasSameSizeAs(shares);
        for (int k = 0; k < shares.size(); k++) {
            assertThat(distinct.get(k)).isCloseTo(shares.get(k), within(1e-12));
        }
    }

    /** n of n count as n + 1 of n + 2, and 0 of n as 1 of n + 2, unless a neighbour says more. */
    private static void tellNothingApart(List<Double> shares, double[] right, double[] size) {
        double always = 0;
        for (int g = right.length - 1; g >= 0 && right[g] == size[g]; g--) {
            always += size[g];
        }
        double never = 0;
        for (int g = 0; g < right.length && right[g] == 0; g++) {
            never += size[g];
        }
        int last = shares.size() - 1;
        if (shares.get(last) == 1) {
            shares.set(last, Math.max(shares.get(last - 1), (always + 1) / (always + 2)));
        }
        if (shares.get(0) == 0) {
            shares.set(0, Math.min(shares.get(1), 1 / (never + 2)));
        }
    }

    @Test
    void isNeverCertain() {
        List<Sample> samples = new ArrayList<>();
        for (int k = 0; k < 98; k++) {
            samples.add(new Sample(0.5 + k / 1000.0, true));
        }
        assertThat(ConfidenceCurve.fit(samples).at(0.9)).isEqualTo(0.99);
    }

    @Test
    void findsTheShareThatIsRight() {
        ConfidenceCurve curve = ConfidenceCurve.fit(samples(100_000, 6));
        for (double p = 0.05; p < 1; p += 0.05) {
            assertThat(curve.at(p)).isCloseTo(p * p, within(0.04));
        }
    }

    @Test
    void isLinearBetweenKnotsAndConstantBeyond() {
        ConfidenceCurve curve = new ConfidenceCurve(List.of(0.2, 0.4, 0.8), List.of(0.1, 0.5, 0.6));
        assertThat(curve.at(0)).isEqualTo(0.1);
        assertThat(curve.at(0.2)).isEqualTo(0.1);
        assertThat(curve.at(0.3)).isCloseTo(0.3, within(1e-15));
        assertThat(curve.at(0.4)).isEqualTo(0.5);
        assertThat(curve.at(0.5)).isCloseTo(0.525, within(1e-15));
        assertThat(curve.at(1)).isEqualTo(0.6);
    }

    @Test
    void doesNotDependOnTheOrderOfSamples() {
        List<Sample> samples = samples(800, 7);
        List<Sample> reversed = new ArrayList<>(samples);
        java.util.Collections.reverse(reversed);
        assertThat(ConfidenceCurve.fit(reversed).shares())
                .isEqualTo(ConfidenceCurve.fit(samples).shares());
    }

    @Test
    void equalProbabilitiesShareOneKnot() {
        List<Sample> samples = new ArrayList<>();
        for (int k = 0; k < 200; k++) {
            samples.add(new Sample(1, k % 4 != 0));
        }
        ConfidenceCurve curve = ConfidenceCurve.fit(samples);
        assertThat(curve.probabilities()).containsExactly(1.0);
        assertThat(curve.at(0.3)).isEqualTo(0.75);
    }

    @Test
    void refusesTooFewSamplesAndBrokenKnots() {
        assertThatThrownBy(() -> ConfidenceCurve.fit(samples(49, 1)))
                .hasMessage("49 predictions to learn confidence from; expected at least 50");
        assertThatThrownBy(() -> new ConfidenceCurve(List.of(0.5, 0.4), List.of(0.1, 0.2)))
                .hasMessageContaining("knot 1 of a curve of confidence is (0.4, 0.2)");
        assertThatThrownBy(() -> new ConfidenceCurve(List.of(0.4, 0.5), List.of(0.3, 0.2)))
                .hasMessageContaining("expected rising numbers from 0 to 1");
        assertThatThrownBy(() -> new ConfidenceCurve(List.of(Double.NaN), List.of(0.2)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ConfidenceCurve(List.of(), List.of()))
                .hasMessageContaining("expected one share each");
    }
}
