package org.espalier.structure;

import java.util.List;

/**
 * How the instances of a model become structures: the same states, steps and families of features for all of them.
 *
 * <p>Immutable and safe to share.
 *
 * @param <S> the structures that it makes
 */
public interface Topology<S extends Structure> {

    /** The structure of an instance. */
    S structure(Sites sites);

    /** The families of features, in the order in which their weights stand in θ. */
    List<Family> families();

    /** How many parts come first in every structure and are shared by all. */
    int sharedParts();

    /** Whether the structure of an instance depends on its length only, so that instances of one length can share it. */
    boolean isShapedByLength(Sites sites);

    /** The same structure without its shared parts, when it {@linkplain Structure#usesSharedParts does not use} them. */
    default S withoutIdleParts(S structure) {
        return structure;
    }

    /** Whether every part that is not shared belongs to a place of some family. */
    boolean coversParts();
}
