package org.espalier.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HiddenPottsTest {
    private static final int SIDE = 40;

    /** Discs of rising brightness in a square. */
    private static int[] truth(int classes) {
        int[] truth = new int[SIDE * SIDE];
        for (int v = 0; v < truth.length; v++) {
            double distance = Math.hypot(v / SIDE - SIDE / 2.0, v % SIDE - SIDE / 2.0);
            truth[v] = Math.max(0, classes - 1 - (int) (distance * classes / (SIDE * 0.6)));
        }
        return truth;
    }

    @ParameterizedTest
    @CsvSource({"2, 0.6", "3, 0.4", "4, 0.3"})
    void classesAreFoundInNoise(int classes, double noise) {
        Random random = new Random(classes);
        int[] truth = truth(classes);
        double[] seen = new double[truth.length];
        int wrongAlone = 0;
        for (int v = 0; v < seen.length; v++) {
            seen[v] = truth[v] + noise * random.nextGaussian();
            wrongAlone += Math.round(seen[v]) == truth[v] ? 0 : 1;
        }
        HiddenPotts.Segmentation found =
                HiddenPotts.segment(seen, SIDE, SIDE, HiddenPotts.Options.DEFAULTS.withClasses(classes));
        int wrong = 0;
        for (int v = 0; v < seen.length; v++) {
            wrong += found.classes()[v] == truth[v] ? 0 : 1;
        }
        assertThat(wrong).isLessThan(wrongAlone / 3);
        assertThat(found.isExact()).isEqualTo(classes == 2);
        for (int x = 0; x < classes; x++) {
            assertThat(found.means()[x]).isCloseTo(x, within(0.25));
            assertThat(found.deviations()[x]).isCloseTo(noise, within(0.15));
        }
    }

    @Test
    void aPictureOfOneColourIsNoTrouble() {
        HiddenPotts.Segmentation found = HiddenPotts.segment(new double[12], 3, 4, HiddenPotts.Options.DEFAULTS);
        assertThat(found.classes()).hasSize(12);
        assertThat(found.classes()).containsOnly(found.classes()[0]);
        assertThat(HiddenPotts.segment(new double[] {0.5}, 1, 1, HiddenPotts.Options.DEFAULTS)
                        .classes())
                .hasSize(1);
    }

    @Test
    void badPicturesAreRefused() {
        HiddenPotts.Options options = HiddenPotts.Options.DEFAULTS;
        assertThatThrownBy(() -> HiddenPotts.segment(new double[5], 2, 3, options))
                .hasMessageContaining("expected 6");
        assertThatThrownBy(() -> HiddenPotts.segment(new double[] {Double.NaN}, 1, 1, options))
                .hasMessageContaining("finite");
        assertThatThrownBy(() -> options.withClasses(1)).hasMessageContaining("2 to 64");
        assertThatThrownBy(() -> new HiddenPotts.Options(2, -1, 5)).hasMessageContaining("smoothness");
    }
}
