package org.espalier.cluster;

/** For every word the words on one side of it, and how often they stand there. */
final class Neighbours {
    private final int[] start; // [words + 1]
    private final int[] others; // those of word w at start[w] to start[w + 1]
    private final int[] counts;
    private final long[] totals; // [words]

    Neighbours(int[] start, int[] others, int[] counts, long[] totals) {
        this.start = start;
        this.others = others;
        this.counts = counts;
        this.totals = totals;
    }

    /** Where the neighbours of a word begin; they end where those of the next begin. */
    int start(int word) {
        return start[word];
    }

    int other(int place) {
        return others[place];
    }

    int count(int place) {
        return counts[place];
    }

    /** How many neighbours a word has, each as often as it stands there. */
    long total(int word) {
        return totals[word];
    }
}
