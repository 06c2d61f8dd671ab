package org.espalier.morphology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.dictionary.RewriteRules;
import org.espalier.dictionary.TextLattice;
import org.espalier.dictionary.WordFinder;

/**
 * What entries look like to each other, and their units: found by rewriting, when an entry is first seen. Entries that the dictionary does not
 * have follow its own.
 */
final class EntryContexts implements TextLattice.Contexts {
    private static final int UNSEEN = -1;

    private final WordFinder finder;
    private final RewriteRules rules;
    private final FeatureUnits units;
    private final ContextNames names = new ContextNames();
    private final int begin;
    private final int end;
    private final List<String> otherFeatures = new ArrayList<>(); // [entries that the dictionary does not have]
    private final List<String> otherSurfaces = new ArrayList<>();
    private int[] left; // [entries]
    private int[] right; // [entries]
    private int[] unit; // [entries]

    EntryContexts(WordFinder finder, RewriteRules rules, FeatureUnits units, String bosFeature) {
        this.finder = finder;
        this.rules = rules;
        this.units = units;
        this.left = filled(finder.entries());
        this.right = filled(finder.entries());
        this.unit = filled(finder.entries());
        this.begin = names.numberOfRight(rules.right(bosFeature));
        this.end = names.numberOfLeft(rules.left(bosFeature));
        // No path has the end of a text as a word, but MeCab counts the features that it would have.
        units.word(rules.unigram(bosFeature), 0, "");
    }

    private static int[] filled(int size) {
        int[] array = new int[size];
        Arrays.fill(array, UNSEEN);
        return array;
    }

    /** A new entry, which the dictionary does not have. */
    int add(String surface, String features) {
        int entry = finder.entries() + otherFeatures.size();
        otherSurfaces.add(surface);
        otherFeatures.add(features);
        if (entry >= unit.length) {
            left = Arrays.copyOf(left, 2 * entry + 1);
            right = Arrays.copyOf(right, 2 * entry + 1);
            unit = Arrays.copyOf(unit, 2 * entry + 1);
        }
        unit[entry] = UNSEEN;
        return entry;
    }

    int others() {
        return otherFeatures.size();
    }

    private void see(int entry) {
        if (unit[entry] == UNSEEN) {
            int other = entry - finder.entries();
            String features = other < 0 ? finder.features(entry) : otherFeatures.get(other);
            boolean known = other >= 0 || !finder.isUnknown(entry);
            String surface = !known ? "" : other < 0 ? finder.lexicon().surface(entry) : otherSurfaces.get(other);
            int category =
                    other < 0 ? finder.category(entry) : finder.categories().category(surface.codePointAt(0));
            left[entry] = names.numberOfLeft(rules.left(features));
            right[entry] = names.numberOfRight(rules.right(features));
            unit[entry] = units.word(rules.unigram(features), category, surface);
        }
    }

    /** The unit of an entry. */
    int unit(int entry) {
        see(entry);
        return unit[entry];
    }

    /** The units of all entries that were seen. */
    int[] units() {
        return unit;
    }

    ContextNames names() {
        return names;
    }

    @Override
    public int left(int entry) {
        see(entry);
        return left[entry];
    }

    @Override
    public int right(int entry) {
        see(entry);
        return right[entry];
    }

    @Override
    public int begin() {
        return begin;
    }

    @Override
    public int end() {
        return end;
    }
}
