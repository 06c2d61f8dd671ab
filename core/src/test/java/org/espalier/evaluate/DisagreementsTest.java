package org.espalier.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DisagreementsTest {
    private static List<String> labels(Random random, int length) {
        List<String> labels = new ArrayList<>();
        for (int t = 0; t < length; t++) {
            labels.add(random.nextInt(3) == 0 ? "B-X" : "O");
        }
        return labels;
    }

    /** Counting by hand: an error is a token whose span is missed or spurious, as every span is one token long. */
    private static int errors(List<String> gold, List<String> predicted) {
        int errors = 0;
        for (int t = 0; t < gold.size(); t++) {
            errors += gold.get(t).equals(predicted.get(t)) ? 0 : 1;
        }
        return errors;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 100})
    void theLargestDifferencesAreListed(int most) {
        Random random = new Random(most);
        Disagreements found = new Disagreements(Convention.CONLLEVAL, LabelNotation.DEFAULT, most);
        List<Long> better = new ArrayList<>();
        List<Integer> by = new ArrayList<>();
        int different = 0;
        for (int n = 1; n <= 60; n++) {
            int length = random.nextInt(6);
            List<String> gold = labels(random, length);
            List<String> one = labels(random, length);
            List<String> other = labels(random, length);
            String[] words = new String[length];
            Arrays.fill(words, "w");
            found.add(Sequence.ofWords(words).withLabels(gold), one, other);
            different += one.equals(other) ? 0 : 1;
            int difference = errors(gold, other) - errors(gold, one);
            if (!one.equals(other) && difference > 0) {
                better.add((long) n);
                by.add(difference);
            }
        }
        assertThat(found.sequences()).isEqualTo(60);
        assertThat(found.different()).isEqualTo(different);
        List<Integer> order = new ArrayList<>();
        for (int k = 0; k < better.size(); k++) {
            order.add(k);
        }
        order.sort(Comparator.comparingInt((Integer k) -> -by.get(k)));
        assertThat(found.firstBetter().stream().map(Disagreements.Disagreement::number))
                .containsExactlyElementsOf(
                        order.stream().limit(most).map(better::get).toList());
        assertThat(found.secondBetter()).allMatch(each -> each.secondErrors() < each.firstErrors());
        assertThat(found.equallyWrong()).allMatch(each -> each.secondErrors() == each.firstErrors());
        assertThat(found.equallyWrong().size() + found.firstBetter().size()).isLessThanOrEqualTo(2 * most);
    }
}
