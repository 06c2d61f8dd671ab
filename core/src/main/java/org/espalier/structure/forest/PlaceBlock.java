package org.espalier.structure.forest;

/**
 * The places of one kind, whose parts stand one after the other: place p has the parts offset + p·width and those that follow.
 *
 * @param offset the first part of place 0
 * @param places how many places there are
 * @param width how many parts each of them has
 */
public record PlaceBlock(int offset, int places, int width) {

    public PlaceBlock {
        if (offset < 0 || places < 0 || width < 0) {
            throw new IllegalArgumentException(
                    places + " places of " + width + " parts from part " + offset + "; expected no negative number");
        }
    }

    /** One more than the last part. */
    long end() {
        return offset + (long) places * width;
    }
}
