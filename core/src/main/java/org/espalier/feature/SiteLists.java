package org.espalier.feature;

import org.jspecify.annotations.Nullable;

/**
 * The attributes of places of a kind that do not exist everywhere, such as steps and segments.
 *
 * @param sites start and length of every segment with attributes, in turn; null when the sites are the positions
 * @param lists the attributes by site
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
record SiteLists(int @Nullable [] sites, AttributeLists lists) {

    /** How many numbers say where a segment is: its start and its length. */
    static final int NUMBERS = 2;

    static final SiteLists NONE = new SiteLists(null, AttributeLists.NONE);

    /** How many segments there are. */
    int size() {
        return sites == null ? 0 : sites.length / NUMBERS;
    }
}
