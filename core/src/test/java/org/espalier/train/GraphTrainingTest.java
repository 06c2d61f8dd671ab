package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.espalier.data.Attribute;
import org.espalier.data.DataFormatException;
import org.espalier.data.DataOptions;
import org.espalier.data.Factor;
import org.espalier.data.Format;
import org.espalier.data.Grid;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceFormatter;
import org.espalier.data.Sequences;
import org.espalier.data.Token;
import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.graph.GraphFeatures;
import org.espalier.inference.chain.Decoder;
import org.espalier.inspect.Inspection;
import org.espalier.labelling.factor.GraphMethod;
import org.espalier.labelling.factor.GraphModelSpec;
import org.espalier.loss.LossFunction;
import org.espalier.model.Labelling;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.model.Tagging;
import org.espalier.structure.factor.Tying;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Conditional random fields on graphs are trained by the engine that trains chains. */
class GraphTrainingTest {

    /** Small pictures of stripes, down or across, seen through noise: a pixel by itself says little. */
    private static List<Sequence> pictures(int count, int seed) {
        Random random = new Random(seed);
        List<Sequence> pictures = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            int rows = 2 + random.nextInt(3);
            int columns = 2 + random.nextInt(3);
            boolean across = random.nextBoolean();
            int phase = random.nextInt(2);
            List<Token> tokens = new ArrayList<>();
            List<String> labels = new ArrayList<>();
            for (int v = 0; v < rows * columns; v++) {
                boolean dark = ((across ? v / columns : v % columns) + phase) % 2 == 0;
                labels.add(dark ? "dark" : "light");
                double grey = (dark ? -1 : 1) + 1.2 * random.nextGaussian();
                tokens.add(Token.ofAttributes(
                        List.of(new Attribute("grey", grey), Attribute.of(across ? "page=across" : "page=down"))));
            }
            List<Factor> factors = Grid.of(rows, columns).stream()
                    .map(factor -> new Factor(
                            factor.template(), factor.variables(), List.of(Attribute.of(across ? "across" : "down"))))
                    .toList();
            pictures.add(Sequence.of(tokens, labels).withFactors(factors));
        }
        return pictures;
    }

    private static TrainingOptions options(GraphModelSpec spec) {
        return TrainingOptions.DEFAULTS.withStructure(spec).withL2(0.1).withThreads(1);
    }

    private static Model train(TrainingOptions options, List<Sequence> data) {
        return new Trainer(new GraphFeatures(), options).train(data);
    }

    private static double accuracy(Model model, List<Sequence> data, Decoder decoder) {
        Tagger tagger = model.tagger().withDecoder(decoder);
        int right = 0;
        int all = 0;
        for (Sequence graph : data) {
            List<String> found = tagger.tag(graph).labels();
            for (int v = 0; v < found.size(); v++) {
                right += found.get(v).equals(graph.labels().get(v)) ? 1 : 0;
                all++;
            }
        }
        return (double) right / all;
    }

    @ParameterizedTest
    @CsvSource({
        "AUTO, LOG, JUNCTION_TREE",
        "LBFGS, LOG, JUNCTION_TREE",
        "AUTO, LOG, BP",
        "AUTO, LOG, TRW",
        "AUTO, LOG, MEAN_FIELD",
        "OWLQN, LOG, BP",
        "AUTO, HINGE, JUNCTION_TREE",
        "AUTO, HINGE, BP",
        "LBFGS, SQUARED_HINGE, JUNCTION_TREE",
        "AUTO, SOFTMAX_MARGIN, TRW",
        "SGD, LOG, BP",
        "PERCEPTRON, LOG, JUNCTION_TREE",
        "PERCEPTRON, LOG, TRW",
        "PA, LOG, BP",
        "MIRA, LOG, JUNCTION_TREE",
        "AROW, LOG, BP",
        "SUBGRADIENT, HINGE, TRW",
        "TRUST_REGION, LOG, JUNCTION_TREE"
    })
    void everyAlgorithmLearnsGraphs(Algorithm algorithm, LossFunction loss, GraphMethod method) {
        TrainingOptions options = options(GraphModelSpec.of(method));
        options = algorithm.isOnline()
                ? options.withL2(0).withLearning(loss, algorithm)
                : options.withLearning(loss, algorithm).withMaxIterations(60);
        options = algorithm == Algorithm.OWLQN ? options.withL1(0.01) : options;
        Model model = train(options, pictures(120, 1));
        assertThat(accuracy(model, pictures(60, 2), Decoder.VITERBI)).isGreaterThan(0.93);
    }

    @ParameterizedTest
    @CsvSource({"AUTO", "LBFGS", "OWLQN", "CG", "SGD", "SAG"})
    void thePseudoLikelihoodNeedsNoInference(Algorithm algorithm) {
        TrainingOptions options = options(GraphModelSpec.exact().withPseudoLikelihood(true))
                .withLearning(LossFunction.LOG, algorithm)
                .withMaxIterations(60);
        Model model = train(algorithm == Algorithm.OWLQN ? options.withL1(0.01) : options, pictures(120, 1));
        assertThat(accuracy(model, pictures(60, 2), Decoder.VITERBI)).isGreaterThan(0.93);
        GraphModelSpec tiny = GraphModelSpec.exact().withPseudoLikelihood(true).withMemory(2000);
        assertThat(train(options(tiny).withMaxIterations(2), pictures(5, 3)).weights())
                .isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({"PERCEPTRON, LOG", "TRUST_REGION, LOG", "GIS, LOG", "AUTO, HINGE", "BCD, LOG"})
    void thePseudoLikelihoodIsRefusedWhereItWouldNotBeUsed(Algorithm algorithm, LossFunction loss) {
        GraphModelSpec spec = GraphModelSpec.exact().withPseudoLikelihood(true);
        TrainingOptions options =
                options(spec).withL2(algorithm.isOnline() ? 0 : 0.1).withLearning(loss, algorithm);
        assertThatThrownBy(() -> train(options, pictures(5, 3)))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("--pseudo-likelihood");
    }

    /** What a pixel says by itself is right in four of five cases. */
    @Test
    void factorsAreWorthMoreThanPixelsAlone() {
        List<Sequence> alone = pictures(120, 1).stream()
                .map(graph -> graph.withFactors(List.of()))
                .toList();
        Model model = train(options(GraphModelSpec.exact()), alone);
        List<Sequence> test = pictures(60, 2).stream()
                .map(graph -> graph.withFactors(List.of()))
                .toList();
        assertThat(accuracy(model, test, Decoder.VITERBI)).isBetween(0.7, 0.87);
    }

    /** A chain of pairs is the chain: the same objective, the same probabilities. */
    @Test
    void aChainAsAGraphIsTheChain() {
        Random random = new Random(5);
        List<Sequence> chains = new ArrayList<>();
        List<Sequence> graphs = new ArrayList<>();
        for (int n = 0; n < 40; n++) {
            List<Token> tokens = new ArrayList<>();
            List<String> labels = new ArrayList<>();
            List<Factor> factors = new ArrayList<>();
            int length = 1 + random.nextInt(5);
            for (int t = 0; t < length; t++) {
                tokens.add(
                        Token.ofAttributes(List.of(Attribute.of("w" + random.nextInt(5)), Attribute.of("__BIAS__"))));
                labels.add("L" + random.nextInt(3));
                if (t > 0) {
                    factors.add(Factor.of("step", t - 1, t));
                }
            }
            chains.add(Sequence.of(tokens, labels));
            graphs.add(Sequence.of(
                            tokens.stream()
                                    .map(token -> Token.ofAttributes(
                                            token.attributes().subList(0, 1)))
                                    .toList(),
                            labels)
                    .withFactors(factors));
        }
        TrainingOptions options = TrainingOptions.DEFAULTS
                .withLearning(LossFunction.LOG, Algorithm.LBFGS)
                .withL2(1)
                .withThreads(1);
        options = options.withSelection(options.selection().withAllFeatures(true));
        Model chain = new Trainer(new GivenAttributes(), options).train(chains);
        Model graph = train(options.withStructure(GraphModelSpec.exact()), graphs);
        for (int n = 0; n < chains.size(); n++) {
            Tagging expected = chain.tagger().tag(chains.get(n));
            Tagging found = graph.tagger().tag(graphs.get(n));
            assertThat(found.labels()).isEqualTo(expected.labels());
            assertThat(found.probability()).isCloseTo(expected.probability(), within(1e-3));
        }
    }

    @ParameterizedTest
    @EnumSource(GraphMethod.class)
    void threadsAndTheDiskDoNotChangeTheModel(GraphMethod method, @TempDir Path directory) {
        List<Sequence> data = pictures(60, 3);
        TrainingOptions one = options(GraphModelSpec.of(method))
                .withLearning(LossFunction.LOG, Algorithm.LBFGS)
                .withMaxIterations(15);
        double[] weights = train(one, data).weights();
        assertThat(train(one.withThreads(3), data).weights()).isEqualTo(weights);
        assertThat(new Trainer(new GraphFeatures(), one)
                        .withDataOnDisk(directory)
                        .train(data)
                        .weights())
                .isEqualTo(weights);
    }

    @ParameterizedTest
    @EnumSource(GraphMethod.class)
    void modelFilesGiveTheSameAnswers(GraphMethod method, @TempDir Path directory) {
        List<Sequence> data = pictures(40, 4);
        GraphModelSpec spec = GraphModelSpec.of(method).withTying(Map.of("right", Tying.SYMMETRIC));
        Model model = train(options(spec).withMaxIterations(10), data);
        Path file = directory.resolve("graphs.esp");
        model.save(file);
        Model again = Model.load(file);
        assertThat(again.weights()).isEqualTo(model.weights());
        assertThat(again.structure().definition()).isEqualTo(model.structure().definition());
        assertThat(again.structure().isExact()).isEqualTo(method.isExact());
        for (Sequence graph : data) {
            Tagging expected = model.tagger().tag(graph);
            Tagging found = again.tagger().tag(graph);
            assertThat(found.labels()).isEqualTo(expected.labels());
            assertThat(found.score()).isEqualTo(expected.score());
            assertThat(found.marginals()).isDeepEqualTo(expected.marginals());
        }
    }

    @Test
    void probabilitiesFitEachOther() {
        Model model = train(options(GraphModelSpec.exact()).withL2(5), pictures(30, 6));
        for (Sequence graph : pictures(10, 7)) {
            Tagging best = model.tagger().tag(graph);
            List<Labelling> ranked = best.nBest(4);
            assertThat(ranked.get(0).labels()).isEqualTo(best.labels());
            double sum = 0;
            for (Labelling labelling : ranked) {
                assertThat(best.logProbability(labelling.labels())).isCloseTo(labelling.logProbability(), within(1e-9));
                sum += labelling.probability();
            }
            assertThat(sum).isLessThanOrEqualTo(1 + 1e-9);
            for (double[] row : best.marginals()) {
                assertThat(row[0] + row[1]).isCloseTo(1, within(1e-9));
            }
            assertThat(best.entropy()).isGreaterThanOrEqualTo(-1e-9);
            assertThat(best.sample(3)).hasSize(graph.length());
        }
        assertThat(accuracy(model, pictures(30, 8), Decoder.POSTERIOR)).isGreaterThan(0.8);
    }

    /** Variables without a label are summed out. */
    @Test
    void someLabelsAreEnough() {
        List<Sequence> partial = pictures(200, 9).stream()
                .map(graph -> {
                    List<String> labels = new ArrayList<>(graph.labels());
                    for (int v = 1; v < labels.size(); v += 3) {
                        labels.set(v, "?");
                    }
                    return graph.withLabels(labels);
                })
                .toList();
        Model model = train(options(GraphModelSpec.exact()), partial);
        assertThat(accuracy(model, pictures(60, 10), Decoder.VITERBI)).isGreaterThan(0.9);
        assertThatThrownBy(() -> train(options(GraphModelSpec.exact().withPseudoLikelihood(true)), partial))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("without exactly one label");
    }

    /** Two layers with labels of their own, as in a factorial CRF, and a factor over three variables. */
    @Test
    void typesHaveLabelsOfTheirOwn() {
        List<Sequence> data = new ArrayList<>();
        Random random = new Random(11);
        for (int n = 0; n < 80; n++) {
            int word = random.nextInt(3);
            int other = random.nextInt(2);
            List<Token> tokens = List.of(typed("tag", "w" + word), typed("tag", "w" + other), typed("topic", "none"));
            List<String> labels = List.of("N" + word, "N" + other, word == other ? "same" : "other");
            data.add(Sequence.of(tokens, labels).withFactors(List.of(Factor.of("topic", 0, 1, 2))));
        }
        Model model = train(options(GraphModelSpec.exact()), data);
        assertThat(accuracy(model, data, Decoder.VITERBI)).isEqualTo(1);
        Inspection inspection = Inspection.of(model);
        assertThat(inspection.strongestOthers(50))
                .anySatisfy(weight ->
                        assertThat(weight.family() + " " + weight.target()).isEqualTo("topic N0,N0,same"));
        assertThat(model.tagger().tag(data.get(0)).logProbability(List.of("same", "N0", "same")))
                .isEqualTo(Double.NEGATIVE_INFINITY);
    }

    private static Token typed(String type, String word) {
        return new Token(List.of(type), List.of(Attribute.of(word)));
    }

    @Test
    void tiedWeightsAreFewer() {
        List<Sequence> data = pictures(40, 12);
        TrainingOptions all = options(GraphModelSpec.exact()).withMaxIterations(5);
        all = all.withSelection(all.selection().withAllFeatures(true));
        int free = train(all, data).layout().parameters();
        int tied = train(
                        all.withStructure(GraphModelSpec.exact()
                                .withTying(Map.of("right", Tying.POTTS, "down", Tying.SYMMETRIC))),
                        data)
                .layout()
                .parameters();
        assertThat(tied).isLessThan(free);
        assertThatThrownBy(() ->
                        train(options(GraphModelSpec.exact().withTying(Map.of("diagonal", Tying.POTTS))), data))
                .hasMessageContaining("'diagonal'")
                .hasMessageContaining("right");
    }

    @Test
    void warmStartsKeepWhatIsKnown() {
        List<Sequence> data = pictures(40, 13);
        TrainingOptions options = options(GraphModelSpec.exact());
        Model first = train(options, data);
        List<Sequence> more = new ArrayList<>(pictures(10, 14));
        more.add(Sequence.of(
                        List.of(Token.ofAttributes(List.of(Attribute.of("new"))), typed("variable", "x")),
                        List.of("black", "dark"))
                .withFactors(List.of(Factor.of("right", 0, 1))));
        Model second = new Trainer(first.encoder().extractor(), options.withMaxIterations(1))
                .withInitial(first)
                .train(more);
        assertThat(second.labels().names()).containsExactly("dark", "light", "black");
        assertThat(accuracy(second, data, Decoder.VITERBI)).isGreaterThan(0.9);
        more.add(data.get(0).withFactors(List.of(Factor.of("beside", 0, 1))));
        assertThatThrownBy(() -> new Trainer(first.encoder().extractor(), options)
                        .withInitial(first)
                        .train(more))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("beside");
    }

    @Test
    void graphsThatTheModelDoesNotKnowAreRefused() {
        List<Sequence> data = pictures(20, 15);
        Model model = train(options(GraphModelSpec.exact()).withMaxIterations(3), data);
        Sequence graph = data.get(0);
        assertThatThrownBy(() -> model.tagger().tag(graph.withFactors(List.of(Factor.of("diagonal", 0, 1)))))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("'diagonal'")
                .hasMessageContaining("right");
        assertThatThrownBy(() -> model.tagger().tag(graph.withFactors(List.of(Factor.of("right", 0, 1, 2)))))
                .hasMessageContaining("[variable, variable, variable]");
        assertThatThrownBy(() -> model.tagger()
                        .tag(Sequence.of(List.of(typed("pixel", "x")), null).withFactors(List.of())))
                .hasMessageContaining("'pixel'");
        assertThatThrownBy(() -> model.tagger().tag(graph.withFactors(null)))
                .hasMessageContaining("sequence of tokens");
        assertThatThrownBy(() -> new Trainer(new GraphFeatures(), TrainingOptions.DEFAULTS).train(data))
                .hasMessageContaining("--model graph");
        assertThatThrownBy(() -> new Trainer(new GivenAttributes(), options(GraphModelSpec.exact())).train(data))
                .hasMessageContaining("GraphFeatures");
    }

    @Test
    void graphsThatAreTooLargeAreRefusedWithTheNumber() {
        assertThatThrownBy(() -> train(options(GraphModelSpec.exact().withMemory(2000)), pictures(20, 16)))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("treewidth at most")
                .hasMessageContaining("--inference");
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        Sequence graph = pictures(1, 17).get(0);
        String text = SequenceFormatter.of(Format.GRAPHS).format(graph);
        Sequence again = read(text);
        assertThat(SequenceFormatter.of(Format.GRAPHS).format(again)).isEqualTo(text);
        assertThat(again.labels()).isEqualTo(graph.labels());
        assertThat(again.factors()).isEqualTo(graph.factors());
        Sequence grid = read(
                "{\"variables\":[{\"label\":1},{\"label\":null},{},{\"label\":true}],\"grid\":{\"rows\":2,\"columns\":2},\"id\":5}");
        assertThat(grid.labels()).containsExactly("1", "?", "?", "true");
        assertThat(grid.factors()).isEqualTo(Grid.of(2, 2));
        assertThat(grid.comments()).containsExactly("{\"id\":5}");
    }

    private static Sequence read(String text) {
        return Sequences.open(
                        DataOptions.GRAPHS,
                        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                        "graphs.jsonl")
                .next();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1]|expected a JSON object",
                "{\"factors\":[]}|\"variables\" is missing",
                "{\"variables\":[{\"label\":\"a\",\"color\":1}]}|the key \"color\"",
                "{\"variables\":[{\"label\":[1]}]}|the label of variable 0 is an array",
                "{\"variables\":[{\"label\":\"a\"}],\"factors\":[{\"template\":\"t\",\"variables\":[0,1]}]}|factor 0 has the variable 1",
                "{\"variables\":[{\"label\":\"a\"}],\"factors\":[{\"template\":\"t\",\"variables\":[0,0]}]}|a variable twice",
                "{\"variables\":[{\"label\":\"a\"}],\"factors\":[{\"variables\":[0]}]}|no \"template\"",
                "{\"variables\":[{\"label\":\"a\"}],\"grid\":{\"rows\":2,\"columns\":2}}|expected 4",
                "{\"variables\":[{},{}]}|no variable of the graph has a \"label\"",
                "{\"variables\":[{\"label\":\"a\"}],\"weight\":-1}|\"weight\" is -1",
            })
    void badGraphsAreExplained(String line, String message) {
        assertThatThrownBy(() -> read(line))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("graphs.jsonl:1")
                .hasMessageContaining(message);
    }

    @Test
    void damagedDefinitionsAreRefused() {
        assertThatThrownBy(() -> GraphFeatures.parseDefinition("{}")).isInstanceOf(IllegalArgumentException.class);
        FeatureDefinition definition = new GraphFeatures().fit(pictures(3, 18)).definition();
        assertThat(GraphFeatures.parseDefinition(definition.text()).definition().text())
                .isEqualTo(definition.text());
        assertThatThrownBy(() -> GraphFeatures.parseDefinition(definition.text().replace("[0,0]", "[0,9]")))
                .hasMessageContaining("has the type 9");
    }
}
