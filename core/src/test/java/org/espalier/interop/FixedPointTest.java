package org.espalier.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FixedPointTest {

    @ParameterizedTest
    @CsvSource({
        "0, 6, 0.000000",
        "-0.0, 6, -0.000000",
        "-1e-9, 6, -0.000000",
        "0.5, 0, 0",
        "1.5, 0, 2",
        "2.5, 0, 2",
        "5e-7, 6, 0.000000",
        "0.0000015, 6, 0.000002",
        "0.125, 2, 0.12",
        "0.375, 2, 0.38",
        "123456789.987654321, 6, 123456789.987654",
        "2251799813685249.5, 1, 2251799813685249.5",
        "NaN, 6, nan",
        "Infinity, 6, inf",
        "-Infinity, 6, -inf"
    })
    void printsAsCDoes(double value, int digits, String expected) {
        assertThat(FixedPoint.of(value, digits)).isEqualTo(expected);
    }

    @Test
    void theShortWayGivesWhatTheExactOneGives() {
        Random random = new Random(5);
        for (int n = 0; n < 20_000; n++) {
            double value = random.nextGaussian() * Math.pow(10, random.nextInt(14) - 7);
            value = n % 3 == 0 ? Math.round(value * 1e6) / 1e6 + 5e-7 : value;
            int digits = random.nextInt(8);
            String exact = new BigDecimal(Math.abs(value))
                    .setScale(digits, RoundingMode.HALF_EVEN)
                    .toPlainString();
            assertThat(FixedPoint.of(value, digits)).isEqualTo((value < 0 ? "-" : "") + exact);
        }
    }
}
