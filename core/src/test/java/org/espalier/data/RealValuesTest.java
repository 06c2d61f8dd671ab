package org.espalier.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class RealValuesTest {
    private static final Pattern DECIMAL = Pattern.compile("[+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?");

    @Test
    void whatSaysThatAValueIsMissing() {
        assertThat(new String[] {"", "NA", "na", "NaN", "nan", "?", "_"}).allMatch(RealValues::isMissing);
        assertThat(new String[] {" ", "N", "-", "none", "NULL", "0", "nane"}).noneMatch(RealValues::isMissing);
    }

    @Test
    void numbersAreFiniteDecimals() {
        assertThat(new String[] {"0", "-1.5e-3", "+.5", "7.", "1E5", "1e-400"}).allMatch(RealValues::isNumber);
        assertThat(new String[] {"", "1e999", "0x1p3", "1f", "1,5", "Infinity", "NaN", "1 ", ".", "e5", "--1"})
                .noneMatch(RealValues::isNumber);
    }

    /** The grammar by another way. */
    @Test
    void numbersAreWhatTheGrammarSays() {
        String alphabet = "01.-+eE";
        for (long seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder();
            for (int k = random.nextInt(6); k > 0; k--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            boolean decimal = DECIMAL.matcher(text).matches() && Double.isFinite(Double.parseDouble(text.toString()));
            assertThat(RealValues.isNumber(text.toString())).as("'%s'", text).isEqualTo(decimal);
        }
    }
}
