package org.espalier.structure.forest;

import java.util.ArrayList;
import java.util.List;
import org.espalier.structure.Family;
import org.espalier.structure.Sites;
import org.espalier.structure.Topology;
import org.espalier.structure.spanning.ArcSet;

/**
 * Dependency trees of second order with the same relations. Their families are the arcs, whose targets are the relations, and on demand siblings and
 * grandparents, which have one target.
 *
 * <p>The {@linkplain Sites#sites sites} are those of {@link ArcSites}.
 *
 * @param relations how many relations there are
 * @param hasSingleRoot whether exactly one word has the root as its head
 * @param hasSiblings whether there are parts of siblings
 * @param hasGrandparents whether there are parts of grandparents
 */
public record SecondOrderTopology(int relations, boolean hasSingleRoot, boolean hasSiblings, boolean hasGrandparents)
        implements Topology<SecondOrderTrees> {

    @Override
    public SecondOrderTrees structure(Sites sites) {
        ArcSet arcs = ArcSites.arcs(sites.length(), sites.sites(SecondOrderTrees.ARCS));
        return new SecondOrderTrees(arcs, relations, hasSingleRoot, hasSiblings, hasGrandparents);
    }

    @Override
    public List<Family> families() {
        List<Family> families = new ArrayList<>(List.of(Family.plain("arc", SecondOrderTrees.ARCS, relations)));
        if (hasSiblings) {
            families.add(Family.plain("sibling", SecondOrderTrees.SIBLINGS, 1));
        }
        if (hasGrandparents) {
            families.add(Family.plain("grandparent", SecondOrderTrees.GRANDPARENTS, 1));
        }
        return families;
    }

    @Override
    public int sharedParts() {
        return 0;
    }

    /** False: sentences of one length have different arcs. */
    @Override
    public boolean isShapedByLength(Sites sites) {
        return false;
    }

    @Override
    public boolean coversParts() {
        return true;
    }
}
