package org.espalier.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.data.Sequence;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.encoding.PairPlaces;
import org.espalier.feature.text.FeatureSet;
import org.espalier.inference.Inference;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.inference.segment.SegmentInference;
import org.espalier.math.Kernels;
import org.espalier.parallel.Workers;
import org.espalier.structure.Family;
import org.espalier.structure.Output;
import org.espalier.structure.Structure;
import org.espalier.structure.chain.ChainTopology;
import org.espalier.structure.chain.Path;
import org.espalier.structure.segment.Segment;
import org.espalier.structure.segment.SegmentLengths;
import org.espalier.structure.segment.SegmentTopology;
import org.espalier.structure.segment.Segmentation;
import org.espalier.structure.segment.Segments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Segments under the linear scorer: those of one token are the chain, and passes over all data score as one by one. */
class SegmentScoringTest {
    private static final int LABELS = 3;
    private static final double TOLERANCE = 1e-10;

    private final List<EncodedSequence> sequences = new ArrayList<>();
    private Encoder encoder;

    private void encode(String features, int longest) {
        Random random = new Random(4);
        Encoder.Builder builder = new Encoder.Builder(FeatureSet.parse(features), false, PairPlaces.segments(longest));
        sequences.clear();
        for (int n = 0; n < 30; n++) {
            String[] words = new String[random.nextInt(9)];
            Arrays.setAll(words, t -> "abcdefgh".substring(0, 1 + random.nextInt(5)));
            sequences.add(builder.add(Sequence.ofWords(words)));
        }
        encoder = builder.build(1, sequences);
    }

    /** Every attribute with every target. */
    private ParameterLayout layout(List<Family> families) {
        return new ParameterLayout(families.stream()
                .map(family -> FeatureFamily.of(
                        family,
                        FeatureLists.complete(
                                family.isConstant()
                                        ? 1
                                        : encoder.attributes(family.places()).size(),
                                family.targets())))
                .toList());
    }

    /** What is found of the first sequences with these weights: log Z, gradient of −log p(gold), states of the best. */
    private record Answers(List<Double> logSums, List<double[]> gradients, List<String> best) {}

    private interface Outputs<S extends Structure> {
        Output of(S structure, int[] labels);
    }

    private <S extends Structure> Answers ask(
            LinearScorer<S> scorer, Inference<S> inference, Outputs<S> outputs, double[] parameters) {
        Answers answers = new Answers(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        Workspace workspace = new Workspace();
        workspace.reserve(scorer.structure(EncodedSequence.empty()));
        scorer.scoreShared(parameters, workspace.scores());
        workspace.sharedChanged();
        Random random = new Random(8);
        for (EncodedSequence sequence : sequences) {
            S structure = scorer.structure(sequence);
            workspace.reserve(structure);
            scorer.score(parameters, sequence, structure, workspace.scores());
            double[] parts = new double[structure.parts()];
            answers.logSums.add(inference.addMarginals(structure, workspace, 1, parts));
            int[] gold = random.ints(sequence.length(), 0, LABELS).toArray();
            outputs.of(structure, gold).addTo(parts, -1);
            double[] gradient = new double[parameters.length];
            scorer.backpropagate(sequence, structure, parts, gradient);
            scorer.backpropagateShared(parts, gradient);
            answers.gradients.add(gradient);
            Output best = inference.best(structure, workspace).output();
            int[] labels = best instanceof Path path ? path.states() : ((Segments) best).tokenLabels();
            answers.best.add(Arrays.toString(labels));
        }
        return answers;
    }

    private static Segments single(Segmentation segmentation, int[] labels) {
        return Segments.of(
                segmentation,
                IntStream.range(0, labels.length)
                        .mapToObj(t -> new Segment(t, t + 1, labels[t]))
                        .toList());
    }

    /** The features of tokens, or the same ones of segments of one token. */
    @ParameterizedTest
    @CsvSource({"'lower,suffixes(1..2)', false", "'segment-text,segment-text(suffix1),segment-text(suffix2)', true"})
    void segmentsOfOneTokenAreTheChain(String features, boolean bySegment) {
        encode("lower,suffixes(1..2)", 0);
        ParameterLayout chain = layout(ChainTopology.dense(LABELS).families());
        double[] parameters = new Random(2).doubles(chain.parameters(), -2, 2).toArray();
        Answers expected = ask(
                new LinearScorer<>(chain, ChainTopology.dense(LABELS)),
                new ChainInference(Kernels.scalar()),
                Path::new,
                parameters);

        encode(features, 1);
        SegmentTopology topology = new SegmentTopology(SegmentLengths.same(LABELS, 1));
        ParameterLayout layout = layout(topology.families());
        assertThat(layout.parameters()).isEqualTo(chain.parameters());
        int own = parameters.length - LABELS * LABELS;
        Answers found = ask(
                new LinearScorer<>(layout, topology),
                new SegmentInference(Kernels.scalar()),
                SegmentScoringTest::single,
                bySegment ? rotated(parameters, own) : parameters);

        assertThat(found.best).isEqualTo(expected.best);
        for (int n = 0; n < sequences.size(); n++) {
            assertThat(found.logSums.get(n)).isCloseTo(expected.logSums.get(n), within(TOLERANCE));
            double[] gradient = expected.gradients.get(n);
            assertThat(found.gradients.get(n))
                    .containsExactly(bySegment ? rotated(gradient, own) : gradient, within(TOLERANCE));
        }
    }

    /** The weights of attributes behind those of transitions. */
    private static double[] rotated(double[] parameters, int own) {
        double[] rotated = new double[parameters.length];
        int shared = parameters.length - own;
        System.arraycopy(parameters, own, rotated, 0, shared);
        System.arraycopy(parameters, 0, rotated, shared, own);
        return rotated;
    }

    /** Also where the data have segments that are longer than the model's. */
    @ParameterizedTest
    @CsvSource({"4, 1", "4, 3", "2, 3"})
    void passesOverAllDataScoreAsOneByOne(int longest, int threads) {
        encode("lower,segment-text,segment-counts,segment-first", 4);
        SegmentTopology topology = new SegmentTopology(SegmentLengths.of(1, 1, longest));
        LinearScorer<Segmentation> scorer = new LinearScorer<>(layout(topology.families()), topology);
        Random random = new Random(6);
        double[] parameters = random.doubles(scorer.parameters(), -1, 1).toArray();
        double[] expected = new double[parameters.length];
        double[] found = new double[parameters.length];
        try (Workers workers = new Workers(threads);
                LinearPass pass = LinearPass.compile(
                        scorer, sequences, new byte[0], false, 200, null, Kernels.scalar(), workers)) {
            pass.begin(parameters, found);
            int seen = 0;
            for (int b = 0; b < pass.blocks(); b++) {
                LinearPass.Block block = pass.block(b);
                for (int n = 0; n < block.size(); n++) {
                    EncodedSequence sequence = sequences.get(seen++);
                    Segmentation segmentation = scorer.structure(sequence);
                    double[] scores = new double[segmentation.parts()];
                    double[] looked = new double[segmentation.parts()];
                    pass.score(block, n, segmentation, 0, scores);
                    scorer.score(parameters, sequence, segmentation, looked);
                    assertThat(scores).containsExactly(looked, within(TOLERANCE));
                    double[] gradient =
                            random.doubles(segmentation.parts(), -1, 1).toArray();
                    pass.takeGradient(block, n, segmentation, gradient);
                    scorer.backpropagate(sequence, segmentation, gradient, expected);
                }
                pass.backpropagate(block, found);
            }
            pass.finish(found);
            assertThat(seen).isEqualTo(sequences.size());
        }
        assertThat(found).containsExactly(expected, within(TOLERANCE));
    }

    @Test
    void shorterModelsScoreLongerDataAsIfTheyHadBeenEncodedShorter() {
        encode("lower,segment-text,segment-counts", 4);
        SegmentTopology topology = new SegmentTopology(SegmentLengths.of(1, 2, 2));
        LinearScorer<Segmentation> scorer = new LinearScorer<>(layout(topology.families()), topology);
        double[] parameters = new Random(6).doubles(scorer.parameters(), -1, 1).toArray();
        Sequence sequence = Sequence.ofWords("a", "ab", "a", "abc", "b");
        double[][] scores = new double[2][];
        for (int k = 0; k < 2; k++) {
            EncodedSequence encoded =
                    encoder.withPairs(PairPlaces.segments(k == 0 ? 4 : 2)).encode(sequence);
            Segmentation segmentation = scorer.structure(encoded);
            scores[k] = new double[segmentation.parts()];
            scorer.score(parameters, encoded, segmentation, scores[k]);
        }
        assertThat(scores[0]).isEqualTo(scores[1]);
    }
}
