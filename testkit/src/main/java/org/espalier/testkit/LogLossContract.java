package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.inference.chain.ChainInference;
import org.espalier.loss.LogLoss;
import org.espalier.math.Kernels;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.chain.Trellis;
import org.espalier.testkit.LabelledData.Supervision;
import org.espalier.testkit.LabelledData.Values;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What the log-loss through the linear scorer promises: value and gradient by weights, against enumeration and differences. By
 * part scores the {@link StructureContract} tests it.
 */
public abstract class LogLossContract {
    private static final int CASES = 12;

    /** The kernels under test. */
    protected abstract Kernels kernels();

    private LogLoss<Trellis> loss() {
        return new LogLoss<>(new ChainInference(kernels()));
    }

    private interface Check {
        void check(LabelledData data, ParameterLayout layout, double[] parameters, SummedLoss function);
    }

    /** One test for each kind of values, supervision, layout, with and without transition attributes. */
    private Stream<DynamicTest> grid(List<Values> kinds, List<Supervision> supervisions, Check check) {
        List<DynamicTest> tests = new ArrayList<>();
        for (Values values : kinds) {
            for (Supervision supervision : supervisions) {
                for (boolean complete : new boolean[] {true, false}) {
                    for (boolean transitions : new boolean[] {true, false}) {
                        String name = values + ", " + supervision + ", " + (complete ? "all" : "observed") + " features"
                                + (transitions ? ", transition attributes" : "");
                        tests.add(DynamicTest.dynamicTest(name, () -> {
                            for (int seed = 0; seed < CASES; seed++) {
                                LabelledData data = LabelledData.random(seed, values, supervision, transitions);
                                ParameterLayout layout = data.layout(complete);
                                double[] parameters = new Generators(seed + 1000).normal(layout.parameters(), 0.5);
                                SummedLoss function = new SummedLoss(data, LinearScorer.chain(layout), loss());
                                check.check(data, layout, parameters, function);
                            }
                        }));
                    }
                }
            }
        }
        return tests.stream();
    }

    private static ScoredTrellis clamped(ScoredTrellis scored, int[] @Nullable [] allowed) {
        double[] scores = scored.scores().clone();
        for (int t = 0; t < allowed.length; t++) {
            int[] set = allowed[t];
            for (int s = 0; s < scored.trellis().states(); s++) {
                int state = s;
                if (set != null && Arrays.stream(set).noneMatch(one -> one == state)) {
                    scores[scored.trellis().stateOffset(t) + s] = Double.NEGATIVE_INFINITY;
                }
            }
        }
        return scored.withScores(scores, "clamped");
    }

    @TestFactory
    Stream<DynamicTest> valueAndGradientAreThoseOfAllPaths() {
        return grid(List.of(Values.values()), List.of(Supervision.values()), (data, layout, parameters, function) -> {
            double value = 0;
            double[] expected = new double[parameters.length];
            for (int n = 0; n < data.sequences().size(); n++) {
                double weight = data.weights()[n];
                ScoredTrellis scored = data.scored(n, layout, parameters);
                Enumerator free = Enumerator.of(scored);
                Enumerator gold = Enumerator.of(clamped(scored, data.allowed().get(n)));
                assertThat(free.logSumWithin(data.allowed().get(n))).isEqualTo(gold.logSum());
                value += weight * (free.logSum() - gold.logSum());
                double[] freeMarginals = free.marginals();
                double[] goldMarginals = gold.marginals();
                data.forEachFeature(
                        n,
                        layout,
                        scored.trellis(),
                        (part, parameter, factor) ->
                                expected[parameter] += weight * (freeMarginals[part] - goldMarginals[part]) * factor);
            }
            double[] gradient = new double[parameters.length];
            double found = function.evaluate(parameters, gradient);
            assertThat(found).as(data.origin()).isCloseTo(value, within(1e-10 * Math.max(1, Math.abs(value))));
            for (int k = 0; k < gradient.length; k++) {
                assertThat(gradient[k])
                        .as("weight %d of %s", k, data.origin())
                        .isCloseTo(expected[k], within(1e-8 * Math.max(1, Math.abs(expected[k]))));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> theGradientIsTheDerivative() {
        return grid(
                List.of(Values.INDICATORS, Values.REAL),
                List.of(Supervision.FULL, Supervision.PARTIAL),
                (data, layout, parameters, function) -> GradientCheck.check(function, parameters, 1e-6, data.origin()));
    }

    @TestFactory
    Stream<DynamicTest> withoutSupervisionThereIsNothingToLearn() {
        return grid(List.of(Values.values()), List.of(Supervision.NONE), (data, layout, parameters, function) -> {
            double[] gradient = new double[parameters.length];
            assertThat(function.evaluate(parameters, gradient))
                    .as(data.origin())
                    .isEqualTo(0.0);
            for (double slope : gradient) {
                assertThat(slope).as(data.origin()).isCloseTo(0, within(1e-12));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> weightTwoIsTheInstanceTwice() {
        return grid(
                List.of(Values.REAL), List.of(Supervision.FULL, Supervision.PARTIAL), (data, layout, parameters, f) -> {
                    List<EncodedSequence> twice = new ArrayList<>(data.sequences());
                    twice.addAll(data.sequences());
                    List<int[] @Nullable []> allowed = new ArrayList<>(data.allowed());
                    allowed.addAll(data.allowed());
                    double[] ones = new double[twice.size()];
                    Arrays.fill(ones, 1);
                    double[] twos = new double[data.sequences().size()];
                    Arrays.fill(twos, 2);
                    double[] gradientTwice = new double[parameters.length];
                    double[] gradientWeighted = new double[parameters.length];
                    double valueTwice = new SummedLoss(
                                    with(data, twice, allowed, ones), LinearScorer.chain(layout), loss())
                            .evaluate(parameters, gradientTwice);
                    double valueWeighted = new SummedLoss(
                                    with(data, data.sequences(), data.allowed(), twos),
                                    LinearScorer.chain(layout),
                                    loss())
                            .evaluate(parameters, gradientWeighted);
                    assertThat(valueWeighted)
                            .as(data.origin())
                            .isCloseTo(valueTwice, within(1e-10 * Math.max(1, valueTwice)));
                    for (int k = 0; k < parameters.length; k++) {
                        assertThat(gradientWeighted[k])
                                .as(data.origin())
                                .isCloseTo(gradientTwice[k], within(1e-10 * Math.max(1, Math.abs(gradientTwice[k]))));
                    }
                });
    }

    private static LabelledData with(
            LabelledData data, List<EncodedSequence> sequences, List<int[] @Nullable []> allowed, double[] weights) {
        return new LabelledData(
                data.states(),
                sequences,
                allowed,
                weights,
                data.attributes(),
                data.transitionAttributes(),
                data.origin());
    }

    @Test
    void aChainOfLengthOneIsMultinomialLogisticRegression() {
        for (int seed = 0; seed < 50; seed++) {
            Generators generators = new Generators(seed);
            int classes = 2 + generators.random().nextInt(4);
            int inputs = 3;
            double[] x = generators.normal(inputs, 2);
            double[] weights = generators.normal(inputs * classes + classes * classes, 1);
            int gold = generators.random().nextInt(classes);

            double[] exponentials = new double[classes];
            for (int y = 0; y < classes; y++) {
                double dot = 0;
                for (int k = 0; k < inputs; k++) {
                    dot += weights[k * classes + y] * x[k];
                }
                exponentials[y] = Math.exp(dot);
            }
            double total = Arrays.stream(exponentials).sum();
            double expected = -Math.log(exponentials[gold] / total);

            LabelledData data = oneToken(x, classes, gold, seed);
            double[] gradient = new double[weights.length];
            double found =
                    new SummedLoss(data, LinearScorer.chain(data.layout(true)), loss()).evaluate(weights, gradient);
            assertThat(found).as(data.origin()).isCloseTo(expected, within(1e-10));
            for (int k = 0; k < inputs; k++) {
                for (int y = 0; y < classes; y++) {
                    double slope = (exponentials[y] / total - (y == gold ? 1 : 0)) * x[k];
                    assertThat(gradient[k * classes + y]).as(data.origin()).isCloseTo(slope, within(1e-10));
                }
            }
            assertThat(Arrays.copyOfRange(gradient, inputs * classes, gradient.length))
                    .as("transitions of %s", data.origin())
                    .containsOnly(0.0);
        }
    }

    private static LabelledData oneToken(double[] x, int classes, int gold, int seed) {
        Encoder.Builder builder = new Encoder.Builder(new TokenAttributes(true), false);
        List<Attribute> attributes = new ArrayList<>();
        for (int k = 0; k < x.length; k++) {
            attributes.add(new Attribute("x" + k, x[k]));
        }
        List<EncodedSequence> sequences = new ArrayList<>();
        sequences.add(builder.add(Sequence.of(List.of(Token.ofAttributes(attributes)), null)));
        builder.build(1, sequences);
        List<int[] @Nullable []> allowed = new ArrayList<>();
        allowed.add(new int[][] {{gold}});
        return new LabelledData(classes, sequences, allowed, new double[] {1}, x.length, 0, "one token, seed " + seed);
    }
}
