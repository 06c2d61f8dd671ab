package org.espalier.train.run;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.data.Attribute;
import org.espalier.data.Factor;
import org.espalier.data.Grid;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.graph.GraphFeatures;
import org.espalier.feature.template.Template;
import org.espalier.feature.text.FeatureSet;
import org.espalier.labelling.LabelStructure;
import org.espalier.labelling.StructureSpec;
import org.espalier.labelling.ValidLabels;
import org.espalier.labelling.chain.HiddenClasses;
import org.espalier.labelling.chain.HiddenStates;
import org.espalier.labelling.chain.HigherOrder;
import org.espalier.labelling.factor.GraphModelSpec;
import org.espalier.labelling.segment.SemiMarkov;
import org.espalier.loss.LossFunction;
import org.espalier.math.Kernels;
import org.espalier.optimize.Penalty;
import org.espalier.parallel.Workers;
import org.espalier.structure.Structure;
import org.espalier.structure.factor.Tying;
import org.espalier.train.SyntheticData;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.ChunkStore;
import org.espalier.train.corpus.Collector;
import org.espalier.train.corpus.LayoutChoice;
import org.espalier.train.corpus.TrainingData;

/**
 * A structure with features and data that suit it.
 *
 * @param name for messages
 * @param spec the structure
 * @param features what is observed
 * @param source makes the data
 * @param exact whether the tagger's labels and the first of the n best are the most probable labels
 */
record StructureCase(String name, StructureSpec spec, AttributeExtractor features, Source source, boolean exact) {
    static final Template TEMPLATE = Template.parse("U0:%x[0,0]\nU1:%x[-1,0]\nB\n", "features");
    static final Template BIGRAMS = Template.parse("U0:%x[0,0]\nB0:%x[0,0]\nB\n", "bigrams");
    static final FeatureSet SEGMENTS =
            FeatureSet.parse("words(-1..1), segment-text, segment-length, segment-first, segment-counts");

    static final GraphFeatures GRAPHS = new GraphFeatures();

    /** Makes sequences. */
    interface Source {
        List<Sequence> sequences(long seed, int count);
    }

    static List<StructureCase> all() {
        Source plain = (seed, count) -> SyntheticData.sequences(seed, count, 3);
        return List.of(
                new StructureCase("order 2", new HigherOrder(2), TEMPLATE, plain, true),
                new StructureCase("order 3, all", new HigherOrder(3, HigherOrder.Extent.ALL, 1), TEMPLATE, plain, true),
                new StructureCase(
                        "order 2, observed", new HigherOrder(2, HigherOrder.Extent.OCCURRING, 2), BIGRAMS, plain, true),
                new StructureCase("hidden states", new HiddenStates(2), BIGRAMS, plain, false),
                new StructureCase("classes", new HiddenClasses(3), TEMPLATE, StructureCase::classes, true),
                new StructureCase(
                        "classes, shared", new HiddenClasses(2, true, true), TEMPLATE, StructureCase::classes, true),
                new StructureCase("segments, BIO", new SemiMarkov(4), SEGMENTS, StructureCase::spans, true),
                new StructureCase("segments, plain", new SemiMarkov(3), SEGMENTS, StructureCase::runs, false),
                new StructureCase(
                        "valid labels", new ValidLabels(HiddenStates.NONE), BIGRAMS, StructureCase::spans, true),
                new StructureCase("graphs", GraphModelSpec.exact(), GRAPHS, StructureCase::grids, true),
                new StructureCase(
                        "graphs, tied",
                        GraphModelSpec.exact().withTying(Map.of("right", Tying.POTTS, "down", Tying.SYMMETRIC)),
                        GRAPHS,
                        StructureCase::grids,
                        true));
    }

    List<Sequence> data(long seed, int count) {
        return source.sequences(seed, count);
    }

    /** L2 with λ₂ = 0.5; one thread. */
    TrainingOptions options() {
        return TrainingOptions.DEFAULTS
                .withStructure(spec)
                .withPenalty(Penalty.l2(0.5))
                .withThreads(1);
    }

    /** What was asked of an objective. */
    interface Question {
        void ask(Objective<?> objective);
    }

    /** Makes the objective of some data, without the penalty, and closes it again. */
    void withObjective(LossFunction function, List<Sequence> sequences, Question question) {
        Iterator<Sequence> iterator = sequences.iterator();
        TrainingOptions options = options();
        try (TrainingData data = Collector.collect(
                        () -> iterator.hasNext() ? iterator.next() : null,
                        features.fit(sequences),
                        options,
                        null,
                        ChunkStore.in(null),
                        spec.pairPlaces());
                Workers workers = new Workers(1)) {
            ask(function, data, spec.settle(data), workers, question);
        }
    }

    private <S extends Structure> void ask(
            LossFunction function, TrainingData data, LabelStructure<S> structure, Workers workers, Question question) {
        Task<S> task = new Task<>(
                structure,
                structure.scorer(LayoutChoice.of(data, options().selection(), structure, null)),
                structure.inference(Kernels.scalar()));
        try (Objective<S> objective = new Objective<>(
                task,
                structure.loss(function, task.inference(), 1),
                false,
                data.instances(),
                Kernels.scalar(),
                workers)) {
            question.ask(objective);
        }
    }

    /** Spans of up to four tokens of two types, in IOB2. */
    static List<Sequence> spans(long seed, int count) {
        Random random = new Random(seed);
        List<Sequence> data = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            List<String> words = new ArrayList<>();
            List<String> labels = new ArrayList<>();
            for (int k = n < 2 ? n : 1 + random.nextInt(4); k > 0; k--) {
                int type = random.nextInt(3);
                int length = type == 2 ? 1 : 1 + random.nextInt(4 - type);
                for (int t = 0; t < length; t++) {
                    labels.add(type == 2 ? "O" : (t == 0 ? "B-" : "I-") + "XY".charAt(type));
                    words.add(word(random, type, 3));
                }
            }
            data.add(Sequence.ofWords(words.toArray(String[]::new)).withLabels(labels));
        }
        return data;
    }

    /** Runs of up to three equal labels. */
    static List<Sequence> runs(long seed, int count) {
        Random random = new Random(seed);
        List<Sequence> data = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            List<String> words = new ArrayList<>();
            List<String> labels = new ArrayList<>();
            int type = random.nextInt(3);
            for (int k = n < 2 ? n : 1 + random.nextInt(3); k > 0; k--) {
                type = (type + 1 + random.nextInt(2)) % 3;
                for (int t = 1 + random.nextInt(3); t > 0; t--) {
                    labels.add("R" + type);
                    words.add(word(random, type, 3));
                }
            }
            data.add(Sequence.ofWords(words.toArray(String[]::new)).withLabels(labels));
        }
        return data;
    }

    /** One of three classes for a whole sequence. */
    static List<Sequence> classes(long seed, int count) {
        Random random = new Random(seed);
        List<Sequence> data = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            int length = n < 2 ? n : 1 + random.nextInt(6);
            int type = random.nextInt(3);
            List<String> labels =
                    IntStream.range(0, length).mapToObj(t -> "C" + type).toList();
            data.add(Sequence.ofWords(IntStream.range(0, length)
                            .mapToObj(t -> word(random, type, 3))
                            .toArray(String[]::new))
                    .withLabels(labels));
        }
        return data;
    }

    /** Grids of up to two rows and three columns, whose factors have attributes too; one in four has another factor over three variables. */
    static List<Sequence> grids(long seed, int count) {
        Random random = new Random(seed);
        List<Sequence> data = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            int rows = n < 2 ? 1 : 1 + random.nextInt(2);
            int columns = n == 0 ? 0 : n == 1 ? 1 : 1 + random.nextInt(3);
            List<Token> tokens = new ArrayList<>();
            List<String> labels = new ArrayList<>();
            int type = random.nextInt(3);
            for (int v = 0; v < rows * columns; v++) {
                type = random.nextInt(3) == 0 ? random.nextInt(3) : type;
                labels.add("G" + type);
                tokens.add(Token.ofAttributes(List.of(
                        Attribute.of("word=" + word(random, type, 3)), new Attribute("grey", random.nextDouble()))));
            }
            List<Factor> factors = new ArrayList<>();
            if (columns > 0) {
                for (Factor factor : Grid.of(rows, columns)) {
                    factors.add(new Factor(
                            factor.template(),
                            factor.variables(),
                            random.nextBoolean() ? List.of(Attribute.of("edge")) : List.of()));
                }
            }
            if (columns > 2 && random.nextInt(4) == 0) {
                factors.add(Factor.of("row", 0, 1, 2));
            }
            data.add(Sequence.of(tokens, labels).withFactors(factors));
        }
        return data;
    }

    /** A word that three times of four tells the type. */
    private static String word(Random random, int type, int types) {
        int told = random.nextInt(4) == 0 ? random.nextInt(types) : type;
        return "w" + told + random.nextInt(3);
    }

    @Override
    public String toString() {
        return name;
    }
}
