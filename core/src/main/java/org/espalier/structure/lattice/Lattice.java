package org.espalier.structure.lattice;

import java.util.Arrays;
import org.espalier.structure.Structure;
import org.espalier.structure.forest.Forest;
import org.espalier.structure.forest.ForestBuilder;

/**
 * All paths of words through a text: words lead from stop to stop, and connections lead from a word that ends at a stop to one that begins
 * there.
 *
 * <pre>
 *   score(path) = Σ_{words w} score(w) + Σ_{neighbours v, w} score(right context of v, left context of w)
 *
 *   parts:  words [W] | connections of stop 0 [ends][beginnings] | of stop 1 | …
 * </pre>
 *
 * Words that end at a stop with the same right context are one <em>end</em>; words that begin at a stop with the same left context are one
 * <em>beginning</em>. A stop has a connection from each of its ends to each of its beginnings, and nothing is stored for it. So a lattice
 * costs three numbers per word, and two per end and beginning; a {@link Forest} of the same words has four numbers per connection.
 *
 * <p>The first end, at stop 0, is the begin of the text: no word leads to it. The last beginning, at the last stop, is the end of the
 * text. What contexts and tags mean is up to whoever built the lattice.
 */
public final class Lattice implements Structure {
    /** The kind of places that are words. */
    public static final int WORDS = 0;

    /** The kind of places that are stops; their parts are the connections. */
    public static final int STOPS = 1;

    private final int length;
    private final int[] endBegin; // [stops + 1]: the ends of each stop
    private final int[] beginningBegin; // [stops + 1]: the beginnings of each stop
    private final int[] connectionBegin; // [stops + 1]: the first connection part of each stop
    private final int[] rightContext; // [ends]
    private final int[] leftContext; // [beginnings]
    private final int[] wordBegin; // [ends + 1]: the words of each end
    private final int[] wordBeginning; // [words]: the beginning that a word leads from
    private final int[] tag; // [words]

    Lattice(
            int length,
            int[] endBegin,
            int[] beginningBegin,
            int[] rightContext,
            int[] leftContext,
            int[] wordBegin,
            int[] wordBeginning,
            int[] tag) {
        this.length = length;
        this.endBegin = endBegin;
        this.beginningBegin = beginningBegin;
        this.rightContext = rightContext;
        this.leftContext = leftContext;
        this.wordBegin = wordBegin;
        this.wordBeginning = wordBeginning;
        this.tag = tag;
        this.connectionBegin = new int[endBegin.length];
        long parts = tag.length;
        for (int s = 0; s < endBegin.length; s++) {
            connectionBegin[s] = Math.toIntExact(parts);
            if (s < stops()) {
                parts += (long) (endBegin[s + 1] - endBegin[s]) * (beginningBegin[s + 1] - beginningBegin[s]);
            }
        }
    }

    /** How many stops there are. */
    public int stops() {
        return endBegin.length - 1;
    }

    /** How many words there are. */
    public int words() {
        return tag.length;
    }

    /** How many different right contexts end at stops. */
    public int ends() {
        return rightContext.length;
    }

    /** How many different left contexts begin at stops. */
    public int beginnings() {
        return leftContext.length;
    }

    /** The first end of a stop; those of stop s are before that of stop s + 1. */
    public int firstEnd(int stop) {
        return endBegin[stop];
    }

    /** The first beginning of a stop. */
    public int firstBeginning(int stop) {
        return beginningBegin[stop];
    }

    /** The first word of an end; those of end e are before that of end e + 1. */
    public int firstWord(int end) {
        return wordBegin[end];
    }

    /** The beginning from which a word leads. */
    public int beginning(int word) {
        return wordBeginning[word];
    }

    /** What the builder was told of a word. */
    public int tag(int word) {
        return tag[word];
    }

    /** The right context of an end. */
    public int rightContext(int end) {
        return rightContext[end];
    }

    /** The left context of a beginning. */
    public int leftContext(int beginning) {
        return leftContext[beginning];
    }

    /** The first connection of a stop; those of its first end to all its beginnings come first. */
    public int firstConnection(int stop) {
        return connectionBegin[stop];
    }

    /** The end to which a word leads. */
    public int end(int word) {
        int place = Arrays.binarySearch(wordBegin, word);
        if (place < 0) {
            return -place - 2;
        }
        while (wordBegin[place + 1] == word) { // ends without words
            place++;
        }
        return place;
    }

    /** The stop of an end. */
    public int stopOfEnd(int end) {
        int place = Arrays.binarySearch(endBegin, end);
        if (place < 0) {
            return -place - 2;
        }
        while (endBegin[place + 1] == end) { // stops without ends
            place++;
        }
        return place;
    }

    /** The stop where a word begins. */
    public int begin(int word) {
        int place = Arrays.binarySearch(beginningBegin, wordBeginning[word]);
        if (place < 0) {
            return -place - 2;
        }
        while (beginningBegin[place + 1] == wordBeginning[word]) { // stops without beginnings
            place++;
        }
        return place;
    }

    /** The part that connects an end with a beginning of the same stop. */
    public int connection(int end, int beginning) {
        int stop = stopOfEnd(end);
        int width = beginningBegin[stop + 1] - beginningBegin[stop];
        int column = beginning - beginningBegin[stop];
        if (column < 0 || column >= width) {
            throw new IllegalArgumentException("beginning " + beginning + " is not at stop " + stop + ", where end "
                    + end + " is; expected " + beginningBegin[stop] + " to " + (beginningBegin[stop + 1] - 1));
        }
        return connectionBegin[stop] + (end - endBegin[stop]) * width + column;
    }

    /** The same lattice as hyperedges with one tail, with the same parts; ends and beginnings that lead nowhere are left out. */
    public Forest toForest() {
        ForestBuilder builder = new ForestBuilder(length, 0, parts());
        int[] endNode = new int[ends()];
        int[] beginningNode = new int[beginnings()];
        for (int s = 0; s < stops(); s++) {
            for (int e = endBegin[s]; e < endBegin[s + 1]; e++) {
                endNode[e] = builder.node();
            }
            for (int b = beginningBegin[s]; b < beginningBegin[s + 1]; b++) {
                beginningNode[b] = builder.node();
            }
        }
        builder.axiom(endNode[0]);
        for (int s = 0; s < stops(); s++) {
            for (int e = endBegin[s]; e < endBegin[s + 1]; e++) {
                for (int w = wordBegin[e]; w < wordBegin[e + 1]; w++) {
                    builder.step(beginningNode[wordBeginning[w]], endNode[e], w);
                }
            }
            int part = connectionBegin[s];
            for (int e = endBegin[s]; e < endBegin[s + 1]; e++) {
                for (int b = beginningBegin[s]; b < beginningBegin[s + 1]; b++) {
                    builder.step(endNode[e], beginningNode[b], part++);
                }
            }
        }
        return builder.goal(beginningNode[beginnings() - 1]).prune();
    }

    @Override
    public int parts() {
        return connectionBegin[stops()];
    }

    @Override
    public int sharedParts() {
        return 0;
    }

    @Override
    public int places(int kind) {
        return kind == WORDS ? words() : kind == STOPS ? stops() : 0;
    }

    @Override
    public int offset(int kind, int place) {
        return kind == WORDS ? place : connectionBegin[place];
    }

    @Override
    public int site(int kind, int place) {
        return place;
    }

    /** How long the text is, as the builder was told. */
    @Override
    public int length() {
        return length;
    }

    @Override
    public String toString() {
        return "lattice of " + words() + " words over " + stops() + " stops";
    }
}
