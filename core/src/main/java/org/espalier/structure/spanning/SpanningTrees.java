package org.espalier.structure.spanning;

import org.espalier.structure.Structure;
import org.jspecify.annotations.Nullable;

/**
 * All dependency trees of a sentence: every word has one head, another word or the root, and no word is above itself. Arcs may cross,
 * unless only projective trees are wanted.
 *
 * <p>The parts are the {@linkplain Arcs arcs} with their relations, and none is shared. The score of a tree is the sum over words of
 * the score of the arc into it. There are (n + 1)ⁿ⁻¹ trees of n words, and nⁿ⁻¹ where only one word may have the root as its head;
 * each with Lⁿ choices of relations.
 *
 * @param arcs numbers the parts
 * @param hasSingleRoot whether exactly one word has the root as its head
 * @param isProjective whether no two arcs may cross
 * @param placed the arcs with attributes, by site; null when all arcs have some // [places]
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record SpanningTrees(Arcs arcs, boolean hasSingleRoot, boolean isProjective, int @Nullable [] placed)
        implements Structure {
    /** The kind of place that every word is; it has no parts. */
    public static final int WORDS = 0;

    /** The kind of place that every arc is: its parts are the relations. */
    public static final int ARCS = 1;

    /** Trees whose arcs may cross. */
    public SpanningTrees(Arcs arcs, boolean hasSingleRoot) {
        this(arcs, hasSingleRoot, false, null);
    }

    /** The same without those whose arcs cross. */
    public SpanningTrees projective() {
        return new SpanningTrees(arcs, hasSingleRoot, true, placed);
    }

    /** Trees in which exactly one word has the root as its head. */
    public static SpanningTrees singleRoot(int words, int relations) {
        return new SpanningTrees(new Arcs(words, relations), true);
    }

    /** Trees in which any number of words, but at least one, have the root as their head. */
    public static SpanningTrees anyRoots(int words, int relations) {
        return new SpanningTrees(new Arcs(words, relations), false);
    }

    @Override
    public int parts() {
        return arcs.parts();
    }

    @Override
    public int sharedParts() {
        return 0;
    }

    @Override
    public int places(int kind) {
        return kind == WORDS ? arcs.words() : kind != ARCS ? 0 : placed == null ? arcs.count() : placed.length;
    }

    @Override
    public int offset(int kind, int place) {
        return kind == WORDS ? 0 : (placed == null ? place : placed[place]) * arcs.relations();
    }

    @Override
    public int endPart(int kind, int place, int width) {
        return kind == WORDS ? 0 : width;
    }

    @Override
    public int site(int kind, int place) {
        return place;
    }

    @Override
    public boolean usesSharedParts() {
        return false;
    }

    @Override
    public int length() {
        return arcs.words();
    }
}
