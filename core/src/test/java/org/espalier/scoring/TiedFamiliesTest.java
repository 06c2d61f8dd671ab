package org.espalier.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeLists;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.encoding.Encoder;
import org.espalier.math.Kernels;
import org.espalier.parallel.Workers;
import org.espalier.structure.Family;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Borders;
import org.espalier.structure.chain.ChainTopology;
import org.espalier.structure.chain.ClassBlocks;
import org.espalier.structure.chain.Histories;
import org.espalier.structure.chain.StateMap;
import org.espalier.structure.chain.StepConstraint;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Families with tie maps, several at one kind of place, several of shared parts, and constant ones: scores by definition. */
class TiedFamiliesTest {
    private static final double TOLERANCE = 1e-11;

    private static final class Words implements AttributeExtractor {
        @Override
        public void extract(Sequence sequence, int t, AttributeSink sink) {
            String word = sequence.tokens().get(t).columns().get(0);
            sink.state("w=" + word, 1);
            sink.state("length", 0.5 * word.length());
            if (t > 0 && word.length() > 2) {
                sink.transition("t=" + word, word.length());
            }
        }

        @Override
        public boolean sharedTransitions() {
            return true;
        }

        @Override
        public FeatureDefinition definition() {
            return new FeatureDefinition("words", "", Map.of());
        }
    }

    static Stream<ChainTopology> topologies() {
        StepConstraint constraint =
                StepConstraint.of(4, label -> label < 3, (from, to) -> to != 2 || from == 1, label -> true);
        return Stream.of(
                ChainTopology.dense(4).constrained(StateMap.identity(4), constraint),
                ChainTopology.sparse(4, new int[] {0, 6, 7, 11}).constrained(StateMap.identity(4), constraint),
                ClassBlocks.sharedStates(3, 2).topology(true),
                ClassBlocks.ownStates(2, 3).topology(false),
                Histories.all(2, 3).topology(3, 2),
                Histories.occurring(4, 2)
                        .add(AllowedStates.path(0, 1, 2, 1, 0, 3, 3))
                        .build()
                        .topology(2, 1));
    }

    private static FeatureLists lists(int attributes, int targets, double share, Random random) {
        if (share == 1) {
            return FeatureLists.complete(attributes, targets);
        }
        int[] offsets = new int[attributes + 1];
        List<Integer> chosen = new ArrayList<>();
        for (int a = 0; a < attributes; a++) {
            IntStream.range(0, targets).filter(y -> random.nextDouble() < share).forEach(chosen::add);
            offsets[a + 1] = chosen.size();
        }
        return new FeatureLists(
                targets, offsets, chosen.stream().mapToInt(y -> y).toArray());
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void scoresAndGradientsAreThoseOfTheDefinition(ChainTopology topology) {
        for (int seed = 0; seed < 6; seed++) {
            Random random = new Random(seed);
            List<EncodedSequence> sequences = new ArrayList<>();
            LinearScorer<Trellis> scorer = draw(topology, seed, 20, random, sequences);
            double[] weights = random.doubles(scorer.parameters(), -1, 1).toArray();
            check(topology, scorer, sequences, weights, random);
            checkCurvatures(topology, scorer, sequences, weights, random);
        }
    }

    /** So many tokens that the work of one block is cut into several tasks. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void manyTokensInOneBlock(int seed) {
        Random random = new Random(seed);
        List<EncodedSequence> sequences = new ArrayList<>();
        LinearScorer<Trellis> scorer = draw(ChainTopology.dense(6), seed, 6_000, random, sequences);
        double[] weights = random.doubles(scorer.parameters(), -1, 1).toArray();
        double[] found = new double[weights.length];
        double[] expected = new double[weights.length];
        try (Workers workers = new Workers(2);
                LinearPass pass = LinearPass.compile(
                        scorer, sequences, new byte[0], false, 10_000_000, null, Kernels.scalar(), workers)) {
            assertThat(pass.blocks()).isEqualTo(1);
            LinearPass.Block block = pass.block(0);
            assertThat(block.size()).isEqualTo(sequences.size());
            pass.begin(weights, found);
            for (int n = 0; n < block.size(); n++) {
                Trellis trellis = scorer.structure(sequences.get(n));
                double[] gradient = random.doubles(trellis.parts(), -1, 1).toArray();
                pass.takeGradient(block, n, trellis, gradient);
                scorer.backpropagate(sequences.get(n), trellis, gradient, expected);
            }
            pass.backpropagate(block, found);
            pass.finish(found);
        }
        assertThat(found).containsExactly(expected, within(1e-8));
    }

    /** All features, two thirds of them or few, so that they are rows, lists and single ones. */
    private static LinearScorer<Trellis> draw(
            ChainTopology topology, int seed, int size, Random random, List<EncodedSequence> sequences) {
        Encoder.Builder builder = new Encoder.Builder(new Words(), true);
        for (int n = 0; n < size; n++) {
            sequences.add(builder.add(Sequence.ofWords(random.ints(random.nextInt(6), 1, 6)
                    .mapToObj("abcdef"::substring)
                    .toArray(String[]::new))));
        }
        Encoder encoder = builder.build(1, sequences);
        double share = List.of(1.0, 0.67, 0.15).get(seed % 3);
        List<FeatureFamily> families = new ArrayList<>();
        for (Family family : topology.families()) {
            int attributes = family.isConstant()
                    ? 1
                    : family.places() == Trellis.STATES
                            ? encoder.attributes().size()
                            : encoder.transitionAttributes().size();
            families.add(FeatureFamily.of(family, lists(attributes, family.targets(), share, random)));
        }
        return new LinearScorer<>(new ParameterLayout(families), topology);
    }

    private static void check(
            ChainTopology topology,
            LinearScorer<Trellis> scorer,
            List<EncodedSequence> sequences,
            double[] weights,
            Random random) {
        double[] found = new double[weights.length];
        double[] looked = new double[weights.length];
        double[] expected = new double[weights.length];
        SparseVector sparse = new SparseVector(weights.length);
        try (Workers workers = new Workers(2)) {
            LinearPass pass =
                    LinearPass.compile(scorer, sequences, new byte[0], false, 200, null, Kernels.scalar(), workers);
            assertThat(pass.firstSequence(pass.blocks())).isEqualTo(sequences.size());
            pass.begin(weights, found);
            for (int b = 0; b < pass.blocks(); b++) {
                LinearPass.Block block = pass.block(b);
                for (int n = 0; n < block.size(); n++) {
                    EncodedSequence sequence = sequences.get(block.first() + n);
                    Trellis trellis = scorer.structure(sequence);
                    double[] byScorer = new double[trellis.parts()];
                    double[] byPass = new double[trellis.parts()];
                    scorer.scoreShared(weights, byScorer);
                    scorer.scoreShared(weights, byPass);
                    Arrays.fill(byPass, trellis.sharedParts(), byPass.length, 7);
                    scorer.score(weights, sequence, trellis, byScorer);
                    pass.score(block, n, trellis, 0, byPass);
                    boolean[] possible = possibleParts(trellis);
                    double[] gradient = only(
                            possible, random.doubles(trellis.parts(), -1, 1).toArray());
                    double[] scores =
                            byDefinition(topology, scorer.layout(), sequence, trellis, weights, gradient, expected);
                    assertThat(only(possible, byScorer)).containsExactly(only(possible, scores), within(TOLERANCE));
                    assertThat(only(possible, byPass)).containsExactly(only(possible, scores), within(TOLERANCE));
                    scorer.backpropagate(sequence, trellis, gradient, looked);
                    scorer.backpropagateShared(gradient, looked);
                    scorer.backpropagateShared(gradient, found);
                    pass.takeGradient(block, n, trellis, gradient);
                    scorer.backpropagate(sequence, trellis, gradient, sparse);
                    checkNorms(scorer, sequence, trellis, gradient);
                }
                pass.backpropagate(block, found);
            }
            pass.finish(found);
        }
        assertThat(looked).containsExactly(expected, within(TOLERANCE));
        assertThat(found).containsExactly(expected, within(TOLERANCE));
        double[] scattered = new double[weights.length];
        sparse.addTo(scattered, 1);
        assertThat(scattered).containsExactly(expected, within(TOLERANCE));
    }

    /**
     * Curvatures by their formula, w · p(1 − p) = |r| (1 − |r| / w) and never below 0, which meet the squares of the values; and the scores of a
     * direction. Twice, because a pass begins with what the last one left.
     */
    private static void checkCurvatures(
            ChainTopology topology,
            LinearScorer<Trellis> scorer,
            List<EncodedSequence> sequences,
            double[] weights,
            Random random) {
        double[] direction = random.doubles(weights.length, -1, 1).toArray();
        double[] found = new double[weights.length];
        double[] gradient = new double[weights.length];
        try (Workers workers = new Workers(2);
                LinearPass pass = LinearPass.compile(
                        scorer, sequences, new byte[0], false, 200, new MemorySpool(), Kernels.scalar(), workers)) {
            assertThat(pass.firstSequence(pass.blocks())).isEqualTo(sequences.size());
            for (int round = 0; round < 2; round++) {
                double[] expected = new double[weights.length];
                double[] expectedGradient = new double[weights.length];
                Arrays.fill(gradient, 3); // of another pass
                Arrays.fill(found, 3);
                pass.begin(weights, gradient, found);
                for (int b = 0; b < pass.blocks(); b++) {
                    LinearPass.Block block = pass.block(b);
                    List<double[]> drawn = new ArrayList<>();
                    for (int n = 0; n < block.size(); n++) {
                        EncodedSequence sequence = sequences.get(block.first() + n);
                        Trellis trellis = scorer.structure(sequence);
                        drawn.add(only(
                                possibleParts(trellis),
                                random.doubles(trellis.parts(), -1, 1).toArray()));
                        pass.takeGradient(block, n, trellis, drawn.get(n));
                        byDefinition(
                                topology, scorer.layout(), sequence, trellis, weights, drawn.get(n), expectedGradient);
                        scorer.backpropagateShared(drawn.get(n), gradient);
                    }
                    pass.backpropagate(block, gradient);
                    for (int n = 0; n < block.size(); n++) {
                        EncodedSequence sequence = sequences.get(block.first() + n);
                        double sum = addCurvatures(scorer, sequence, drawn.get(n), 0.5 + n, expected);
                        assertThat(pass.takeCurvature(block, n, 0.5 + n)).isCloseTo(sum, within(TOLERANCE));
                    }
                    pass.addDiagonal(block, found);
                }
                pass.finish(gradient, found);
                assertThat(found).containsExactly(expected, within(TOLERANCE));
                assertThat(gradient).containsExactly(expectedGradient, within(TOLERANCE));
                pass.beginProduct(weights, direction, gradient);
                assertThat(gradient).containsOnly(0.0);
                for (int b = 0; b < pass.blocks(); b++) {
                    LinearPass.Block block = pass.block(b);
                    for (int n = 0; n < block.size(); n++) {
                        checkDirection(scorer, pass, block, n, sequences.get(block.first() + n), direction);
                    }
                }
                Arrays.setAll(direction, k -> random.nextGaussian());
            }
        }
    }

    private static void checkDirection(
            LinearScorer<Trellis> scorer,
            LinearPass pass,
            LinearPass.Block block,
            int n,
            EncodedSequence sequence,
            double[] direction) {
        Trellis trellis = scorer.structure(sequence);
        double[] byScorer = new double[trellis.parts()];
        double[] byPass = new double[trellis.parts()];
        Arrays.fill(byPass, trellis.sharedParts(), byPass.length, 7);
        scorer.score(direction, sequence, trellis, byScorer);
        pass.scoreDirection(block, n, trellis, 0, byPass);
        boolean[] possible = possibleParts(trellis);
        assertThat(only(possible, byPass)).containsExactly(only(possible, byScorer), within(TOLERANCE));
    }

    /** Adds the curvature of every target of every place, times value², and returns the sum of those of the first family. */
    private static double addCurvatures(
            LinearScorer<Trellis> scorer, EncodedSequence sequence, double[] parts, double weight, double[] diagonal) {
        Trellis trellis = scorer.structure(sequence);
        double sum = 0;
        for (PlacedFeatures features : scorer.placed()) {
            boolean first = features == scorer.placed().get(0);
            AttributeLists lists = features.lists(sequence);
            for (int place = 0; place < features.places(trellis); place++) {
                double[] targets = new double[features.family().targets()];
                features.addTargets(trellis, place, parts, 1, targets);
                int site = features.site(trellis, place);
                for (int y = 0; y < targets.length; y++) {
                    double size = Math.abs(targets[y]);
                    double curvature = Math.max(0, size * (1 - size / weight));
                    sum += first ? curvature : 0;
                    for (int k = lists.begin(site); k < lists.begin(site + 1); k++) {
                        int feature = features.features().find(lists.attributes()[k], y);
                        if (feature >= 0) {
                            diagonal[features.begin() + feature] += curvature * lists.value(k) * lists.value(k);
                        }
                    }
                }
            }
        }
        return sum;
    }

    /** ‖gradient of the targets of a place‖² · Σ values² of its attributes, added up over the places, and the shared parts. */
    private static void checkNorms(
            LinearScorer<Trellis> scorer, EncodedSequence sequence, Trellis trellis, double[] parts) {
        double expected = scorer.sharedSquares(trellis, parts);
        for (PlacedFeatures features : scorer.placed()) {
            Family family = features.family();
            double[] total = new double[family.targets()];
            double[] totalByFeatures = new double[family.targets()];
            for (int place = 0; place < features.places(trellis); place++) {
                double[] targets = new double[family.targets()];
                for (int k = 0; k < family.width(); k++) {
                    int target = family.tie() == null ? k : family.tie()[k];
                    if (target >= 0) {
                        targets[target] += parts[trellis.offset(family.places(), place) + k];
                    }
                }
                double squares = Arrays.stream(targets).map(x -> x * x).sum();
                assertThat(features.squares(trellis, place, parts)).isCloseTo(squares, within(TOLERANCE));
                AttributeLists lists = features.lists(sequence);
                int site = features.site(trellis, place);
                for (int k = lists.begin(site); k < lists.begin(site + 1); k++) {
                    expected += squares * lists.value(k) * lists.value(k);
                }
                features.addTargets(trellis, place, parts, place - 1.5, totalByFeatures);
                for (int target = 0; target < total.length; target++) {
                    total[target] += (place - 1.5) * targets[target];
                }
            }
            assertThat(totalByFeatures).containsExactly(total, within(TOLERANCE));
        }
        assertThat(scorer.squaredNorm(sequence, trellis, parts))
                .isCloseTo(expected, within(TOLERANCE * (1 + expected)));
        double[] shared = new double[scorer.parameters()];
        scorer.backpropagateShared(parts, shared);
        double exact = Arrays.stream(shared).map(x -> x * x).sum();
        double all =
                Arrays.stream(parts, 0, trellis.sharedParts()).map(x -> x * x).sum();
        assertThat(scorer.sharedSquares(trellis, parts))
                .isCloseTo(isPlain(scorer, trellis) ? all : exact, within(TOLERANCE * (1 + all)))
                .isGreaterThanOrEqualTo(exact - TOLERANCE * (1 + exact));
    }

    /** Whether moving one shared weight moves one shared part at most, and each part is moved by one weight at most. */
    private static boolean isPlain(LinearScorer<Trellis> scorer, Trellis trellis) {
        int[] weightsOfPart = new int[trellis.parts()];
        boolean plain = true;
        for (int weight = 0; weight < scorer.parameters(); weight++) {
            double[] weights = new double[scorer.parameters()];
            double[] scores = new double[trellis.parts()];
            weights[weight] = 1;
            scorer.scoreShared(weights, scores);
            int moved = 0;
            for (int part = 0; part < trellis.sharedParts(); part++) {
                if (scores[part] != 0) {
                    moved++;
                    plain &= ++weightsOfPart[part] < 2;
                }
            }
            plain &= moved < 2;
        }
        return plain;
    }

    /** The parts of paths that begin and step as they may, whether or not they may end; scores of others are nobody's concern. */
    private static boolean[] possibleParts(Trellis trellis) {
        boolean[] possible = new boolean[trellis.parts()];
        Arrays.fill(possible, 0, trellis.sharedParts(), true);
        int states = trellis.states();
        boolean[][] reached = new boolean[trellis.length()][states];
        Borders borders = trellis.borders();
        for (int t = 0; t < trellis.length(); t++) {
            for (int j = 0; j < states; j++) {
                reached[t][j] = t == 0 && (borders == null || borders.mayBegin(j));
                for (int i = 0; t > 0 && i < states; i++) {
                    reached[t][j] |= reached[t - 1][i] && trellis.allows(i, j);
                }
                possible[trellis.statePart(t, j)] |= reached[t][j];
            }
        }
        for (int c = 0; c < trellis.ownCount(); c++) {
            for (int i = 0; i < states; i++) {
                for (int j = 0; j < states; j++) {
                    if (reached[trellis.ownPosition(c) - 1][i]
                            && trellis.allows(i, j)
                            && trellis.ownPart(c, i, j) >= 0) {
                        possible[trellis.ownPart(c, i, j)] = true;
                    }
                }
            }
        }
        return possible;
    }

    private static double[] only(boolean[] possible, double[] parts) {
        double[] some = parts.clone();
        for (int part = 0; part < some.length; part++) {
            some[part] = possible[part] ? some[part] : 0;
        }
        return some;
    }

    /** Plain loops over families, places, parts and attributes; also adds the gradient of the weights. */
    private static double[] byDefinition(
            ChainTopology topology,
            ParameterLayout layout,
            EncodedSequence sequence,
            Trellis trellis,
            double[] weights,
            double[] partGradient,
            double[] gradient) {
        double[] scores = new double[trellis.parts()];
        for (int f = 0; f < topology.families().size(); f++) {
            Family family = topology.families().get(f);
            int places = family.isShared() ? 1 : trellis.places(family.places());
            for (int place = 0; place < places; place++) {
                int offset = family.isShared() ? 0 : trellis.offset(family.places(), place);
                int[] attributes = {0};
                double[] values = {1};
                if (!family.isConstant()) {
                    AttributeLists lists = sequence.lists(family.places());
                    int site = trellis.site(family.places(), place);
                    attributes = IntStream.range(lists.begin(site), lists.begin(site + 1))
                            .map(k -> lists.attributes()[k])
                            .toArray();
                    values = IntStream.range(lists.begin(site), lists.begin(site + 1))
                            .mapToDouble(lists::value)
                            .toArray();
                }
                for (int k = 0; k < family.width(); k++) {
                    int target = family.tie() == null ? k : family.tie()[k];
                    for (int a = 0; target >= 0 && a < attributes.length; a++) {
                        int feature = layout.lists(f).find(attributes[a], target);
                        if (feature >= 0) {
                            scores[offset + k] += weights[layout.begin(f) + feature] * values[a];
                            gradient[layout.begin(f) + feature] += partGradient[offset + k] * values[a];
                        }
                    }
                }
            }
        }
        return scores;
    }
}
