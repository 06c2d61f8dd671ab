package org.espalier.structure.forest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class SpanSetTest {

    @Test
    void allSpansAreNumberedInOrder() {
        SpanSet all = SpanSet.all(4);
        assertThat(all.size()).isEqualTo(10);
        int number = 0;
        for (int begin = 0; begin < 4; begin++) {
            assertThat(all.first(begin)).isEqualTo(number);
            for (int end = begin + 1; end <= 4; end++) {
                assertThat(all.number(begin, end)).isEqualTo(number);
                assertThat(all.begin(number)).isEqualTo(begin);
                assertThat(all.end(number)).isEqualTo(end);
                number++;
            }
        }
        assertThat(SpanSet.all(0).size()).isZero();
        assertThatThrownBy(() -> SpanSet.all(100_000)).hasMessageContaining("split the sentence");
    }

    @Test
    void someSpansAreFound() {
        SpanSet some = SpanSet.of(3, 0, 1, 0, 3, 1, 2, 2, 3);
        assertThat(some.number(0, 1)).isZero();
        assertThat(some.number(0, 2)).isEqualTo(SpanSet.NONE);
        assertThat(some.number(0, 3)).isEqualTo(1);
        assertThat(some.number(1, 3)).isEqualTo(SpanSet.NONE);
        assertThat(some.number(2, 3)).isEqualTo(3);
        assertThat(SpanSet.of(2, 0, 1, 0, 2, 1, 2).number(1, 2)).isEqualTo(2);
        assertThat(some).hasToString("4 spans of 3 words");
    }

    @Test
    void wrongSpansAreRefused() {
        assertThatThrownBy(() -> SpanSet.of(3, 1, 1)).hasMessageContaining("a span from 1 to 1 of 3 words");
        assertThatThrownBy(() -> SpanSet.of(3, 1, 4)).hasMessageContaining("a span from 1 to 4");
        assertThatThrownBy(() -> SpanSet.of(3, 0, 2, 0, 1)).hasMessageContaining("each once");
        assertThatThrownBy(() -> SpanSet.of(3, 1, 2, 1, 2)).hasMessageContaining("each once");
    }

    @Test
    void aTreeWithASpanThatIsNotThereIsRefused() {
        BitSet words = new BitSet();
        words.set(0);
        Grammar grammar = Grammar.of(1, 0, words, new int[][] {{0, 0, 0}}, new int[0][]);
        Chart chart = Chart.of(grammar, SpanSet.of(3, 0, 1, 0, 3, 1, 2, 1, 3, 2, 3));
        int[] symbols = new int[5];
        assertThat(new Parse(chart, symbols, symbols, new int[] {1, 0, 2, 0, 0}).size())
                .isEqualTo(5);
        assertThatThrownBy(() -> new Parse(chart, symbols, symbols, new int[] {2, 1, 0, 0, 0}))
                .hasMessageContaining("the words 0 to 1 are none of the spans");
    }
}
