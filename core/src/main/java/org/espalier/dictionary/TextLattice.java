package org.espalier.dictionary;

import java.util.Arrays;
import org.espalier.structure.lattice.Lattice;
import org.espalier.structure.lattice.LatticeBuilder;

/**
 * Collects the words of one text, and makes the lattice of all ways through it. Its stops are the places of the text, the tags of its words are
 * entries.
 *
 * <p>It serves one text after the other, for one thread.
 */
public final class TextLattice {
    private final WordFinder finder;
    private final boolean shareEnds;
    private String text = "";
    private int last; // the last stop that words lead to
    private int count;
    private int[] begins = new int[64]; // [words]
    private int[] surfaces = new int[64]; // [words]
    private int[] ends = new int[64]; // [words]
    private int[] entries = new int[64]; // [words]

    /** What words see of each other. */
    public interface Contexts {
        /** The left context of an entry. */
        int left(int entry);

        /** The right context of an entry. */
        int right(int entry);

        /** The right context of the begin of a text. */
        int begin();

        /** The left context of the end of a text. */
        int end();
    }

    /**
     * For texts with the words of a dictionary.
     *
     * @param shareEnds whether words that end together with the same right context share one end, see {@link LatticeBuilder}
     */
    public TextLattice(WordFinder finder, boolean shareEnds) {
        this.finder = finder;
        this.shareEnds = shareEnds;
    }

    /** Finds the words that can be reached from the begin of a text. */
    public void find(String of) {
        find(of, new int[0]);
    }

    /**
     * The same where words are known to begin at some places, in their order; those of the dictionary may not lead there.
     *
     * @param known places of the text
     */
    public void find(String of, int[] known) {
        text = of;
        count = 0;
        last = 0;
        boolean[] reached = new boolean[of.length() + 1];
        reached[0] = true;
        for (int place : known) {
            reached[place] = true;
        }
        for (int place = 0; place < of.length(); place++) {
            if (reached[place]) {
                int from = place;
                last = place;
                finder.find(of, place, (entry, surface, end) -> {
                    add(from, surface, end, entry);
                    reached[end] = true;
                });
            }
        }
        last = reached[of.length()] ? of.length() : last;
    }

    /** Adds a word. */
    public void add(int begin, int surface, int end, int entry) {
        if (count == begins.length) {
            begins = Arrays.copyOf(begins, 2 * count);
            surfaces = Arrays.copyOf(surfaces, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
            entries = Arrays.copyOf(entries, 2 * count);
        }
        begins[count] = begin;
        surfaces[count] = surface;
        ends[count] = end;
        entries[count++] = entry;
        last = Math.max(last, end);
    }

    /** How many words there are so far. */
    public int words() {
        return count;
    }

    /** The entry of a word. */
    public int entry(int word) {
        return entries[word];
    }

    /** Where a word begins, with the spaces before it. */
    public int begin(int word) {
        return begins[word];
    }

    /** Where the surface of a word begins. */
    public int surface(int word) {
        return surfaces[word];
    }

    /** Where a word ends. */
    public int end(int word) {
        return ends[word];
    }

    /** The lattice. */
    public Lattice lattice(Contexts contexts) {
        LatticeBuilder builder = new LatticeBuilder(last + 1, shareEnds).length(text.length());
        for (int k = 0; k < count; k++) {
            builder.word(begins[k], ends[k], contexts.left(entries[k]), contexts.right(entries[k]), entries[k]);
        }
        return builder.build(contexts.begin(), contexts.end());
    }
}
