package org.espalier.structure.factor;

import java.util.Arrays;
import java.util.List;

/**
 * What factors are copies of: they have variables of these types, and the same weights.
 *
 * @param name what the data call it
 * @param types the types of the variables, in the order of the factor
 * @param tying which joint values share a weight
 */
public record FactorTemplate(String name, List<Integer> types, Tying tying) {
    private static final int MOST_ENTRIES = 1 << 22;

    public FactorTemplate {
        types = List.copyOf(types);
        if (types.isEmpty()) {
            throw new IllegalArgumentException("the template '" + name + "' has no variables; expected at least one");
        }
        if (tying != Tying.FULL && types.stream().distinct().count() > 1) {
            throw new IllegalArgumentException("the template '" + name
                    + "' joins variables of different types, so it cannot be " + tying + "; expected " + Tying.FULL);
        }
    }

    /**
     * The numbers of values of its variables.
     *
     * @throws IllegalArgumentException when the table is too large to have weights
     */
    int[] cardinalities(int[] ofTypes) {
        int[] found = types.stream().mapToInt(type -> ofTypes[type]).toArray();
        double entries = Arrays.stream(found).asDoubleStream().reduce(1, (a, b) -> a * b);
        if (entries > MOST_ENTRIES) {
            throw new IllegalArgumentException("a factor of the template '" + name + "' has " + (long) entries
                    + " joint values of its " + found.length + " variables; at most " + MOST_ENTRIES
                    + " can have weights: use fewer variables per factor, or fewer labels");
        }
        return found;
    }
}
