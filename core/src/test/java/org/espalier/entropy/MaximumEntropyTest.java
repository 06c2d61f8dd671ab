package org.espalier.entropy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The lectures' translator of <i>in</i>, dice, edges of the simplex, contradictions and random problems. */
final class MaximumEntropyTest {
    private static final double CLOSE = 1e-10;
    private static final List<String> IN = List.of("dans", "en", "à", "au cours de", "pendant");

    private static ToDoubleFunction<String> oneOf(String... words) {
        return word -> Arrays.asList(words).contains(word) ? 1 : 0;
    }

    private static MaximumEntropy<String> case2() {
        return MaximumEntropy.over(IN).expect("dans or en", oneOf("dans", "en"), 0.3);
    }

    private static MaximumEntropy<String> case3() {
        return case2().expect("dans or à", oneOf("dans", "à"), 0.5);
    }

    @Test
    void knowingNothingAllAreEquallyLikely() {
        assertThat(MaximumEntropy.over(IN).solve().probabilities())
                .containsExactly(new double[] {0.2, 0.2, 0.2, 0.2, 0.2}, within(CLOSE));
    }

    @Test
    void oneFactGivesThePiecewiseUniformDistribution() {
        assertThat(case2().solve().probabilities())
                .containsExactly(new double[] {3 / 20.0, 3 / 20.0, 7 / 30.0, 7 / 30.0, 7 / 30.0}, within(CLOSE));
    }

    /**
     * p = (d, 0.3 − d, 0.5 − d, (0.2 + d)/2, (0.2 + d)/2); dH/dd = 0 gives d (0.2 + d) = 2 (0.3 − d)(0.5 − d), that is d² − 1.8 d
     * + 0.3 = 0.
     */
    @Test
    void twoFactsGiveTheRootOfAQuadraticEquation() {
        double dans = 0.9 - Math.sqrt(0.81 - 0.3);
        double rest = (0.2 + dans) / 2;
        Distribution<String> solution = case3().solve();
        assertThat(solution.probabilities())
                .containsExactly(new double[] {dans, 0.3 - dans, 0.5 - dans, rest, rest}, within(CLOSE));
        assertThat(solution.probability("dans")).isCloseTo(0.18585715, within(1e-8));
        assertThat(solution.entropy())
                .isLessThan(case2().solve().entropy())
                .isCloseTo(Entropy.entropy(solution.probabilities()), within(CLOSE));
    }

    @Test
    void theMultipliersGiveTheProbabilities() {
        double[] lambda = case3().solve().multipliers();
        double[] scores = {lambda[0] + lambda[1], lambda[0], lambda[1], 0, 0};
        double z = Arrays.stream(scores).map(Math::exp).sum();
        assertThat(case3().solve().probabilities())
                .containsExactly(
                        Arrays.stream(scores).map(score -> Math.exp(score) / z).toArray(), within(CLOSE));
    }

    @Test
    void theLoadedDieIsExponential() {
        List<Integer> faces = List.of(1, 2, 3, 4, 5, 6);
        double[] p = MaximumEntropy.over(faces)
                .expect("mean", face -> face, 4.5)
                .solve()
                .probabilities();
        assertThat(IntStream.range(0, 6).mapToDouble(k -> p[k] * (k + 1)).sum()).isCloseTo(4.5, within(CLOSE));
        for (int k = 2; k < 6; k++) {
            assertThat(p[k] / p[k - 1]).isCloseTo(p[1] / p[0], within(1e-9));
        }
    }

    @Test
    void constraintsThatFollowFromOthersDoNoHarm() {
        Distribution<String> solution = case3().expect("again", oneOf("dans", "en"), 0.3)
                .expect("the others", oneOf("à", "au cours de", "pendant"), 0.7)
                .expect("everything", word -> 1, 1)
                .expect("thrice dans or à", word -> 3 * oneOf("dans", "à").applyAsDouble(word), 1.5)
                .solve();
        assertThat(solution.probabilities()).containsExactly(case3().solve().probabilities(), within(CLOSE));
    }

    @Test
    void outcomesThatCannotOccurAreLeftOut() {
        Distribution<String> atTheEdge = MaximumEntropy.over(IN)
                .expect("dans or en", oneOf("dans", "en"), 1)
                .solve();
        assertThat(atTheEdge.probabilities()).containsExactly(0.5, 0.5, 0, 0, 0);
        List<Integer> faces = List.of(1, 2, 3, 4, 5, 6);
        assertThat(MaximumEntropy.over(faces)
                        .expect("mean", face -> face, 6)
                        .solve()
                        .probabilities())
                .containsExactly(0, 0, 0, 0, 0, 1);
        // Not one constraint alone: together they forbid "dans", "à" and one more.
        Distribution<String> together = MaximumEntropy.over(IN)
                .expect("one", oneOf("dans", "en"), 0.4)
                .expect(
                        "two",
                        word -> oneOf("en").applyAsDouble(word) - oneOf("à").applyAsDouble(word),
                        0.4)
                .solve();
        assertThat(together.probabilities()).containsExactly(new double[] {0, 0.4, 0, 0.3, 0.3}, within(CLOSE));
    }

    @Test
    void contradictionsAreNamed() {
        assertThatThrownBy(() -> case2().expect("en alone", oneOf("en"), 0.4).solve())
                .isInstanceOf(InconsistentConstraintsException.class)
                .hasMessageContaining("'dans or en' expects 0.3")
                .hasMessageContaining("'en alone' expects 0.4")
                .hasMessageContaining("leave out one");
        assertThatThrownBy(
                        () -> case3().expect("too much", oneOf("pendant"), 1.25).solve())
                .isInstanceOf(InconsistentConstraintsException.class)
                .hasMessageContaining("'too much' expects 1.25 of values from 0.0 to 1.0");
        assertThatThrownBy(() ->
                        MaximumEntropy.over(IN).expect("constant", word -> 2, 1).solve())
                .isInstanceOf(InconsistentConstraintsException.class);
        assertThatThrownBy(() -> MaximumEntropy.over(IN).expect("NaN", word -> Double.NaN, 1))
                .hasMessageContaining("finite");
    }

    /** Any distribution's own expected values are consistent, and none with the same values has a higher entropy. */
    @Test
    void randomProblemsMeetTheirConstraintsAndNothingBeatsThem() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            int outcomes = 2 + random.nextInt(8);
            int constraints = 1 + random.nextInt(outcomes);
            List<Integer> numbers = IntStream.range(0, outcomes).boxed().toList();
            double[] truth = random.doubles(outcomes)
                    .map(u -> random.nextInt(4) == 0 ? 0 : u + 0.05)
                    .toArray();
            truth[random.nextInt(outcomes)] += 0.1;
            double sum = Arrays.stream(truth).sum();
            Arrays.setAll(truth, y -> truth[y] / sum);
            double[][] features = new double[constraints][];
            double[] targets = new double[constraints];
            MaximumEntropy<Integer> problem = MaximumEntropy.over(numbers);
            for (int k = 0; k < constraints; k++) {
                double[] values = random.doubles(outcomes, -2, 2).toArray();
                features[k] = values;
                targets[k] = IntStream.range(0, outcomes)
                        .mapToDouble(y -> truth[y] * values[y])
                        .sum();
                problem = problem.expect("feature " + k, y -> values[y], targets[k]);
            }
            Distribution<Integer> solution = problem.solve();
            double[] p = solution.probabilities();
            for (int k = 0; k < constraints; k++) {
                double[] values = features[k];
                assertThat(IntStream.range(0, outcomes)
                                .mapToDouble(y -> p[y] * values[y])
                                .sum())
                        .as("seed %d, constraint %d", seed, k)
                        .isCloseTo(targets[k], within(1e-7));
            }
            assertThat(solution.entropy()).as("seed %d", seed).isGreaterThanOrEqualTo(Entropy.entropy(truth) - 1e-7);
        }
    }
}
