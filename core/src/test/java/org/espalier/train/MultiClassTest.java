package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.compress.Compression;
import org.espalier.data.DataFormatException;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.template.Template;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.model.Tagging;
import org.espalier.scoring.Normalisation;
import org.espalier.train.corpus.Fingerprint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classifiers for many labels that are made of binary ones. */
class MultiClassTest {
    private static final TrainingOptions OPTIONS = TrainingOptions.DEFAULTS
            .withTolerance(0)
            .withGradientTolerance(1e-8)
            .withMaxIterations(500)
            .withThreads(1)
            .withSelection(FeatureSelection.OBSERVED.withAllStates(true).withTransitions(false));
    private static final Trainer BINARY = new Trainer(new GivenAttributes(), OPTIONS);
    private static final List<Sequence> DATA = LogisticRegressionTest.generate(4, 250, 4, 5);

    /** log p(+)/p(−) of each instance by a binary model of its own; instances are trained on when their label is one of the two sets. */
    private static double[] logOdds(List<String> positive, List<String> negative) {
        List<Sequence> problem = new ArrayList<>();
        for (Sequence sequence : DATA) {
            String label = label(sequence);
            if (positive.contains(label) || negative.contains(label)) {
                problem.add(sequence.withLabels(List.of(positive.contains(label) ? "p" : "n")));
            }
        }
        Tagger tagger = BINARY.train(problem).tagger();
        return DATA.stream()
                .mapToDouble(sequence -> {
                    Tagging tagging = tagger.tag(sequence);
                    return tagging.logProbability(List.of("p")) - tagging.logProbability(List.of("n"));
                })
                .toArray();
    }

    private static String label(Sequence sequence) {
        List<String> labels = sequence.labels();
        return labels == null ? "" : labels.get(0);
    }

    private static double sigmoid(double score) {
        return 1 / (1 + Math.exp(-score));
    }

    private static int argmax(double[] values) {
        int best = 0;
        for (int k = 1; k < values.length; k++) {
            best = values[k] > values[best] ? k : best;
        }
        return best;
    }

    @Test
    void oneVersusRestIsOneLinearModel() {
        Model model = new OneVersusRest(BINARY).train(DATA);
        assertThat(model.labels().names()).containsExactly("y0", "y1", "y2", "y3");
        assertThat(model.weights()).hasSize(20);
        assertThat(model.normalisation()).isEqualTo(Normalisation.ONE_VERSUS_REST);
        double[][] scores = new double[4][];
        for (int k = 0; k < 4; k++) {
            List<String> rest = new ArrayList<>(model.labels().names());
            rest.remove(k);
            scores[k] = logOdds(List.of("y" + k), rest);
        }
        Tagger tagger = model.tagger();
        for (int n = 0; n < DATA.size(); n++) {
            double[] expected = new double[4];
            double sum = 0;
            for (int k = 0; k < 4; k++) {
                expected[k] = sigmoid(scores[k][n]);
                sum += expected[k];
            }
            for (int k = 0; k < 4; k++) {
                expected[k] /= sum;
            }
            Tagging tagging = tagger.tag(DATA.get(n));
            assertThat(tagging.marginals()[0]).containsExactly(expected, within(1e-6));
            assertThat(tagging.labels()).containsExactly("y" + argmax(expected));
            assertThat(tagging.probability()).isCloseTo(expected[argmax(expected)], within(1e-6));
        }
    }

    private static double[][][] pairs() {
        double[][][] scores = new double[4][4][];
        for (int i = 0; i < 4; i++) {
            for (int j = i + 1; j < 4; j++) {
                scores[i][j] = logOdds(List.of("y" + i), List.of("y" + j));
            }
        }
        return scores;
    }

    @Test
    void allPairsVoteOrAreCoupled() {
        double[][][] scores = pairs();
        Model voting = new AllPairs(BINARY, false).train(DATA);
        Model coupled = new AllPairs(BINARY, true).train(DATA);
        assertThat(voting.weights()).hasSize(6 * 5);
        Tagger votingTagger = voting.tagger();
        Tagger coupledTagger = coupled.tagger();
        for (int n = 0; n < DATA.size(); n++) {
            double[] votes = new double[4];
            double[][] r = new double[4][4];
            for (int i = 0; i < 4; i++) {
                for (int j = i + 1; j < 4; j++) {
                    double score = scores[i][j][n];
                    votes[score >= 0 ? i : j]++;
                    r[i][j] = sigmoid(score);
                    r[j][i] = 1 - r[i][j];
                }
            }
            int voted = voting.labels()
                    .indexOf(votingTagger.tag(DATA.get(n)).labels().get(0));
            assertThat(votes[voted]).as("instance %d", n).isEqualTo(votes[argmax(votes)]);
            double[] expected = coupledDirectly(r);
            Tagging tagging = coupledTagger.tag(DATA.get(n));
            assertThat(tagging.marginals()[0]).as("instance %d", n).containsExactly(expected, within(1e-6));
            assertThat(tagging.labels()).containsExactly("y" + argmax(expected));
        }
    }

    /** Solves Qp + b = 0, Σp = 1 by elimination, which is what the iteration must find. */
    private static double[] coupledDirectly(double[][] r) {
        int size = r.length;
        double[][] rows = new double[size + 1][size + 2];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                if (j != i) {
                    rows[i][i] += r[j][i] * r[j][i];
                    rows[i][j] = -r[j][i] * r[i][j];
                }
            }
            rows[i][size] = 1;
            rows[size][i] = 1;
        }
        rows[size][size + 1] = 1;
        for (int c = 0; c <= size; c++) {
            int pivot = c;
            for (int i = c; i <= size; i++) {
                pivot = Math.abs(rows[i][c]) > Math.abs(rows[pivot][c]) ? i : pivot;
            }
            double[] row = rows[pivot];
            rows[pivot] = rows[c];
            rows[c] = row;
            for (int i = 0; i <= size; i++) {
                double factor = i == c ? 0 : rows[i][c] / row[c];
                for (int k = c; k <= size + 1 && factor != 0; k++) {
                    rows[i][k] -= factor * row[k];
                }
            }
        }
        double[] solution = new double[size];
        for (int i = 0; i < size; i++) {
            solution[i] = rows[i][size + 1] / rows[i][i];
        }
        return solution;
    }

    /** With two labels all forms are the same classifier. */
    @Test
    void twoLabelsAreOneBinaryProblem() {
        List<Sequence> data = LogisticRegressionTest.generate(7, 150, 2, 4);
        Tagger softmax = BINARY.train(data).tagger();
        Tagger coupled = new AllPairs(BINARY, true).train(data).tagger();
        Tagger voting = new AllPairs(BINARY, false).train(data).tagger();
        Tagger rest = new OneVersusRest(BINARY).train(data).tagger();
        for (Sequence sequence : data) {
            double[] expected = softmax.tag(sequence).marginals()[0];
            assertThat(coupled.tag(sequence).marginals()[0]).containsExactly(expected, within(1e-6));
            assertThat(rest.tag(sequence).marginals()[0]).containsExactly(expected, within(1e-6));
            assertThat(voting.tag(sequence).labels())
                    .isEqualTo(softmax.tag(sequence).labels());
        }
    }

    @Test
    void theyAreSavedLoadedAndCompressed(@TempDir Path directory) {
        for (Model model : List.of(
                new OneVersusRest(BINARY).train(DATA),
                new AllPairs(BINARY, false).train(DATA),
                new AllPairs(BINARY, true).train(DATA))) {
            Path file = directory.resolve(model.normalisation() + ".esp");
            model.save(file);
            Tagger loaded = Model.load(file).tagger();
            Tagger compressed = Compression.LOSSLESS.apply(model).tagger();
            Tagger tagger = model.tagger();
            for (Sequence sequence : DATA) {
                double[] expected = tagger.tag(sequence).marginals()[0];
                assertThat(loaded.tag(sequence).marginals()[0]).isEqualTo(expected);
                assertThat(compressed.tag(sequence).marginals()[0]).containsExactly(expected, within(1e-12));
                assertThat(tagger.tag(sequence).nBest(4)).hasSize(4);
            }
        }
    }

    /** Tokens of longer sequences count like instances of their own. */
    @Test
    void tokensCountByThemselves() {
        List<Token> tokens =
                DATA.stream().map(sequence -> sequence.tokens().get(0)).toList();
        List<String> labels = DATA.stream().map(MultiClassTest::label).toList();
        Sequence together = Sequence.of(tokens, labels);
        Tagger apart = new AllPairs(BINARY, true).train(DATA).tagger();
        Tagger joined = new AllPairs(BINARY, true).train(List.of(together)).tagger();
        double[][] found = joined.tag(together).marginals();
        for (int n = 0; n < DATA.size(); n++) {
            assertThat(found[n]).containsExactly(apart.tag(DATA.get(n)).marginals()[0], within(1e-5));
        }
    }

    @Test
    void unknownLabelsTakeNoPart() {
        List<Sequence> more = new ArrayList<>(DATA);
        more.add(DATA.get(0).withLabels(List.of("?")));
        more.add(DATA.get(1).withLabels(List.of("y0|y1")));
        Trainer partial = new Trainer(new GivenAttributes(), OPTIONS.withNotation(new LabelNotation("?", "|")));
        Model with = new OneVersusRest(partial).train(more);
        assertThat(with.weights())
                .containsExactly(new OneVersusRest(BINARY).train(DATA).weights(), within(0.0));
    }

    @Test
    void whatCannotBeIsRefused(@TempDir Path directory) {
        List<Sequence> one = List.of(DATA.get(0));
        assertThatThrownBy(() -> new OneVersusRest(BINARY).train(one))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("one-vs-rest needs at least two labels");
        Trainer kept = BINARY.withCheckpoint(directory.resolve("c"), 10, false);
        assertThatThrownBy(() -> new AllPairs(kept, true).train(DATA))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("no common checkpoint");
        Trainer reference = new Trainer(
                new GivenAttributes(), OPTIONS.withSelection(OPTIONS.selection().withReferenceLabel("y1")));
        assertThatThrownBy(() -> new OneVersusRest(reference).train(DATA))
                .hasMessageContaining("no reference label 'y1'");
    }

    @Test
    void whatBinaryModelsCannotShareIsRefused() {
        Model initial = BINARY.train(DATA);
        assertThatThrownBy(() -> new OneVersusRest(BINARY.withInitial(initial)).train(DATA))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("no common checkpoint or initial model");
        TrainingOptions perceptron = OPTIONS.withAlgorithm(Algorithm.PERCEPTRON);
        Trainer voting = new Trainer(
                new GivenAttributes(), perceptron.withOnline(perceptron.online().withVoting(true)));
        assertThatThrownBy(() -> new AllPairs(voting, false).train(DATA))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("leave voting out");
        Trainer bounded = new Trainer(new GivenAttributes(), OPTIONS.withBoundaries(true));
        assertThatThrownBy(() -> new OneVersusRest(bounded).train(DATA))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("leave the boundaries out");
        List<Sequence> unknown = List.of(DATA.get(0).withLabels(List.of("?")));
        assertThatThrownBy(() -> new OneVersusRest(BINARY).train(unknown)).hasMessageContaining("found none");
        List<Sequence> bare = List.of(DATA.get(0), DATA.get(1).withLabels(null));
        assertThatThrownBy(() -> new OneVersusRest(BINARY).train(bare))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("there is no label");
    }

    @Test
    void aDevelopmentSetWithoutLabelsIsRefusedAsElsewhere() {
        List<Sequence> dev = List.of(DATA.get(0), DATA.get(1).withLabels(null));
        assertThatThrownBy(() -> new OneVersusRest(BINARY.withDev(dev)).train(DATA))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("a development set needs a label for every token");
    }

    /** Every problem is convex, so that restarts are of no use; the user is told once and not per problem. */
    @Test
    void restartsAreToldToBeOfNoUse() {
        Recorder silent = new Recorder();
        Recorder told = new Recorder();
        Model once = new OneVersusRest(BINARY.withListener(silent)).train(DATA);
        Model again = new OneVersusRest(new Trainer(new GivenAttributes(), OPTIONS.withRestarts(2)).withListener(told))
                .train(DATA);
        assertThat(silent.warnings).isEmpty();
        assertThat(told.warnings).singleElement().asString().contains("2 restarts", "no effect");
        assertThat(again.weights()).isEqualTo(once.weights());
    }

    @Test
    void theModelTellsHowItWasMade() {
        assertThat(new OneVersusRest(BINARY).train(DATA).provenance())
                .containsEntry("data", Fingerprint.of(DATA))
                .containsEntry("sequences", DATA.size())
                .containsEntry("tokens", (long) DATA.size())
                .containsEntry("multiclass", "one-vs-rest")
                .containsEntry("options", OPTIONS.provenance())
                .containsEntry("problems", 4)
                .doesNotContainKey("mixing");
        assertThat(new AllPairs(BINARY, true).train(DATA).provenance())
                .containsEntry("multiclass", "all-pairs, coupled")
                .containsEntry("problems", 6);
        ParameterMixing mixing = ParameterMixing.oneShot(2);
        assertThat(new AllPairs(BINARY.withMixing(mixing), false).train(DATA).provenance())
                .containsEntry("multiclass", "all-pairs, votes")
                .containsEntry("mixing", mixing.provenance());
    }

    /** A sequence of weight 0 is as good as absent, its label included; the columns are those of the data. */
    @Test
    void labelsOfWeightZeroAreNoClassesAndColumnsAreKept() {
        List<Sequence> data = List.of(
                Sequence.of(List.of(Token.ofColumns("x", "1")), List.of("A")),
                Sequence.of(List.of(Token.ofColumns("y", "2")), List.of("B")),
                Sequence.of(List.of(Token.ofColumns("z", "3")), List.of("C")).withWeight(0));
        Model model = new OneVersusRest(new Trainer(Template.parse("U:%x[0,0]", "words"), OPTIONS)).train(data);
        assertThat(model.labels().names()).containsExactly("A", "B");
        assertThat(model.columns()).isEqualTo(2);
    }
}
