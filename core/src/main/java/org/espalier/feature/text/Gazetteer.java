package org.espalier.feature.text;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.espalier.feature.Vocabulary;

/**
 * A named list of phrases, matched without regard to case.
 *
 * <p>All beginnings of all entries stand in one {@link Vocabulary}, so that a match is a walk from word to word that
 * ends where no entry goes on. Of the entries that cover a token the longest counts, of equally long ones the one that
 * begins first. Cost: at most L² look-ups per token for entries of up to L words, mostly L.
 */
final class Gazetteer {
    private final String name;
    private final List<String> entries;
    private final Vocabulary beginnings;
    private final BitSet complete;
    private final int longest;

    private Gazetteer(String name, List<String> entries, Vocabulary beginnings, BitSet complete, int longest) {
        this.name = name;
        this.entries = entries;
        this.beginnings = beginnings;
        this.complete = complete;
        this.longest = longest;
    }

    static Gazetteer of(String name, List<String> entries) {
        TreeSet<String> normal = new TreeSet<>();
        for (String entry : entries) {
            String folded = entry.strip().toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
            if (!folded.isEmpty()) {
                normal.add(folded);
            }
        }
        if (normal.isEmpty()) {
            throw new IllegalArgumentException("gazetteer '" + name + "' has no entries");
        }
        Vocabulary.Builder beginnings = new Vocabulary.Builder();
        BitSet complete = new BitSet();
        int longest = 0;
        for (String entry : normal) {
            int words = 1;
            for (int blank = entry.indexOf(' '); blank >= 0; blank = entry.indexOf(' ', blank + 1)) {
                beginnings.add(entry.substring(0, blank));
                words++;
            }
            complete.set(beginnings.add(entry));
            longest = Math.max(longest, words);
        }
        return new Gazetteer(name, List.copyOf(normal), beginnings.build(), complete, longest);
    }

    String name() {
        return name;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Gazetteer that && name.equals(that.name) && entries.equals(that.entries);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    /** Lower-cased, with single blanks, sorted, each once. */
    List<String> entries() {
        return entries;
    }

    /** 'B' when the position begins the entry that covers it, 'I' when it is inside, 0 when no entry covers it. */
    char match(Observed observed, int position, StringBuilder scratch) {
        int bestLength = 0;
        int bestStart = -1;
        for (int start = Math.max(0, position - longest + 1); start <= position; start++) {
            int length = longestMatch(observed, start, scratch);
            if (start + length > position && length > bestLength) {
                bestLength = length;
                bestStart = start;
            }
        }
        return bestLength == 0 ? 0 : bestStart == position ? 'B' : 'I';
    }

    /** Whether the words of a segment are an entry. */
    boolean isEntry(Observed observed, int start, int length, StringBuilder scratch) {
        if (length > longest) {
            return false;
        }
        scratch.setLength(0);
        for (int t = start; t < start + length; t++) {
            scratch.append(t > start ? " " : "").append(observed.lower(t));
        }
        int index = beginnings.indexOf(scratch);
        return index >= 0 && complete.get(index);
    }

    /** The number of words of the longest entry that begins at {@code start}; 0 for none. */
    private int longestMatch(Observed observed, int start, StringBuilder scratch) {
        scratch.setLength(0);
        int length = 0;
        for (int end = start; end < observed.length(); end++) {
            scratch.append(observed.lower(end));
            int index = beginnings.indexOf(scratch);
            if (index < 0) {
                break;
            }
            if (complete.get(index)) {
                length = end - start + 1;
            }
            scratch.append(' ');
        }
        return length;
    }
}
