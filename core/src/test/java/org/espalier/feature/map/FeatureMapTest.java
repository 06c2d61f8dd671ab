package org.espalier.feature.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.espalier.data.Attribute;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.arc.ArcColumns;
import org.espalier.feature.arc.ArcFeatures;
import org.espalier.feature.encoding.Extractors;
import org.espalier.feature.kernel.KernelFunction;
import org.espalier.feature.kernel.Point;
import org.espalier.feature.kernel.PointReader;
import org.espalier.feature.template.Template;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Feature maps against the kernels that they come from. */
class FeatureMapTest {

    private static Sequence token(Map<String, Double> attributes) {
        List<Attribute> list = new ArrayList<>();
        attributes.forEach((name, value) -> list.add(new Attribute(name, value)));
        return new Sequence(List.of(Token.ofAttributes(list)), List.of("y"), 1, List.of(), Location.NONE);
    }

    private static Map<String, Double> random(Random random, int most) {
        Map<String, Double> x = new TreeMap<>();
        for (int k = 0; k < most; k++) {
            if (random.nextBoolean()) {
                x.put("a" + k, random.nextGaussian());
            }
        }
        return x;
    }

    private static Map<String, Double> mapped(String map, Map<String, Double> x) {
        Map<String, Double> found = new HashMap<>();
        new MappedFeatures(new GivenAttributes(), FeatureMap.parse(map)).extract(token(x), 0, new AttributeSink() {
            @Override
            public void state(CharSequence name, double value) {
                assertThat(found.put(name.toString(), value)).isNull();
            }

            @Override
            public void transition(CharSequence name, double value) {}
        });
        return found;
    }

    private static double product(Map<String, Double> x, Map<String, Double> z) {
        double sum = 0;
        for (Map.Entry<String, Double> entry : x.entrySet()) {
            sum += entry.getValue() * z.getOrDefault(entry.getKey(), 0.0);
        }
        return sum;
    }

    private static double kernel(String kernel, Map<String, Double> x, Map<String, Double> z) {
        KernelFunction function = KernelFunction.parse(kernel);
        Map<String, Integer> numbers = new HashMap<>();
        PointReader reader = new PointReader(
                function,
                new GivenAttributes(),
                name -> numbers.computeIfAbsent(name.toString(), any -> numbers.size()));
        Point first = reader.read(token(x), 0);
        double[] value = new double[1];
        function.over(List.of(first))
                .row(reader.read(token(z), 0), 0, 1, value, new org.espalier.feature.kernel.KernelScratch());
        return value[0];
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 1 | 0",
                "1 | 0.5 | 2",
                "2 | 1 | 1",
                "2 | 0.3 | 0",
                "3 | 1 | 1",
                "3 | 0.7 | 2.5",
                "4 | 0.2 | 1",
                "5 | 1 | 0.1"
            })
    void productsHaveTheScalarProductOfThePolynomialKernel(int degree, double gamma, double coefficient) {
        String arguments = "(degree=" + degree + ",gamma=" + gamma + ",coefficient=" + coefficient + ")";
        Random random = new Random(degree);
        for (int n = 0; n < 40; n++) {
            Map<String, Double> x = random(random, 6);
            Map<String, Double> z = random(random, 6);
            double expected = kernel("polynomial" + arguments, x, z);
            double found = product(mapped("polynomial" + arguments, x), mapped("polynomial" + arguments, z));
            assertThat(found)
                    .as("%s and %s", x, z)
                    .isCloseTo(expected, within(1e-10 * Math.max(1, Math.abs(expected))));
        }
    }

    @Test
    void productsAreNamedAfterTheirFactors() {
        assertThat(mapped("polynomial(degree=2)", Map.of("b", 2.0, "a×c", 3.0)))
                .containsOnlyKeys("__BIAS__", "a××c", "b", "a××c×a××c", "a××c×b", "b×b");
    }

    /** The standard deviation of one estimate is at most 1/√D; the mean over many pairs must be far closer. */
    @ParameterizedTest
    @ValueSource(doubles = {0.02, 0.2, 1})
    void randomFourierFeaturesApproachTheGaussianKernel(double gamma) {
        int size = 4_000;
        String map = "fourier(gamma=" + gamma + ",size=" + size + ")";
        Random random = new Random(7);
        double bias = 0;
        int pairs = 60;
        for (int n = 0; n < pairs; n++) {
            Map<String, Double> x = random(random, 8);
            Map<String, Double> z = random(random, 8);
            Map<String, Double> mappedX = mapped(map, x);
            assertThat(mappedX).hasSize(size + 1).containsEntry(FourierMap.BIAS, 1.0);
            double error = product(mappedX, mapped(map, z)) - 1 - kernel("rbf(gamma=" + gamma + ")", x, z);
            assertThat(error).isCloseTo(0, within(5 / Math.sqrt(size)));
            bias += error / pairs;
        }
        assertThat(bias).isCloseTo(0, within(1.5 / Math.sqrt(size)));
    }

    @Test
    void frequenciesAreThoseOfANormalDistribution() {
        double gamma = 0.3;
        double sum = 0;
        double squares = 0;
        double fourth = 0;
        double common = 0;
        int size = 200_000;
        double[] one = new FourierMap(gamma, size, 1).frequencies("word=the");
        double[] other = new FourierMap(gamma, size, 1).frequencies("word=teh");
        double[] reseeded = new FourierMap(gamma, size, 2).frequencies("word=the");
        for (int j = 0; j < one.length; j++) {
            sum += one[j];
            squares += one[j] * one[j];
            fourth += Math.pow(one[j], 4);
            common += one[j] * other[j] + one[j] * reseeded[j];
        }
        assertThat(sum / one.length).isCloseTo(0, within(0.01));
        assertThat(squares / one.length).isCloseTo(2 * gamma, within(0.01));
        assertThat(fourth / one.length).isCloseTo(3 * 4 * gamma * gamma, within(0.05));
        assertThat(common / one.length).isCloseTo(0, within(0.01));
    }

    /** Drawn from the name, so a model and its tagger agree without keeping a table; and on every machine. */
    @Test
    void frequenciesHaveTheSameBitsForEver() {
        double[] drawn = new FourierMap(0.5, 6, 1).frequencies("p12");
        assertThat(drawn).containsExactly(PINNED);
    }

    private static final double[] PINNED = {-0.564435517661589, 0.03356916109847086, -0.7623170687874246};

    @Test
    void anAttributeThatStandsTwiceCountsWithItsSum() {
        Sequence twice = new Sequence(
                List.of(Token.ofAttributes(List.of(new Attribute("a", 1), new Attribute("a", 2)))),
                List.of("y"),
                1,
                List.of(),
                Location.NONE);
        List<Double> values = new ArrayList<>();
        new MappedFeatures(new GivenAttributes(), new PolynomialMap(1, 1, 0)).extract(twice, 0, new AttributeSink() {
            @Override
            public void state(CharSequence name, double value) {
                values.add(value);
            }

            @Override
            public void transition(CharSequence name, double value) {}
        });
        assertThat(values).containsExactly(3.0);
    }

    @Test
    void attributesOfStepsPassThrough() {
        AttributeExtractor mapped = new MappedFeatures(
                Template.parse("U0:%x[0,0]\nB1:%x[0,0]\n", "t"), FeatureMap.parse("polynomial(degree=2)"));
        List<String> steps = new ArrayList<>();
        Sequence sequence = Sequence.of(List.of(Token.ofColumns("a"), Token.ofColumns("b")), List.of("x", "y"));
        mapped.extract(sequence, 1, new AttributeSink() {
            @Override
            public void state(CharSequence name, double value) {}

            @Override
            public void transition(CharSequence name, double value) {
                steps.add(name.toString());
            }
        });
        assertThat(steps).containsExactly("B1:b");
    }

    @Test
    void arcsAreNotMapped() {
        assertThatThrownBy(() -> new MappedFeatures(new ArcFeatures(ArcColumns.CONLLU), new PolynomialMap(2, 1, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("look at arcs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fourier(gamma=0.02,size=10,seed=3)", "polynomial(degree=3,gamma=0.5,coefficient=2.5)"})
    void definitionsAreReadBack(String spec) {
        MappedFeatures features = new MappedFeatures(new GivenAttributes(), FeatureMap.parse(spec));
        MappedFeatures read = (MappedFeatures) Extractors.from(features.definition());
        assertThat(read.map()).isEqualTo(features.map()).hasToString(spec);
        assertThat(read.inner()).isInstanceOf(GivenAttributes.class);
        assertThat(read.sharedTransitions()).isEqualTo(new GivenAttributes().sharedTransitions());
    }

    @Test
    void damagedDefinitionsAreRefused() {
        assertThatThrownBy(
                        () -> Extractors.from(new GivenAttributes().definition().with(MappedFeatures.KIND, "fourier")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("damaged");
    }

    @Test
    void whatIsLeftOutHasTheUsualValue() {
        assertThat(FeatureMap.parse(" fourier ")).isEqualTo(new FourierMap(1, 500, 1));
        assertThat(FeatureMap.parse("polynomial()")).isEqualTo(new PolynomialMap(2, 1, 1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "rbf(gamma=1) | 'rbf' is not a map; expected fourier(...) or polynomial(...)",
                "fourier(gama=1) | there is no 'gama'; expected gamma, size, seed",
                "fourier(gamma=x) | gamma = 'x'; expected a number",
                "fourier(gamma=1,gamma=2) | gamma stands twice",
                "fourier(size=2.5) | size = 2.5; expected a whole number",
                "fourier(size=7) | size = 7; expected an even number from 2",
                "fourier(gamma=0) | gamma = 0.0; expected a finite number above 0",
                "fourier(gamma=1 | the closing bracket is missing",
                "polynomial(2) | '2' is not name=number",
                "polynomial(degree=9) | degree = 9; expected a whole number from 1 to 6",
                "polynomial(coefficient=-1) | coefficient = -1.0; expected a finite number of at least 0"
            })
    void wrongSpecificationsSayWhatIsWrong(String spec, String problem) {
        assertThatThrownBy(() -> FeatureMap.parse(spec))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void tooManyProductsAreRefusedWithThePlace() {
        Map<String, Double> many = new TreeMap<>();
        for (int k = 0; k < 200; k++) {
            many.put("a" + k, 1.0);
        }
        assertThatThrownBy(() -> mapped("polynomial(degree=3)", many))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("200 attributes have more than 100000 products of up to 3");
    }
}
