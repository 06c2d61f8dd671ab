package org.espalier.structure.chain;

import java.util.List;
import org.espalier.structure.Family;
import org.espalier.structure.Sites;
import org.espalier.structure.Topology;

/**
 * Positions that have nothing to do with each other: one family about them, and no steps.
 *
 * <p>It takes no memory for its targets, of which a model file may claim very many; a structure does.
 *
 * @param family has {@link Trellis#STATES} for places
 */
public record PositionTopology(Family family) implements Topology<Trellis> {
    private static final int[] NONE = {};

    @Override
    public Trellis structure(Sites sites) {
        return Trellis.chain(sites.length(), Transitions.of(family.width(), NONE), NONE);
    }

    @Override
    public List<Family> families() {
        return List.of(family);
    }

    @Override
    public int sharedParts() {
        return 0;
    }

    @Override
    public boolean isShapedByLength(Sites sites) {
        return true;
    }

    @Override
    public boolean coversParts() {
        return true;
    }
}
