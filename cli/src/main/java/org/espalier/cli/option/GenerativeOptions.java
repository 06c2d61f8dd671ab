package org.espalier.cli.option;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.espalier.data.LabelNotation;
import org.espalier.feature.text.WordClass;
import org.espalier.generative.EmOptions;
import org.espalier.generative.HmmOptions;
import org.espalier.generative.NaiveBayesOptions;
import org.espalier.generative.PcfgOptions;
import org.espalier.generative.Smoothing;
import org.espalier.generative.UnknownWords;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What belongs to the models that count: hidden Markov models, context-free grammars and naive Bayes. */
@HelpTopic(Topic.GENERATIVE)
public final class GenerativeOptions {
    @Option(
            names = "--smoothing",
            paramLabel = "name[:amount]",
            description =
                    "hmm, pcfg, naive-bayes: how counts become probabilities. hmm and pcfg, for p(word|label): additive, absolute,"
                            + " witten-bell or interpolation; default: witten-bell. naive-bayes: additive; default: additive:1.")
    private @Nullable String smoothing;

    @Option(
            names = "--transition-smoothing",
            paramLabel = "name[:amount]",
            description = "hmm: the same for p(label|previous label). Default: interpolation.")
    private @Nullable String transitionSmoothing;

    @Option(
            names = "--unknown",
            paramLabel = "none|hapax|capitals|shape|suffix",
            description =
                    "hmm, pcfg: how unknown words are treated. none: they are ignored. hapax: like words that occur once. capitals,"
                            + " shape, suffix: like rare words with the same capitals, shape or ending. Default: suffix.")
    private @Nullable String unknown;

    @Option(
            names = "--rare",
            paramLabel = "n",
            description = "hmm, pcfg: words that occur at most n times are rare. Default: 10 for suffix, otherwise 1.")
    private @Nullable Integer rare;

    @Option(
            names = "--replace-rare",
            description = "hmm, pcfg: replace rare words by their class, in training and tagging; not with suffix.")
    private boolean replaceRare;

    @Option(
            names = "--suffix-length",
            paramLabel = "n",
            description = "hmm, pcfg: the longest suffix for --unknown suffix. Default: 10.")
    private @Nullable Integer suffixLength;

    @Option(
            names = "--word-column",
            paramLabel = "n",
            description = "hmm: the column of the word, counted from 0 without the label. Default: 0.")
    private @Nullable Integer wordColumn;

    @Option(names = "--no-ends", description = "hmm: do not learn which labels sequences end with.")
    private boolean noEnds;

    @Option(
            names = "--em-iterations",
            paramLabel = "n",
            description =
                    "hmm: the maximum number of Baum-Welch iterations, for data with unknown labels. Default: 50.")
    private @Nullable Integer emIterations;

    @Option(
            names = "--em-restarts",
            paramLabel = "n",
            description = "hmm: restart Baum-Welch from n more random points (--seed) and keep the best. Default: 0.")
    private @Nullable Integer emRestarts;

    @Option(
            names = "--em-prior",
            paramLabel = "x",
            description =
                    "hmm: the prior that Baum-Welch adds to every expected count; 0 is maximum likelihood. Default: 0.01.")
    private @Nullable Double emPrior;

    @Option(
            names = "--em-tolerance",
            paramLabel = "x",
            description =
                    "hmm: stop Baum-Welch when the log-likelihood rises by less than this fraction. Default: 1e-5.")
    private @Nullable Double emTolerance;

    @Option(
            names = "--event",
            paramLabel = "multinomial|bernoulli",
            description =
                    "naive-bayes: multinomial counts how often attributes occur; bernoulli counts the tokens that have them,"
                            + " and absence counts too. Default: multinomial.")
    private NaiveBayesOptions.@Nullable Event event;

    @Option(
            names = "--class-prior",
            paramLabel = "observed|uniform",
            description =
                    "naive-bayes: p(label) as observed in the data, or the same for all labels. Default: observed.")
    private NaiveBayesOptions.@Nullable Prior prior;

    /** Options of hidden Markov models that were given. */
    private List<String> givenForHmm() {
        List<String> given = new ArrayList<>();
        add(given, "--transition-smoothing", transitionSmoothing);
        add(given, "--word-column", wordColumn);
        add(given, "--no-ends", noEnds ? "" : null);
        add(given, "--em-iterations", emIterations);
        add(given, "--em-restarts", emRestarts);
        add(given, "--em-prior", emPrior);
        add(given, "--em-tolerance", emTolerance);
        return given;
    }

    /** Those of unknown words. */
    private List<String> givenForWords() {
        List<String> given = new ArrayList<>();
        add(given, "--unknown", unknown);
        add(given, "--rare", rare);
        add(given, "--replace-rare", replaceRare ? "" : null);
        add(given, "--suffix-length", suffixLength);
        return given;
    }

    private List<String> givenForNaiveBayes() {
        List<String> given = new ArrayList<>();
        add(given, "--event", event);
        add(given, "--class-prior", prior);
        return given;
    }

    private static void add(List<String> given, String name, @Nullable Object value) {
        if (value != null) {
            given.add(name);
        }
    }

    /** Refuses options of other models. */
    public void check(ModelKind model) {
        if (model != ModelKind.HMM) {
            refuse(givenForHmm(), model, "hmm");
        }
        if (model != ModelKind.HMM && model != ModelKind.PCFG) {
            refuse(givenForWords(), model, "hmm or --model pcfg");
        }
        if (model != ModelKind.NAIVE_BAYES) {
            refuse(givenForNaiveBayes(), model, "naive-bayes");
        }
        if (!model.isGenerative() && smoothing != null) {
            refuse(List.of("--smoothing"), model, "hmm, pcfg or naive-bayes");
        }
    }

    private static void refuse(List<String> given, ModelKind model, String owner) {
        if (!given.isEmpty()) {
            throw new IllegalArgumentException(given.get(0) + " cannot be combined with --model " + model
                    + "; leave it out, or use --model " + owner);
        }
    }

    HmmOptions hmm(LabelNotation notation, @Nullable Integer hiddenStates, int threads, long seed) {
        EmOptions em = EmOptions.DEFAULTS.withSeed(seed);
        em = emIterations == null ? em : em.withIterations(emIterations);
        em = emRestarts == null ? em : em.withRestarts(emRestarts);
        em = emPrior == null ? em : em.withPrior(emPrior);
        em = emTolerance == null ? em : em.withTolerance(emTolerance);
        HmmOptions options = HmmOptions.DEFAULTS
                .withUnknown(unknownWords())
                .withEnds(!noEnds)
                .withNotation(notation)
                .withLabels(stateNames(hiddenStates))
                .withEm(em)
                .withThreads(threads);
        options = wordColumn == null ? options : options.withColumn(wordColumn);
        options = smoothing == null ? options : options.withEmissions(Smoothing.parse(smoothing));
        return transitionSmoothing == null ? options : options.withTransitions(Smoothing.parse(transitionSmoothing));
    }

    PcfgOptions pcfg(StructureOptions structure, int threads) {
        boolean tagsGiven = structure.tags() == StructureOptions.Tags.GIVEN;
        List<String> words = givenForWords();
        if (smoothing != null) {
            words.add("--smoothing");
        }
        if (tagsGiven && !words.isEmpty()) {
            throw new IllegalArgumentException(words.get(0)
                    + " is about words, which do not matter where tags are given; leave it out, or --tags given");
        }
        HmmOptions options = HmmOptions.DEFAULTS.withUnknown(unknownWords()).withThreads(threads);
        return PcfgOptions.DEFAULTS
                .withTrees(structure.constituents())
                .withTagsGiven(tagsGiven)
                .withWords(smoothing == null ? options : options.withEmissions(Smoothing.parse(smoothing)));
    }

    private UnknownWords unknownWords() {
        WordClass rule = rule();
        int usual = rule == WordClass.SUFFIX ? UnknownWords.SUFFIX.rare() : 1;
        if (rule != WordClass.SUFFIX && suffixLength != null) {
            throw new IllegalArgumentException("--suffix-length needs --unknown suffix");
        }
        if (rule == WordClass.NONE && (rare != null || replaceRare)) {
            throw new IllegalArgumentException(
                    "--rare and --replace-rare cannot be combined with --unknown none, which has no word classes");
        }
        if (rule == WordClass.NONE) {
            return UnknownWords.NONE;
        }
        if (rule == WordClass.SUFFIX && replaceRare) {
            throw new IllegalArgumentException(
                    "--replace-rare cannot be combined with --unknown suffix; use --unknown shape or capitals, or leave it out");
        }
        int count = rare == null ? usual : rare;
        if (replaceRare) {
            return UnknownWords.replacing(rule, count);
        }
        UnknownWords kept = UnknownWords.keeping(rule, count);
        return suffixLength == null ? kept : kept.withSuffixLength(suffixLength);
    }

    private WordClass rule() {
        return switch (unknown == null ? "suffix" : unknown.toLowerCase(Locale.ROOT)) {
            case "none" -> WordClass.NONE;
            case "hapax" -> WordClass.ONE;
            case "capitals" -> WordClass.CAPITALS;
            case "shape" -> WordClass.SHAPE;
            case "suffix" -> WordClass.SUFFIX;
            default ->
                throw new IllegalArgumentException(
                        "--unknown is '" + unknown + "'; expected none, hapax, capitals, shape or suffix");
        };
    }

    private static List<String> stateNames(@Nullable Integer hiddenStates) {
        if (hiddenStates != null && hiddenStates < 1) {
            throw new IllegalArgumentException("--hidden-states is " + hiddenStates + "; expected at least 1");
        }
        List<String> names = new ArrayList<>();
        for (int k = 1; hiddenStates != null && k <= hiddenStates; k++) {
            names.add("S" + k);
        }
        return names;
    }

    NaiveBayesOptions naiveBayes(LabelNotation notation, int minCount) {
        NaiveBayesOptions options =
                NaiveBayesOptions.DEFAULTS.withNotation(notation).withMinCount(minCount);
        if (smoothing != null) {
            Smoothing parsed = Smoothing.parse(smoothing);
            if (parsed.method() != Smoothing.Method.ADDITIVE) {
                throw new IllegalArgumentException("--smoothing " + smoothing
                        + " with --model naive-bayes; expected additive, such as additive:0.5");
            }
            options = options.withSmoothing(parsed.amount());
        }
        options = event == null ? options : options.withEvent(event);
        return prior == null ? options : options.withPrior(prior);
    }
}
