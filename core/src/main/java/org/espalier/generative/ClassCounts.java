package org.espalier.generative;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.espalier.feature.AttributeIndex;
import org.espalier.feature.text.WordClass;
import org.espalier.feature.text.WordOrClass;
import org.jspecify.annotations.Nullable;

/** Gives the classes of unknown words their counts from those of rare words, see {@link UnknownWords}. */
final class ClassCounts {
    private final HmmLayout places;
    private final AttributeIndex attributes;
    private final UnknownWords unknown;
    private final double[] counts; // [parameters]
    private final Map<String, double[]> byClass = new TreeMap<>(); // [S]: tokens of rare words
    private final Map<String, @Nullable String> parents = new HashMap<>();
    private final double[] rare; // [S]
    private double once;

    ClassCounts(HmmLayout places, AttributeIndex attributes, UnknownWords unknown, double[] counts) {
        this.places = places;
        this.attributes = attributes;
        this.unknown = unknown;
        this.counts = counts;
        this.rare = new double[places.states];
    }

    /** Writes the pseudo-counts of all classes. */
    void fill(SortedMap<String, Integer> frequencies) {
        frequencies.forEach((word, frequency) -> {
            if (frequency <= unknown.rare()) {
                addRare(word, frequency);
            }
        });
        if (byClass.isEmpty()) {
            addAll(frequencies);
        }
        double[] total = new double[places.states];
        byClass.values().forEach(row -> addTo(total, row));
        double sum = Arrays.stream(total).sum();
        double mass = Math.max(once, 1);
        Map<String, double[]> known = new HashMap<>();
        byClass.forEach((name, row) -> {
            double share = Arrays.stream(row).sum() / sum;
            double[] distribution = unknown.rule() == WordClass.SUFFIX ? abstracted(name, known) : normalised(row);
            int symbol = attributes.indexOf(WordOrClass.classSymbol(name)) - places.firstSymbol;
            for (int s = 0; s < places.states; s++) {
                counts[places.emission(symbol, s)] = mass * share * distribution[s];
            }
        });
    }

    private void addRare(String word, int frequency) {
        double[] row = row(word);
        once += frequency == 1 ? Arrays.stream(row).sum() : 0;
        addTo(rare, row);
        List<String> classes = unknown.rule().of(word, unknown.suffixLength());
        for (int k = 0; k < (unknown.rule() == WordClass.SUFFIX ? classes.size() : 1); k++) {
            addTo(byClass.computeIfAbsent(classes.get(k), name -> new double[places.states]), row);
            parents.put(classes.get(k), k + 1 < classes.size() ? classes.get(k + 1) : null);
        }
    }

    /** Without rare words the unknown ones are like all others. */
    private void addAll(SortedMap<String, Integer> frequencies) {
        frequencies.keySet().forEach(word -> addTo(rare, row(word)));
        byClass.put(WordClass.ONE.of("", 0).get(0), rare);
    }

    private double[] row(String word) {
        int symbol = attributes.indexOf(WordOrClass.wordSymbol(word)) - places.firstSymbol;
        double[] row = new double[places.states];
        Arrays.setAll(row, s -> counts[places.emission(symbol, s)]);
        return row;
    }

    private double[] abstracted(String name, Map<String, double[]> known) {
        double[] ready = known.get(name);
        if (ready != null) {
            return ready;
        }
        String parent = parents.get(name);
        double[] shorter = parent == null ? normalised(rare) : abstracted(parent, known);
        double theta = deviation();
        double[] own = normalised(byClass.getOrDefault(name, rare));
        double[] result = new double[own.length];
        Arrays.setAll(result, s -> (own[s] + theta * shorter[s]) / (1 + theta));
        known.put(name, result);
        return result;
    }

    private double deviation() {
        double[] p = normalised(rare);
        if (p.length < 2) {
            return 0;
        }
        double mean = 1.0 / p.length;
        return Math.sqrt(Arrays.stream(p).map(x -> (x - mean) * (x - mean)).sum() / (p.length - 1));
    }

    private static double[] normalised(double[] row) {
        double sum = Arrays.stream(row).sum();
        return Arrays.stream(row)
                .map(x -> sum == 0 ? 1.0 / row.length : x / sum)
                .toArray();
    }

    private static void addTo(double[] target, double[] row) {
        for (int s = 0; s < row.length; s++) {
            target[s] += row[s];
        }
    }
}
