package org.espalier.evaluate.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.espalier.data.Attribute;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.evaluate.Convention;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.template.Template;
import org.espalier.labelling.chain.HiddenClasses;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.espalier.scoring.ParameterLayout;
import org.espalier.train.Algorithm;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;

/** Causes of mistakes, in models whose weights are chosen so that the cause is known. */
final class CausesTest {
    private static final AttributeExtractor WORDS = Template.parse("U0:%x[0,0]\nB\n", "words");

    /** a and b are seen with A and with B, c with C; the steps A → B, B → A and C → C are seen, no others. */
    private static final List<Sequence> DATA = List.of(
            labelled("a b", "A B"),
            labelled("b a", "B A"),
            labelled("c c", "C C"),
            labelled("a", "B"),
            labelled("b", "A"),
            labelled("d", "A"));

    private static Sequence labelled(String words, String labels) {
        return Sequence.ofWords(words.split(" ")).withLabels(List.of(labels.split(" ")));
    }

    /** A model of these weights: of "word/label", and of "from→to"; all others are 0. */
    private static Model model(Map<String, Double> chosen) {
        Model trained = new Trainer(WORDS, TrainingOptions.DEFAULTS.withMaxIterations(1)).train(DATA);
        ParameterLayout layout = trained.layout();
        double[] weights = new double[layout.parameters()];
        int states = trained.labels().size();
        int steps = layout.indexOf("transition");
        chosen.forEach((name, weight) -> {
            boolean step = name.contains("→");
            String[] pair = name.split("[/→]");
            int to = trained.labels().indexOf(pair[1]);
            int at = step
                    ? layout.begin(steps)
                            + layout.lists(steps).find(0, trained.labels().indexOf(pair[0]) * states + to)
                    : layout.stateFeatures().find(trained.encoder().attributes().indexOf("U0:" + pair[0]), to);
            assertThat(at).as(name).isNotNegative();
            weights[at] = weight;
        });
        return new Model(trained.labels(), trained.encoder(), layout, weights, 1, Map.of());
    }

    private static ErrorAnalysis analysis(Model model) {
        return new ErrorAnalysis(model, Convention.PLAIN, LabelNotation.DEFAULT, 10);
    }

    /** The mistakes that the model makes in one sequence. */
    private static List<String> causes(Model model, Sequence sequence) {
        ErrorAnalysis analysis = analysis(model);
        analysis.add(model.tagger().tag(sequence));
        return analysis.summary().worst().get(0).mistakes().stream()
                .map(mistake -> mistake.describe() + ": " + mistake.cause() + " " + mistake.detail())
                .toList();
    }

    @Test
    void featuresOrTransitionsDecide() {
        Model features = model(Map.of("a/A", 0.5, "a/B", 2.0));
        assertThat(causes(features, labelled("a", "A"))).containsExactly("A → B: features prefer U0:a +1.50");
        Model steps = model(Map.of("a/A", 1.0, "A→B", 3.0)); // the best labels of "a a" are A B
        assertThat(causes(steps, labelled("a a", "B A")))
                .containsExactly(
                        "B → A: features prefer U0:a +1.00",
                        "A → B: unusual transition the tokens' features prefer the gold labels by 1.00");
        assertThat(causes(steps, labelled("a a", "A A")))
                .containsExactly("A → B: unusual transition A → A has no weight: it did not occur in training");
        assertThat(causes(steps, labelled("a a", "C B")))
                .containsExactly("C → A: unusual transition C → B has no weight: it did not occur in training");
        Model even = model(Map.of("A→B", 3.0)); // no feature speaks for either
        assertThat(causes(even, labelled("a a", "B A")))
                .containsExactly("B → A: features prefer ", "A → B: features prefer ");
    }

    @Test
    void whatTheModelDoesNotKnowComesFirst() {
        Model model = model(Map.of("a/B", 2.0, "A→B", 3.0));
        assertThat(causes(model, labelled("zebra b", "B A")))
                .containsExactly("B → A: unknown word 'zebra'", "A → B: features prefer ");
        assertThat(causes(model, labelled("a", "X"))).containsExactly("X → B: unknown label X");
        assertThat(causes(model, labelled("zebra", "X"))).containsExactly("X → A: unknown label X");
    }

    @Test
    void stepsThatTrainingHadAreNotNew() {
        TokenScores scores = TokenScores.of(model(Map.of()));
        assertThat(scores).isNotNull();
        List<String> seen = List.of("AB", "BA", "CC");
        for (String from : List.of("A", "B", "C")) {
            for (String to : List.of("A", "B", "C")) {
                assertThat(scores.isNew(from, to)).as(from + to).isEqualTo(!seen.contains(from + to));
            }
            assertThat(scores.isNew(from, "X")).isFalse();
            assertThat(scores.isNew("X", from)).isFalse();
        }
    }

    /** Σ value · (weight for the predicted − weight for the gold label), and the largest of these; of equal ones the first. */
    @Test
    void theStrongestAttributeIsNamed() {
        Model model = model(Map.of("a/A", 1.0, "a/B", 3.0, "b/A", 0.5, "b/B", -0.25));
        TokenScores scores = TokenScores.of(model);
        assertThat(scores).isNotNull();
        Sequence sequence = Sequence.ofWords("a", "b", "a", "b");
        List<String> gold = List.of("A", "A", "A", "B");
        List<String> predicted = List.of("B", "B", "A", "A");
        TokenScores.Preference all = scores.preference(sequence, gold, predicted, 0, 4);
        assertThat(all.difference()).isCloseTo(2 - 0.75 + 0.75, Offset.offset(1e-12));
        assertThat(all.attribute()).isEqualTo("U0:a");
        assertThat(all.share()).isEqualTo(2);
        TokenScores.Preference last = scores.preference(sequence, gold, predicted, 1, 4);
        assertThat(last).isEqualTo(new TokenScores.Preference(0, "U0:b", 0.75));
        TokenScores.Preference against = scores.preference(sequence, gold, predicted, 1, 2);
        assertThat(against).isEqualTo(new TokenScores.Preference(-0.75, "", 0));
        Model even = model(Map.of("a/B", 2.0, "b/B", 2.0));
        TokenScores equal = TokenScores.of(even);
        assertThat(equal).isNotNull();
        assertThat(equal.preference(sequence, gold, List.of("B", "B", "B", "B"), 0, 4)
                        .attribute())
                .isEqualTo("U0:a");
        assertThat(scores.preference(sequence, List.of("X", "A", "A", "B"), predicted, 0, 1)
                        .difference())
                .isEqualTo(3); // a label that the model does not have scores 0
    }

    @Test
    void labelsThatNoOutputHasAreImpossible() {
        List<Sequence> whole = List.of(labelled("a b c", "P P P"), labelled("b c", "Q Q"), labelled("a a", "P P"));
        Model model = new Trainer(
                        WORDS,
                        TrainingOptions.DEFAULTS
                                .withStructure(new HiddenClasses(2, false, true))
                                .withMaxIterations(20))
                .train(whole);
        assertThat(causes(model, labelled("a a", "P Q")))
                .containsExactly("Q → P: unusual transition the gold labels are impossible here");
        assertThat(causes(model, labelled("a a", "Q Q")))
                .containsExactly("Q → P: features prefer ", "Q → P: features prefer ");
        ErrorAnalysis analysis = analysis(model);
        analysis.add(model.tagger().tag(labelled("a a", "P Q")));
        assertThat(analysis.summary().worst().get(0).gap()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(analysis.summary().notes()).hasSize(1).allMatch(note -> note.contains("single labels"));
    }

    @Test
    void theGapIsADifferenceOfLogProbabilitiesUnlessALabelIsMissing() {
        Model model = model(Map.of("a/A", 0.5, "a/B", 2.0, "d/A", -5.0));
        ErrorAnalysis analysis = analysis(model);
        analysis.add(model.tagger().tag(labelled("a", "A")));
        analysis.add(model.tagger().tag(labelled("a d", "A ?")));
        List<WrongSequence> worst = analysis.summary().worst();
        assertThat(worst).extracting(WrongSequence::number).containsExactly(1L, 2L);
        assertThat(worst.get(0).gap()).isCloseTo(1.5, Offset.offset(1e-12));
        assertThat(worst.get(1).gap()).isNaN();
    }

    /** More mistakes first, then a larger gap, then more wrong tokens, then the order of the data; an unknown gap comes last. */
    @Test
    void theWorstComeFirst() {
        Model model = model(Map.of("a/A", 0.5, "a/B", 2.0, "b/A", 0.25));
        ErrorAnalysis analysis = analysis(model);
        for (String[] each : new String[][] {{"b", "B"}, {"a ?", "A ?"}, {"a", "A"}, {"a a", "A A"}, {"b", "B"}}) {
            analysis.add(model.tagger().tag(labelled(each[0], each[1])));
        }
        assertThat(analysis.summary().worst()).extracting(WrongSequence::number).containsExactly(4L, 3L, 1L, 5L, 2L);
        ErrorAnalysis spans = new ErrorAnalysis(null, Convention.CONLLEVAL, LabelNotation.DEFAULT, 3);
        spans.add(labelled("a b", "B-X O"), List.of("O", "O"));
        spans.add(labelled("a b", "B-X I-X"), List.of("O", "O"));
        spans.add(labelled("a b", "B-X O"), List.of("O", "O"));
        assertThat(spans.summary().worst()).extracting(WrongSequence::number).containsExactly(2L, 1L, 3L);
        ErrorAnalysis none = new ErrorAnalysis(null, Convention.PLAIN, LabelNotation.DEFAULT, 0);
        none.add(labelled("a", "A"), List.of("B"));
        assertThat(none.summary().worst()).isEmpty();
        assertThat(none.summary().mistakes()).isEqualTo(1);
        assertThatThrownBy(() -> none.add(labelled("a b", "A B"), List.of("A"))).hasMessageContaining("2 gold labels");
    }

    /** The same confusion for two causes is counted together; so is the same cause of two confusions. */
    @Test
    void groupsAddUp() {
        Model model = model(Map.of("a/B", 2.0, "b/B", 1.0, "c/C", 1.0, "A→B", 0.5));
        ErrorAnalysis analysis = analysis(model);
        for (String[] each : new String[][] {{"a", "A"}, {"zebra a", "B B"}, {"b", "A"}, {"a", "C"}, {"a c", "B A"}}) {
            analysis.add(model.tagger().tag(labelled(each[0], each[1])));
        }
        analysis.add(labelled("a", "A"), List.of("B")); // predicted elsewhere: the model is not asked
        ErrorSummary summary = analysis.summary();
        assertThat(summary.confusions())
                .extracting(group -> group.kind() + " " + group.gold() + group.predicted() + " " + group.count())
                .containsExactly("label AB 3", "label BA 1", "label CB 1", "label AC 1");
        assertThat(summary.confusions().get(0).example().sequence().number()).isEqualTo(1);
        assertThat(summary.causes())
                .extracting(reason -> reason.cause() + " " + reason.count())
                .contains("features prefer 4", "unknown word 1", "no model 1");
        assertThat(summary.mistakes())
                .isEqualTo(summary.causes().stream()
                        .mapToLong(ErrorSummary.Reason::count)
                        .sum());
    }

    /** One in a hundred is rare, one in 99 is not; that a word or label is not known says more. */
    @Test
    void rareLabelsAreAtMostOneInAHundred() {
        Model model = model(Map.of("a/B", 2.0));
        for (int more : new int[] {98, 99}) {
            for (String[] each : new String[][] {{"a", "A"}, {"zebra", "C"}, {"a", "X"}}) {
                ErrorAnalysis analysis = analysis(model);
                analysis.add(model.tagger().tag(labelled(each[0], each[1])));
                for (int n = 0; n < more; n++) {
                    analysis.add(model.tagger().tag(labelled("a", "B")));
                }
                Cause expected = each[1].equals("X")
                        ? Cause.UNKNOWN_LABEL
                        : each[0].equals("zebra") ? Cause.UNKNOWN_WORD : more == 99 ? Cause.RARE_LABEL : Cause.FEATURES;
                assertThat(analysis.summary().worst().get(0).mistakes().get(0).cause())
                        .isEqualTo(expected);
                assertThat(analysis.summary().causes().get(0).cause()).isEqualTo(expected);
            }
        }
    }

    @Test
    void modelsWithoutWeightsOfLabelsSayWhy() {
        TrainingOptions few = TrainingOptions.DEFAULTS.withMaxIterations(3);
        Model local = new Trainer(WORDS, few.withLoss(LossFunction.LOCAL)).train(DATA);
        assertThat(analysis(local).summary().notes()).hasSize(1).allMatch(note -> note.contains("token by token"));
        TrainingOptions perceptron = few.withAlgorithm(Algorithm.PERCEPTRON);
        Model voted =
                new Trainer(WORDS, perceptron.withOnline(perceptron.online().withVoting(true))).train(DATA);
        assertThat(analysis(voted).summary().notes()).hasSize(1).allMatch(note -> note.contains("by votes"));
        assertThat(analysis(model(Map.of())).summary().notes()).isEmpty();
    }

    private static Sequence attributes(String label, String... names) {
        List<Attribute> attributes = new ArrayList<>();
        for (String name : names) {
            attributes.add(Attribute.of(name));
        }
        return Sequence.of(List.of(Token.ofAttributes(attributes)), List.of(label));
    }

    /** Where no attribute is the word itself, a token is unknown if the model knows less than half of its attributes. */
    @Test
    void givenAttributesAreCounted() {
        Model model = new Trainer(new GivenAttributes(), TrainingOptions.DEFAULTS.withMaxIterations(3))
                .train(List.of(attributes("A", "p", "q"), attributes("B", "r", "s")));
        KnownWords words = KnownWords.of(model.encoder(), model.columns());
        assertThat(words.hasWords()).isFalse();
        assertThat(words.unknown(attributes("A", "p", "x", "y"), 0)).isEqualTo("2 of 3 attributes");
        assertThat(words.unknown(attributes("A", "p", "x"), 0)).isNull();
        assertThat(words.unknown(attributes("A", "x"), 0)).isEqualTo("1 of 1 attributes");
        assertThat(words.unknown(attributes("A", "p", "q", "r"), 0)).isNull();
        assertThat(new ErrorAnalysis(model).summary().notes())
                .hasSize(1)
                .allMatch(note -> note.contains("less than half of its attributes"));
    }

    /** The word may stand in any column, in capitals or not, with something before and after it. */
    @Test
    void theWordIsFoundInItsColumn() {
        List<Sequence> data = new ArrayList<>();
        for (String word : List.of("Oslo", "paris", "rome")) {
            data.add(Sequence.of(List.of(Token.ofColumns("7", "x", word)), List.of(word.equals("rome") ? "A" : "B")));
        }
        for (String template : List.of("U0:%x[0,2]\n", "U0:%x[0,1]/%x[0,2]\nU1:[%x[0,2]]\n")) {
            Model model = new Trainer(Template.parse(template, "t"), TrainingOptions.DEFAULTS.withMaxIterations(3))
                    .train(data);
            KnownWords words = KnownWords.of(model.encoder(), model.columns());
            assertThat(words.hasWords()).isTrue();
            for (String known : List.of("Oslo", "paris", "Paris", "ROME")) {
                assertThat(words.unknown(Sequence.of(List.of(Token.ofColumns("8", "y", known)), null), 0))
                        .as(known)
                        .isNull();
            }
            for (String unknown : List.of("oslo", "pari", "8", "y")) {
                assertThat(words.unknown(Sequence.of(List.of(Token.ofColumns("7", "x", unknown)), null), 0))
                        .isEqualTo("'" + unknown + "'");
            }
        }
        Model joined = new Trainer(
                        Template.parse("U0:%x[0,1]/%x[0,2]\nU1:%x[-1,2]\nU2:%x[1,2]\n", "t"),
                        TrainingOptions.DEFAULTS.withMaxIterations(3))
                .train(data);
        assertThat(KnownWords.of(joined.encoder(), joined.columns()).hasWords()).isFalse();
    }

    @Test
    void spansThatOnlyTouchAreNoPair() {
        MistakeFinder finder = new MistakeFinder(Convention.CONLLEVAL, LabelNotation.DEFAULT);
        assertThat(finder.mistakes(List.of("B-X", "O"), List.of("O", "B-X")))
                .extracting(Mistake::kind)
                .containsExactly(Mistake.Kind.MISSED, Mistake.Kind.SPURIOUS);
        assertThat(finder.mistakes(List.of("O", "B-X"), List.of("B-X", "O")))
                .extracting(Mistake::kind)
                .containsExactly(Mistake.Kind.SPURIOUS, Mistake.Kind.MISSED);
        assertThat(new MistakeFinder(Convention.PLAIN, LabelNotation.DEFAULT)
                        .mistakes(List.of("A", "B"), List.of("A", "C")))
                .extracting(Mistake::kind)
                .containsExactly(Mistake.Kind.LABEL);
        assertThat(finder.mistakes(Collections.nCopies(3, "?"), List.of("B-X", "I-X", "O")))
                .isEmpty();
    }
}
