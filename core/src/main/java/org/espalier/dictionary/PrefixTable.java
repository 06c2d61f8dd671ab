package org.espalier.dictionary;

import java.util.Arrays;
import java.util.List;

/**
 * Finds the strings of a sorted list that are prefixes of a text.
 *
 * <p>The strings stand one after the other in one array. A search narrows the range of those that agree with the text, character by
 * character: O(longest match · log strings), most of it in a few neighbouring strings. Memory: two bytes per character, and four per string.
 */
final class PrefixTable {
    private final char[] text;
    private final int[] begin; // [strings + 1]
    private final int[] byFirst; // [65537]: the strings that begin with each character

    /** Of strings without empty ones, sorted and each once. */
    PrefixTable(List<String> sorted) {
        begin = new int[sorted.size() + 1];
        for (int k = 0; k < sorted.size(); k++) {
            begin[k + 1] = Math.addExact(begin[k], sorted.get(k).length());
        }
        text = new char[begin[sorted.size()]];
        byFirst = new int[Character.MAX_VALUE + 2];
        for (int k = 0; k < sorted.size(); k++) {
            sorted.get(k).getChars(0, sorted.get(k).length(), text, begin[k]);
            byFirst[text[begin[k]] + 1]++;
        }
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            byFirst[c + 1] += byFirst[c];
        }
    }

    /** Takes strings that were found, the shortest first. */
    interface Sink {
        void accept(int string, int length);
    }

    /** The strings that the text has from a place on. */
    void prefixes(CharSequence of, int from, int to, Sink sink) {
        if (from >= to) {
            return;
        }
        char c = of.charAt(from);
        int low = byFirst[c];
        int high = byFirst[c + 1];
        for (int depth = 1; low < high; depth++) {
            if (begin[low + 1] - begin[low] == depth) {
                sink.accept(low++, depth); // the shortest of those that agree comes first
            }
            if (from + depth >= to) {
                return;
            }
            c = of.charAt(from + depth);
            low = firstAtLeast(low, high, depth, c);
            high = firstAtLeast(low, high, depth, c + 1);
        }
    }

    /** The first string of a range whose character at a depth is at least this one; all in the range are longer. */
    private int firstAtLeast(int from, int to, int depth, int character) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (text[begin[middle] + depth] < character) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The number of a string, or −1. */
    int find(String string) {
        int[] found = {-1};
        prefixes(string, 0, string.length(), (number, length) -> {
            if (length == string.length()) {
                found[0] = number;
            }
        });
        return found[0];
    }

    String get(int string) {
        return new String(text, begin[string], begin[string + 1] - begin[string]);
    }

    int size() {
        return begin.length - 1;
    }

    @Override
    public String toString() {
        return size() + " strings, " + Arrays.toString(Arrays.copyOf(text, Math.min(20, text.length)));
    }
}
