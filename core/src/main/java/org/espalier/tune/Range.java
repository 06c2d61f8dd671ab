package org.espalier.tune;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SplittableRandom;

/** The values that a hyper-parameter may take. */
public sealed interface Range {

    /** Some values that represent the range, in order. */
    List<String> grid();

    /** A value at random. */
    String draw(SplittableRandom random);

    /** A list of values, drawn with equal probability. */
    record Choice(List<String> values) implements Range {
        public Choice {
            values = List.copyOf(new LinkedHashSet<>(values));
            if (values.isEmpty() || values.contains("")) {
                throw new IllegalArgumentException("an empty value; expected values such as 1,2,3");
            }
        }

        @Override
        public List<String> grid() {
            return values;
        }

        @Override
        public String draw(SplittableRandom random) {
            return values.get(random.nextInt(values.size()));
        }
    }

    /**
     * An interval. Values have four digits, so that they can be read and typed again.
     *
     * @param logarithmic whether the logarithm is spread evenly, not the value
     * @param whole whether only whole numbers are meant
     * @param steps how many values a grid has
     */
    record Interval(double low, double high, boolean logarithmic, boolean whole, int steps) implements Range {
        public Interval {
            if (!(low <= high) || Double.isInfinite(low) || Double.isInfinite(high)) {
                throw new IllegalArgumentException(
                        "the range " + low + ".." + high + "; expected two numbers, the smaller first");
            }
            if (logarithmic && low <= 0) {
                throw new IllegalArgumentException("the range " + low + ".." + high
                        + ":log; expected positive numbers, because 0 has no logarithm");
            }
            if (steps < 1) {
                throw new IllegalArgumentException(steps + " steps; expected at least 1");
            }
        }

        @Override
        public List<String> grid() {
            LinkedHashSet<String> values = new LinkedHashSet<>();
            for (int k = 0; k < steps; k++) {
                values.add(at(steps == 1 ? 0.5 : (double) k / (steps - 1)));
            }
            return List.copyOf(values);
        }

        @Override
        public String draw(SplittableRandom random) {
            if (whole && !logarithmic) {
                return String.valueOf(random.nextLong((long) Math.ceil(low), (long) Math.floor(high) + 1));
            }
            return at(random.nextDouble());
        }

        private String at(double share) {
            double value = logarithmic
                    ? Math.exp(Math.log(low) + share * (Math.log(high) - Math.log(low)))
                    : low + share * (high - low);
            if (whole) {
                return String.valueOf(Math.round(value));
            }
            // Through the shortest text, so that 0.1 stays 0.1.
            return String.valueOf(new BigDecimal(Double.toString(value))
                    .round(new MathContext(4))
                    .doubleValue());
        }
    }

    /**
     * Reads {@code 1,2,3}, {@code a|b} (for values that hold commas), {@code 0.01..10}, {@code 0.01..10:log}, or with the
     * number of a grid's values {@code 0.01..10:log:7}.
     */
    static Range parse(String text, Hyperparameter.Kind kind) {
        int dots = text.indexOf("..");
        if (dots < 0 || kind == Hyperparameter.Kind.CHOICE) {
            return new Choice(values(text, text.contains("|") ? "\\|" : ","));
        }
        List<String> parts = values(text.substring(dots + 2), ":");
        boolean logarithmic = false;
        int steps = 5;
        for (String part : parts.subList(1, parts.size())) {
            if (part.equals("log")) {
                logarithmic = true;
            } else if (part.matches("[0-9]{1,6}")) {
                steps = Integer.parseInt(part);
            } else {
                throw new IllegalArgumentException("'" + part + "' after the range in '" + text
                        + "'; expected :log, or a number of steps, as in 0.01..10:log:7");
            }
        }
        boolean whole = kind == Hyperparameter.Kind.WHOLE;
        return new Interval(
                number(text.substring(0, dots), text), number(parts.get(0), text), logarithmic, whole, steps);
    }

    private static List<String> values(String text, String separator) {
        List<String> values = new ArrayList<>();
        Arrays.stream(text.split(separator, -1)).map(String::strip).forEach(values::add);
        return values;
    }

    private static double number(String text, String whole) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' in '" + whole + "' is not a number; expected a range such as 0.01..10:log", e);
        }
    }
}
