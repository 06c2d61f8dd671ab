package org.espalier.labelling.tree;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.Labels;
import org.espalier.data.TagScheme;
import org.espalier.feature.AttributeLists;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.PairPlaces;
import org.espalier.inference.Inference;
import org.espalier.inference.chain.Decoder;
import org.espalier.inference.forest.SecondOrderInference;
import org.espalier.labelling.Gold;
import org.espalier.labelling.LabelStructure;
import org.espalier.labelling.MarkDecoding;
import org.espalier.math.Kernels;
import org.espalier.scoring.LayoutBuilder;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.Family;
import org.espalier.structure.Supervision;
import org.espalier.structure.forest.GoldHeads;
import org.espalier.structure.forest.SecondOrderTopology;
import org.espalier.structure.forest.SecondOrderTree;
import org.espalier.structure.forest.SecondOrderTrees;

/** The trees of a dependency parser of second order: relations belong to arcs, and pairs of arcs have one target. */
public final class SecondOrderLabels implements TreeLabels<SecondOrderTrees> {
    /** The kind that model files name. */
    public static final String KIND = "second-order-dependencies";

    private static final String SINGLE_ROOT = "singleRoot";
    private static final String SIBLINGS = "siblings";
    private static final String GRANDPARENTS = "grandparents";

    private final SecondOrderTopology topology;
    private final List<Family> families;

    SecondOrderLabels(int relations, boolean hasSingleRoot, boolean hasSiblings, boolean hasGrandparents) {
        this.topology = new SecondOrderTopology(relations, hasSingleRoot, hasSiblings, hasGrandparents);
        this.families = topology.families();
    }

    /** What {@link #definition} gave. */
    public static SecondOrderLabels read(Map<?, ?> definition, Labels names, TagScheme scheme) {
        if (!(definition.get(SINGLE_ROOT) instanceof Boolean single)
                || !(definition.get(SIBLINGS) instanceof Boolean siblings)
                || !(definition.get(GRANDPARENTS) instanceof Boolean grandparents)) {
            throw new IllegalArgumentException(
                    "a structure of trees without '" + SINGLE_ROOT + "', '" + SIBLINGS + "' or '" + GRANDPARENTS + "'");
        }
        return new SecondOrderLabels(names.size(), single, siblings, grandparents);
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Map<String, Object> definition() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(SINGLE_ROOT, topology.hasSingleRoot());
        map.put(SIBLINGS, topology.hasSiblings());
        map.put(GRANDPARENTS, topology.hasGrandparents());
        return map;
    }

    @Override
    public int labels() {
        return topology.relations();
    }

    @Override
    public List<Family> families() {
        return families;
    }

    @Override
    public LinearScorer<SecondOrderTrees> scorer(ParameterLayout layout) {
        return new LinearScorer<>(layout, topology);
    }

    @Override
    public Inference<SecondOrderTrees> inference(Kernels kernels) {
        return new SecondOrderInference();
    }

    @Override
    public PairPlaces pairPlaces() {
        return PairPlaces.arcs(topology.hasSiblings(), topology.hasGrandparents());
    }

    @Override
    public boolean isComplete(Gold gold) {
        return gold.marks().size() == gold.length();
    }

    @Override
    public Supervision<SecondOrderTrees> supervision(Gold gold, SecondOrderTrees trees) {
        return new GoldHeads(DependencyLabels.heads(gold), DependencyLabels.relations(gold));
    }

    @Override
    public MarkDecoding<SecondOrderTrees> markDecoding(Inference<SecondOrderTrees> inference, Decoder decoder) {
        return new SecondOrderDecoding(inference, decoder);
    }

    /** What is known of the tree: its arcs, and pairs of arcs where both are known. */
    @Override
    public void count(EncodedSequence sequence, Gold gold, double weight, LayoutBuilder.Counter counter) {
        SecondOrderTrees trees = topology.structure(sequence);
        AttributeLists lists = sequence.lists(SecondOrderTrees.ARCS);
        int[] heads = DependencyLabels.heads(gold);
        int[] relations = DependencyLabels.relations(gold);
        for (int m = 1; m <= heads.length; m++) {
            int arc = heads[m - 1] < 0 ? -1 : trees.arcs().arc(heads[m - 1], m);
            if (arc >= 0 && relations[m - 1] >= 0) {
                counter.add(0, lists, arc, relations[m - 1], weight);
            }
        }
        if (!isComplete(gold) || trees.whyNot(heads) != null) {
            return;
        }
        SecondOrderTree tree = new SecondOrderTree(trees, heads, relations);
        for (int m = 1; m <= heads.length; m++) {
            int head = heads[m - 1];
            if (tree.hasSibling(head)) {
                int place = trees.related().sibling(head, tree.sibling(m), m);
                counter.add(1, lists, trees.site(SecondOrderTrees.SIBLINGS, place), 0, weight);
            }
            if (topology.hasGrandparents() && head > 0) {
                int place = trees.related().grandparent(heads[head - 1], head, m);
                int site = trees.site(SecondOrderTrees.GRANDPARENTS, place);
                counter.add(families.size() - 1, lists, site, 0, weight);
            }
        }
    }

    /** The weights of a parser with the same parts are a start. */
    @Override
    public LayoutBuilder.Retargeting retargeting(LabelStructure<?> older) {
        if (!(older instanceof SecondOrderLabels)
                || !older.families().stream()
                        .map(Family::name)
                        .toList()
                        .equals(families.stream().map(Family::name).toList())) {
            throw new IllegalArgumentException(
                    "it has " + older.kind() + " for a structure, and the training has " + KIND + " with other parts");
        }
        return (family, target) -> target;
    }

    @Override
    public List<String> targetNames(int family, Labels names) {
        return family == 0 ? names.names() : List.of(families.get(family).name());
    }

    @Override
    public String toString() {
        return "projective trees of second order" + (topology.hasSingleRoot() ? " with one root" : "");
    }
}
