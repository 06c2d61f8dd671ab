package org.espalier.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.junit.jupiter.api.Test;

/** Counts that were made by hand from the rules of evalb with COLLINS.prm. */
class BracketScoresTest {

    private static Sequence sentence(String... tags) {
        List<Token> tokens = new ArrayList<>();
        Arrays.stream(tags).forEach(tag -> tokens.add(Token.ofColumns("w", tag)));
        return Sequence.of(tokens, null);
    }

    /** he eats fish: one of three constituents has another label, and one is too much. */
    @Test
    void labelsAndWordsMustBeRight() {
        List<Mark> gold = List.of(new Mark(0, 3, "S"), new Mark(0, 1, "NP"), new Mark(1, 3, "VP"));
        List<Mark> found =
                List.of(new Mark(0, 3, "S"), new Mark(0, 1, "NP"), new Mark(1, 3, "NP"), new Mark(2, 3, "NP"));
        BracketScores scores = BracketScores.NONE.plus(sentence("PRP", "VBZ", "NN"), gold, found);
        assertThat(scores).isEqualTo(new BracketScores(1, 3, 4, 2, 0, 0, 1, 1));
        assertThat(scores.precision()).isCloseTo(0.5, within(1e-15));
        assertThat(scores.recall()).isCloseTo(2 / 3.0, within(1e-15));
        assertThat(scores.f1()).isCloseTo(4 / 7.0, within(1e-15));
    }

    /** Quotes, commas and full stops are not there: whether they are inside makes no difference, and nothing is left of ``-''. */
    @Test
    void punctuationDoesNotCount() {
        Sequence sentence = sentence("``", "NN", ",", "NN", "''", "VBZ", ":", ".");
        List<Mark> gold = List.of(new Mark(0, 8, "S"), new Mark(0, 5, "NP"), new Mark(5, 6, "VP"), new Mark(6, 8, "X"));
        List<Mark> found =
                List.of(new Mark(0, 8, "TOP"), new Mark(1, 7, "S"), new Mark(1, 4, "NP"), new Mark(5, 7, "VP"));
        assertThat(BracketScores.NONE.plus(sentence, gold, found)).isEqualTo(new BracketScores(1, 3, 3, 3, 1, 0, 1, 1));
    }

    /** A dollar sign and a bracket are words. */
    @Test
    void otherSignsCount() {
        List<Mark> gold = List.of(new Mark(0, 2, "QP"));
        List<Mark> found = List.of(new Mark(1, 2, "QP"));
        assertThat(BracketScores.NONE.plus(sentence("$", "CD"), gold, found))
                .isEqualTo(new BracketScores(1, 1, 1, 0, 0, 0, 1, 1));
    }

    @Test
    void particlesAreAdverbs() {
        List<Mark> gold = List.of(new Mark(0, 1, "PRT"));
        List<Mark> found = List.of(new Mark(0, 1, "ADVP"));
        assertThat(BracketScores.NONE.plus(sentence("RP"), gold, found).exact()).isEqualTo(1);
    }

    /** A constituent that stands twice must be found twice. */
    @Test
    void chainsCountAsOftenAsTheyStand() {
        List<Mark> twice = List.of(new Mark(0, 2, "NP"), new Mark(0, 2, "NP"));
        List<Mark> once = List.of(new Mark(0, 2, "NP"));
        assertThat(BracketScores.NONE.plus(sentence("NN", "NN"), twice, once))
                .isEqualTo(new BracketScores(1, 2, 1, 1, 0, 0, 1, 1));
        assertThat(BracketScores.NONE.plus(sentence("NN", "NN"), once, twice))
                .isEqualTo(new BracketScores(1, 1, 2, 1, 0, 0, 1, 1));
    }

    /** a [b c] d against [a b] c d, [b [c d]] and others: two of three cross. */
    @Test
    void crossingConstituents() {
        Sequence sentence = sentence("A", "B", "C", "D");
        List<Mark> gold = List.of(new Mark(0, 4, "S"), new Mark(1, 3, "X"));
        List<Mark> found = List.of(new Mark(0, 2, "X"), new Mark(2, 4, "X"), new Mark(0, 4, "S"));
        BracketScores one = BracketScores.NONE.plus(sentence, gold, found);
        assertThat(one).isEqualTo(new BracketScores(1, 2, 3, 1, 0, 2, 0, 1));
        BracketScores two = one.plus(sentence, gold, gold);
        assertThat(two).isEqualTo(new BracketScores(2, 4, 5, 3, 1, 2, 1, 2));
        assertThat(two.text()).contains("2 sentences, 4 constituents", "F1          66.67 %", "crossing     1.00");
        assertThat(two.toMap()).containsEntry("uncrossed", 0.5).containsEntry("predicted", 5L);
    }

    @Test
    void twoParsersAreComparedByF1() {
        Sequence sentence = sentence("A", "B");
        List<Mark> gold = List.of(new Mark(0, 2, "S"), new Mark(0, 1, "X"));
        PairedBootstrap paired = new PairedBootstrap(Convention.CONLLEVAL);
        for (int n = 0; n < 20; n++) {
            paired.addBrackets(sentence, gold, gold, List.of(new Mark(0, 2, "S")));
        }
        PairedComparison compared = paired.compare(100, 1);
        assertThat(compared.firstBetter()).isEqualTo(20);
        assertThat(compared.differences().get(0).measure()).isEqualTo(ScoreKind.BRACKET_F1);
        assertThat(compared.differences().get(0).value()).isCloseTo(1 / 3.0, within(1e-12));
        assertThat(compared.differences().get(1).measure()).isEqualTo(ScoreKind.WHOLE_TREES);
    }
}
