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
import org.espalier.structure.Sites;
import org.espalier.structure.Supervision;
import org.espalier.structure.Topology;
import org.espalier.structure.forest.Chart;
import org.espalier.structure.forest.ChartTopology;
import org.espalier.structure.forest.GoldSpans;
import org.espalier.structure.forest.Grammar;
import org.espalier.structure.forest.Parse;

/**
 * The trees of a parser of constituents: labels are those of constituents, and every constituent has a mark from its first word to the one after its
 * last, from the top. Where the grammar finds tags, too, these are the lowest marks over every word.
 */
public final class ConstituentLabels implements TreeLabels<Chart> {
    /** The kind that model files name. */
    public static final String KIND = "constituents";

    private static final int SPAN = 0;
    private static final int RULE = 1;

    private final TreeGrammar trees;
    private final int labels;
    private final Topology<Chart> topology;

    ConstituentLabels(TreeGrammar trees, int labels) {
        this.trees = trees;
        this.labels = labels;
        this.topology =
                trees.factoring().hasTags() ? new TagTopology(trees.grammar()) : new ChartTopology(trees.grammar());
    }

    /** Charts whose words have attributes, and spans have none: a family of words, whose targets are their lower symbols, and the rules. */
    private record TagTopology(Grammar grammar) implements Topology<Chart> {
        @Override
        public Chart structure(Sites sites) {
            return Chart.of(grammar, sites.length());
        }

        @Override
        public List<Family> families() {
            return List.of(
                    Family.plain("word", Chart.WORDS, grammar.symbols()), Family.shared("rule", sharedParts(), null));
        }

        @Override
        public int sharedParts() {
            return grammar.binaryRules() + grammar.unaryRules();
        }

        @Override
        public boolean isShapedByLength(Sites sites) {
            return true;
        }

        /** False: the symbols of longer spans have no family. */
        @Override
        public boolean coversParts() {
            return false;
        }
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

    /**
     * The tag of a symbol that words may have.
     *
     * @throws IllegalArgumentException when it is no such symbol, or there are no tags
     */
    public int tag(int symbol) {
        int[] found = trees.labels(symbol);
        if (!hasTags() || !grammar().isPreterminal(symbol)) {
            throw new IllegalArgumentException("symbol " + symbol + " has no tag");
        }
        return found[found.length - 1];
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
        return hasTags() ? PairPlaces.STEPS : PairPlaces.SPANS;
    }

    @Override
    public boolean hasSpans() {
        return true;
    }

    @Override
    public boolean hasTags() {
        return trees.factoring().hasTags();
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
        AttributeLists lists = sequence.lists(hasTags() ? Chart.WORDS : Chart.LOWER);
        for (int k = 0; k < parse.size(); k++) {
            if (!hasTags()) {
                counter.add(SPAN, lists, parse.span(k), parse.lower(k), weight);
            } else if (parse.split(k) == 0) {
                counter.add(SPAN, lists, chart.spanSet().begin(parse.span(k)), parse.lower(k), weight);
            }
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
                    : unaryTarget(
                            symbols[from.parentOfUnary(r - from.binaryRules())],
                            symbols[from.child(r - from.binaryRules())]);
        }
        return (family, target) -> family == RULE ? rules[target] : symbols[target];
    }

    private int unaryTarget(int parent, int child) {
        int rule = grammar().unaryRule(parent, child);
        return rule < 0 ? -1 : grammar().binaryRules() + rule;
    }

    @Override
    public List<String> targetNames(int family, Labels names) {
        return family == RULE ? trees.ruleNames(names) : trees.symbolNames(names);
    }

    @Override
    public String toString() {
        return (hasTags() ? "trees with tags" : "trees") + " by a grammar of "
                + grammar().symbols() + " symbols and " + topology.sharedParts() + " rules";
    }
}
