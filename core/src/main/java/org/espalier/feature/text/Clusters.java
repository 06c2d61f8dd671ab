package org.espalier.feature.text;

import java.util.ArrayList;
import java.util.List;
import org.espalier.feature.AttributeName;

/** What the item {@code clusters} asks of classes of words: beginnings of paths, or classes as they are. */
final class Clusters {
    /** The lengths that Turian et al. (2010) found to serve names and chunks, for paths whose lengths nobody gave. */
    static final List<Integer> USUAL_LENGTHS = List.of(4, 6, 10, 20);

    private Clusters() {}

    static void check(WordClasses classes, List<Integer> lengths) {
        if (!lengths.isEmpty() && !classes.isPaths()) {
            throw new IllegalArgumentException(
                    "clusters: the file's classes are not paths of 0 and 1 ('" + classes.name(0)
                            + "'), so they have no beginnings of " + lengths.get(0) + " bits; leave the lengths out");
        }
        for (int k = 0; k < lengths.size(); k++) {
            int before = k == 0 ? 0 : lengths.get(k - 1);
            if (lengths.get(k) <= before) {
                throw new IllegalArgumentException("clusters: the length " + lengths.get(k) + " after " + before
                        + "; expected ascending lengths such as 4,6,10,20");
            }
        }
    }

    static List<Atom> atoms(String name, WordClasses classes, List<Integer> lengths, int offset) {
        String at = AttributeName.at(offset) + "=";
        if (lengths.isEmpty()) {
            return List.of(new Atom.Clustered(classes, 0, Integer.MAX_VALUE, offset, name + at));
        }
        List<Atom> atoms = new ArrayList<>();
        int shorter = 0;
        for (int length : lengths) {
            atoms.add(new Atom.Clustered(classes, shorter, length, offset, name + "/" + length + at));
            shorter = length;
        }
        return atoms;
    }
}
