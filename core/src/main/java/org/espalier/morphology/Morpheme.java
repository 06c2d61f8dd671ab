package org.espalier.morphology;

/**
 * A morpheme that was found in a text.
 *
 * @param surface its characters, without spaces before it
 * @param features as they stand in the dictionary, or in unk.def
 * @param begin where the surface begins, in UTF-16 units
 * @param end where it ends
 * @param isUnknown whether the dictionary does not have it
 * @param cost of the word and of its connection with what is before it
 * @param probability that this morpheme is there, by the costs; NaN when it was not asked for
 */
public record Morpheme(
        String surface, String features, int begin, int end, boolean isUnknown, int cost, double probability) {}
