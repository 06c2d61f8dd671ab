package org.espalier.labelling.tree;

import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.data.DataFormatException;
import org.espalier.feature.encoding.PairPlaces;
import org.espalier.labelling.Gold;
import org.espalier.labelling.LabelData;
import org.espalier.labelling.LabelStructure;
import org.espalier.labelling.StructureSpec;

/**
 * Dependency trees: every word gets a head and a relation to it (McDonald et al. 2005).
 *
 * @param isProjective whether no two arcs may cross, which Eisner's algorithm needs; if not, all trees are possible, by the matrix–tree theorem
 * @param hasSingleRoot whether exactly one word has the root as its head, as in Universal Dependencies
 * @param hasSiblings whether neighbouring children of a word are scored together, which projective trees only can be
 * @param hasGrandparents whether a word, its head and the head of that are scored together, the same
 */
public record Dependencies(boolean isProjective, boolean hasSingleRoot, boolean hasSiblings, boolean hasGrandparents)
        implements StructureSpec {

    public Dependencies {
        if (!isProjective && (hasSiblings || hasGrandparents)) {
            throw new IllegalArgumentException(
                    "trees of second order whose arcs may cross; expected projective ones, because the best of the others cannot be found"
                            + " in reasonable time");
        }
    }

    /** First order: every arc is scored alone. */
    public Dependencies(boolean isProjective, boolean hasSingleRoot) {
        this(isProjective, hasSingleRoot, false, false);
    }

    /** Second order: the same with siblings and grandparents. */
    public Dependencies secondOrder() {
        return new Dependencies(isProjective, hasSingleRoot, true, true);
    }

    /** Whether arcs are scored alone. */
    public boolean isFirstOrder() {
        return !hasSiblings && !hasGrandparents;
    }

    @Override
    public LabelStructure<?> settle(LabelData data) {
        DependencyLabels labels = new DependencyLabels(data.labels().size(), hasSingleRoot, isProjective);
        Check check = new Check(labels, data);
        data.forEach(check::add);
        check.refuse();
        return isFirstOrder()
                ? labels
                : new SecondOrderLabels(data.labels().size(), hasSingleRoot, hasSiblings, hasGrandparents);
    }

    @Override
    public PairPlaces pairPlaces() {
        return PairPlaces.arcs(hasSiblings, hasGrandparents);
    }

    @Override
    public boolean hasMarks() {
        return true;
    }

    @Override
    public Map<String, Object> provenance() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("trees", isProjective ? "projective" : "all");
        map.put("roots", hasSingleRoot ? "single" : "any");
        if (hasSiblings) {
            map.put("siblings", true);
        }
        if (hasGrandparents) {
            map.put("grandparents", true);
        }
        return map;
    }

    @Override
    public String describe() {
        return isFirstOrder() ? "a dependency parser" : "a dependency parser of second order";
    }

    /** Looks for trees that the structure does not have. */
    private static final class Check {
        private final DependencyLabels labels;
        private final LabelData data;
        private int number;
        private int crossing;
        private int firstCrossing = -1;

        Check(DependencyLabels labels, LabelData data) {
            this.labels = labels;
            this.data = data;
        }

        void add(Gold gold) {
            try {
                if (labels.isProjective() && labels.crosses(gold)) {
                    crossing++;
                    firstCrossing = firstCrossing < 0 ? number : firstCrossing;
                }
                labels.requireTree(gold);
            } catch (IllegalArgumentException e) {
                throw new DataFormatException(data.location(number), String.valueOf(e.getMessage()), e);
            }
            number++;
        }

        void refuse() {
            if (crossing > 0) {
                throw new DataFormatException(
                        data.location(firstCrossing),
                        "arcs of the tree cross, as in " + crossing + " of " + number
                                + " trees, but a projective parser learns trees without crossing arcs; lift the arcs when the data are read"
                                + " (--crossing-arcs lift), leave the trees out (--crossing-arcs skip), or train a parser of all trees"
                                + " (--trees all)");
            }
        }
    }
}
