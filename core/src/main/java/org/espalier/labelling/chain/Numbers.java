package org.espalier.labelling.chain;

import java.util.List;
import java.util.Map;

/** Reads the numbers of a structure's definition, which come from a file. */
final class Numbers {
    private Numbers() {}

    /** A list of numbers. */
    static int[] list(Map<?, ?> definition, String key) {
        if (!(definition.get(key) instanceof List<?> list)) {
            throw new IllegalArgumentException("no list '" + key + "'");
        }
        return list.stream().mapToInt(number -> Math.toIntExact((Long) number)).toArray();
    }

    /** A number. */
    static int number(Map<?, ?> definition, String key) {
        if (!(definition.get(key) instanceof Long number)) {
            throw new IllegalArgumentException("no number '" + key + "'");
        }
        return Math.toIntExact(number);
    }

    /** True or false. */
    static boolean flag(Map<?, ?> definition, String key) {
        if (!(definition.get(key) instanceof Boolean flag)) {
            throw new IllegalArgumentException("no flag '" + key + "'");
        }
        return flag;
    }
}
