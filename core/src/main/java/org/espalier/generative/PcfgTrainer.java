package org.espalier.generative;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.espalier.data.DataFormatException;
import org.espalier.data.Labels;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeIndex;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.text.WordOrClass;
import org.espalier.labelling.Marks;
import org.espalier.labelling.tree.ConstituentLabels;
import org.espalier.labelling.tree.CountedTrees;
import org.espalier.labelling.tree.TagMarks;
import org.espalier.model.FileForm;
import org.espalier.model.Model;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.LayoutBuilder;
import org.espalier.scoring.Normalisation;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.forest.Grammar;
import org.espalier.train.Learner;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingReport;
import org.espalier.train.TrainingSummary;

/**
 * Counts a probabilistic context-free grammar in a treebank (Booth &amp; Thompson 1973; Charniak 1996).
 *
 * <pre>
 *   p(x, t) = Π_{rules A → β of t} p(β | A) · Π_words p(word | tag)        p(β | A) = n(A → β) / n(A)
 * </pre>
 *
 * Its logarithms are the weights of a conditional random field over the same trees, which is what is decoded, saved and inspected; p(t | x) is the same. Words and tags
 * are those of a {@linkplain HmmTrainer hidden Markov model}, with its smoothing and its unknown words. Every sentence has a tree: a row of constituents and words
 * may stand below the start, and gets its probability by smoothing.
 *
 * @param options how
 * @param listener hears of the start and of the end
 */
public record PcfgTrainer(PcfgOptions options, TrainingListener listener) implements Learner {

    public PcfgTrainer(PcfgOptions options) {
        this(options, TrainingListener.NONE);
    }

    @Override
    public String name() {
        return "pcfg";
    }

    @Override
    public PcfgTrainer withListener(TrainingListener value) {
        return new PcfgTrainer(options, value);
    }

    /** The same: one walk through the data is all there is. */
    @Override
    public PcfgTrainer withStop(BooleanSupplier value) {
        return this;
    }

    /**
     * Counts trees.
     *
     * @throws DataFormatException when a sentence has no tree, or a word no tag
     * @throws TrainingException when there are no words
     */
    @Override
    public Model train(Iterable<Sequence> data) {
        long begun = System.nanoTime();
        List<Sequence> words = new ArrayList<>();
        List<TagMarks> trees = new ArrayList<>();
        SortedSet<String> names = new TreeSet<>();
        for (Sequence sentence : data) {
            List<Mark> marks = sentence.marks();
            if (marks == null) {
                throw new DataFormatException(
                        sentence.location(), "the sentence has no tree; training needs one for every sentence");
            }
            if (sentence.weight() > 0 && sentence.length() > 0) {
                TagMarks tree = new TagMarks(sentence, marks);
                tree.all().forEach(mark -> names.add(mark.label()));
                trees.add(tree);
                words.add(tagged(sentence));
            }
        }
        if (trees.isEmpty()) {
            throw new TrainingException(
                    "there are no trees to count; the data are empty, or every tree has the weight 0");
        }
        Labels labels = Labels.of(names);
        Hmm hmm = new HmmTrainer(words()).hmm(words);
        Encoder encoder = encoder(hmm);
        CountedTrees counted = counted(trees, labels);
        ConstituentLabels structure = counted.structure();
        ParameterLayout layout = layout(structure, encoder.attributes());
        TrainingSummary summary = new TrainingSummary(
                trees.size(),
                trees.stream().mapToLong(tree -> tree.sequence().length()).sum(),
                labels.size(),
                encoder.attributes().size(),
                0,
                layout.parameters(),
                0,
                1,
                0);
        listener.onStart(summary);
        double[] weights = new double[layout.parameters()];
        fillWords(structure, labels, hmm, encoder.attributes(), layout, weights);
        fillRules(counted, layout, weights);
        Model model = new Model(
                labels,
                encoder,
                layout,
                weights,
                options.tagsGiven() ? 2 : 1,
                provenance(summary),
                FileForm.PLAIN,
                Normalisation.GLOBAL,
                structure);
        int active = (int) Arrays.stream(weights).filter(weight -> weight != 0).count();
        listener.onFinish(TrainingReport.counted(summary, active, (System.nanoTime() - begun) / 1e9));
        return model;
    }

    /** Words are tags where these are given, and then every word has its own tag only. */
    private HmmOptions words() {
        return options.tagsGiven()
                ? options.words().withColumn(0).withUnknown(UnknownWords.NONE).withEmissions(Smoothing.NONE)
                : options.words().withColumn(0);
    }

    /** What the hidden Markov model counts: a word, and its tag for a label. */
    private Sequence tagged(Sequence sentence) {
        List<Token> tokens = new ArrayList<>();
        List<String> tags = new ArrayList<>();
        for (int t = 0; t < sentence.length(); t++) {
            String tag = TagMarks.tag(sentence, t);
            tags.add(tag);
            tokens.add(Token.ofColumns(
                    options.tagsGiven()
                            ? tag
                            : sentence.tokens().get(t).columns().get(0)));
        }
        return Sequence.of(tokens, tags).withWeight(sentence.weight());
    }

    /** The symbols of words and classes; the beginnings and ends of sentences have none. */
    private Encoder encoder(Hmm hmm) {
        AttributeIndex all = hmm.encoder().attributes();
        Vocabulary.Builder symbols = new Vocabulary.Builder();
        for (int a = 0; a < all.size(); a++) {
            if (!all.get(a).equals(Encoder.BEGIN) && !all.get(a).equals(Encoder.END)) {
                symbols.add(all.get(a));
            }
        }
        return new Encoder(
                ((WordOrClass) hmm.encoder().extractor()).withColumn(options.tagsGiven() ? 1 : 0),
                false,
                symbols.build(),
                new Vocabulary.Builder().build());
    }

    private CountedTrees counted(List<TagMarks> trees, Labels labels) {
        CountedTrees.Builder builder = new CountedTrees.Builder(options.trees(), labels.size());
        for (TagMarks tree : trees) {
            Marks marks = Marks.of(tree.all().stream()
                    .flatMapToInt(mark -> IntStream.of(mark.from(), mark.to(), labels.indexOf(mark.label())))
                    .toArray());
            try {
                builder.add(tree.sequence().length(), marks, tree.sequence().weight());
            } catch (IllegalArgumentException e) {
                throw new DataFormatException(tree.sequence().location(), String.valueOf(e.getMessage()), e);
            }
        }
        return builder.build();
    }

    /** Every symbol of words with every word, and all rules. */
    private static ParameterLayout layout(ConstituentLabels structure, AttributeIndex attributes) {
        LayoutBuilder builder =
                new LayoutBuilder(structure.families(), kind -> kind == 0 ? attributes.size() : 0, family -> true);
        LayoutBuilder.Counter counter = builder.counter(LayoutBuilder.Choice.occurring(1));
        Grammar grammar = structure.grammar();
        int[] tags = IntStream.range(0, grammar.symbols())
                .filter(grammar::isPreterminal)
                .toArray();
        long[] keys = new long[attributes.size() * tags.length];
        double[] once = new double[keys.length];
        Arrays.fill(once, 1);
        for (int a = 0; a < attributes.size(); a++) {
            for (int k = 0; k < tags.length; k++) {
                keys[a * tags.length + k] = (long) a * grammar.symbols() + tags[k];
            }
        }
        counter.add(0, new LayoutBuilder.Tally(keys, once));
        for (int rule = 0; rule < grammar.binaryRules() + grammar.unaryRules(); rule++) {
            counter.add(1, rule, 1);
        }
        return counter.layout(null, (family, target) -> target);
    }

    /** log p(word | tag); what stands above the tag in one symbol does not matter. */
    private static void fillWords(
            ConstituentLabels structure,
            Labels labels,
            Hmm hmm,
            AttributeIndex attributes,
            ParameterLayout layout,
            double[] weights) {
        FeatureLists lists = layout.lists(0);
        for (int a = 0; a < attributes.size(); a++) {
            for (int k = lists.offsets()[a]; k < lists.offsets()[a + 1]; k++) {
                String tag = labels.name(structure.tag(lists.target(a, k)));
                weights[layout.begin(0) + k] = Math.max(Hmm.FLOOR, hmm.logEmissionOf(tag, attributes.get(a)));
            }
        }
    }

    /** Relative frequencies; smoothed for the start, and for rows below it. */
    private void fillRules(CountedTrees counted, ParameterLayout layout, double[] weights) {
        Grammar grammar = counted.structure().grammar();
        int rules = grammar.binaryRules() + grammar.unaryRules();
        int[] parents = new int[rules];
        Arrays.setAll(
                parents,
                rule -> rule < grammar.binaryRules()
                        ? grammar.parent(rule)
                        : grammar.parentOfUnary(rule - grammar.binaryRules()));
        double[] totals = new double[grammar.symbols()];
        for (int rule = 0; rule < rules; rule++) {
            totals[parents[rule]] += counted.counts()[rule];
        }
        for (int rule = 0; rule < rules; rule++) {
            weights[layout.begin(1) + rule] = Math.log(counted.counts()[rule] / totals[parents[rule]]);
        }
        for (int parent : new int[] {grammar.start(), counted.row()}) {
            int[] own = IntStream.range(0, rules)
                    .filter(rule -> parents[rule] == parent)
                    .toArray();
            double[][] counts = {
                Arrays.stream(own).mapToDouble(rule -> counted.counts()[rule]).toArray()
            };
            double[] lower = Arrays.stream(own)
                    .mapToDouble(rule -> frequency(counted, rule))
                    .toArray();
            double[] probabilities = options.rows().estimate(counts, lower)[0];
            for (int k = 0; k < own.length; k++) {
                weights[layout.begin(1) + own[k]] = Math.max(Hmm.FLOOR, Math.log(probabilities[k]));
            }
        }
    }

    /** How often the child occurs that a rule of a row adds. */
    private static double frequency(CountedTrees counted, int rule) {
        Grammar grammar = counted.structure().grammar();
        int row = counted.row();
        int child;
        if (rule >= grammar.binaryRules()) {
            child = grammar.child(rule - grammar.binaryRules());
        } else {
            child = grammar.left(rule) == row ? grammar.right(rule) : grammar.left(rule);
        }
        return counted.occurrences(child);
    }

    @Override
    public Map<String, Object> provenance() {
        UnknownWords unknown = options.words().unknown();
        Map<String, Object> chosen = new LinkedHashMap<>();
        chosen.put("model", name());
        chosen.put("tags", options.tagsGiven() ? "given" : "predicted");
        chosen.putAll(options.trees().provenance());
        if (!options.tagsGiven()) {
            chosen.put("emissions", options.words().emissions().toString());
            chosen.put("unknown", unknown.rule().name().toLowerCase(Locale.ROOT));
            chosen.put("rare", unknown.rare());
            chosen.put("replaced", unknown.replaced());
        }
        chosen.put("rows", options.rows().toString());
        return chosen;
    }

    private Map<String, Object> provenance(TrainingSummary summary) {
        Map<String, Object> provenance = new LinkedHashMap<>();
        provenance.put("sequences", summary.sequences());
        provenance.put("tokens", summary.tokens());
        provenance.put("options", provenance());
        return provenance;
    }
}
