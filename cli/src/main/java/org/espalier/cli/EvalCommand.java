package org.espalier.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.continuous.NumberCommands;
import org.espalier.cli.multilabel.MultilabelCommand;
import org.espalier.cli.option.AgainstOptions;
import org.espalier.cli.option.DecoderOptions;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.InputOptions;
import org.espalier.cli.option.NotationOptions;
import org.espalier.cli.option.OptionRule;
import org.espalier.cli.option.OptionalWorst;
import org.espalier.cli.option.PredictionOptions;
import org.espalier.cli.option.ThreadOptions;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.espalier.cli.output.EvalFormat;
import org.espalier.cli.score.JudgedInput;
import org.espalier.cli.score.LabelEvaluation;
import org.espalier.cli.score.ScoreRequest;
import org.espalier.cli.tree.TreeCommands;
import org.espalier.continuous.ContinuousCrf;
import org.espalier.data.LabelNotation;
import org.espalier.data.TagScheme;
import org.espalier.evaluate.errors.ErrorAnalysis;
import org.espalier.interop.Toolkit;
import org.espalier.model.Model;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier eval}: compares predicted labels with gold labels. */
@HelpTopic(Topic.SCORES)
@Command(
        name = "eval",
        description = {
            "Measures how well labels are predicted: token and sequence accuracy; precision, recall and F1 of spans"
                    + " and labels; and which labels are confused.",
            "Give a model to tag labelled data with (-m), or data that already contain both labels (--columns): the"
                    + " gold label in the second-last column, the predicted label in the last.",
            "Spans of B, I, E and O labels are found as conlleval finds them. Spans of IOBES, BILOU and BMES labels"
                    + " count only where the labels follow the scheme exactly, as with --strict. Plain labels have no spans."
                    + " Tokens with the gold label ? are skipped.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier eval -m model.esp test.txt",
            "  espalier eval -m model.esp --errors test.txt",
            "  espalier eval -m model.esp --html report.html test.txt",
            "  espalier eval -m model.esp --against other.esp test.txt",
            "  espalier eval -m model.esp test.txt --output-format json",
            "  espalier tag -m model.esp test.txt | espalier eval --columns - --output-format conlleval",
            "  espalier eval -m model.esp test.txt --strict --scheme iob2",
            "  espalier eval -m reviews.esp test.tsv",
            "  espalier eval -m parser.esp test.conllu",
            "  espalier eval -m phrases.esp --oracle 10 test.mrg"
        })
final class EvalCommand extends Subcommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "gold.txt",
            description = "Labelled data: files (*.gz is unpacked), or - for standard input.")
    @UsedFile(value = UsedFile.Use.READ, what = "the data", standardInput = true)
    private List<Path> inputs = List.of();

    @Option(
            names = {"-m", "--model"},
            paramLabel = "model.esp",
            description = "The model to evaluate: Espalier's, or one of CRFsuite, Wapiti or CRF++.")
    @HelpTopic(Topic.FILES)
    @Essential
    @UsedFile(value = UsedFile.Use.READ, what = "the model")
    private @Nullable Path model;

    @Option(names = "--columns", description = "The last two columns of the data are the gold and the predicted label.")
    @Essential
    private boolean columns;

    @Option(
            names = "--output-format",
            paramLabel = "text|json|conlleval",
            description =
                    "The format of the results. text: tables. json: rates are fractions. conlleval: exactly what conlleval"
                            + " would print. Default: text.")
    @Essential
    private @Nullable EvalFormat form;

    @Option(
            names = "--oracle",
            paramLabel = "n",
            description =
                    "Parsers of constituents: also the F1 if the best of the n most probable trees of every sentence were chosen.")
    private @Nullable Integer oracle;

    @Option(
            names = "--errors",
            arity = "0..1",
            paramLabel = "n",
            preprocessor = OptionalWorst.class,
            description =
                    "Also show what goes wrong: errors by confusion and by cause, and the n worst sequences with gold and"
                            + " predicted labels side by side; of trees, words by the length and direction of their arcs, and the heads, or constituents by their length and label."
                            + " Without a number: " + ErrorAnalysis.USUAL_WORST + ".")
    @Essential("Also show what goes wrong: errors by kind and cause, and the n worst sequences.")
    private @Nullable Integer errors;

    @Option(
            names = "--confidence",
            description =
                    "Also show what the model's confidence is worth: how often spans (tokens, where labels mark no spans) are right"
                            + " where the model says a probability, and how much is right of what it is surest of. See 'espalier"
                            + " calibrate'.")
    @Essential("Also show how often the model is right where it says a probability.")
    private boolean confidence;

    @Option(
            names = "--plot",
            paramLabel = "file.svg|png",
            description = "Draw the two curves of --confidence: reliability, and accuracy over coverage.")
    @HelpTopic(Topic.FILES)
    @UsedFile(value = UsedFile.Use.WRITTEN, what = "the plot")
    private @Nullable Path plot;

    @Option(
            names = "--html",
            paramLabel = "report.html",
            description =
                    "Also write a report for the browser, as a single file: scores, confusion matrix, the worst sequences in"
                            + " colour, reliability of the probabilities, strongest features; with --against also the comparison and"
                            + " the sequences that the two label differently.")
    @HelpTopic(Topic.FILES)
    @Essential
    @UsedFile(value = UsedFile.Use.WRITTEN, what = "the report")
    private @Nullable Path html;

    @Option(names = "--json", hidden = true, description = "The old spelling of --output-format json.")
    private boolean oldJson;

    @Option(names = "--conlleval", hidden = true, description = "The old spelling of --output-format conlleval.")
    private boolean oldConlleval;

    private boolean json;
    private boolean conlleval;

    @Option(names = "--strict", description = "Count only spans whose labels follow the scheme exactly.")
    @Essential
    private boolean strict;

    @Option(
            names = "--scheme",
            paramLabel = "name",
            description =
                    "The scheme for --strict: iob1, iob2, ioe1, ioe2, iobes, bilou, bmes or none. Default: detected from the"
                            + " gold labels.")
    private @Nullable TagScheme scheme;

    @Mixin
    private AgainstOptions against = new AgainstOptions();

    @Mixin
    private NotationOptions notation = new NotationOptions();

    @Mixin
    private PredictionOptions prediction = new PredictionOptions();

    @Option(
            names = "--hide-every",
            paramLabel = "n",
            description =
                    "ccrf: measure how well gaps are filled: every n-th known number is hidden and predicted with the help of the"
                            + " others, in n turns. Default: all numbers are hidden.")
    @HelpTopic(Topic.CONTINUOUS)
    private @Nullable Integer hideEvery;

    @Mixin
    private DecoderOptions decoding = new DecoderOptions();

    @Mixin
    private InputOptions input = new InputOptions();

    @Mixin
    private ThreadOptions threads = new ThreadOptions();

    @Option(
            names = "--classification",
            description =
                    "Score every token as a separate instance: accuracy; precision, recall and F1 of labels; log-loss, Brier"
                            + " score, ROC AUC, calibration. Default when all data are instances or sequences of one token.")
    private boolean classification;

    @Override
    protected int run() {
        checkUsage();
        if (model != null && ContinuousCrf.recognises(model)) {
            evaluateNumbers(model);
            return 0;
        }
        tellIdle(
                List.of(OptionRule.of(!columns, "with --columns, which does no tagging", "--threads"), against.idle()));
        Model loaded = model == null ? null : Toolkit.open(model);
        if (loaded != null && model != null) {
            MultilabelCommand.refuse(loaded, model, "eval");
        }
        if (loaded != null && loaded.structure().hasMarks()) {
            evaluateTrees(loaded);
        } else {
            evaluateLabels(loaded);
        }
        return 0;
    }

    private void evaluateNumbers(Path file) {
        new NumberCommands(
                        file,
                        prediction,
                        input,
                        inputs,
                        threads.chosen(this),
                        this,
                        streams(),
                        parsed(),
                        Set.of("--model", "--output-format", "--json", "--threads"))
                .evaluate(json, hideEvery);
    }

    private void evaluateTrees(Model parser) {
        if (conlleval) {
            throw usage(
                    "--output-format conlleval is for labels of tokens, and this model is a parser; choose text or json");
        }
        new TreeCommands(
                        parser,
                        decoding,
                        input,
                        inputs,
                        threads.chosen(this),
                        this,
                        streams(),
                        parsed(),
                        Set.of("--json", "--errors", "--against", "--against-data", "--samples", "--seed", "--oracle"))
                .evaluate(json, name(), against, errors, oracle == null ? 0 : oracle);
    }

    private void evaluateLabels(@Nullable Model loaded) {
        String problem = prediction.problemWithLabels(parsed());
        if (problem != null) {
            throw usage(problem);
        }
        if (oracle != null) {
            throw usage("--oracle is for parsers of constituents; leave it out");
        }
        LabelNotation written = loaded == null ? notation.chosen() : notation.written(loaded);
        ScoreRequest request = new ScoreRequest(
                loaded,
                name(),
                inputs,
                written,
                json,
                conlleval,
                strict,
                scheme,
                classification,
                errors,
                html,
                confidence,
                plot);
        JudgedInput judged = new JudgedInput(this, input, decoding, threads.chosen(this), notation.tellsUnknown());
        new LabelEvaluation(request, judged, against, notation, streams()).run();
    }

    private void checkUsage() {
        if ((model == null) != columns) {
            throw usage(
                    columns
                            ? "--columns needs no model; give either -m or --columns"
                            : "give a model with -m, or --columns");
        }
        if (columns && decoding.isUnusual(this)) {
            throw usage("--decoder needs a model; --columns compares labels that are already there");
        }
        if (scheme != null && !strict) {
            throw usage("--scheme is for --strict; give both");
        }
        chooseFormat();
        if (conlleval && strict) {
            throw usage(
                    "--strict cannot be combined with --output-format conlleval, which counts spans as conlleval does");
        }
        if (oracle != null && oracle < 1) {
            throw usage("--oracle is " + oracle + "; expected at least 1");
        }
        if (errors != null && errors < 0) {
            throw usage("--errors is " + errors + "; expected 0 or more");
        }
        if (errors != null && conlleval) {
            throw usage(
                    "--errors cannot be combined with --output-format conlleval, which is conlleval's report and nothing else;"
                            + " choose text or json");
        }
        if (confidence && (columns || conlleval)) {
            throw usage(
                    "--confidence "
                            + (columns
                                    ? "needs a model; --columns has none"
                                    : "cannot be combined with"
                                            + " --output-format conlleval, which is conlleval's report and nothing else; choose text or json"));
        }
        if (plot != null && !confidence) {
            throw usage("--plot draws what --confidence shows; give both");
        }
        requirePicture(plot);
        if (classification && (conlleval || strict)) {
            throw usage("--classification has no spans; leave " + (conlleval ? "--output-format conlleval" : "--strict")
                    + " out");
        }
        against.check(this, columns, conlleval);
        threads.chosen(this);
    }

    private void chooseFormat() {
        json = form == EvalFormat.JSON || oldJson;
        conlleval = form == EvalFormat.CONLLEVAL || oldConlleval;
        if ((json && conlleval) || (form == EvalFormat.TEXT && (json || conlleval))) {
            throw usage(
                    "--json and --conlleval are old spellings of --output-format json and conlleval; give one of them");
        }
        if (oldJson) {
            noteOldSpelling("--json", "--output-format json");
        }
        if (oldConlleval) {
            noteOldSpelling("--conlleval", "--output-format conlleval");
        }
    }

    /** What is evaluated, as the user calls it. */
    private String name() {
        return String.valueOf(model == null ? inputs.get(0) : model);
    }
}
