package org.espalier.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.espalier.benchmarks.SyntheticCorpus.Shape;
import org.espalier.data.Sequence;
import org.junit.jupiter.api.Test;

class SyntheticCorpusTest {

    @Test
    void theSameSeedGivesTheSameSentences() {
        List<Sequence> first = SyntheticCorpus.of(Shape.CONLL).sentences(50, 7);
        assertThat(SyntheticCorpus.of(Shape.CONLL).sentences(50, 7)).isEqualTo(first);
        assertThat(SyntheticCorpus.of(Shape.CONLL).sentences(50, 8)).isNotEqualTo(first);
    }

    @Test
    void hasTheShapeOfConll() {
        List<Sequence> sentences = SyntheticCorpus.of(Shape.CONLL).sentences(5000, 1);
        double mean = sentences.stream().mapToInt(Sequence::length).average().orElseThrow();
        assertThat(mean).isBetween(22.0, 26.0);
        Set<String> labels = new HashSet<>();
        Set<String> words = new HashSet<>();
        Set<String> tags = new HashSet<>();
        for (Sequence sentence : sentences) {
            labels.addAll(sentence.labels());
            sentence.tokens().forEach(token -> {
                words.add(token.columns().get(0));
                tags.add(token.columns().get(1));
            });
        }
        assertThat(labels).hasSize(22).contains("O", "B-P1", "I-P1");
        assertThat(tags).hasSizeBetween(40, 45);
        assertThat(words).hasSizeBetween(5_000, 20_000);
    }

    @Test
    void onlyTheGivenNumberOfLabelPairsOccurs() {
        for (int pairs : new int[] {60, 300, 1800}) {
            Shape shape = Shape.CONLL.withLabels(60, pairs);
            Set<String> seen = pairs(SyntheticCorpus.of(shape).sentences(20_000, 1));
            assertThat(seen.size()).isBetween(pairs * 9 / 10, pairs);
        }
    }

    @Test
    void fewPairsAreWellFormed() {
        assertThat(pairs(SyntheticCorpus.of(Shape.CONLL).sentences(500, 1))).doesNotContain("O I-P1", "B-P2 I-P3");
    }

    @Test
    void refusesImpossibleShapes() {
        assertThatThrownBy(() -> new Shape(10, 9, 5, 100, 1)).hasMessageContaining("pairs 9");
        assertThatThrownBy(() -> new Shape(10, 101, 5, 100, 1)).hasMessageContaining("pairs 101");
    }

    private static Set<String> pairs(List<Sequence> sentences) {
        Set<String> pairs = new HashSet<>();
        for (Sequence sentence : sentences) {
            for (int t = 1; t < sentence.length(); t++) {
                pairs.add(sentence.labels().get(t - 1) + " " + sentence.labels().get(t));
            }
        }
        return pairs;
    }
}
