package org.espalier.cli.plot;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The range of an axis and round numbers in it.
 *
 * @param low the least number in view
 * @param high the largest number in view, above {@code low}
 * @param values round numbers from low to high
 */
record Ticks(Axis.Scale scale, double low, double high, List<Double> values) {
    /** Below so many decades there are marks at 2 and 5 too. */
    private static final double FEW_DECADES = 2.2;

    static Ticks of(Axis.Scale scale, double[] data, int wanted) {
        double low = Arrays.stream(data).min().orElse(scale == Axis.Scale.LINEAR ? 0 : 1);
        double high = Arrays.stream(data).max().orElse(scale == Axis.Scale.LINEAR ? 1 : 10);
        return scale == Axis.Scale.LINEAR ? linear(low, high, wanted) : logarithmic(low, high, wanted);
    }

    private static Ticks linear(double least, double most, int wanted) {
        double middle = Math.max(Math.abs(least), Math.abs(most));
        // A range that rounding errors make would give ticks that look all the same.
        boolean flat = most - least <= 1e-9 * middle;
        double spread = middle == 0 ? 1 : 0.1 * middle;
        double low = flat ? least - spread : least;
        double high = flat ? most + spread : most;
        double step = roundStep((high - low) / wanted);
        double first = Math.floor(low / step + 1e-9);
        double last = Math.ceil(high / step - 1e-9);
        List<Double> values = new ArrayList<>();
        for (double k = first; k <= last; k++) {
            values.add(new BigDecimal(k * step).round(new MathContext(12)).doubleValue());
        }
        // A little room, so that no mark stands on the frame; 0 is a frame of its own.
        double room = 0.03 * (last - first) * step;
        double begin = first * step;
        double end = last * step;
        return new Ticks(
                Axis.Scale.LINEAR,
                begin != 0 && low - begin < room ? begin - room : begin,
                end != 0 && end - high < room ? end + room : end,
                values);
    }

    /** 1, 2 or 5 times a power of ten, at least {@code step}. */
    private static double roundStep(double step) {
        double power = Math.pow(10, Math.floor(Math.log10(step)));
        for (int factor : new int[] {1, 2, 5}) {
            if (factor * power >= step * (1 - 1e-9)) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    private static Ticks logarithmic(double least, double most, int wanted) {
        boolean flat = most <= least * (1 + 1e-9);
        // A little room, so that no mark stands on the frame.
        double room = flat ? 2 : Math.pow(most / least, 0.03);
        double low = least / room;
        double high = most * room;
        double decades = Math.log10(high / low);
        int every = Math.max(1, (int) Math.ceil(decades / wanted));
        int[] factors = decades < FEW_DECADES ? new int[] {1, 2, 5} : new int[] {1};
        List<Double> values = new ArrayList<>();
        for (int exponent = (int) Math.floor(Math.log10(low)); exponent <= Math.ceil(Math.log10(high)); exponent++) {
            for (int factor : factors) {
                double value = Double.parseDouble(factor + "e" + exponent);
                if (exponent % every == 0 && value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) {
                    values.add(value);
                }
            }
        }
        return new Ticks(Axis.Scale.LOGARITHMIC, low, high, values);
    }

    /** Where a number is: 0 at low, 1 at high. */
    double place(double value) {
        return scale == Axis.Scale.LINEAR ? (value - low) / (high - low) : Math.log(value / low) / Math.log(high / low);
    }

    /** A number as short as it can be read: 0.25, 20k, 1e-6. */
    static String text(double value) {
        double size = Math.abs(value);
        if (value == 0) {
            return "0";
        }
        if (size >= 1e6 || size < 1e-4) {
            String text = new BigDecimal(value)
                            .round(new MathContext(3))
                            .stripTrailingZeros()
                            .unscaledValue() + "";
            int exponent = (int) Math.floor(Math.log10(size) + 1e-12);
            String digits = text.replace("-", "");
            String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
            return (value < 0 ? "-" : "") + mantissa + "e" + exponent;
        }
        if (size >= 10_000) {
            return plain(value / 1000) + "k";
        }
        return plain(value);
    }

    private static String plain(double value) {
        return new BigDecimal(value)
                .round(new MathContext(6))
                .stripTrailingZeros()
                .toPlainString();
    }
}
