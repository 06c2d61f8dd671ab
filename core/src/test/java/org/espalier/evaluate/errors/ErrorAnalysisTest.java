package org.espalier.evaluate.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.espalier.data.Json;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.Span;
import org.espalier.data.TagScheme;
import org.espalier.evaluate.Convention;
import org.espalier.evaluate.Evaluation;
import org.espalier.evaluate.Scores;
import org.espalier.feature.template.Template;
import org.espalier.feature.text.FeatureSet;
import org.espalier.inspect.Inspection;
import org.espalier.labelling.StructureSpec;
import org.espalier.labelling.chain.HiddenClasses;
import org.espalier.labelling.chain.HiddenStates;
import org.espalier.labelling.chain.HigherOrder;
import org.espalier.labelling.segment.SemiMarkov;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;

final class ErrorAnalysisTest {
    private static final List<Sequence> DATA = List.of(
            Sequence.ofWords("Ann", "sees", "New", "York").withLabels(List.of("B-PER", "O", "B-LOC", "I-LOC")),
            Sequence.ofWords("Bob", "likes", "Paris").withLabels(List.of("B-PER", "O", "B-LOC")),
            Sequence.ofWords("Paris", "likes", "Ann").withLabels(List.of("B-LOC", "O", "B-PER")),
            Sequence.ofWords("we", "see", "Bob").withLabels(List.of("O", "O", "B-PER")));

    private static Model model(String features) {
        return new Trainer(FeatureSet.parse(features), TrainingOptions.DEFAULTS).train(DATA);
    }

    private static List<Mistake> mistakes(Convention convention, String gold, String predicted) {
        return new MistakeFinder(convention, LabelNotation.DEFAULT)
                .mistakes(List.of(gold.split(" ")), List.of(predicted.split(" ")));
    }

    private static Mistake only(String gold, String predicted) {
        List<Mistake> mistakes = mistakes(Convention.CONLLEVAL, gold, predicted);
        assertThat(mistakes).hasSize(1);
        return mistakes.get(0);
    }

    @Test
    void everyKindOfMistakeIsFound() {
        assertThat(only("B-X I-X O", "O O O").kind()).isEqualTo(Mistake.Kind.MISSED);
        assertThat(only("O O O", "O B-X O").kind()).isEqualTo(Mistake.Kind.SPURIOUS);
        assertThat(only("B-X I-X O", "B-Y I-Y O").kind()).isEqualTo(Mistake.Kind.TYPE);
        assertThat(only("B-X I-X O", "B-X O O").kind()).isEqualTo(Mistake.Kind.BOUNDARY);
        Mistake both = only("O B-X I-X", "B-Y I-Y O");
        assertThat(both.kind()).isEqualTo(Mistake.Kind.TYPE);
        assertThat(both.gold()).isEqualTo(new Span(1, 3, "X"));
        assertThat(both.predicted()).isEqualTo(new Span(0, 2, "Y"));
        assertThat(both.start()).isZero();
        assertThat(both.end()).isEqualTo(3);
        assertThat(mistakes(Convention.PLAIN, "N V", "N N"))
                .extracting(Mistake::describe)
                .containsExactly("V → N");
    }

    @Test
    void aSpanIsPairedWithTheClosestOne() {
        // X at 0-3 overlaps Y at 0-2 and X at 2-3: the same type counts more than more tokens.
        List<Mistake> mistakes = mistakes(Convention.CONLLEVAL, "B-X I-X I-X", "B-Y I-Y B-X");
        assertThat(mistakes).extracting(Mistake::describe).containsExactly("Y spurious", "X with other borders");
    }

    @Test
    void unknownGoldLabelsCutAndAreNoMistakes() {
        assertThat(mistakes(Convention.CONLLEVAL, "B-X ? O", "B-X I-X O")).isEmpty();
        assertThat(mistakes(Convention.PLAIN, "N ?", "N V")).isEmpty();
    }

    /** Whatever the labels, missed, wrong and spurious spans are those that the scores do not count as correct. */
    @Test
    void mistakesAndScoresAgree() {
        String[] labels = {"O", "B-X", "I-X", "B-Y", "I-Y", "E-X", "S-X", "?"};
        for (Convention convention :
                List.of(Convention.CONLLEVAL, Convention.strict(TagScheme.IOB2), Convention.strict(TagScheme.IOBES))) {
            Random random = new Random(5);
            for (int n = 0; n < 2_000; n++) {
                int known = convention.equals(Convention.CONLLEVAL) ? 5 : 7; // conlleval does not build spans of S
                List<String> gold = new ArrayList<>();
                List<String> predicted = new ArrayList<>();
                for (int t = 0; t < 1 + random.nextInt(7); t++) {
                    gold.add(random.nextInt(9) == 0 ? "?" : labels[random.nextInt(known)]);
                    predicted.add(labels[random.nextInt(known)]);
                }
                Evaluation evaluation = new Evaluation(convention);
                evaluation.add(gold, predicted);
                Scores scores = evaluation.scores();
                MistakeFinder finder = new MistakeFinder(convention, LabelNotation.DEFAULT);
                List<Mistake> mistakes = finder.mistakes(gold, predicted);
                assertThat(finder.units(gold)).hasSize((int) scores.spans().gold());
                assertThat(mistakes.stream().filter(m -> m.gold() != null).count())
                        .as("%s against %s by %s", predicted, gold, convention.name())
                        .isEqualTo(scores.spans().gold() - scores.spans().correct());
                assertThat(mistakes.stream().filter(m -> m.predicted() != null).count())
                        .isEqualTo(scores.spans().predicted() - scores.spans().correct());
            }
        }
    }

    @Test
    void unknownWordsAndLabelsAreCauses() {
        Model model = model("text");
        ErrorAnalysis analysis = new ErrorAnalysis(model);
        analysis.add(
                model.tagger().tag(Sequence.ofWords("we", "see", "Zanzibar").withLabels(List.of("O", "O", "B-LOC"))));
        analysis.add(
                model.tagger().tag(Sequence.ofWords("Ann", "sees", "Bob").withLabels(List.of("B-ORG", "O", "B-PER"))));
        ErrorSummary summary = analysis.summary();
        assertThat(summary.causes())
                .extracting(reason ->
                        reason.cause() + " " + reason.example().mistake().detail())
                .contains("unknown label B-ORG");
        assertThat(summary.sequences()).isEqualTo(2);
        assertThat(ErrorReport.text(summary)).contains("unknown label", "no probability");
        KnownWords words = KnownWords.of(model.encoder(), model.columns());
        Sequence sequence = Sequence.ofWords("ann", "Zanzibar");
        assertThat(words.hasWords()).isTrue();
        assertThat(words.unknown(sequence, 1)).isEqualTo("'Zanzibar'");
    }

    @Test
    void wordsAreRecognisedByTheirOwnAttributeOnly() {
        Model joined = new Trainer(
                        Template.parse("U0:%x[-1,0]/%x[0,0]\nU1:%x[0,0]\nU2:%x[1,0]\nB\n", "t"),
                        TrainingOptions.DEFAULTS)
                .train(DATA);
        KnownWords words = KnownWords.of(joined.encoder(), joined.columns());
        Sequence sequence = Sequence.ofWords("likes", "York", "oops");
        assertThat(words.unknown(sequence, 0)).isNull();
        assertThat(words.unknown(sequence, 1)).isNull();
        assertThat(words.unknown(sequence, 2)).isEqualTo("'oops'");
    }

    /** What the tokens' features prefer, and the transitions, add up to the gap of log-probabilities. */
    @Test
    void preferencesAreWhatTheModelScores() {
        Model model = model("text");
        TokenScores scores = TokenScores.of(model);
        assertThat(scores).isNotNull();
        double[][] transitions = Inspection.of(model).transitions();
        Sequence sequence = Sequence.ofWords("Ann", "sees", "York");
        Tagging tagging = model.tagger().tag(sequence);
        List<String> labels = model.labels().names();
        for (String a : labels) {
            for (String b : labels) {
                List<String> gold = List.of("B-PER", a, b);
                double expected = tagging.logProbability() - tagging.logProbability(gold);
                double tokens = scores.preference(sequence, gold, tagging.labels(), 0, 3)
                        .difference();
                double steps = steps(model, transitions, tagging.labels()) - steps(model, transitions, gold);
                assertThat(tokens + steps).isCloseTo(expected, Offset.offset(1e-9));
            }
        }
    }

    private static double steps(Model model, double[][] transitions, List<String> labels) {
        double sum = 0;
        for (int t = 1; t < labels.size(); t++) {
            double weight = transitions[model.labels().indexOf(labels.get(t - 1))][
                    model.labels().indexOf(labels.get(t))];
            sum += Double.isNaN(weight) ? 0 : weight;
        }
        return sum;
    }

    @Test
    void transitionsThatTrainingDidNotHaveAreCauses() {
        Model model = model("text");
        ErrorAnalysis analysis = new ErrorAnalysis(model);
        // PER after LOC never occurs, and 'Paris Bob' has known words only.
        Tagging tagging = model.tagger().tag(Sequence.ofWords("Paris", "Bob").withLabels(List.of("B-LOC", "B-PER")));
        Sequence wrong = tagging.sequence().withLabels(List.of("B-PER", "B-LOC"));
        analysis.add(model.tagger().tag(wrong));
        assertThat(analysis.summary().causes())
                .extracting(ErrorSummary.Reason::cause)
                .contains(Cause.TRANSITION);
        assertThat(ErrorReport.text(analysis.summary())).contains("unusual transition", "has no weight");
    }

    @Test
    void rareLabelsAreKnownWhenAllSequencesAreSeen() {
        ErrorAnalysis analysis =
                new ErrorAnalysis(null, Convention.PLAIN, LabelNotation.DEFAULT, ErrorAnalysis.USUAL_WORST);
        analysis.add(Sequence.ofWords("a").withLabels(List.of("RARE")), List.of("N"));
        assertThat(analysis.summary().causes().get(0).cause()).isEqualTo(Cause.NO_MODEL);
        for (int n = 0; n < 120; n++) {
            analysis.add(Sequence.ofWords("b").withLabels(List.of("N")), List.of("N"));
        }
        ErrorSummary.Reason reason = analysis.summary().causes().get(0);
        assertThat(reason.cause()).isEqualTo(Cause.RARE_LABEL);
        assertThat(reason.example().mistake().detail()).contains("1 of 121");
        assertThat(analysis.summary().notes().get(0)).contains("without a model");
    }

    @Test
    void theWorstComeFirst() {
        ErrorAnalysis analysis = new ErrorAnalysis(null, Convention.PLAIN, LabelNotation.DEFAULT, 2);
        for (int wrong : new int[] {1, 3, 0, 2, 3}) {
            List<String> predicted = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                predicted.add(t < wrong ? "B" : "A");
            }
            analysis.add(Sequence.ofWords("w", "x", "y", "z").withLabels(List.of("A", "A", "A", "A")), predicted);
        }
        ErrorSummary summary = analysis.summary();
        assertThat(summary.worst()).extracting(WrongSequence::number).containsExactly(2L, 5L);
        assertThat(summary.wrong()).isEqualTo(4);
        assertThat(summary.mistakes()).isEqualTo(9);
        assertThat(summary.confusions().get(0).count()).isEqualTo(9);
        assertThatThrownBy(() -> new ErrorAnalysis(null, Convention.PLAIN, LabelNotation.DEFAULT, -1))
                .hasMessageContaining("most = -1");
        assertThatThrownBy(() -> analysis.add(Sequence.ofWords("w"), List.of("A")))
                .hasMessageContaining("no gold labels");
    }

    /** Every structure answers; what it cannot tell is said. */
    @Test
    void everyStructureIsAsked() {
        List<Sequence> plain = new ArrayList<>();
        DATA.forEach(sequence -> plain.add(sequence.withLabels(List.of("C" + sequence.length()).stream()
                .flatMap(label -> sequence.tokens().stream().map(token -> label))
                .toList())));
        for (StructureSpec structure : List.of(
                new SemiMarkov(3), new HigherOrder(2), new HiddenStates(2), new HiddenClasses(2, false, true))) {
            boolean classes = structure instanceof HiddenClasses;
            Model model = new Trainer(
                            FeatureSet.parse("text"),
                            TrainingOptions.DEFAULTS.withStructure(structure).withMaxIterations(20))
                    .train(classes ? plain : DATA);
            ErrorAnalysis analysis = new ErrorAnalysis(model);
            List<String> gold = classes ? List.of("C4", "C4", "C4") : List.of("B-LOC", "O", "B-PER");
            analysis.add(
                    model.tagger().tag(Sequence.ofWords("Bob", "likes", "Paris").withLabels(gold)));
            ErrorSummary summary = analysis.summary();
            assertThat(summary.wrong()).as(structure.toString()).isEqualTo(1);
            assertThat(summary.worst().get(0).gap()).isPositive();
            boolean hidden = !(structure instanceof HigherOrder); // weights of segment types, of hidden states
            assertThat(summary.notes().stream().anyMatch(note -> note.contains("cannot be separated")))
                    .as(structure + " " + summary.notes())
                    .isEqualTo(hidden);
        }
    }

    @Test
    void theTextIsAlignedAndLeavesRightTokensOut() {
        ErrorAnalysis analysis = new ErrorAnalysis(null, Convention.CONLLEVAL, LabelNotation.DEFAULT, 1);
        analysis.add(
                Sequence.ofWords("a", "b", "c", "東京", "e\u0301", "f", "g", "h\ti")
                        .withLabels(List.of("O", "O", "O", "B-LOC", "O", "O", "O", "O")),
                List.of("O", "O", "O", "O", "O", "O", "O", "O"));
        String text = ErrorReport.text(analysis.summary());
        assertThat(text)
                .contains("sequence 1: 1 error, 1 of 8 tokens wrong\n"
                        + "     token  gold   predicted\n"
                        + "     …\n"
                        + "     b      O      O\n"
                        + "     c      O      O\n"
                        + "  >  東京   B-LOC  O          LOC missed\n"
                        + "     e\u0301      O      O\n"
                        + "     f      O      O\n"
                        + "     …\n");
    }

    @Test
    void jsonHasAllOfIt() {
        Model model = model("text");
        ErrorAnalysis analysis = new ErrorAnalysis(model);
        analysis.add(model.tagger().tag(Sequence.ofWords("Ann", "sees").withLabels(List.of("O", "B-LOC"))));
        Map<?, ?> map = (Map<?, ?>) Json.parse(Json.write(ErrorReport.toMap(analysis.summary())));
        Map<?, ?> worst = (Map<?, ?>) ((List<?>) map.get("worst")).get(0);
        assertThat(worst.get("tokens")).isEqualTo(List.of("Ann", "sees"));
        assertThat(worst.get("gold")).isEqualTo(List.of("O", "B-LOC"));
        assertThat((Double) worst.get("logProbabilityGap")).isPositive();
        assertThat((List<?>) map.get("confusions")).hasSize(2);
        assertThat(map.get("errors")).isEqualTo(2L);
    }
}
