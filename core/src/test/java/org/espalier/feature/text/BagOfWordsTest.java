package org.espalier.feature.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.Recorder;
import org.espalier.feature.encoding.Extractors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BagOfWordsTest {

    private static Sequence document(String text) {
        return Sequence.of(List.of(new Token(List.of(text), List.of(), List.of("text"))), null);
    }

    private static Map<String, Double> of(String specification, String text) {
        return Recorder.values(BagOfWords.parse(specification), document(text));
    }

    @Test
    void wordsAreWhatStandsBetweenBlanks() {
        assertThat(of("words(1..2,lower)", " The cat,  the\tcat, "))
                .isEqualTo(Map.of("w=the", 1.0, "w=cat,", 1.0, "w=the cat,", 1.0, "w=cat, the", 1.0));
        assertThat(of("words(1-1,count),bias", "a b a")).isEqualTo(Map.of("bias", 1.0, "w=a", 2.0, "w=b", 1.0));
        assertThat(of("words(2..3)", "a b")).isEqualTo(Map.of("w=a b", 1.0));
        assertThat(of("words", "")).isEmpty();
    }

    @Test
    void lettersLeaveOutPunctuation() {
        assertThat(of("words(1,letters)", "Don't! e\u0301té-3 \uD835\uDC00x"))
                .containsOnlyKeys("w=Don", "w=t", "w=e\u0301té", "w=3", "w=\uD835\uDC00x");
    }

    @Test
    void charactersStayWithinWordsOrGoAcross() {
        assertThat(of("characters(2..3)", "ab  c"))
                .containsOnlyKeys("c= a", "c=ab", "c=b ", "c= ab", "c=ab ", "c= c", "c=c ", "c= c ");
        assertThat(of("characters(2,across,count)", "ab  ab")).isEqualTo(Map.of("c=ab", 2.0, "c=b ", 1.0, "c= a", 1.0));
        assertThat(of("characters(1,across)", "\uD83D\uDE00a")).containsOnlyKeys("c=\uD83D\uDE00", "c=a");
    }

    /** N = 3; "a" is in all three documents, "b" in one: idf = ln(4/4) + 1 and ln(4/2) + 1. */
    @Test
    void rareWordsWeighMoreByTheirDocumentsInTraining() {
        List<Sequence> data = List.of(document("a b"), document("a a"), document("a c c"));
        BagOfWords bag = BagOfWords.parse("words(1,tfidf)");
        assertThat(bag.isFitted()).isFalse();
        assertThatThrownBy(() -> Recorder.values(bag, data.get(0))).isInstanceOf(IllegalStateException.class);
        BagOfWords fitted = bag.fit(data);
        Map<String, Double> found = Recorder.values(fitted, document("a a b unseen"));
        assertThat(found).containsOnlyKeys("w=a", "w=b");
        assertThat(found.get("w=a")).isEqualTo(2.0);
        assertThat(found.get("w=b")).isCloseTo(Math.log(2) + 1, within(1e-15));

        Map<String, Double> normalised =
                Recorder.values(BagOfWords.parse("words(1,tfidf,l2)").fit(data), document("a a b unseen"));
        double norm = Math.hypot(2, Math.log(2) + 1);
        assertThat(normalised.get("w=a")).isCloseTo(2 / norm, within(1e-15));
        assertThat(normalised.get("w=b")).isCloseTo((Math.log(2) + 1) / norm, within(1e-15));
    }

    @Test
    void rareNGramsAreLeftOut() {
        List<Sequence> data = List.of(document("a b"), document("a b c c"), document("a"));
        BagOfWords fitted = BagOfWords.parse("words(1..2,min=2)").fit(data);
        assertThat(Recorder.values(fitted, document("a b c"))).containsOnlyKeys("w=a", "w=b", "w=a b");
    }

    @Test
    void theDefinitionBuildsTheSameExtractor() {
        List<Sequence> data = List.of(document("a b 7 1"), document("a é b"), document("x\ny"));
        for (String specification : List.of(
                "words(1..2,lower,binary)",
                "words(1,tfidf,l2),characters(1..3,count,across,min=2),bias",
                "words(2,lower,count,letters,min=2),column(text)")) {
            BagOfWords fitted = BagOfWords.parse(specification).fit(data);
            AttributeExtractor again = Extractors.from(fitted.definition());
            assertThat(again.definition()).isEqualTo(fitted.definition());
            assertThat(again.isFitted()).isTrue();
            for (Sequence document : data) {
                assertThat(Recorder.values(again, document)).isEqualTo(Recorder.values(fitted, document));
            }
            assertThat(BagOfWords.parse(fitted.toString()).toString()).isEqualTo(fitted.toString());
        }
        BagOfWords open = BagOfWords.parse("words(1,tfidf)");
        assertThat(Extractors.from(open.definition()).isFitted()).isFalse();
    }

    @Test
    void damagedDefinitionsAreRefused() {
        String text = BagOfWords.parse("words(1,min=2)")
                .fit(List.of(document("a b"), document("a b")))
                .definition()
                .text();
        for (int cut = 0; cut < text.length(); cut++) {
            String damaged = text.substring(0, cut);
            try {
                BagOfWords.parseDefinition(damaged);
            } catch (IllegalArgumentException expected) {
                assertThat(expected).hasMessageContaining("bag");
            }
        }
        assertThatThrownBy(() -> BagOfWords.parseDefinition(text + "\nx")).hasMessageContaining("too many lines");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "verbs|unknown item 'verbs'; expected words, characters, column or bias",
                "words(1..2|has no closing bracket",
                "words(0)|expected a range within 1 to 20",
                "words(2..1)|expected a range within",
                "words(across)|'across' is for characters",
                "characters(letters)|'letters' is for words",
                "words(1,fast)|found 'fast'; expected lengths",
                "words(1,,lower)|empty",
                "bias|there are no n-grams",
                "words(min=0)|expected at least 1",
                "words()|empty",
            })
    void wrongSpecificationsAreRefused(String specification, String message) {
        assertThatThrownBy(() -> BagOfWords.parse(specification))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("bag of words '" + specification + "'")
                .hasMessageContaining(message);
    }

    @Test
    void theColumnIsFoundByItsName() {
        Token token = new Token(List.of("7", "good film"), List.of(), List.of("id", "review"));
        Sequence row = Sequence.of(List.of(token), null);
        assertThat(Recorder.values(BagOfWords.parse("words,column(review)"), row))
                .containsOnlyKeys("w=good", "w=film");
        assertThatThrownBy(() -> Recorder.values(BagOfWords.of(BagItem.words(1, 1)), row))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("no column 'text' to take words from; found [id, review]");
        assertThat(Recorder.values(BagOfWords.of(BagItem.words(1, 1)), Sequence.ofWords("a b")))
                .containsOnlyKeys("w=a", "w=b");
    }
}
