package org.espalier.tune;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What is searched: hyper-parameters and their ranges.
 *
 * @param ranges name → range, in the order of a grid's loops, the last running fastest
 */
public record SearchSpace(Map<String, Range> ranges) {

    /** Nothing to choose: one setting. */
    public static final SearchSpace EMPTY = new SearchSpace(Map.of());

    public SearchSpace {
        ranges = Collections.unmodifiableMap(new LinkedHashMap<>(ranges));
        ranges.keySet().stream().filter(name -> !name.equals(Recipe.FEATURES)).forEach(Hyperparameter::of);
    }

    /** This space with one more dimension. */
    public SearchSpace with(String name, Range range) {
        if (ranges.containsKey(name)) {
            throw new IllegalArgumentException(
                    "the hyperparameter " + name + " is given twice; give all values at once");
        }
        Map<String, Range> more = new LinkedHashMap<>(ranges);
        more.put(name, range);
        return new SearchSpace(more);
    }

    /** With a dimension as the command line writes it: {@code l2=0.01..10:log}. */
    public SearchSpace with(String definition) {
        int equals = definition.indexOf('=');
        if (equals < 1) {
            throw new IllegalArgumentException(
                    "'" + definition + "'; expected a name and values, such as l2=0.01..10:log or min-count=1,2,3");
        }
        String name = definition.substring(0, equals);
        Hyperparameter.Kind kind = name.equals(Recipe.FEATURES)
                ? Hyperparameter.Kind.CHOICE
                : Hyperparameter.of(name).kind();
        try {
            return with(name, Range.parse(definition.substring(equals + 1), kind));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
    }

    /** How many settings {@link #grid} has. */
    public long gridSize() {
        long size = 1;
        for (Range range : ranges.values()) {
            size *= range.grid().size();
        }
        return size;
    }

    /** Every combination of the ranges' grids. */
    public List<Setting> grid() {
        List<Setting> settings = List.of(Setting.USUAL);
        for (Map.Entry<String, Range> range : ranges.entrySet()) {
            List<Setting> more = new ArrayList<>();
            for (Setting setting : settings) {
                range.getValue().grid().forEach(value -> more.add(setting.with(range.getKey(), value)));
            }
            settings = more;
        }
        return settings;
    }

    /** So many different settings at random; fewer when the space has no more. */
    public List<Setting> draw(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Setting> settings = new ArrayList<>();
        for (int misses = 0; settings.size() < count && misses < 1000; ) {
            Setting setting = Setting.USUAL;
            for (Map.Entry<String, Range> range : ranges.entrySet()) {
                setting = setting.with(range.getKey(), range.getValue().draw(random));
            }
            if (settings.contains(setting)) {
                misses++;
            } else {
                settings.add(setting);
                misses = 0;
            }
        }
        return settings;
    }
}
