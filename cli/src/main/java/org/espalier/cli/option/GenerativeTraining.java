package org.espalier.cli.option;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import org.espalier.data.LabelNotation;
import org.espalier.feature.AttributeExtractor;
import org.espalier.generative.HmmOptions;
import org.espalier.generative.HmmTrainer;
import org.espalier.generative.NaiveBayes;
import org.espalier.generative.NaiveBayesOptions;
import org.espalier.generative.PcfgOptions;
import org.espalier.generative.PcfgTrainer;
import org.espalier.train.Learner;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingProgress;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Trains the models that count instead of minimising, for {@code espalier train}. */
public final class GenerativeTraining {
    /** What serves models that count; every other option is about minimising. */
    private static final List<String> COMMON = List.of(
            "--model",
            "--output",
            "--format",
            "--separator",
            "--label-column",
            "--comments",
            "--docstart",
            "--encoding",
            "--unknown-label",
            "--label-separator",
            "--threads",
            "--seed",
            "--report",
            "--quiet",
            "--smoothing");

    private static final List<String> NAIVE_BAYES = List.of(
            "--features",
            "--template",
            "--min-count",
            "--event",
            "--class-prior",
            "--bias",
            "--no-header",
            "--weight-column",
            "--ignore-columns",
            "--value-columns",
            "--sequence-column",
            "--label-split",
            "--label-last",
            "--label-cut");
    private static final List<String> HMM = List.of(
            "--transition-smoothing",
            "--unknown",
            "--rare",
            "--replace-rare",
            "--suffix-length",
            "--word-column",
            "--no-ends",
            "--hidden-states",
            "--em-iterations",
            "--em-restarts",
            "--em-prior",
            "--em-tolerance");

    private static final List<String> PCFG = List.of(
            "--tags",
            "--factor",
            "--horizontal",
            "--vertical",
            "--function-tags",
            "--unknown",
            "--rare",
            "--replace-rare",
            "--suffix-length");

    private final @Nullable HmmOptions hmm;
    private final @Nullable PcfgOptions pcfg;
    private final @Nullable NaiveBayesOptions naiveBayes;

    private GenerativeTraining(
            @Nullable HmmOptions hmm, @Nullable PcfgOptions pcfg, @Nullable NaiveBayesOptions naiveBayes) {
        this.hmm = hmm;
        this.pcfg = pcfg;
        this.naiveBayes = naiveBayes;
    }

    /**
     * The training of a kind of model.
     *
     * @param structure how many states a hidden Markov model has besides the labels; how trees are made binary
     * @param given the command line
     * @throws IllegalArgumentException when options do not go together
     */
    public static GenerativeTraining of(
            ModelKind kind,
            GenerativeOptions options,
            StructureOptions structure,
            LabelNotation notation,
            int minCount,
            int threads,
            long seed,
            ParseResult given) {
        for (OptionSpec option : given.matchedOptions()) {
            String name = option.longestName();
            List<String> own = kind == ModelKind.HMM ? HMM : kind == ModelKind.PCFG ? PCFG : NAIVE_BAYES;
            if (!own.contains(name) && !COMMON.contains(name)) {
                throw new IllegalArgumentException(name + " cannot be combined with --model " + kind
                        + ", which estimates probabilities by counting and minimises nothing; leave it out");
            }
        }
        if (threads < 0) {
            throw new IllegalArgumentException("--threads is " + threads + "; expected at least 1, or 0 for all cores");
        }
        return switch (kind) {
            case HMM ->
                new GenerativeTraining(options.hmm(notation, structure.hiddenStates(), threads, seed), null, null);
            case PCFG -> new GenerativeTraining(null, options.pcfg(structure, threads), null);
            default -> new GenerativeTraining(null, null, options.naiveBayes(notation, minCount));
        };
    }

    /**
     * The learner.
     *
     * @param extractor what naive Bayes observes; a hidden Markov model observes words
     * @param display takes lines about the progress
     */
    public Learner learner(AttributeExtractor extractor, Consumer<String> display) {
        if (pcfg != null) {
            return new PcfgTrainer(pcfg);
        }
        return hmm == null
                ? new NaiveBayes(extractor, Objects.requireNonNull(naiveBayes))
                : new HmmTrainer(hmm).withListener(new IterationLines(display));
    }

    /** A line for every iteration of Baum–Welch. */
    private static final class IterationLines implements TrainingListener {
        private final Consumer<String> display;
        private String run = "";

        IterationLines(Consumer<String> display) {
            this.display = display;
        }

        @Override
        public void onRestart(int number, int restarts) {
            run = "restart " + (number - 1) + ", ";
        }

        @Override
        public void onIteration(TrainingProgress progress) {
            display.accept(String.format(
                    Locale.ROOT,
                    "%siteration %d: log-likelihood and prior %.4f",
                    run,
                    progress.iteration(),
                    -progress.objective()));
        }
    }
}
