package org.espalier.feature.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.espalier.data.Location;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kernel against its definition, written out; and what makes it a kernel. */
class KernelDefinitionsTest {
    private static final long SEED = 20250;

    @Test
    void vectorKernelsAreTheirFormulas() {
        Point x = Point.ofValues(1, -2, 0.5);
        Point z = Point.of(new int[] {1, 2, 7}, new double[] {3, 4, 5}, List.of(), Location.NONE);
        double dot = -6 + 2;
        double distance = 1 + 25 + 3.5 * 3.5 + 25;

        assertThat(KernelFunction.parse("linear").value(x, z)).isEqualTo(dot);
        assertThat(KernelFunction.parse("polynomial(degree=3,gamma=0.5,coefficient=1)")
                        .value(x, z))
                .isCloseTo(Math.pow(0.5 * dot + 1, 3), within(1e-12));
        assertThat(KernelFunction.parse("rbf(gamma=0.03)").value(x, z))
                .isCloseTo(Math.exp(-0.03 * distance), within(1e-15));
        assertThat(KernelFunction.parse("2*linear+rbf(gamma=0.03)*3").value(x, z))
                .isCloseTo(2 * dot + 3 * Math.exp(-0.03 * distance), within(1e-12));
    }

    @Test
    void subsequencesAreThoseThatCanBeListed() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int trial = 0; trial < 60; trial++) {
            String s = word(random, 9);
            String t = word(random, 9);
            int length = 1 + random.nextInt(4);
            double decay = 0.3 + 0.7 * random.nextDouble();
            Map<String, Double> first = subsequences(s, length, decay);
            Map<String, Double> second = subsequences(t, length, decay);
            double expected = 0;
            for (Map.Entry<String, Double> entry : first.entrySet()) {
                expected += entry.getValue() * second.getOrDefault(entry.getKey(), 0.0);
            }

            assertThat(new SubsequenceKernel(length, decay, 0).value(Point.ofText(s), Point.ofText(t)))
                    .as("seed %d, trial %d: '%s', '%s', length %d, decay %s", SEED, trial, s, t, length, decay)
                    .isCloseTo(expected, within(1e-10));
        }
    }

    /** Lodhi et al.: K₂(cat, car) = λ⁴ and K₂(cat, cat) = 2λ⁴ + λ⁶. */
    @Test
    void theExampleOfThePaper() {
        SubsequenceKernel kernel = new SubsequenceKernel(2, 0.5, 0);

        assertThat(kernel.value(Point.ofText("cat"), Point.ofText("car"))).isCloseTo(Math.pow(0.5, 4), within(1e-15));
        assertThat(kernel.value(Point.ofText("cat"), Point.ofText("cat")))
                .isCloseTo(2 * Math.pow(0.5, 4) + Math.pow(0.5, 6), within(1e-15));
        assertThat(new NormalisedKernel(kernel).value(Point.ofText("cat"), Point.ofText("car")))
                .isCloseTo(1 / (2 + 0.25), within(1e-15));
    }

    /** Every choice of positions, with λ to the power of its span. */
    private static Map<String, Double> subsequences(String s, int length, double decay) {
        Map<String, Double> found = new HashMap<>();
        for (int chosen = 0; chosen < 1 << s.length(); chosen++) {
            if (Integer.bitCount(chosen) == length) {
                StringBuilder text = new StringBuilder();
                for (int k = 0; k < s.length(); k++) {
                    if ((chosen >> k & 1) == 1) {
                        text.append(s.charAt(k));
                    }
                }
                int span = 32 - Integer.numberOfLeadingZeros(chosen) - Integer.numberOfTrailingZeros(chosen);
                found.merge(text.toString(), Math.pow(decay, span), Double::sum);
            }
        }
        return found;
    }

    private static String word(SplittableRandom random, int longest) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(longest + 1);
        for (int k = 0; k < length; k++) {
            text.append((char) ('a' + random.nextInt(3)));
        }
        return text.toString();
    }

    @Test
    void spectrumCountsCommonSubstrings() {
        // abab: ab twice, ba once; babb: ba, ab, bb
        assertThat(new SpectrumKernel(2, 0).value(Point.ofText("abab"), Point.ofText("babb")))
                .isEqualTo(3);
        assertThat(new SpectrumKernel(5, 0).value(Point.ofText("abab"), Point.ofText("abab")))
                .isZero();
        assertThat(new SpectrumKernel(1, 0).value(Point.ofText("😀😀"), Point.ofText("😀")))
                .isEqualTo(2);
    }

    @Test
    void subsetTreesAreThoseThatCanBeListed() {
        SplittableRandom random = new SplittableRandom(SEED);
        int common = 0;
        for (int trial = 0; trial < 60; trial++) {
            String t = tree(random, 3);
            String u = tree(random, 3);
            double decay = 0.2 + 0.8 * random.nextDouble();
            Map<String, Double> first = fragments(t, decay);
            Map<String, Double> second = fragments(u, decay);
            double expected = 0;
            for (Map.Entry<String, Double> entry : first.entrySet()) {
                // The weight λ^productions belongs to the pair, not to each of the two.
                double weight = Math.pow(
                        decay, entry.getKey().chars().filter(c -> c == '(').count());
                expected += entry.getValue() * second.getOrDefault(entry.getKey(), 0.0) / weight;
            }
            common += expected > 0 ? 1 : 0;

            assertThat(new SubsetTreeKernel(decay, 0).value(Point.ofText(t), Point.ofText(u)))
                    .as("seed %d, trial %d: %s, %s, decay %s", SEED, trial, t, u, decay)
                    .isCloseTo(expected, within(1e-9 * Math.max(1, expected)));
        }
        assertThat(common).isGreaterThan(20);
    }

    /** Collins & Duffy: an NP over D and N with words has 6 subset trees. */
    @Test
    void aNounPhraseHasSixSubsetTrees() {
        Point phrase = Point.ofText("(NP (D the) (N apple))");

        assertThat(new SubsetTreeKernel(1, 0).value(phrase, phrase)).isEqualTo(6);
        assertThat(new SubsetTreeKernel(0.5, 0).value(phrase, phrase))
                .isCloseTo(0.5 + 0.5 + 0.5 * 1.5 * 1.5, within(1e-15));
        assertThat(new SubsetTreeKernel(1, 0).value(phrase, Point.ofText("(NP (D the) (N dog))")))
                .isEqualTo(3);
        assertThat(new SubsetTreeKernel(1, 0).value(phrase, Point.ofText("(NP the apple)")))
                .isZero();
    }

    /** All subset trees of a tree, each with its count times λ^productions; a bracket of a fragment is a production. */
    private static Map<String, Double> fragments(String text, double decay) {
        Tree tree = Tree.parse(text, Location.NONE);
        List<List<String>> rooted = new ArrayList<>();
        Map<String, Double> all = new HashMap<>();
        for (int n = 0; n < tree.size(); n++) {
            Tree.Node node = tree.node(n);
            List<String> own = new ArrayList<>();
            if (!node.leaf()) {
                own.add("(" + node.label());
                for (int child : node.children()) {
                    List<String> longer = new ArrayList<>();
                    for (String prefix : own) {
                        if (tree.node(child).leaf()) {
                            longer.add(prefix + " '" + tree.node(child).label());
                        } else {
                            longer.add(prefix + " " + tree.node(child).label());
                            rooted.get(child).forEach(under -> longer.add(prefix + " " + under));
                        }
                    }
                    own = longer;
                }
                own.replaceAll(fragment -> fragment + ")");
                for (String fragment : own) {
                    all.merge(
                            fragment,
                            Math.pow(
                                    decay,
                                    fragment.chars().filter(c -> c == '(').count()),
                            Double::sum);
                }
            }
            rooted.add(own);
        }
        return all;
    }

    private static String tree(SplittableRandom random, int depth) {
        String label = random.nextBoolean() ? "A" : "B";
        if (depth == 0 || random.nextInt(4) == 0) {
            return "(" + label + " " + (random.nextBoolean() ? "x" : "A") + ")";
        }
        StringBuilder text = new StringBuilder("(").append(label);
        int children = 1 + random.nextInt(2);
        for (int k = 0; k < children; k++) {
            text.append(' ').append(random.nextInt(6) == 0 ? "w" : tree(random, depth - 1));
        }
        return text.append(')').toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "linear",
                "polynomial(degree=3,gamma=0.5,coefficient=0)",
                "polynomial",
                "rbf(gamma=0.5)",
                "string(length=2,decay=0.6)",
                "spectrum(length=2)",
                "tree(column=1)",
                "normalised(tree(column=1))*rbf+0.5*normalised(string(length=2))",
                "normalised(polynomial(coefficient=1))"
            })
    void gramMatricesAreSymmetricAndPositiveSemidefinite(String specification) {
        KernelFunction kernel = KernelFunction.parse(specification);
        SplittableRandom random = new SplittableRandom(SEED);
        List<Point> points = new ArrayList<>();
        for (int k = 0; k < 25; k++) {
            int[] indices = {random.nextInt(3), 3 + random.nextInt(3), 6};
            double[] values = {random.nextDouble(-1, 1), random.nextDouble(-1, 1), 1};
            points.add(Point.of(indices, values, List.of(word(random, 12), tree(random, 3)), Location.NONE));
        }
        double[][] gram = gram(kernel, points);
        KernelScratch scratch = new KernelScratch();
        KernelRows rows = kernel.over(points);
        double scale = 0;
        for (int i = 0; i < gram.length; i++) {
            scale = Math.max(scale, gram[i][i]);
            assertThat(rows.self(points.get(i), scratch))
                    .isCloseTo(gram[i][i], within(1e-12 * Math.max(1, gram[i][i])));
            for (int j = 0; j < gram.length; j++) {
                assertThat(gram[i][j]).isCloseTo(gram[j][i], within(1e-12 * Math.max(1, Math.abs(gram[i][j]))));
                assertThat(kernel.value(points.get(i), points.get(j)))
                        .isCloseTo(gram[i][j], within(1e-12 * Math.max(1, Math.abs(gram[i][j]))));
            }
        }
        assertCholesky(gram, 1e-9 * scale);
    }

    private static double[][] gram(KernelFunction kernel, List<Point> points) {
        KernelRows rows = kernel.over(points);
        KernelScratch scratch = new KernelScratch();
        double[][] gram = new double[points.size()][points.size()];
        for (int i = 0; i < gram.length; i++) {
            // In two blocks: a value must not depend on where its block begins.
            rows.row(points.get(i), 0, 7, gram[i], scratch);
            rows.row(points.get(i), 7, gram.length, gram[i], scratch);
        }
        return gram;
    }

    /** A matrix plus jitter · identity has a Cholesky factor only if no eigenvalue lies below −jitter. */
    private static void assertCholesky(double[][] matrix, double jitter) {
        int n = matrix.length;
        double[][] factor = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = matrix[i][j] + (i == j ? jitter : 0);
                for (int k = 0; k < j; k++) {
                    sum -= factor[i][k] * factor[j][k];
                }
                if (i == j) {
                    assertThat(sum).as("pivot %d", i).isPositive();
                    factor[i][i] = Math.sqrt(sum);
                } else {
                    factor[i][j] = sum / factor[j][j];
                }
            }
        }
    }

    @Test
    void normalisedKernelsHaveOnesOnTheDiagonal() {
        for (String inner : List.of("linear", "polynomial", "string(length=2)", "tree(column=1)")) {
            KernelFunction kernel = KernelFunction.parse("normalised(" + inner + ")");
            Point x =
                    Point.of(new int[] {0, 3}, new double[] {2, 3}, List.of("abcab", "(S (A a) (B b))"), Location.NONE);

            assertThat(kernel.value(x, x)).isCloseTo(1, within(1e-14));
        }
        KernelFunction kernel = KernelFunction.parse("normalised(string(length=3))");

        assertThat(kernel.value(Point.ofText("ab"), Point.ofText("abc"))).isZero();
    }
}
