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
            "Learns the weights of the features in feature.def from annotated text, by maximum likelihood over the lattices of the"
                    + " dictionary's words. The model has the text format of MeCab's models; 'build' makes costs of it.",
            "The corpus has a line 'surface TAB features' per morpheme, and EOS after a sentence.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier lattice train -d seed -o model.def corpus.txt",
            "  espalier lattice train -d seed -o model.def --text-encoding EUC-JP --c 10 --min-count 2 corpus.euc"
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
            names = "--c",
            paramLabel = "x",
            description = "C: the larger, the closer the weights follow the corpus; the penalty is |weights|^2 / 2C."
                    + " Default: ${DEFAULT-VALUE}.")
    @Essential
    private double c = CostOptions.DEFAULTS.c();

    @Option(
            names = "--min-count",
            paramLabel = "n",
            description =
                    "Leave out features that fewer pairs of neighbouring words in the lattices have. Default: ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.FEATURES)
    @Essential
    private int minCount = CostOptions.DEFAULTS.minCount();

    @Option(
            names = "--max-iterations",
            paramLabel = "n",
            description = "Stop after so many iterations. Default: ${DEFAULT-VALUE}.")
    private int maxIterations = CostOptions.DEFAULTS.optimizer().maxIterations();

    @Option(
            names = "--tolerance",
            paramLabel = "x",
            description =
                    "Stop when the objective fell by less than this share of it over ten iterations. Default: ${DEFAULT-VALUE}.")
    private double tolerance = CostOptions.DEFAULTS.optimizer().objectiveTolerance();

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
        CostOptions options = orUsage(() -> new CostOptions(
                c,
                minCount,
                CostOptions.DEFAULTS
                        .optimizer()
                        .withMaxIterations(maxIterations)
                        .withObjectiveTolerance(tolerance),
                threads.chosen(this)));
        Charset encoding = DictionaryCharset.widest(textEncoding);
        DictionaryFiles files = dictionary.open(this);
        CostModel prior = init == null ? null : CostModel.read(init, null);
        Interruption interruption = new Interruption();
        MorphemeCorpus read = MorphemeCorpus.read(files, corpus, encoding);
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
        CostModel model = new CostTrainer(options)
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
            streams()
                    .say(String.format(
                            Locale.ROOT,
                            "%s; objective %.5f after %d iterations, %.1f s; model written to %s",
                            report.stopText(),
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
            map.put("gradientNorm", report.gradientNorm());
            map.put("iterations", report.iterations());
            map.put("evaluations", report.evaluations());
            map.put("stopReason", report.stopName());
            map.put("seconds", report.seconds());
            streams().print(Json.write(map) + "\n");
        }
    }
}
