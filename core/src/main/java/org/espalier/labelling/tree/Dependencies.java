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
 */
public record Dependencies(boolean isProjective, boolean hasSingleRoot) implements StructureSpec {

    @Override
    public LabelStructure<?> settle(LabelData data) {
        DependencyLabels labels = new DependencyLabels(data.labels().size(), hasSingleRoot, isProjective);
        Check check = new Check(labels, data);
        data.forEach(check::add);
        check.refuse();
        return labels;
    }

    @Override
    public PairPlaces pairPlaces() {
        return PairPlaces.ARCS;
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
        return map;
    }

    @Override
    public String describe() {
        return "a dependency parser";
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
