package org.espalier.cluster;

/**
 * Where a word stands in the tree of clusters.
 *
 * @param path the way from the root, of 0 and 1; words of the same cluster have the same one
 * @param word the word
 * @param count how often it occurs
 */
public record WordPath(String path, String word, int count) {
    /** The line of a file that the feature item {@code clusters} reads: path, word and count, separated by tabs. */
    @Override
    public String toString() {
        return path + "\t" + word + "\t" + count;
    }
}
