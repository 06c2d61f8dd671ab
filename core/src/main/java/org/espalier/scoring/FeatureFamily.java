package org.espalier.scoring;

import org.espalier.structure.Family;

/**
 * The weights of one {@linkplain Family family}: which attribute has a weight for which target.
 *
 * @param name the family's
 * @param places the family's kind of place, or {@link Family#SHARED}
 * @param isConstant whether every place has the same single attribute; so it is with shared families
 * @param lists the features; a shared or constant family has the single attribute 0
 */
public record FeatureFamily(String name, int places, boolean isConstant, FeatureLists lists) {

    public FeatureFamily {
        if (isConstant && lists.attributes() != 1) {
            throw new IllegalArgumentException(
                    "the family " + name + " has one attribute, found features of " + lists.attributes());
        }
    }

    /** The weights of a family. */
    public static FeatureFamily of(Family family, FeatureLists lists) {
        return new FeatureFamily(family.name(), family.places(), family.isConstant(), lists);
    }

    /** Whether its weights belong to the shared parts. */
    public boolean isShared() {
        return places == Family.SHARED;
    }

    /** Which attributes its places have: 0 for those of tokens, 1 for those of all other kinds of places. */
    public int attributeList() {
        return Math.min(places, 1);
    }

    /** The same family with other features. */
    public FeatureFamily with(FeatureLists other) {
        return new FeatureFamily(name, places, isConstant, other);
    }
}
