package org.espalier.structure.forest;

import org.espalier.structure.spanning.ArcSet;

/** Which parts a forest of projective trees has, and their numbers. */
interface TreeParts {
    /** The arcs that trees may have. */
    ArcSet arcs();

    int relations();

    boolean hasSingleRoot();

    boolean hasSiblings();

    boolean hasGrandparents();

    int arcPart(int head, int modifier, int relation);

    int siblingPart(int head, int sibling, int modifier);

    int grandparentPart(int grandparent, int head, int modifier);
}
