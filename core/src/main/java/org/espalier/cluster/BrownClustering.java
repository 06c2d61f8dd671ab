package org.espalier.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Clusters words by the words beside them (Brown et al., 1992), in a window of clusters (Liang, 2005).
 *
 * <p>The most frequent words begin as clusters of their own. Every further word joins them as a cluster, and then those two are merged that
 * lose the least average mutual information. In the end the clusters are merged in the same way until one is left; the order of these mergers
 * is a binary tree. The result depends on the text and the number of clusters only.
 *
 * <p>Cost: for every word O(its neighbours · clusters), and O(clusters²) at the worst; memory 12 bytes for every pair of clusters.
 */
public final class BrownClustering {
    /** The most clusters; more would need more than 2 GB. */
    public static final int MOST = 10_000;

    private final Bigrams bigrams;
    private final int[] parent; // of a word in its cluster; itself for the most frequent word of a cluster
    private final int[] slotOf; // of that word
    private final int[] wordOf; // the most frequent word of a slot's cluster
    private final ClusterWindow window;
    private final int slots;

    private BrownClustering(Bigrams bigrams, int clusters) {
        this.bigrams = bigrams;
        slots = Math.min(clusters, bigrams.words()) + 1;
        parent = new int[bigrams.words()];
        slotOf = new int[bigrams.words()];
        Arrays.fill(slotOf, -1);
        wordOf = new int[slots];
        window = new ClusterWindow(slots);
    }

    /** Hears how far the work is. */
    @FunctionalInterface
    public interface Progress {
        /** So many words of all have found their cluster. */
        void clustered(int words);
    }

    /** Hears of mergers; a cluster is named by its most frequent word. */
    @FunctionalInterface
    interface Mergers {
        void merged(int kept, int gone);
    }

    /**
     * The paths of all words, sorted by path, then by falling frequency.
     *
     * @param clusters how many different paths there are at most; a text with fewer words has fewer
     * @throws IllegalArgumentException when the number of clusters is not between 2 and 10,000
     */
    public static List<WordPath> cluster(Bigrams bigrams, int clusters, Progress progress) {
        return cluster(bigrams, clusters, progress, (kept, gone) -> {});
    }

    static List<WordPath> cluster(Bigrams bigrams, int clusters, Progress progress, Mergers mergers) {
        if (clusters < 2 || clusters > MOST) {
            throw new IllegalArgumentException(
                    clusters + " clusters; expected between 2 and " + MOST + ", usually 100 to 1000");
        }
        BrownClustering clustering = new BrownClustering(bigrams, clusters);
        clustering.fill(progress, mergers);
        return clustering.paths(mergers);
    }

    /** Adds word after word; once the window is full, the best two clusters are merged after each. */
    private void fill(Progress progress, Mergers mergers) {
        int free = 0;
        for (int word = 0; word < parent.length; word++) {
            parent[word] = word;
            slotOf[word] = free;
            wordOf[free] = word;
            window.add(
                    free,
                    counts(bigrams.after(), word),
                    counts(bigrams.before(), word),
                    bigrams.after().total(word),
                    bigrams.before().total(word));
            free = word + 1 < slots ? word + 1 : mergeBest(mergers);
            progress.clustered(word + 1);
        }
    }

    /** How often a word stands beside the words of every slot. */
    private int[] counts(Neighbours neighbours, int word) {
        int[] counts = new int[slots];
        for (int at = neighbours.start(word); at < neighbours.start(word + 1); at++) {
            int other = neighbours.other(at);
            if (other <= word) {
                counts[slotOf[root(other)]] += neighbours.count(at);
            }
        }
        return counts;
    }

    private int root(int word) {
        int root = word;
        while (parent[root] != root) {
            root = parent[root];
        }
        for (int at = word; parent[at] != root; ) {
            int next = parent[at];
            parent[at] = root;
            at = next;
        }
        return root;
    }

    /** Gives the slot that became free. The cluster with the more frequent word keeps its slot. */
    private int mergeBest(Mergers mergers) {
        int one = window.best();
        int other = window.bestOf(one);
        int kept = wordOf[one] < wordOf[other] ? one : other;
        int gone = one + other - kept;
        window.merge(gone, kept);
        parent[wordOf[gone]] = wordOf[kept];
        mergers.merged(wordOf[kept], wordOf[gone]);
        return gone;
    }

    private record Merger(int kept, int gone) {}

    /** Merges what is left to one cluster, then walks down from it. */
    private List<WordPath> paths(Mergers mergers) {
        int[] cluster = new int[parent.length];
        for (int word = 0; word < parent.length; word++) {
            cluster[word] = slotOf[root(word)];
        }
        List<Merger> tree = new ArrayList<>();
        for (int best = window.best(); best >= 0; best = window.best()) {
            int other = window.bestOf(best);
            int gone = mergeBest(mergers);
            tree.add(new Merger(best + other - gone, gone));
        }
        String[] paths = new String[slots];
        Arrays.fill(paths, "");
        for (int k = tree.size() - 1; k >= 0; k--) {
            String path = paths[tree.get(k).kept()];
            paths[tree.get(k).kept()] = path + "0";
            paths[tree.get(k).gone()] = path + "1";
        }
        List<WordPath> result = new ArrayList<>();
        for (int word = 0; word < cluster.length; word++) {
            String path = paths[cluster[word]];
            result.add(new WordPath(path.isEmpty() ? "0" : path, bigrams.word(word), bigrams.count(word)));
        }
        result.sort(Comparator.comparing(WordPath::path)); // stable: equal paths by falling frequency
        return result;
    }
}
