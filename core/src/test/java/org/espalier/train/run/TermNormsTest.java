package org.espalier.train.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.template.Template;
import org.espalier.loss.LossFunction;
import org.espalier.optimize.NormBound;
import org.espalier.optimize.SumFunction;
import org.espalier.structure.chain.Trellis;
import org.espalier.train.SyntheticData;
import org.espalier.train.corpus.Instance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Norms and bounds of the terms of a sum, compared with their formulas in plain loops. */
class TermNormsTest {

    /** 1 + (together − 1)·(ω − 1)/(N − 1), where ω of N terms have something; nothing is shared by fewer than two. */
    private static double factor(int together, int count, int terms) {
        return count < 2 ? 1 : 1 + (together - 1.0) * (count - 1) / (terms - 1);
    }

    private static int countSteps(EncodedSequence sequence, int attribute) {
        int count = 0;
        for (int k = 0; k < sequence.transitionBegin(sequence.length()); k++) {
            count += sequence.transitionAttribute(k) == attribute ? 1 : 0;
        }
        return count;
    }

    private static boolean has(EncodedSequence sequence, int attribute) {
        for (int k = sequence.begin(0); k < sequence.begin(sequence.length()); k++) {
            if (sequence.attribute(k) == attribute) {
                return true;
            }
        }
        return false;
    }

    private static double squares(double[] parts, int begin, int count) {
        return Arrays.stream(parts, begin, begin + count).map(x -> x * x).sum();
    }

    /** The formula of the bound by attribute, in plain loops. */
    private static double bound(TermProblem problem, int term, double[] parts, int together) {
        List<EncodedSequence> all = new ArrayList<>();
        problem.data().instances().forEach(instance -> all.add(instance.sequence()));
        EncodedSequence sequence = all.get(term);
        Trellis trellis = problem.scorer().structure(sequence);
        int states = trellis.states();
        boolean idle = sequence.length() < 2; // such terms have no transitions at all
        int stateBegin = idle ? -trellis.stateOffset(0) : 0;
        int withSteps = (int) all.stream().filter(each -> each.length() > 1).count();
        double sum = idle ? 0 : factor(together, withSteps, all.size()) * squares(parts, 0, trellis.sharedParts());
        for (int a = 0; a < problem.data().encoder().attributes().size(); a++) {
            int attribute = a;
            int count = (int) all.stream().filter(each -> has(each, attribute)).count();
            double[] vector = new double[states];
            for (int t = 0; t < sequence.length(); t++) {
                for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
                    for (int s = 0; s < states && sequence.attribute(k) == a; s++) {
                        vector[s] += sequence.value(k) * parts[stateBegin + trellis.stateOffset(t) + s];
                    }
                }
            }
            sum += factor(together, count, all.size()) * squares(vector, 0, states);
        }
        for (int c = 0; c < trellis.ownCount(); c++) {
            int t = trellis.ownPosition(c);
            for (int k = sequence.transitionBegin(t); k < sequence.transitionBegin(t + 1); k++) {
                int attribute = sequence.transitionAttribute(k);
                int count = (int) all.stream()
                        .filter(each -> countSteps(each, attribute) > 0)
                        .count();
                double value = sequence.transitionValue(k);
                sum += factor(together, count, all.size())
                        * countSteps(sequence, attribute)
                        * value
                        * value
                        * squares(parts, trellis.ownOffset(c), states * states);
            }
        }
        return sum;
    }

    /** Attributes of tokens and of steps, some in one sequence and some in many, once or several times in each. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 13})
    void theBoundIsItsFormula(int count) {
        Random random = new Random(count);
        List<Sequence> sequences = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            String[] words = new String[n % 3 == 2 ? 1 : 2 + random.nextInt(5)];
            List<String> labels = new ArrayList<>();
            for (int t = 0; t < words.length; t++) {
                words[t] = "w" + (random.nextInt(3) == 0 ? 10 + random.nextInt(20) : random.nextInt(3));
                labels.add("L" + (n + t) % 2);
            }
            sequences.add(SyntheticData.sequence(labels, words));
        }
        Template template = Template.parse("U0:%x[0,0]\nU1:bias\nB0:%x[0,0]\nB1:%x[-1,0]\nB", "steps");
        checkBounds(sequences, template, count, random);
    }

    /** Values count by their squares, and recur with their signs; some sequences are empty. */
    @Test
    void theBoundOfValuesIsItsFormulaToo() {
        checkBounds(SyntheticData.sequences(7, 12, 3), new GivenAttributes(), 12, new Random(7));
        checkBounds(RecurrenceTest.entities(6, 5, new Random(8)), new GivenAttributes(), 6, new Random(8));
    }

    private static void checkBounds(List<Sequence> sequences, AttributeExtractor extractor, int count, Random random) {
        try (TermProblem problem = TermProblem.of(sequences, extractor, LossFunction.LOG, true, 1)) {
            for (int together : new int[] {1, 4, count}) {
                NormBound bound = problem.function().normBound(together);
                for (int term = 0; term < count; term++) {
                    double[] parts = random.doubles(problem.function().parts(term), -1, 1)
                            .toArray();
                    double expected = bound(problem, term, parts, together);
                    assertThat(bound.squaredNorm(term, parts, 0))
                            .as("term %d of %d, %d together", term, count, together)
                            .isCloseTo(expected, within(1e-5 * expected));
                }
            }
        }
    }

    /** The sum with its terms is the objective in all other respects: H·v is how the gradient changes along v. */
    @Test
    void theSumHasTheHessianOfTheObjective() {
        Random random = new Random(9);
        try (TermProblem problem = TermProblem.of(SyntheticData.sequences(9, 12, 3), LossFunction.LOG, true, 1)) {
            SumFunction function = problem.function();
            assertThat(function.isConvex()).isTrue();
            assertThat(function.hasDiagonal()).isTrue();
            assertThat(function.hasHessian()).isTrue();
            int size = function.dimension();
            double[] x = random.doubles(size, -1, 1).toArray();
            double[] direction = random.doubles(size, -1, 1).toArray();
            double[] higher = new double[size];
            double[] lower = new double[size];
            function.evaluate(moved(x, direction, 1e-5), higher);
            function.evaluate(moved(x, direction, -1e-5), lower);
            double[] product = new double[size];
            function.timesHessian(x, direction, product);
            double[] quotient = new double[size];
            Arrays.setAll(quotient, k -> (higher[k] - lower[k]) / 2e-5);
            assertThat(product).containsExactly(quotient, within(1e-6));
        }
        try (TermProblem hinge = TermProblem.of(SyntheticData.sequences(9, 12, 3), LossFunction.HINGE, true, 1)) {
            assertThat(hinge.function().hasHessian()).isFalse();
        }
    }

    private static double[] moved(double[] x, double[] direction, double step) {
        double[] there = x.clone();
        Arrays.setAll(there, k -> x[k] + step * direction[k]);
        return there;
    }

    /** Σ parts² · Σ values² of the attributes there, in plain loops; what a term is made of, and how much work it is. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theNormOfATermAndItsSize(boolean steps) {
        Random random = new Random(3);
        List<Sequence> sequences = steps
                ? SyntheticData.sequences(3, 20, 3)
                : RecurrenceTest.entities(5, 4, random); // with values, and without steps of their own
        AttributeExtractor extractor =
                steps ? Template.parse("U0:%x[0,0]\nU1:bias\nB0:%x[0,0]\nB", "steps") : new GivenAttributes();
        try (TermProblem problem = TermProblem.of(sequences, extractor, LossFunction.LOG, true, 1)) {
            SumFunction function = problem.function();
            int term = 0;
            for (Instance instance : problem.data().instances()) {
                EncodedSequence sequence = instance.sequence();
                Trellis trellis = problem.scorer().structure(sequence);
                int states = trellis.states();
                int length = sequence.length();
                boolean idle = length < 2; // no steps, so no transition parts
                assertThat(function.isPresent(term)).isTrue();
                assertThat(function.weight(term)).isEqualTo(instance.weight());
                assertThat(function.parts(term)).isEqualTo(idle ? length * states : trellis.parts());
                assertThat(function.work(term)).isEqualTo(function.parts(term) + sequence.size());
                double[] parts = random.doubles(function.parts(term), 1, 3).toArray();
                double expected = idle ? 0 : squares(parts, 0, trellis.sharedParts());
                for (int t = 0; t < length; t++) {
                    int offset = idle ? 0 : trellis.stateOffset(t);
                    for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
                        expected += sequence.value(k) * sequence.value(k) * squares(parts, offset, states);
                    }
                }
                for (int c = 0; c < trellis.ownCount(); c++) {
                    int t = trellis.ownPosition(c);
                    for (int k = sequence.transitionBegin(t); k < sequence.transitionBegin(t + 1); k++) {
                        expected += squares(parts, trellis.ownOffset(c), states * states);
                    }
                }
                assertThat(function.squaredNorm(term, parts))
                        .as("term %d", term++)
                        .isCloseTo(expected, within(1e-9 * expected));
            }
            assertThat(term).isEqualTo(function.terms());
        }
    }

    /** Data in memory are no sample, however many chunks they have. */
    @Test
    void allTermsInMemoryArePresent() {
        try (TermProblem problem = TermProblem.of(SyntheticData.sequences(4, 3_000, 2), LossFunction.LOG, true, 1)) {
            assertThat(problem.data().instances().chunks()).isGreaterThan(2);
            for (int term = 0; term < problem.function().terms(); term++) {
                assertThat(problem.function().isPresent(term)).isTrue();
            }
        }
    }
}
