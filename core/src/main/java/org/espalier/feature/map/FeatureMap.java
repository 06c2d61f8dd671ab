package org.espalier.feature.map;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.feature.AttributeSink;

/** A map φ from the attributes of a position to others. Immutable and safe to share. */
public sealed interface FeatureMap permits FourierMap, PolynomialMap {

    /** A mapper of one position after the other, for one thread. */
    Mapper mapper();

    /** Maps one position after the other; for one thread. */
    interface Mapper {
        /**
         * Reports φ(x), always in the same order.
         *
         * @param names of the attributes, rising, each once // [size]
         * @param values // [size]
         * @throws IllegalArgumentException when these attributes cannot be mapped
         */
        void map(List<String> names, double[] values, AttributeSink sink);
    }

    /** As {@link #parse} reads it. */
    @Override
    String toString();

    /**
     * Reads a map: {@code fourier(gamma=1,size=500,seed=1)} or {@code polynomial(degree=2,gamma=1,coefficient=1)}. What is left out has these values.
     *
     * @throws IllegalArgumentException when the text is no such map; the message says what is wrong with it
     */
    static FeatureMap parse(String text) {
        String spec = text.strip();
        int open = spec.indexOf('(');
        if (open >= 0 && !spec.endsWith(")")) {
            throw problem(text, "the closing bracket is missing");
        }
        String name = (open < 0 ? spec : spec.substring(0, open)).strip();
        Map<String, Double> given = open < 0 ? Map.of() : numbers(text, spec.substring(open + 1, spec.length() - 1));
        FeatureMap map = switch (name) {
            case FourierMap.NAME -> {
                requireKnown(text, given, FourierMap.PARAMETERS);
                yield new FourierMap(
                        given.getOrDefault("gamma", 1.0),
                        whole(text, given, "size", 500),
                        whole(text, given, "seed", 1));
            }
            case PolynomialMap.NAME -> {
                requireKnown(text, given, PolynomialMap.PARAMETERS);
                yield new PolynomialMap(
                        whole(text, given, "degree", 2),
                        given.getOrDefault("gamma", 1.0),
                        given.getOrDefault("coefficient", 1.0));
            }
            default -> throw problem(text, "'" + name + "' is not a map; expected fourier(...) or polynomial(...)");
        };
        return map;
    }

    private static Map<String, Double> numbers(String text, String inner) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        if (inner.isBlank()) {
            return numbers;
        }
        for (String argument : inner.split(",", -1)) {
            int equal = argument.indexOf('=');
            String name = argument.substring(0, Math.max(0, equal)).strip();
            String value = argument.substring(equal + 1).strip();
            if (name.isEmpty()) {
                throw problem(text, "'" + argument.strip() + "' is not name=number");
            }
            double number;
            try {
                number = Double.parseDouble(value);
            } catch (NumberFormatException e) {
                throw problem(text, name + " = '" + value + "'; expected a number");
            }
            if (numbers.put(name, number) != null) {
                throw problem(text, name + " stands twice");
            }
        }
        return numbers;
    }

    private static void requireKnown(String text, Map<String, Double> given, List<String> known) {
        for (String name : given.keySet()) {
            if (!known.contains(name)) {
                throw problem(text, "there is no '" + name + "'; expected " + String.join(", ", known));
            }
        }
    }

    private static int whole(String text, Map<String, Double> given, String name, int usual) {
        double number = given.getOrDefault(name, (double) usual);
        if (number != (int) number) {
            throw problem(text, name + " = " + number + "; expected a whole number");
        }
        return (int) number;
    }

    private static IllegalArgumentException problem(String text, String what) {
        return new IllegalArgumentException("feature map '" + text + "': " + what);
    }
}
