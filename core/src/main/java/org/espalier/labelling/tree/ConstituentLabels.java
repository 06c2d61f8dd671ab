package org.espalier.labelling.tree;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.espalier.data.Labels;
import org.espalier.data.TagScheme;
import org.espalier.feature.AttributeLists;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.PairPlaces;
import org.espalier.inference.Inference;
import org.espalier.inference.chain.Decoder;
import org.espalier.inference.forest.ChartInference;
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
import org.espalier.structure.forest.Chart;
import org.espalier.structure.forest.ChartTopology;
import org.espalier.structure.forest.GoldSpans;
import org.espalier.structure.forest.Grammar;
import org.espalier.structure.forest.Parse;

/**
 * The trees of a parser of constituents: labels are those of constituents, and every constituent has a mark from its first word to the one after its
 * last, from the top.
 */
public final class ConstituentLabels implements TreeLabels<Chart> {
    /** The kind that model files name. */
    public static final String KIND = "constituents";

    private static final int SPAN = 0;
    private static final int RULE = 1;

    private final TreeGrammar trees;
    private final int labels;
    private final ChartTopology topology;

    ConstituentLabels(TreeGrammar trees, int labels) {
        this.trees = trees;
        this.labels = labels;
        this.topology = new ChartTopology(trees.grammar());
    }

    /** What {@link #definition} gave. */
    public static ConstituentLabels read(Map<?, ?> definition, Labels names, TagScheme scheme) {
        return new ConstituentLabels(TreeGrammar.read(definition, names.size()), names.size());
    }

    /** The grammar of the training data; its symbol 0 is the start. */
    public Grammar grammar() {
        return trees.grammar();
    }

    /** Whether the rest of a constituent is on the right of what is split off, so that rests end where the constituent does. */
    public boolean isRightFactored() {
        return trees.factoring().isRight();
    }

    /** Whether a symbol of the grammar is a constituent, or several one above the other; if not, it is a word, a rest or the start. */
    public boolean isConstituent(int symbol) {
        return trees.labels(symbol).length > 0;
    }

    /** Whether the grammar has a tree with exactly these constituents over so many words. */
    public boolean derives(int words, Marks marks) {
        return trees.parse(Chart.of(grammar(), words), marks) != null;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Map<String, Object> definition() {
        return trees.definition();
    }

    @Override
    public int labels() {
        return labels;
    }

    @Override
    public List<Family> families() {
        return topology.families();
    }

    @Override
    public LinearScorer<Chart> scorer(ParameterLayout layout) {
        return new LinearScorer<>(layout, topology);
    }

    @Override
    public Inference<Chart> inference(Kernels kernels) {
        return new ChartInference();
    }

    @Override
    public PairPlaces pairPlaces() {
        return PairPlaces.SPANS;
    }

    /** Always: a tree is known as a whole. */
    @Override
    public boolean isComplete(Gold gold) {
        return true;
    }

    /** Exactly the tree of the marks; none where the grammar or the chart does not have it. */
    @Override
    public Supervision<Chart> supervision(Gold gold, Chart chart) {
        Parse parse = trees.parse(chart, gold.marks());
        if (parse != null) {
            return GoldSpans.of(parse);
        }
        BitSet all = new BitSet(chart.parts());
        all.set(chart.sharedParts(), chart.parts());
        return GoldSpans.without(chart, all);
    }

    @Override
    public MarkDecoding<Chart> markDecoding(Inference<Chart> inference, Decoder decoder) {
        return new ConstituentDecoding(inference, decoder, trees);
    }

    @Override
    public void count(EncodedSequence sequence, Gold gold, double weight, LayoutBuilder.Counter counter) {
        Chart chart = topology.structure(sequence);
        Parse parse = trees.parse(chart, gold.marks());
        if (parse == null) {
            return;
        }
        double[] rules = new double[chart.parts()];
        parse.addTo(rules, 1);
        for (int r = 0; r < chart.sharedParts(); r++) {
            if (rules[r] > 0) {
                counter.add(RULE, r, rules[r] * weight);
            }
        }
        AttributeLists lists = sequence.lists(Chart.LOWER);
        for (int k = 0; k < parse.size(); k++) {
            counter.add(SPAN, lists, parse.span(k), parse.lower(k), weight);
        }
    }

    /** Symbols and rules by their names, of which the older labels are the beginning. */
    @Override
    public LayoutBuilder.Retargeting retargeting(LabelStructure<?> older) {
        if (!(older instanceof ConstituentLabels other)
                || !other.trees.factoring().equals(trees.factoring())) {
            throw new IllegalArgumentException("it has " + older.kind() + " for a structure, and the training has "
                    + KIND + " made binary in another way; ask for the same");
        }
        int[] symbols = new int[other.grammar().symbols()];
        for (int s = 0; s < symbols.length; s++) {
            symbols[s] = trees.number(other.trees.symbol(s));
        }
        int[] rules = new int[other.topology.sharedParts()];
        Grammar from = other.grammar();
        for (int r = 0; r < rules.length; r++) {
            rules[r] = r < from.binaryRules()
                    ? grammar().binaryRule(symbols[from.parent(r)], symbols[from.left(r)], symbols[from.right(r)])
                    : unaryTarget(symbols[from.child(r - from.binaryRules())]);
        }
        return (family, target) -> family == RULE ? rules[target] : symbols[target];
    }

    private int unaryTarget(int child) {
        int rule = grammar().unaryRule(grammar().start(), child);
        return rule < 0 ? -1 : grammar().binaryRules() + rule;
    }

    @Override
    public List<String> targetNames(int family, Labels names) {
        return family == RULE ? trees.ruleNames(names) : trees.symbolNames(names);
    }

    @Override
    public String toString() {
        return "trees by a grammar of " + grammar().symbols() + " symbols and " + topology.sharedParts() + " rules";
    }
}
