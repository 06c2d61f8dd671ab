package org.espalier.labelling.tree;

import java.util.Arrays;
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
import org.espalier.inference.forest.EisnerInference;
import org.espalier.inference.spanning.MatrixTreeInference;
import org.espalier.labelling.Gold;
import org.espalier.labelling.LabelStructure;
import org.espalier.labelling.MarkDecoding;
import org.espalier.labelling.Marks;
import org.espalier.math.Kernels;
import org.espalier.scoring.LayoutBuilder;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.Family;
import org.espalier.structure.Supervision;
import org.espalier.structure.spanning.Arcs;
import org.espalier.structure.spanning.DependencyTree;
import org.espalier.structure.spanning.GoldArcs;
import org.espalier.structure.spanning.SpanningTopology;
import org.espalier.structure.spanning.SpanningTrees;

/** The trees of a dependency parser: labels are relations, and every word has a mark from its head. A word without a mark is not annotated. */
public final class DependencyLabels implements TreeLabels<SpanningTrees> {
    /** The kind that model files name. */
    public static final String KIND = "dependencies";

    private static final String SINGLE_ROOT = "singleRoot";
    private static final String PROJECTIVE = "projective";
    private static final int ARC = 0;

    private final SpanningTopology topology;

    DependencyLabels(int relations, boolean hasSingleRoot, boolean isProjective) {
        this.topology = new SpanningTopology(relations, hasSingleRoot, isProjective);
    }

    /** What {@link #definition} gave. */
    public static DependencyLabels read(Map<?, ?> definition, Labels names, TagScheme scheme) {
        if (!(definition.get(SINGLE_ROOT) instanceof Boolean single)
                || !(definition.get(PROJECTIVE) instanceof Boolean projective)) {
            throw new IllegalArgumentException(
                    "a structure of trees without '" + SINGLE_ROOT + "' or '" + PROJECTIVE + "'");
        }
        return new DependencyLabels(names.size(), single, projective);
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Map<String, Object> definition() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(SINGLE_ROOT, topology.hasSingleRoot());
        map.put(PROJECTIVE, topology.isProjective());
        return map;
    }

    /** Whether no two arcs may cross. */
    public boolean isProjective() {
        return topology.isProjective();
    }

    @Override
    public int labels() {
        return topology.relations();
    }

    @Override
    public List<Family> families() {
        return topology.families();
    }

    @Override
    public LinearScorer<SpanningTrees> scorer(ParameterLayout layout) {
        return new LinearScorer<>(layout, topology);
    }

    @Override
    public Inference<SpanningTrees> inference(Kernels kernels) {
        return isProjective() ? new EisnerInference() : new MatrixTreeInference();
    }

    @Override
    public PairPlaces pairPlaces() {
        return PairPlaces.ARCS;
    }

    @Override
    public boolean isComplete(Gold gold) {
        return gold.marks().size() == gold.length();
    }

    @Override
    public Supervision<SpanningTrees> supervision(Gold gold, SpanningTrees trees) {
        int[] heads = heads(gold);
        int[] relations = relations(gold);
        return isComplete(gold)
                ? GoldArcs.of(new DependencyTree(trees.arcs(), heads, relations))
                : GoldArcs.partial(heads, relations);
    }

    /** The head of every word from 1 on, 0 for the root, −1 where it is not known. */
    static int[] heads(Gold gold) {
        int[] heads = new int[gold.length()];
        Arrays.fill(heads, GoldArcs.UNKNOWN);
        Marks marks = gold.marks();
        for (int k = 0; k < marks.size(); k++) {
            heads[marks.to(k)] = marks.from(k) + 1;
        }
        return heads;
    }

    /** The relation of every word to its head, −1 where it is not known. */
    static int[] relations(Gold gold) {
        int[] relations = new int[gold.length()];
        Arrays.fill(relations, GoldArcs.UNKNOWN);
        Marks marks = gold.marks();
        for (int k = 0; k < marks.size(); k++) {
            relations[marks.to(k)] = marks.label(k);
        }
        return relations;
    }

    /**
     * Refuses what is no tree.
     *
     * @throws IllegalArgumentException when it is none; the message says why
     */
    void requireTree(Gold gold) {
        boolean[] seen = new boolean[gold.length()];
        Marks marks = gold.marks();
        for (int k = 0; k < marks.size(); k++) {
            if (marks.to(k) >= seen.length || seen[marks.to(k)]) {
                throw new IllegalArgumentException("word " + (marks.to(k) + 1)
                        + (marks.to(k) < seen.length ? " has two heads" : " is not there") + "; expected a tree");
            }
            seen[marks.to(k)] = true;
        }
        SpanningTrees trees =
                new SpanningTrees(new Arcs(gold.length(), labels()), topology.hasSingleRoot(), false, null);
        supervision(gold, trees).requireFit(trees);
    }

    /** Whether arcs cross, where all are known. */
    boolean crosses(Gold gold) {
        return isComplete(gold)
                && !new DependencyTree(new Arcs(gold.length(), labels()), heads(gold), relations(gold)).isProjective();
    }

    @Override
    public MarkDecoding<SpanningTrees> markDecoding(Inference<SpanningTrees> inference, Decoder decoder) {
        return new DependencyDecoding(inference, decoder);
    }

    @Override
    public void count(EncodedSequence sequence, Gold gold, double weight, LayoutBuilder.Counter counter) {
        AttributeLists lists = sequence.lists(SpanningTrees.ARCS);
        int[] pairs = sequence.sites(SpanningTrees.ARCS);
        int[] heads = heads(gold);
        int[] relations = relations(gold);
        for (int site = 0; site < pairs.length / 2; site++) {
            int word = pairs[2 * site + 1];
            if (heads[word] == pairs[2 * site] + 1 && relations[word] >= 0) {
                counter.add(ARC, lists, site, relations[word], weight);
            }
        }
    }

    @Override
    public LayoutBuilder.Retargeting retargeting(LabelStructure<?> older) {
        if (!(older instanceof DependencyLabels)) {
            throw new IllegalArgumentException(
                    "it has " + older.kind() + " for a structure, and the training has " + KIND);
        }
        return (family, target) -> target;
    }

    @Override
    public List<String> targetNames(int family, Labels names) {
        return names.names();
    }

    @Override
    public String toString() {
        return (isProjective() ? "projective trees" : "trees") + (topology.hasSingleRoot() ? " with one root" : "");
    }
}
