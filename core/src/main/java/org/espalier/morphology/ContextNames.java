package org.espalier.morphology;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers the left contexts and the right contexts of words as they turn up. */
final class ContextNames {
    private final Map<String, Integer> lefts = new HashMap<>();
    private final Map<String, Integer> rights = new HashMap<>();
    private final List<String> leftNames = new ArrayList<>();
    private final List<String> rightNames = new ArrayList<>();

    int numberOfLeft(String name) {
        return number(name, lefts, leftNames);
    }

    int numberOfRight(String name) {
        return number(name, rights, rightNames);
    }

    private static int number(String name, Map<String, Integer> numbers, List<String> names) {
        Integer known = numbers.putIfAbsent(name, names.size());
        if (known == null) {
            names.add(name);
            return names.size() - 1;
        }
        return known;
    }

    String left(int number) {
        return leftNames.get(number);
    }

    String right(int number) {
        return rightNames.get(number);
    }
}
