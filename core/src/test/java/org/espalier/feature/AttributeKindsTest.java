package org.espalier.feature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AttributeKindsTest {

    private static byte[] kinds(String... names) {
        Vocabulary.Builder builder = new Vocabulary.Builder();
        for (String name : names) {
            builder.add(name);
        }
        return AttributeKinds.of(builder.build());
    }

    @Test
    void namesUpToTheirValue() {
        assertThat(kinds(
                        "bias",
                        "low=the",
                        "low[-1]=a",
                        "low=a=b",
                        "U00:x",
                        "U01:x/y",
                        "U00:",
                        "+1:tag=DT",
                        "low=",
                        "+1:tag=NN"))
                .containsExactly(0, 1, 2, 1, 3, 4, 3, 5, 1, 5);
        assertThat(kinds()).isEmpty();
    }

    @Test
    void kindsBeyondTheLastBitHaveNone() {
        byte[] kinds =
                kinds(IntStream.range(0, 256).mapToObj(k -> "k" + k + "=").toArray(String[]::new));
        assertThat(kinds).hasSize(256);
        for (int k = 0; k < kinds.length; k++) {
            assertThat(kinds[k]).isEqualTo(k < 64 ? (byte) k : AttributeKinds.NONE);
        }
    }

    @Test
    void namesThatAreWordsTellNoKinds() {
        assertThat(kinds(IntStream.range(0, 257).mapToObj(k -> "word" + k).toArray(String[]::new)))
                .isEmpty();
    }
}
