package org.espalier.feature.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class StandardisationTest {

    private static Standardisation learnt(double... values) {
        Standardisation.Moments moments = new Standardisation.Moments();
        for (double value : values) {
            moments.add(value);
        }
        return moments.standardisation();
    }

    /** By the definition, in two passes; far from 0, where a sum of squares would lose every digit. */
    @Test
    void meanAndDeviationAreThoseOfTheDefinition() {
        for (long seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            double[] values =
                    random.doubles(1 + random.nextInt(50)).map(x -> 1e8 + x).toArray();
            double mean = 0;
            for (double value : values) {
                mean += (value - 1e8) / values.length;
            }
            double squares = 0;
            for (double value : values) {
                squares += (value - 1e8 - mean) * (value - 1e8 - mean) / values.length;
            }
            Standardisation learnt = learnt(values);
            assertThat(learnt.mean()).as("seed %d", seed).isCloseTo(1e8 + mean, within(1e-7));
            assertThat(learnt.scale())
                    .as("seed %d", seed)
                    .isCloseTo(values.length == 1 ? 1 : Math.sqrt(squares), within(1e-6));
        }
    }

    @Test
    void valuesThatAreTheSameOnlyLoseTheirMean() {
        assertThat(learnt(0.1, 0.1, 0.1)).isEqualTo(new Standardisation(0.1, 1));
        assertThat(learnt()).isEqualTo(new Standardisation(0, 1));
        assertThat(learnt(1e308, -1e308, 1e308, 1e308).scale()).isEqualTo(1);
        assertThat(learnt(1, 3).apply(5)).isEqualTo(3);
        assertThatThrownBy(() -> new Standardisation(0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Standardisation(Double.NaN, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
