package org.espalier.structure.factor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which joint values of a factor share a weight. */
public enum Tying {
    /** None: every combination of values has a weight of its own. */
    FULL,
    /** Those with the same values in another order. */
    SYMMETRIC,
    /** All in which the variables have one value in common, and all others (Potts). */
    POTTS;

    /** How many targets a factor over so many values each has. */
    public int targets(int[] cardinalities) {
        return switch (this) {
            case FULL -> entries(cardinalities);
            case POTTS -> 2;
            case SYMMETRIC -> 1 + Arrays.stream(tie(cardinalities)).max().orElse(-1);
        };
    }

    /** The target of each entry of the table; null when entry k has target k. Of Potts, 0 is different and 1 is the same. */
    public int @Nullable [] map(int[] cardinalities) {
        return this == FULL ? null : tie(cardinalities);
    }

    private int[] tie(int[] cardinalities) {
        int[] tie = new int[entries(cardinalities)];
        Map<List<Integer>, Integer> numbers = new HashMap<>();
        for (int entry = 0; entry < tie.length; entry++) {
            List<Integer> values = joint(entry, cardinalities);
            if (this == POTTS) {
                tie[entry] = values.stream().distinct().count() <= 1 ? 1 : 0;
            } else {
                List<Integer> sorted = values.stream().sorted().toList();
                tie[entry] = numbers.computeIfAbsent(sorted, any -> numbers.size());
            }
        }
        return tie;
    }

    private static int entries(int[] cardinalities) {
        return Arrays.stream(cardinalities).reduce(1, Math::multiplyExact);
    }

    /** The values of an entry; the last runs fastest. */
    public static List<Integer> joint(int entry, int[] cardinalities) {
        List<Integer> values = new ArrayList<>();
        int left = entry;
        for (int k = cardinalities.length - 1; k >= 0; k--) {
            values.add(0, left % cardinalities[k]);
            left /= cardinalities[k];
        }
        return values;
    }

    /** As on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
