package org.espalier.feature.network;

/** Where a network finds the vectors of words and attributes. */
public interface VectorRows {

    /** Writes the vector of a word; a negative number is none of those that were learnt, see {@link NetworkVocabulary}. */
    void word(int number, float[] into, int at);

    /** Adds value · the vector of an attribute. */
    void addAttribute(int number, float value, float[] into, int at);
}
