package org.espalier.feature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TwinAttributesTest {
    private static final int ATTRIBUTES = 40;

    /** Per attribute how often each token has it: the definition, written down. */
    private final List<TreeMap<Integer, Integer>> tokens = new ArrayList<>();

    private final boolean[] valued = new boolean[ATTRIBUTES];

    private List<EncodedSequences> corpus(Random random) {
        for (int a = 0; a < ATTRIBUTES; a++) {
            tokens.add(new TreeMap<>());
        }
        List<EncodedSequences> corpus = new ArrayList<>();
        int token = 0;
        for (int batch = 0; batch < 5; batch++) {
            EncodedBuilder builder = new EncodedBuilder();
            builder.begin();
            for (int n = 0; n < random.nextInt(6); n++) {
                for (int t = 0; t < random.nextInt(4); t++) {
                    token++;
                    int groups = random.nextInt(8);
                    for (int a = 0; a < ATTRIBUTES; a++) {
                        boolean has = a % 8 == groups || random.nextInt(90) == 0;
                        int times = has ? 1 + (random.nextInt(30) == 0 ? 1 : 0) : 0;
                        for (int k = 0; k < times; k++) {
                            double value = random.nextInt(60) == 0 ? 0.5 : 1;
                            valued[a] |= value != 1;
                            builder.add(a, value);
                            tokens.get(a).merge(token, 1, Integer::sum);
                        }
                    }
                    builder.endPosition();
                }
                builder.endSequence();
            }
            corpus.add(builder.buildAll());
        }
        return corpus;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void twinsOccurAtTheSameTokens(long seed) {
        List<EncodedSequences> corpus = corpus(new Random(seed));
        TwinAttributes twins = TwinAttributes.find(corpus, ATTRIBUTES);
        int[] members = new int[twins.size()];
        for (int a = 0; a < ATTRIBUTES; a++) {
            members[twins.number(a)]++;
            for (int b = 0; b < a; b++) {
                boolean same = !valued[a] && !valued[b] && tokens.get(a).equals(tokens.get(b));
                assertThat(twins.number(a) == twins.number(b))
                        .as("%d and %d", a, b)
                        .isEqualTo(same);
            }
        }
        int[] firsts = twins.firsts();
        int next = 0;
        for (int a = 0; a < ATTRIBUTES; a++) {
            assertThat(twins.members(twins.number(a))).isEqualTo(members[twins.number(a)]);
            if (firsts[a] >= 0) {
                assertThat(firsts[a]).isEqualTo(next++);
            }
        }
        assertThat(next).isEqualTo(twins.size());
        assertThat(twins.areNone()).isEqualTo(twins.size() == ATTRIBUTES);
    }

    @Test
    void dataKeepTheFirstOfEachClass() {
        EncodedBuilder builder = new EncodedBuilder();
        builder.begin();
        for (int[] token : new int[][] {{0, 1, 2}, {3, 0}, {1, 2, 4}}) {
            for (int attribute : token) {
                builder.add(attribute, 1);
            }
            builder.endPosition();
        }
        builder.endSequence();
        EncodedSequences sequences = builder.buildAll();
        TwinAttributes twins = TwinAttributes.find(List.of(sequences), 5);
        assertThat(twins.size()).isEqualTo(4);
        assertThat(twins.firsts()).containsExactly(0, 1, -1, 2, 3);
        EncodedSequences merged = sequences.withStates(twins.firsts());
        assertThat(merged.states().attributes()).containsExactly(0, 1, 2, 0, 1, 3);
        assertThat(merged.states().offsets()).containsExactly(0, 2, 4, 6);
        Vocabulary.Builder names = new Vocabulary.Builder();
        List.of("a", "b", "c", "d", "e").forEach(names::add);
        AttributeIndex firsts = twins.firstOf(names.build());
        assertThat(List.of(firsts.get(0), firsts.get(1), firsts.get(2), firsts.get(3)))
                .containsExactly("a", "b", "d", "e");
        assertThat(firsts.indexOf("d")).isEqualTo(2);
        assertThat(firsts.indexOf("c")).isEqualTo(-1);
        assertThat(firsts.indexOf("x")).isEqualTo(-1);
    }
}
