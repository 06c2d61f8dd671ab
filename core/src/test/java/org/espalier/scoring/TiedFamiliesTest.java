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

    private static FeatureLists lists(int attributes, int targets, boolean complete, Random random) {
        if (complete) {
            return FeatureLists.complete(attributes, targets);
        }
        int[] offsets = new int[attributes + 1];
        List<Integer> chosen = new ArrayList<>();
        for (int a = 0; a < attributes; a++) {
            IntStream.range(0, targets).filter(y -> random.nextInt(3) > 0).forEach(chosen::add);
            offsets[a + 1] = chosen.size();
        }
        return new FeatureLists(
                targets, offsets, chosen.stream().mapToInt(y -> y).toArray());
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void scoresAndGradientsAreThoseOfTheDefinition(ChainTopology topology) {
        for (int seed = 0; seed < 4; seed++) {
            Random random = new Random(seed);
            Encoder.Builder builder = new Encoder.Builder(new Words(), true);
            List<EncodedSequence> sequences = new ArrayList<>();
            for (int n = 0; n < 20; n++) {
                sequences.add(builder.add(Sequence.ofWords(random.ints(random.nextInt(6), 1, 6)
                        .mapToObj("abcdef"::substring)
                        .toArray(String[]::new))));
            }
            Encoder encoder = builder.build(1, sequences);
            List<FeatureFamily> families = new ArrayList<>();
            for (Family family : topology.families()) {
                int attributes = family.isConstant()
                        ? 1
                        : family.places() == Trellis.STATES
                                ? encoder.attributes().size()
                                : encoder.transitionAttributes().size();
                families.add(FeatureFamily.of(
                        family, lists(family.isConstant() ? 1 : attributes, family.targets(), seed % 2 == 0, random)));
            }
            ParameterLayout layout = new ParameterLayout(families);
            LinearScorer<Trellis> scorer = new LinearScorer<>(layout, topology);
            double[] weights = random.doubles(layout.parameters(), -1, 1).toArray();
            check(topology, scorer, sequences, weights, random);
        }
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
        try (Workers workers = new Workers(2)) {
            LinearPass pass = LinearPass.compile(scorer, sequences, 200, null, Kernels.scalar(), workers);
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
                    pass.score(block, n, trellis, weights, 0, byPass);
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
                }
                pass.backpropagate(block, found);
            }
            pass.finish(found);
        }
        assertThat(looked).containsExactly(expected, within(TOLERANCE));
        assertThat(found).containsExactly(expected, within(TOLERANCE));
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
