package org.espalier.structure.segment;

/** What is known of the boundary before a token. */
public enum Boundary {
    /** A segment begins at the token. */
    BEGINS,
    /** The token continues the segment of the token before it. */
    INSIDE,
    /** Both are possible. */
    UNKNOWN
}
