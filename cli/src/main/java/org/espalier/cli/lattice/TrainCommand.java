package org.espalier.cli.lattice;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.cli.command.Interruption;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.option.CheckpointOptions;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.ThreadOptions;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.espalier.cli.output.OutputFiles;
import org.espalier.cli.report.TrainingDisplay;
import org.espalier.data.Json;
import org.espalier.dictionary.DictionaryCharset;
import org.espalier.dictionary.DictionaryFiles;
import org.espalier.morphology.CostModel;
import org.espalier.morphology.CostOptions;
import org.espalier.morphology.CostTrainer;
import org.espalier.morphology.MorphemeCorpus;
import org.espalier.train.EarlyStopping;
import org.espalier.train.TrainingReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier lattice train}: learns the weights of a dictionary's features. */
@HelpTopic(Topic.OPTIMISER)
@Command(
        name = "train",
        description = {
            "Learns the weights of the features in feature.def from annotated text, usually by maximum likelihood over the lattices of the"
                    + " dictionary's words. The model has the text format of MeCab's models; 'build' makes costs of it.",
            "The corpus has a line 'surface TAB features' per morpheme, and EOS after a sentence.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier lattice train -d seed -o model.def corpus.txt",
            "  espalier lattice train -d seed -o model.def --text-encoding EUC-JP --c 10 --min-count 2 corpus.euc",
            "  espalier lattice train -d seed -o model.def --dev dev.txt --checkpoint run.ck corpus.txt",
            "  espalier lattice train -d seed -o model.def --algorithm perceptron corpus.txt"
        })
final class TrainCommand extends Subcommand {
    @Mixin
    private DictionaryOption dictionary = new DictionaryOption();

    @Parameters(
            paramLabel = "corpus",
            arity = "1..*",
            description = "Annotated text; - is standard input, *.gz is unpacked.")
    @HelpTopic(Topic.FILES)
    @UsedFile(value = UsedFile.Use.READ, what = "the corpus", standardInput = true)
    private List<Path> corpus = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "model.def",
            required = true,
            description = "Where to write the model.")
    @HelpTopic(Topic.FILES)
    @Essential
    @UsedFile(value = UsedFile.Use.WRITTEN, what = "the model")
    private Path output = Path.of("");

    @Option(
            names = "--init",
            paramLabel = "model.def",
            description =
                    "An earlier model of the same dictionary: training starts from its weights, and the penalty draws to them.")
    @HelpTopic(Topic.FILES)
    @UsedFile(value = UsedFile.Use.READ, what = "the earlier model", replacedBy = "the model")
    private @Nullable Path init;

    @Option(
            names = "--text-encoding",
            paramLabel = "name",
            description = "The encoding of the corpus: UTF-8, EUC-JP, Shift-JIS. Default: ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.DATA)
    private Charset textEncoding = StandardCharsets.UTF_8;

    @Option(
            names = "--dev",
            paramLabel = "file",
            description =
                    "Development sentences, as the corpus. The model with the best F1 of words on them is kept, and training stops"
                            + " early when it no longer improves. May be given several times.")
    @HelpTopic(Topic.DEVELOPMENT)
    @Essential("Development sentences: keep the model with the best F1 of words, and stop when it no longer improves.")
    @UsedFile(value = UsedFile.Use.READ, what = "the development sentences", standardInput = true)
    private List<Path> dev = List.of();

    @Mixin
    private LearningOptions learning = new LearningOptions();

    @Option(
            names = "--min-count",
            paramLabel = "n",
            description =
                    "Leave out features that fewer pairs of neighbouring words in the lattices have. Default: ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.FEATURES)
    @Essential
    private int minCount = CostOptions.DEFAULTS.minCount();

    @Mixin
    private CheckpointOptions checkpoint = new CheckpointOptions();

    @Mixin
    private ThreadOptions threads = new ThreadOptions();

    @Option(
            names = {"-q", "--quiet"},
            description = "Show no progress.")
    @HelpTopic(Topic.RUNNING)
    private boolean quiet;

    @Option(names = "--json", description = "Print one JSON object with the figures of the training.")
    @HelpTopic(Topic.OUTPUT)
    private boolean json;

    @Override
    protected int run() {
        CostOptions options = orUsage(() -> {
            checkpoint.check(false);
            return CostOptions.DEFAULTS
                    .withTraining(learning.chosen(this::isGiven, threads.chosen(this)))
                    .withMinCount(minCount);
        });
        tellIdle(learning.idle(!dev.isEmpty()));
        Charset encoding = DictionaryCharset.widest(textEncoding);
        DictionaryFiles files = dictionary.open(this);
        CostModel prior = init == null ? null : CostModel.read(init, null);
        Interruption interruption = new Interruption();
        MorphemeCorpus read = MorphemeCorpus.read(files, corpus, dev, encoding);
        if (read.missing() > 0) {
            warn(read.missing() + " of " + read.morphemes()
                    + " morphemes are neither in the dictionary nor among the unknown words that char.def and unk.def make;"
                    + " they are learnt from, but cannot be found in texts. The first is in the sentence at "
                    + read.firstMissing());
        }
        TrainingDisplay display = new TrainingDisplay(
                streams(),
                quiet,
                EarlyStopping.Metric.LOSS,
                () -> interruption.install(() -> streams()
                        .say("stopping after this iteration to save the model; interrupt again to abort at once")));
        CostModel model = checkpoint
                .apply(new CostTrainer(options))
                .withPrior(prior)
                .withListener(display)
                .withStop(interruption::isWanted)
                .train(read, files);
        OutputFiles.save(output, "the model", path -> model.write(path, files.charset()));
        tell(display.report(), read);
        return interruption.exitCode();
    }

    private void tell(TrainingReport report, MorphemeCorpus read) {
        if (!quiet) {
            String kept = Double.isNaN(report.devScore())
                    ? ""
                    : String.format(
                            Locale.ROOT,
                            " kept is iteration %d, F1 %.2f on the development sentences;",
                            report.bestIteration(),
                            100 * report.devScore());
            streams()
                    .say(String.format(
                            Locale.ROOT,
                            "%s;%s objective %.5f after %d iterations, %.1f s; model written to %s",
                            report.stopText(),
                            kept,
                            report.objective(),
                            report.iterations(),
                            report.seconds(),
                            output));
        }
        if (json) {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("sentences", read.sentences());
            map.put("morphemes", read.morphemes());
            map.put("missing", read.missing());
            map.put("features", report.summary().features());
            map.put("objective", report.objective());
            if (!Double.isNaN(report.gradientNorm())) {
                map.put("gradientNorm", report.gradientNorm());
            }
            map.put("iterations", report.iterations());
            if (!Double.isNaN(report.devScore())) {
                map.put("bestIteration", report.bestIteration());
                map.put("devF1", report.devScore());
            }
            map.put("evaluations", report.evaluations());
            map.put("stopReason", report.stopName());
            map.put("seconds", report.seconds());
            streams().print(Json.write(map) + "\n");
        }
    }
}
