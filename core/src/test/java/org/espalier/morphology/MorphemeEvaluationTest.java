package org.espalier.morphology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.espalier.data.Location;
import org.junit.jupiter.api.Test;

final class MorphemeEvaluationTest {
    private static final long SEED = 5;

    /** Counted again as the intersection of sets of texts, as mecab-system-eval does. */
    @Test
    void aWordIsRightWhereItsPlaceAndItsFirstFeaturesAre() {
        Random random = new Random(SEED);
        List<Integer> levels = List.of(0, 1, 2, MorphemeEvaluation.ALL);
        MorphemeEvaluation evaluation = new MorphemeEvaluation(levels);
        long[] right = new long[levels.size()];
        long gold = 0;
        long found = 0;
        for (int sentence = 0; sentence < 50; sentence++) {
            int length = 1 + random.nextInt(12);
            List<Morpheme> one = words(length, random);
            List<Morpheme> other = words(length, random);
            evaluation.add(
                    new MorphemeReader.Sentence(
                            one.stream()
                                    .map(word -> new MorphemeReader.Written(word.surface(), word.features()))
                                    .toList(),
                            new Location("gold", 1)),
                    other);
            gold += one.size();
            found += other.size();
            for (int n = 0; n < right.length; n++) {
                Set<String> common = keys(one, levels.get(n));
                common.retainAll(keys(other, levels.get(n)));
                right[n] += common.size();
            }
        }
        List<MorphemeEvaluation.Scores> scores = evaluation.scores();
        assertThat(evaluation.sentences()).isEqualTo(50);
        for (int n = 0; n < right.length; n++) {
            assertThat(scores.get(n))
                    .as("seed " + SEED)
                    .isEqualTo(new MorphemeEvaluation.Scores(levels.get(n), right[n], found, gold));
            assertThat(scores.get(n).precision()).isEqualTo((double) right[n] / found);
            assertThat(scores.get(n).recall()).isEqualTo((double) right[n] / gold);
            double sum = scores.get(n).precision() + scores.get(n).recall();
            assertThat(scores.get(n).f1() * sum)
                    .isCloseTo(2 * scores.get(n).precision() * scores.get(n).recall(), within(1e-12));
        }
        assertThat(right[0]).isGreaterThan(right[1]);
        assertThat(right[1]).isGreaterThan(right[3]);
    }

    private static List<Morpheme> words(int length, Random random) {
        List<Morpheme> words = new ArrayList<>();
        for (int begin = 0; begin < length; ) {
            int end = Math.min(length, begin + 1 + random.nextInt(2));
            String features = "abc".charAt(random.nextInt(2)) + "," + "xyz".charAt(random.nextInt(3)) + ",k";
            words.add(new Morpheme("s".repeat(end - begin), features, begin, end, false, 0, Double.NaN));
            begin = end;
        }
        return words;
    }

    private static Set<String> keys(List<Morpheme> words, int level) {
        return words.stream()
                .map(word -> word.begin() + "-" + word.end() + " "
                        + List.of(word.features().split(",")).subList(0, Math.min(level, 3)))
                .collect(Collectors.toCollection(HashSet::new));
    }

    @Test
    void nothingFoundIsNothingRight() {
        MorphemeEvaluation evaluation = new MorphemeEvaluation(List.of(0));
        assertThat(evaluation.scores().get(0).f1()).isZero();
        assertThatThrownBy(() -> new MorphemeEvaluation(List.of(-2))).hasMessageContaining("levels = [-2]; expected");
        assertThatThrownBy(() -> new MorphemeEvaluation(List.of())).hasMessageContaining("expected numbers");
    }
}
