package org.espalier.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Crossing arcs of dependency trees: finds them, and takes them out by lifting (Nivre &amp; Nilsson 2005).
 *
 * <p>An arc is projective when every word between its two ends is below its head. Lifting gives the word of the shortest other arc the head of its
 * head, until all arcs are projective. The relation stays; what was lifted is not written down.
 */
public final class Projective {
    private Projective() {}

    /** Whether no arcs of the tree cross. */
    public static boolean isProjective(Sequence sequence) {
        return crossing(heads(sequence)) < 0;
    }

    /**
     * The words whose arcs are not projective, in the order of the sentence.
     *
     * @throws DataFormatException when the heads make no tree
     */
    public static List<Integer> crossing(Sequence sequence) {
        int[] heads = heads(sequence);
        List<Integer> words = new ArrayList<>();
        for (int word = 0; word < heads.length; word++) {
            if (!isProjective(heads, word)) {
                words.add(word);
            }
        }
        return words;
    }

    /** The sequence with a projective tree, which is its own where that is projective; words without a mark are at the root. */
    public static Sequence lifted(Sequence sequence) {
        List<Mark> marks = sequence.marks();
        if (marks == null) {
            return sequence;
        }
        int[] heads = heads(sequence);
        for (int word = crossing(heads); word >= 0; word = crossing(heads)) {
            heads[word] = heads[heads[word]]; // an arc from the root is projective, so there is a head above
        }
        List<Mark> lifted = new ArrayList<>(marks.size());
        marks.forEach(mark -> lifted.add(new Mark(heads[mark.to()], mark.to(), mark.label())));
        return sequence.withMarks(lifted);
    }

    private static int[] heads(Sequence sequence) {
        int[] heads = new int[sequence.length()];
        Arrays.fill(heads, Mark.ROOT);
        List<Mark> marks = sequence.marks();
        for (Mark mark : marks == null ? List.<Mark>of() : marks) {
            if (mark.to() >= heads.length) {
                throw new DataFormatException(
                        sequence.location(), "word " + (mark.to() + 1) + " has a head, but is not there");
            }
            heads[mark.to()] = mark.from();
        }
        requireTree(sequence, heads);
        return heads;
    }

    private static void requireTree(Sequence sequence, int[] heads) {
        for (int word = 0; word < heads.length; word++) {
            int above = word;
            for (int steps = 0; above != Mark.ROOT; steps++) {
                if (steps > heads.length) {
                    throw new DataFormatException(
                            sequence.location(),
                            "word " + (word + 1) + " is above itself by the heads of the sentence; expected a tree");
                }
                above = heads[above];
            }
        }
    }

    /** The word of the shortest arc that is not projective, or −1. */
    private static int crossing(int[] heads) {
        int found = -1;
        for (int word = 0; word < heads.length; word++) {
            int length = Math.abs(word - heads[word]);
            if ((found < 0 || length < Math.abs(found - heads[found])) && !isProjective(heads, word)) {
                found = word;
            }
        }
        return found;
    }

    private static boolean isProjective(int[] heads, int word) {
        int head = heads[word];
        for (int between = Math.min(word, head) + 1; between < Math.max(word, head); between++) {
            int above = between;
            while (above != head && above != Mark.ROOT) {
                above = heads[above];
            }
            if (above != head) {
                return false;
            }
        }
        return true;
    }
}
