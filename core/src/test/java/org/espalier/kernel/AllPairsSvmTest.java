package org.espalier.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.espalier.compress.Compression;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.kernel.KernelFeatures;
import org.espalier.feature.kernel.KernelFunction;
import org.espalier.inspect.Inspection;
import org.espalier.inspect.InspectionReport;
import org.espalier.interop.Toolkit;
import org.espalier.labelling.chain.PairLabels;
import org.espalier.model.FileForm;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.parallel.Workers;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.Normalisation;
import org.espalier.scoring.PairwiseCoupling;
import org.espalier.train.TrainingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A support vector machine for every pair of labels; libsvm's are compared in {@link LibsvmAgreementTest}. */
class AllPairsSvmTest {
    private static final KernelFunction RBF = KernelFunction.parse("rbf(gamma=0.7)");
    private static final KernelSvm PAIRS = KernelSvm.DEFAULTS.withMulticlass(KernelSvm.Multiclass.ALL_PAIRS);

    private static Model train(KernelFunction kernel, KernelSvm svm, List<Sequence> data) {
        return new KernelTrainer(new GivenAttributes(), kernel, svm).train(data);
    }

    /** The scores of the pairs (0, 1), (0, 2), …, (1, 2), … of a sequence of one token, added up from the weights. */
    static double[] pairScores(Model model, Sequence sequence) {
        EncodedSequence encoded = model.encoder().encode(sequence);
        FeatureLists lists = model.layout().stateFeatures();
        double[] scores = new double[lists.targetCount()];
        for (int k = encoded.begin(0); k < encoded.begin(1); k++) {
            int attribute = encoded.attribute(k);
            for (int f = lists.offsets()[attribute]; f < lists.offsets()[attribute + 1]; f++) {
                scores[lists.target(attribute, f)] += model.weights()[f] * encoded.value(k);
            }
        }
        return scores;
    }

    static int supportPoints(Model model) {
        return ((KernelFeatures) model.encoder().extractor()).points().size();
    }

    private static int[] votes(double[] scores, int labels) {
        int[] votes = new int[labels];
        int pair = 0;
        for (int i = 0; i < labels; i++) {
            for (int j = i + 1; j < labels; j++) {
                votes[scores[pair++] >= 0 ? i : j]++;
            }
        }
        return votes;
    }

    private static int first(int[] votes) {
        int best = 0;
        for (int y = 1; y < votes.length; y++) {
            best = votes[y] > votes[best] ? y : best;
        }
        return best;
    }

    @Test
    void theModelScoresPairsAsTheMachinesDo() {
        List<Sequence> data = Problems.clouds(120, 4, 0.8, 31).sequences();
        List<Sequence> questions = Problems.clouds(60, 4, 1.2, 32).sequences();
        Model model = train(RBF, PAIRS, data);
        try (Workers workers = new Workers(1)) {
            KernelProblem problem = Problems.problem(RBF, data, workers);
            DualSolution solution = PAIRS.learn(problem);
            assertThat(solution.machines()).hasSize(6);
            for (Sequence question : questions) {
                double[] found = pairScores(model, question);
                double[] kernels = kernels(data, question);
                for (int m = 0; m < 6; m++) {
                    DualSolution.Machine machine = solution.machines().get(m);
                    double expected = machine.bias();
                    for (int k = 0; k < machine.points().length; k++) {
                        expected += machine.coefficients()[k] * kernels[machine.points()[k]];
                    }
                    assertThat(found[m]).isCloseTo(expected, within(1e-12));
                }
            }
        }
        int ties = 0;
        for (Sequence question : questions) {
            int[] votes = votes(pairScores(model, question), 4);
            assertThat(model.tagger().tag(question).labels())
                    .containsExactly(model.labels().name(first(votes)));
            int[] sorted = votes.clone();
            Arrays.sort(sorted);
            ties += sorted[3] == sorted[2] ? 1 : 0;
            double[] shares = model.tagger().tag(question).marginals()[0];
            for (int y = 0; y < 4; y++) {
                assertThat(shares[y]).isCloseTo((votes[y] + 0.5) / 8, within(1e-12));
            }
        }
        assertThat(ties).as("ties").isPositive();
    }

    /** Kernel values by features of the support points that are all points. */
    private static double[] kernels(List<Sequence> data, Sequence question) {
        KernelData points = KernelData.read(RBF, new GivenAttributes(), data);
        return KernelFeatures.of(RBF, points.extractor(), points.attributes(), points.points())
                .values(question, 0);
    }

    /** A cycle: each label beats one other, so that all have one vote. */
    @Test
    void ofEqualVotesTheFirstLabelWins() {
        Model model = train(RBF, PAIRS, Problems.clouds(60, 3, 0.8, 33).sequences());
        PairLabels pairs = PairLabels.of(3);
        for (double size : new double[] {1, 100}) {
            Model cycle = new Model(
                    Labels.of(List.of("a", "b", "c")),
                    new Encoder(model.encoder().extractor(), false, bias(), new Vocabulary.Builder().build()),
                    pairs.layout(FeatureLists.complete(1, 3)),
                    new double[] {1, -size, size * size}, // a beats b, c beats a by far, b beats c by still more
                    0,
                    Map.of(),
                    FileForm.PLAIN,
                    Normalisation.VOTES,
                    pairs);
            assertThat(cycle.tagger()
                            .tag(Problems.clouds(1, 1, 1, 1).sequences().get(0))
                            .labels())
                    .containsExactly("a");
        }
    }

    private static Vocabulary bias() {
        Vocabulary.Builder names = new Vocabulary.Builder();
        names.add(KernelFeatures.BIAS);
        return names.build();
    }

    /** With probabilities, a pair's score is its log-odds, and the marginals are their coupling. */
    @Test
    void scoresOfPairsAreLogOddsAndAreCoupled() {
        Model model = train(
                RBF,
                PAIRS.withProbabilities(true),
                Problems.clouds(150, 3, 0.9, 34).sequences());
        assertThat(model.normalisation()).isEqualTo(Normalisation.COUPLED);
        for (Sequence question : Problems.clouds(30, 3, 0.9, 35).sequences()) {
            double[] scores = pairScores(model, question);
            double[][] r = new double[3][3];
            int pair = 0;
            for (int i = 0; i < 3; i++) {
                for (int j = i + 1; j < 3; j++) {
                    r[i][j] = 1 / (1 + Math.exp(-scores[pair++]));
                    r[j][i] = 1 - r[i][j];
                }
            }
            assertThat(model.tagger().tag(question).marginals()[0])
                    .containsExactly(PairwiseCoupling.couple(r), within(1e-9));
        }
    }

    /** The ladder: two labels are one pair, so that both ways are the same machine. */
    @Test
    void twoLabelsAreOnePair() {
        List<Sequence> data = Problems.clouds(100, 2, 0.9, 36).sequences();
        for (boolean probabilities : new boolean[] {false, true}) {
            Tagger perLabel = train(RBF, KernelSvm.DEFAULTS.withProbabilities(probabilities), data)
                    .tagger();
            Model perPair = train(RBF, PAIRS.withProbabilities(probabilities), data);
            for (Sequence question : Problems.clouds(50, 2, 1.2, 37).sequences()) {
                double[] expected = perLabel.tag(question).marginals()[0];
                assertThat(perPair.tagger().tag(question).labels())
                        .isEqualTo(perLabel.tag(question).labels());
                assertThat(pairScores(perPair, question))
                        .containsExactly(new double[] {Math.log(expected[0] / expected[1])}, within(1e-9));
                if (probabilities) {
                    assertThat(perPair.tagger().tag(question).marginals()[0]).containsExactly(expected, within(1e-9));
                }
            }
        }
    }

    @Test
    void oneLabelIsExplained() {
        List<Sequence> data = Problems.clouds(10, 1, 1, 38).sequences();
        assertThatThrownBy(() -> train(RBF, PAIRS, data))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("all training data have the label 'label0'");
    }

    /** A pair of one point each, and in its cross-validation a part in which nothing is left to train on. */
    @Test
    void labelsOfOnePointHaveProbabilitiesToo() {
        List<Sequence> data = new ArrayList<>(Problems.clouds(20, 2, 0.4, 39).sequences());
        data.add(data.get(0).withLabels(List.of("rare")));
        data.add(data.get(1).withLabels(List.of("seldom")));
        for (int folds = 2; folds <= 6; folds++) {
            Model model = train(RBF, PAIRS.withProbabilities(true).withFolds(folds), data);
            for (Sequence question : data) {
                assertThat(Arrays.stream(model.tagger().tag(question).marginals()[0])
                                .sum())
                        .isCloseTo(1, within(1e-9));
            }
        }
    }

    /** A pair whose machine was pruned away is undecided: it speaks for the first label, and halves are coupled. */
    @Test
    void aPairWithoutWeightsScoresZero() {
        Model model = train(
                RBF,
                PAIRS.withProbabilities(true),
                Problems.clouds(90, 3, 0.6, 40).sequences());
        double[] weights = model.weights().clone();
        FeatureLists lists = model.layout().stateFeatures();
        for (int a = 0; a < lists.attributes(); a++) {
            for (int f = lists.offsets()[a]; f < lists.offsets()[a + 1]; f++) {
                weights[f] = lists.target(a, f) == 2 ? 0 : weights[f];
            }
        }
        Model fewer = Compression.LOSSLESS.apply(new Model(
                model.labels(),
                model.encoder(),
                model.layout(),
                weights,
                model.columns(),
                model.provenance(),
                FileForm.PLAIN,
                model.normalisation(),
                model.structure()));
        for (Sequence question : Problems.clouds(20, 3, 0.6, 41).sequences()) {
            assertThat(pairScores(fewer, question)[2]).isZero();
            assertThat(Arrays.stream(fewer.tagger().tag(question).marginals()[0])
                            .sum())
                    .isCloseTo(1, within(1e-9));
        }
    }

    @Test
    void theyAreSavedLoadedCompressedAndInspected(@TempDir Path folder) throws Exception {
        for (boolean probabilities : new boolean[] {false, true}) {
            Model model = train(
                    RBF,
                    PAIRS.withProbabilities(probabilities),
                    Problems.clouds(90, 3, 0.6, 42).sequences());
            Path file = folder.resolve("model.esp");
            model.save(file);
            Model loaded = Model.load(file);
            Tagger compressed = Compression.LOSSLESS.apply(loaded).tagger();
            for (Sequence question : Problems.clouds(30, 3, 0.9, 43).sequences()) {
                assertThat(pairScores(loaded, question)).isEqualTo(pairScores(model, question));
                assertThat(loaded.tagger().tag(question).marginals())
                        .isDeepEqualTo(model.tagger().tag(question).marginals());
                assertThat(loaded.tagger().tag(question).score())
                        .isEqualTo(model.tagger().tag(question).score());
                assertThat(compressed.tag(question).labels())
                        .isEqualTo(model.tagger().tag(question).labels());
            }
            loaded.save(folder.resolve("again.esp"));
            assertThat(Files.mismatch(file, folder.resolve("again.esp"))).isEqualTo(-1);
            assertThat(new InspectionReport(Inspection.of(loaded), 5, null).summary())
                    .contains(probabilities ? "coupled probabilities" : "votes of one binary classifier per pair")
                    .contains("ALL_PAIRS");
            assertThatThrownBy(() -> Toolkit.CRFSUITE.write(loaded, folder.resolve("x"), StandardCharsets.UTF_8))
                    .hasMessageContaining("binary classifiers");
        }
    }

    @Test
    void kernelsOverStringsAndTreesHavePairsToo(@TempDir Path folder) {
        List<Sequence> data = new ArrayList<>();
        for (String word : List.of(
                "walking", "talking", "running", "singing", "walked", "talked", "jumped", "played", "walks", "talks",
                "jumps", "plays")) {
            String label = word.endsWith("ing") ? "now" : word.endsWith("ed") ? "then" : "always";
            data.add(Sequence.ofWords(word).withLabels(List.of(label)));
        }
        Tagger words = reloaded(folder, train(KernelFunction.parse("normalised(string(length=2))"), PAIRS, data));
        assertThat(words.tag(Sequence.ofWords("jumping")).labels()).containsExactly("now");
        assertThat(words.tag(Sequence.ofWords("kissed")).labels()).containsExactly("then");
        assertThat(words.tag(Sequence.ofWords("kicks")).labels()).containsExactly("always");

        List<Sequence> trees = new ArrayList<>();
        for (String noun : List.of("dogs", "cats", "cows")) {
            trees.add(tree("(S (NP (N " + noun + ")) (VP (V bark)))", "statement"));
            trees.add(tree("(SQ (V do) (NP (N " + noun + ")) (VP (V bark)))", "question"));
            trees.add(tree("(NP (D the) (N " + noun + "))", "phrase"));
        }
        Tagger parsed = reloaded(folder, train(KernelFunction.parse("normalised(tree)"), PAIRS, trees));
        assertThat(parsed.tag(tree("(SQ (V do) (NP (N mice)) (VP (V run)))", "?"))
                        .labels())
                .containsExactly("question");
        assertThat(parsed.tag(tree("(NP (D the) (N mouse))", "?")).labels()).containsExactly("phrase");
        assertThat(parsed.tag(tree("(S (NP (N mice)) (VP (V run)))", "?")).labels())
                .containsExactly("statement");
    }

    private static Sequence tree(String brackets, String label) {
        return Sequence.ofWords(brackets).withLabels(List.of(label));
    }

    private static Tagger reloaded(Path folder, Model model) {
        model.save(folder.resolve("model.esp"));
        return Model.load(folder.resolve("model.esp")).tagger();
    }

    @Test
    void stopsWhenAskedToAndThenVotes() {
        Model model = new KernelTrainer(new GivenAttributes(), RBF, PAIRS.withProbabilities(true))
                .withStop(() -> true)
                .train(Problems.clouds(60, 3, 0.6, 44).sequences());

        assertThat(model.provenance().get("training")).asString().contains("STOPPED");
        assertThat(model.normalisation()).isEqualTo(Normalisation.VOTES);
    }
}
