package org.espalier.cli.option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.espalier.data.Format;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.network.NetworkOptions;
import org.espalier.feature.network.NetworkOptions.Letters;
import org.espalier.feature.text.EmbeddingOptions;
import org.espalier.feature.text.WordVectors;
import org.espalier.network.NetworkTrainer;
import org.espalier.optimize.stochastic.DescentOptions;
import org.espalier.optimize.stochastic.DescentOptions.Method;
import org.espalier.train.Algorithm;
import org.espalier.train.TrainingOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is special to networks. */
@HelpTopic(Topic.NETWORKS)
public final class NeuralOptions {
    /** Options of other models that networks do not take, and what to do instead. */
    private static final Map<String, String> REFUSED = refused();

    private static final double USUAL_ADAM_RATE = 0.001;

    @Option(
            names = "--embedding",
            paramLabel = "file",
            description =
                    "bilstm-crf: a text file of word vectors (GloVe, word2vec, fastText; .gz too), with which words"
                            + " begin. The model keeps them, also those of words that are not in the training data."
                            + " Default: random vectors.")
    @UsedFile(value = UsedFile.Use.READ, what = "the word vectors")
    private @Nullable Path embedding;

    @Option(
            names = "--embedding-words",
            paramLabel = "n",
            description = "Read the first n words of --embedding only; files have frequent words first. Default: all.")
    private @Nullable Integer embeddingWords;

    @Option(
            names = "--word-vector",
            paramLabel = "n",
            description = "Numbers in the vector of a word. Default: 100, or as in --embedding.")
    private @Nullable Integer wordVector;

    @Option(
            names = "--letters",
            paramLabel = "how",
            description = {
                "How the letters of a word are read. Default: cnn.",
                "cnn: filters over neighbouring letters, and the largest value of each.",
                "lstm: LSTMs from both ends.",
                "none: not at all."
            })
    private @Nullable Letters letters;

    @Option(
            names = "--letter-vector",
            paramLabel = "n",
            description = "Numbers in the vector of a letter; multiples of 16 are fast. Default: 32.")
    private @Nullable Integer letterVector;

    @Option(
            names = "--letter-output",
            paramLabel = "n",
            description = "Numbers that come of a word's letters, such as the number of filters. Default: 32.")
    private @Nullable Integer letterOutput;

    @Option(
            names = "--capitals",
            paramLabel = "n",
            description = "Numbers in the vector of a pattern of capitals; 0 for none. Default: 4.")
    private @Nullable Integer capitals;

    @Option(
            names = "--network-features",
            paramLabel = "spec",
            description = "Built-in features that the network looks at, each by a vector that is learnt, for example"
                    + " 'column(1)' or 'clusters(brown.gz)'. --features and --template have linear weights beside the"
                    + " network instead. Default: none.")
    @UsedFile(value = UsedFile.Use.NAMED_IN_TEXT, what = "a file of the features")
    private @Nullable String inputs;

    @Option(
            names = "--feature-vector",
            paramLabel = "n",
            description = "Numbers in the vector of a --network-features attribute. Default: 20.")
    private @Nullable Integer attributeVector;

    @Option(
            names = "--hidden",
            paramLabel = "n",
            description = "Numbers of each direction of the LSTM; multiples of 4 are fast. Default: 100.")
    private @Nullable Integer hidden;

    @Option(
            names = "--layers",
            paramLabel = "n",
            description = "Layers of LSTMs in both directions; 0 for a linear layer. Default: 1.")
    private @Nullable Integer layers;

    @Option(
            names = "--dropout",
            paramLabel = "x",
            description = "The share of numbers that are left out while learning. Default: 0.5.")
    private @Nullable Double dropout;

    @Option(
            names = "--token-dropout",
            description = "Draw what is left out anew for every token, instead of once for a sequence.")
    private boolean tokenDropout;

    @Option(
            names = "--momentum",
            paramLabel = "x",
            description = "sgd: how much of the last step goes on. Default: 0.9.")
    private @Nullable Double momentum;

    @Option(
            names = "--clip",
            paramLabel = "x",
            description = "Shorten gradients to this length; 0 for no limit. Default: 5.")
    private @Nullable Double clip;

    private static final List<String> OWN = List.of(
            "--embedding",
            "--embedding-words",
            "--word-vector",
            "--letters",
            "--letter-vector",
            "--letter-output",
            "--capitals",
            "--network-features",
            "--feature-vector",
            "--hidden",
            "--layers",
            "--dropout",
            "--token-dropout",
            "--momentum",
            "--clip");

    private static Map<String, String> refused() {
        Map<String, String> map = new LinkedHashMap<>();
        map.put("--init", "a network begins at random, and --resume goes on from a --checkpoint; leave it out");
        for (String option : List.of("--data-on-disk", "--scratch")) {
            map.put(option, "a network learns from data in memory; leave it out");
        }
        map.put("--mixing", "a network is learnt on all data; leave it out");
        map.put("--multiclass", "a network has one score per label; leave it out");
        map.put("--reference-label", "every label is scored; leave it out");
        map.put("--restarts", "train with another --seed, and compare; leave it out");
        map.put("--l1", "use --l2 or --dropout");
        return map;
    }

    /**
     * What is wrong with the options that are given, or null when nothing is.
     *
     * @param isGiven whether an option stands on the command line
     */
    public @Nullable String problem(ModelKind model, Format format, Predicate<String> isGiven) {
        if (model != ModelKind.BILSTM_CRF) {
            for (String option : OWN) {
                if (isGiven.test(option)) {
                    return option + " cannot be combined with --model " + model
                            + "; leave it out, or use --model bilstm-crf";
                }
            }
            return null;
        }
        for (Map.Entry<String, String> entry : REFUSED.entrySet()) {
            if (isGiven.test(entry.getKey())) {
                return entry.getKey() + " cannot be combined with --model " + model + ": " + entry.getValue();
            }
        }
        if (format.isFrames() || format.isInstances() || format == Format.CRFSUITE) {
            return "--model " + model + " reads words, which the format "
                    + format.toString().toLowerCase(Locale.ROOT) + " does not have; use columns, text or JSON tokens";
        }
        if (wordVector != null && embedding != null) {
            return "--word-vector with --embedding: the file says how long vectors are; leave --word-vector out";
        }
        if (embeddingWords != null && embedding == null) {
            return "--embedding-words has no meaning without --embedding; leave it out";
        }
        if (attributeVector != null && inputs == null) {
            return "--feature-vector has no meaning without --network-features; leave it out";
        }
        if (letters == Letters.NONE && (letterVector != null || letterOutput != null)) {
            return (letterVector != null ? "--letter-vector" : "--letter-output")
                    + " has no meaning with --letters none; leave it out";
        }
        return null;
    }

    /**
     * The trainer.
     *
     * @param extractor tells attributes with linear weights; null for none
     * @param options what is said with the options that all models share
     * @param sparse reads the specification of features that the network looks at
     * @throws IllegalArgumentException when an option is wrong
     */
    public NetworkTrainer trainer(
            @Nullable AttributeExtractor extractor,
            TrainingOptions options,
            Function<String, AttributeExtractor> sparse,
            Predicate<String> isGiven) {
        TrainingOptions usual = (isGiven.test("--l2") ? options : options.withL2(0)).withAlgorithm(Algorithm.AUTO);
        Path file = embedding;
        if (file != null && Files.notExists(file)) {
            throw new IllegalArgumentException(file + ": there is no such file of word vectors; check the name");
        }
        EmbeddingOptions reading = EmbeddingOptions.DEFAULTS.withScale(0);
        WordVectors vectors = file == null
                ? null
                : WordVectors.read(file, embeddingWords == null ? reading : reading.withWords(embeddingWords));
        return NetworkTrainer.of(network(), descent(options, isGiven))
                .withVectors(vectors)
                .withInputs(
                        inputs == null ? null : sparse.apply(inputs),
                        Math.max(1, options.selection().minCount()))
                .withExtractor(extractor == null ? NetworkTrainer.transitions() : extractor)
                .withOptions(usual);
    }

    private NetworkOptions network() {
        NetworkOptions usual = NetworkOptions.DEFAULTS;
        return new NetworkOptions(
                or(wordVector, usual.words()),
                letters == null ? usual.letters() : letters,
                or(letterVector, usual.letterVector()),
                or(letterOutput, usual.letterOutput()),
                usual.letterWidth(),
                or(capitals, usual.capitals()),
                or(attributeVector, usual.attributes()),
                or(hidden, usual.hidden()),
                or(layers, usual.layers()),
                dropout == null ? usual.dropout() : dropout,
                !tokenDropout);
    }

    private static int or(@Nullable Integer given, int usual) {
        return given == null ? usual : given;
    }

    private DescentOptions descent(TrainingOptions options, Predicate<String> isGiven) {
        Algorithm algorithm = options.algorithm();
        if (algorithm != Algorithm.AUTO && algorithm != Algorithm.SGD && algorithm != Algorithm.ADAM) {
            throw new IllegalArgumentException("--algorithm " + algorithm
                    + " with --model bilstm-crf: its objective is not convex, and has very many weights; use"
                    + " sgd or adam");
        }
        boolean adam = algorithm == Algorithm.ADAM;
        if (adam && momentum != null) {
            throw new IllegalArgumentException("--momentum has no meaning for --algorithm adam; leave it out");
        }
        DescentOptions usual = DescentOptions.DEFAULTS
                .withMethod(adam ? Method.ADAM : Method.SGD)
                .withRate(adam ? USUAL_ADAM_RATE : DescentOptions.DEFAULTS.rate())
                .withDecay(adam ? 0 : DescentOptions.DEFAULTS.decay())
                .withSeed(options.seed());
        usual = isGiven.test("--rate") && options.stochastic().rate() > 0
                ? usual.withRate(options.stochastic().rate())
                : usual;
        usual = isGiven.test("--decay") ? usual.withDecay(options.stochastic().decay()) : usual;
        usual = isGiven.test("--batch") ? usual.withBatch(options.stochastic().batch()) : usual;
        usual = momentum == null ? usual : usual.withMomentum(momentum);
        usual = clip == null ? usual : usual.withClip(clip);
        return isGiven.test("--max-iterations")
                ? usual.withEpochs(options.optimizer().maxIterations())
                : usual;
    }
}
