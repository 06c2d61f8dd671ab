package org.espalier.cli.dropin.crfsuite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GlibcRandomTest {

    @Test
    void givesTheKnownNumbers() {
        GlibcRandom random = new GlibcRandom();
        assertThat(new int[] {random.next(), random.next(), random.next(), random.next(), random.next()})
                .containsExactly(1804289383, 846930886, 1681692777, 1714636915, 1957747793);
    }
}
