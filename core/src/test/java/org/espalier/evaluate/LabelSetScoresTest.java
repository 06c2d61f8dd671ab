package org.espalier.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The scores, from their definitions in plain loops over a matrix. */
class LabelSetScoresTest {
    private static final List<String> LABELS = List.of("a", "b", "c", "never");

    @Test
    void theScoresAreThoseOfTheMatrix() {
        Random random = new Random(1);
        LabelSetScores scores = new LabelSetScores(LABELS);
        boolean[][] gold = new boolean[50][LABELS.size()];
        boolean[][] found = new boolean[50][LABELS.size()];
        for (int n = 0; n < gold.length; n++) {
            for (int k = 0; k < 3; k++) {
                gold[n][k] = random.nextInt(3) == 0;
                found[n][k] = random.nextInt(4) == 0 ? !gold[n][k] : gold[n][k];
            }
            scores.add(names(gold[n]), names(found[n]));
        }
        int wrong = 0;
        int whole = 0;
        int right = 0;
        int both = 0;
        double macro = 0;
        for (int k = 0; k < LABELS.size(); k++) {
            int own = 0;
            int all = 0;
            for (int n = 0; n < gold.length; n++) {
                wrong += gold[n][k] == found[n][k] ? 0 : 1;
                own += gold[n][k] && found[n][k] ? 1 : 0;
                all += (gold[n][k] ? 1 : 0) + (found[n][k] ? 1 : 0);
            }
            right += own;
            both += all;
            macro += all == 0 ? 0 : 2.0 * own / all / LABELS.size();
        }
        for (int n = 0; n < gold.length; n++) {
            whole += java.util.Arrays.equals(gold[n], found[n]) ? 1 : 0;
        }
        assertThat(scores.hammingLoss()).isCloseTo(wrong / 200.0, within(1e-12));
        assertThat(scores.subsetAccuracy()).isCloseTo(whole / 50.0, within(1e-12));
        assertThat(scores.microF1()).isCloseTo(2.0 * right / both, within(1e-12));
        assertThat(scores.macroF1()).isCloseTo(macro, within(1e-12));
        assertThat(scores.toMap()).containsEntry("instances", 50L).containsKeys("hammingLoss", "microF1", "macroF1");
        assertThat(scores.text()).contains("instances:       50\n", "subset accuracy:", "never");
    }

    @Test
    void unknownLabelsCountAsMissed() {
        LabelSetScores scores = new LabelSetScores(List.of("a"));
        scores.add(Set.of("a", "new"), Set.of("a"));
        assertThat(scores.subsetAccuracy()).isZero();
        assertThat(scores.hammingLoss()).isEqualTo(0.5);
        Map<?, ?> row = (Map<?, ?>) ((List<?>) scores.toMap().get("labels")).get(1);
        assertThat(row.get("label")).isEqualTo("new");
        assertThat(row.get("recall")).isEqualTo(0.0);
    }

    private static Set<String> names(boolean[] has) {
        List<String> names = new ArrayList<>();
        for (int k = 0; k < has.length; k++) {
            if (has[k]) {
                names.add(LABELS.get(k));
            }
        }
        return new HashSet<>(names);
    }
}
