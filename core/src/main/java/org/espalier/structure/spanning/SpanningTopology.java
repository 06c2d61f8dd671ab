package org.espalier.structure.spanning;

import java.util.List;
import org.espalier.structure.Family;
import org.espalier.structure.Sites;
import org.espalier.structure.Topology;

/**
 * Dependency trees with the same relations. Their only family are the arcs, whose targets are the relations.
 *
 * <p>The {@linkplain Sites#sites sites} of arcs are head and word in turn, as positions from 0, −1 for the root, by rising word, then head.
 *
 * @param relations how many relations there are
 * @param hasSingleRoot whether exactly one word has the root as its head
 * @param isProjective whether no two arcs may cross
 */
public record SpanningTopology(int relations, boolean hasSingleRoot, boolean isProjective)
        implements Topology<SpanningTrees> {

    @Override
    public SpanningTrees structure(Sites sites) {
        Arcs arcs = new Arcs(sites.length(), relations);
        int[] pairs = sites.sites(SpanningTrees.ARCS);
        int[] placed = new int[pairs.length / 2];
        for (int site = 0; site < placed.length; site++) {
            placed[site] = arcs.arc(pairs[2 * site] + 1, pairs[2 * site + 1] + 1);
        }
        return new SpanningTrees(arcs, hasSingleRoot, isProjective, placed);
    }

    @Override
    public List<Family> families() {
        return List.of(Family.plain("arc", SpanningTrees.ARCS, relations));
    }

    @Override
    public int sharedParts() {
        return 0;
    }

    /** False: arcs without attributes have no place. */
    @Override
    public boolean isShapedByLength(Sites sites) {
        return false;
    }

    @Override
    public boolean coversParts() {
        return false;
    }
}
