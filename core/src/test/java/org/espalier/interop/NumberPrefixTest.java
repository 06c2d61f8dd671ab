package org.espalier.interop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberPrefixTest {

    @ParameterizedTest
    @CsvSource({
        "1, 1", "1.5, 1.5", ".5, 0.5", "5., 5", "-2e3, -2000", "+7, 7", "1e, 1", "1e+, 1", "1e-2x, 0.01", "abc, 0",
                "1a, 1",
        "1:2, 1", "0x10, 16", "0x1.8p1, 3", "0x, 0", "0xg, 0", "1.2.3, 1.2", "., 0", "-, 0", "1d, 1", "1f, 1", "0x1p, 1"
    })
    void readsWhatAtofReads(String text, double expected) {
        assertThat(NumberPrefix.parse(text)).isEqualTo(expected);
    }

    @Test
    void blanksGoBeforeAndSomeNumbersAreNone() {
        assertThat(NumberPrefix.parse(" \t\n 3\r")).isEqualTo(3);
        assertThat(NumberPrefix.parse("")).isZero();
        assertThat(NumberPrefix.parse("inf")).isInfinite();
        assertThat(NumberPrefix.parse("-Infinity")).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(NumberPrefix.parse("nan")).isNaN();
        assertThat(NumberPrefix.parse("1e999")).isInfinite();
        assertThat(NumberPrefix.parse("٣")).isZero();
    }
}
