package org.espalier.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.continuous.NumberCommands;
import org.espalier.cli.html.ComparisonFindings;
import org.espalier.cli.html.EvaluationFindings;
import org.espalier.cli.html.EvaluationPage;
import org.espalier.cli.input.GuardedReader;
import org.espalier.cli.input.ModelInput;
import org.espalier.cli.input.PairedAnswers;
import org.espalier.cli.input.PairedLabels;
import org.espalier.cli.input.UnknownLabels;
import org.espalier.cli.input.WrongFormat;
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
import org.espalier.cli.output.CommandFailure;
import org.espalier.cli.output.EvalFormat;
import org.espalier.cli.output.OutputFiles;
import org.espalier.cli.report.InstanceCounter;
import org.espalier.cli.tree.TreeCommands;
import org.espalier.continuous.ContinuousCrf;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.Json;
import org.espalier.data.LabelNotation;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;
import org.espalier.data.TagScheme;
import org.espalier.evaluate.ClassificationReport;
import org.espalier.evaluate.ClassificationScores;
import org.espalier.evaluate.Convention;
import org.espalier.evaluate.Disagreements;
import org.espalier.evaluate.Evaluation;
import org.espalier.evaluate.PairedBootstrap;
import org.espalier.evaluate.PairedComparison;
import org.espalier.evaluate.Reliability;
import org.espalier.evaluate.ScoreReport;
import org.espalier.evaluate.Scores;
import org.espalier.evaluate.errors.ErrorAnalysis;
import org.espalier.evaluate.errors.ErrorReport;
import org.espalier.evaluate.errors.ErrorSummary;
import org.espalier.interop.Toolkit;
import org.espalier.model.BatchTagger;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
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
            "  espalier eval -m parser.esp test.conllu"
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
            names = "--errors",
            arity = "0..1",
            paramLabel = "n",
            preprocessor = OptionalWorst.class,
            description =
                    "Also show what goes wrong: errors by confusion and by cause, and the n worst sequences with gold and"
                            + " predicted labels side by side. Without a number: " + ErrorAnalysis.USUAL_WORST + ".")
    @Essential("Also show what goes wrong: errors by kind and cause, and the n worst sequences.")
    private @Nullable Integer errors;

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

    /** One sequence with its gold labels, the predicted ones, and what the model says of it as far as that is of use. */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Pair(
            Sequence sequence,
            List<String> predicted,
            double @Nullable [] @Nullable [] probabilities,
            double @Nullable [] confidences,
            @Nullable Tagging tagging,
            ErrorAnalysis.@Nullable Examination examination) {
        List<String> gold() {
            return sequence.labels() == null ? List.of() : sequence.labels();
        }
    }

    /** Two systems and what their answers are worth. */
    private record Compared(PairedAnswers answers, PairedComparison comparison, Disagreements disagreements) {
        ComparisonFindings findings() {
            return new ComparisonFindings(answers.firstName(), answers.secondName(), comparison, disagreements);
        }

        String text() {
            return comparison.text(answers.firstName(), answers.secondName());
        }

        Map<String, Object> toMap() {
            return comparison.toMap(answers.firstName(), answers.secondName());
        }
    }

    @Override
    protected int run() {
        checkUsage();
        if (model != null && ContinuousCrf.recognises(model)) {
            new NumberCommands(
                            model,
                            prediction,
                            input,
                            inputs,
                            threads.chosen(this),
                            this,
                            streams(),
                            parsed(),
                            Set.of("--model", "--output-format", "--json", "--threads"))
                    .evaluate(json, hideEvery);
            return 0;
        }
        tellIdle(
                List.of(OptionRule.of(!columns, "with --columns, which does no tagging", "--threads"), against.idle()));
        List<Pair> kept = new ArrayList<>();
        Model loaded = model == null ? null : Toolkit.open(model);
        if (loaded != null && loaded.structure().hasMarks()) {
            if (conlleval) {
                throw usage(
                        "--output-format conlleval is for labels of tokens, and this model is a parser; choose text or json");
            }
            new TreeCommands(
                            loaded,
                            decoding,
                            input,
                            inputs,
                            threads.chosen(this),
                            this,
                            streams(),
                            parsed(),
                            Set.of("--json", "--against", "--against-data", "--samples", "--seed"))
                    .evaluate(json, name(), against);
            return 0;
        }
        String problem = prediction.problemWithLabels(parsed());
        if (problem != null) {
            throw usage(problem);
        }
        Convention known = convention(loaded);
        LabelNotation written = loaded == null ? notation.chosen() : written(loaded);
        Evaluation streamed = new Evaluation(known == null ? Convention.CONLLEVAL : known, written);
        ErrorAnalysis analysed = known == null ? null : analysis(loaded, known, written);
        InstanceCounter instances = new InstanceCounter(
                loaded == null ? Labels.of(List.of()) : loaded.labels(),
                written,
                classification || (loaded != null && !strict && !conlleval),
                classification);
        Reliability reliability = new Reliability();
        PairedAnswers answers =
                against.other() == null ? null : new PairedAnswers(name(), String.valueOf(against.other()));
        BatchTagger.Sink<Pair> sink = pair -> {
            if (answers != null) {
                answers.first(pair.sequence(), pair.predicted());
            }
            instances.add(pair.gold(), pair.predicted(), pair.probabilities());
            if (pair.confidences() != null && pair.sequence().isLabelled()) {
                reliability.add(pair.gold(), pair.predicted(), pair.confidences(), written);
            }
            if (known == null) {
                kept.add(pair);
            } else {
                count(pair, streamed, analysed);
            }
        };
        if (loaded == null) {
            readPairs(inputs, sink, written);
        } else {
            tagPairs(loaded, input, inputs, analysed, sink);
        }
        Convention convention = known == null ? detected(kept, loaded) : known;
        Evaluation evaluation = known == null ? new Evaluation(convention, written) : streamed;
        ErrorAnalysis analysis = known == null ? analysis(loaded, convention, written) : analysed;
        kept.forEach(pair -> count(pair, evaluation, analysis));
        Scores scores = evaluation.scores();
        if (scores.tokens() == 0) {
            throw new CommandFailure(inputs.get(0) + ": there are no labelled tokens to evaluate");
        }
        ClassificationScores classified = instances.isValid() ? instances.scores() : null;
        ErrorSummary summary = analysis == null ? null : analysis.summary();
        Compared compared =
                answers == null ? null : compare(answers, classified == null ? convention : Convention.PLAIN, written);
        print(scores, classified, errors == null ? null : summary, compared);
        if (html != null && summary != null) {
            ComparisonFindings beside = compared == null ? null : compared.findings();
            write(html, new EvaluationFindings(scores, classified, summary, reliability, beside), loaded);
        }
        return 0;
    }

    /** What collects mistakes, or null when nobody asks for them. */
    private @Nullable ErrorAnalysis analysis(@Nullable Model loaded, Convention convention, LabelNotation written) {
        if (errors == null && html == null) {
            return null;
        }
        // Instances have no spans, whatever their labels are called.
        Convention judged = classification ? Convention.PLAIN : convention;
        return new ErrorAnalysis(loaded, judged, written, worst());
    }

    /** How many sequences are listed. */
    private int worst() {
        return errors == null ? ErrorAnalysis.USUAL_WORST : errors;
    }

    private static void count(Pair pair, Evaluation evaluation, @Nullable ErrorAnalysis analysis) {
        evaluation.add(pair.gold(), pair.predicted());
        if (analysis == null || !pair.sequence().isLabelled()) {
            return;
        }
        if (pair.examination() != null) {
            analysis.add(pair.examination());
        } else if (pair.tagging() != null) {
            analysis.add(pair.tagging());
        } else {
            analysis.add(pair.sequence(), pair.predicted());
        }
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
        if (errors != null && errors < 0) {
            throw usage("--errors is " + errors + "; expected 0 or more");
        }
        if (errors != null && conlleval) {
            throw usage(
                    "--errors cannot be combined with --output-format conlleval, which is conlleval's report and nothing else;"
                            + " choose text or json");
        }
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

    /** The convention, or null when all gold labels must be known first. */
    private @Nullable Convention convention(@Nullable Model loaded) {
        if (conlleval) {
            return Convention.CONLLEVAL;
        }
        if (strict) {
            return scheme == null ? null : Convention.strict(scheme);
        }
        return loaded == null ? null : Convention.of(loaded.scheme());
    }

    /** The convention that suits all gold labels. */
    private Convention detected(List<Pair> pairs, @Nullable Model loaded) {
        List<List<String>> gold = pairs.stream().map(Pair::gold).toList();
        TagScheme found =
                loaded == null ? TagScheme.detect(gold) : loaded.scheme().orVariant(gold);
        return strict ? Convention.strict(found) : Convention.of(found);
    }

    /** As the command line says, or as the training data were written. */
    private LabelNotation written(Model loaded) {
        LabelNotation usual = notation(loaded);
        return new LabelNotation(
                isGiven("--unknown-label") ? notation.chosen().unknown() : usual.unknown(),
                isGiven("--label-separator") ? notation.chosen().separator() : usual.separator());
    }

    /** As the training data were written: the model's provenance has the options. */
    static LabelNotation notation(Model model) {
        if (model.provenance().get("options") instanceof Map<?, ?> options
                && options.get("unknownLabel") instanceof String unknown
                && options.get("labelSeparator") instanceof String separator) {
            return new LabelNotation(unknown, separator);
        }
        return LabelNotation.DEFAULT;
    }

    /** What is evaluated, as the user calls it. */
    private String name() {
        return String.valueOf(model == null ? inputs.get(0) : model);
    }

    private Compared compare(PairedAnswers answers, Convention convention, LabelNotation written) {
        Path other = Objects.requireNonNull(against.other());
        PairedBootstrap bootstrap = new PairedBootstrap(convention, written);
        Disagreements disagreements = new Disagreements(convention, written, html == null ? 0 : worst());
        BatchTagger.Sink<Pair> sink =
                pair -> answers.second(pair.sequence(), pair.predicted(), bootstrap, disagreements);
        if (model == null) {
            readPairs(List.of(other), sink, written);
        } else {
            // The options of the command line tell how the first model's data are written.
            boolean own = !against.data().isEmpty();
            tagPairs(Toolkit.open(other), own ? new InputOptions() : input, own ? against.data() : inputs, null, sink);
        }
        answers.end();
        return new Compared(answers, against.compare(bootstrap), disagreements);
    }

    private void readPairs(List<Path> files, BatchTagger.Sink<Pair> sink, LabelNotation written) {
        DataOptions options = input.labelled(List.of());
        if (options.format() != Format.COLUMNS) {
            throw usage("--columns reads the format columns, not " + options.format());
        }
        try (SequenceReader reader = new GuardedReader(Sequences.open(options, files), new WrongFormat(options))) {
            PairedLabels pairs = new PairedLabels(written, isGiven("--unknown-label"));
            pairs.read(reader, (gold, predicted) -> sink.accept(new Pair(gold, predicted, null, null, null, null)));
            pairs.check(this::warn);
        }
    }

    private void tagPairs(
            Model loaded,
            InputOptions how,
            List<Path> files,
            @Nullable ErrorAnalysis analysis,
            BatchTagger.Sink<Pair> sink) {
        UnknownLabels unknown = new UnknownLabels(loaded.labels(), written(loaded));
        DataOptions options =
                how.labelled(loaded, files).withUnknownLabel(written(loaded).unknown());
        Consumer<Sequence> guard = ModelInput.guard(options, loaded, this::warn);
        try (SequenceReader reader = new GuardedReader(Sequences.open(options, files), guard)) {
            new BatchTagger(decoding.apply(loaded.tagger(), this), threads.chosen(this))
                    .run(reader, tagging -> pair(tagging, analysis, loaded.labels()), (Pair pair) -> {
                        unknown.add(pair.gold());
                        sink.accept(pair);
                    });
        }
        how.tellAnnotations(this::warn);
        if (!unknown.isEmpty()) {
            warn(unknown.describe());
        }
    }

    private Pair pair(Tagging tagging, @Nullable ErrorAnalysis analysis, Labels labels) {
        Sequence sequence = tagging.sequence();
        boolean instance = classification || (tagging.labels().size() == 1 && !strict && !conlleval);
        ErrorAnalysis.Examination examination =
                analysis == null || !sequence.isLabelled() ? null : analysis.examine(tagging);
        double[][] marginals = instance || html != null ? tagging.marginals() : null;
        boolean examinedLater = (errors != null || html != null) && examination == null;
        return new Pair(
                sequence,
                tagging.labels(),
                instance ? marginals : null,
                html == null || marginals == null ? null : Reliability.ofPredicted(tagging.labels(), marginals, labels),
                examinedLater ? tagging : null,
                examination);
    }

    private void write(Path file, EvaluationFindings findings, @Nullable Model loaded) {
        List<String> data = inputs.stream().map(Path::toString).toList();
        String subject = model == null ? String.join(", ", data) : model.toString();
        OutputFiles.write(file, new EvaluationPage(subject, data, findings, loaded).html());
        streams().say("wrote " + file + "; open it in a browser");
    }

    private void print(
            Scores scores,
            @Nullable ClassificationScores instances,
            @Nullable ErrorSummary summary,
            @Nullable Compared compared) {
        if (json) {
            Map<String, Object> figures =
                    instances == null ? ScoreReport.toMap(scores) : ClassificationReport.toMap(instances);
            if (summary != null) {
                figures.put("errors", ErrorReport.toMap(summary));
            }
            if (compared != null) {
                figures.put("against", compared.toMap());
            }
            streams().print(Json.writeIndented(figures));
            return;
        }
        if (instances != null) {
            streams().print(ClassificationReport.tables(instances));
        } else {
            streams().print(conlleval ? ScoreReport.conlleval(scores) : ScoreReport.tables(scores));
        }
        if (summary != null) {
            streams().print("\n" + ErrorReport.text(summary));
        }
        if (compared != null) {
            streams().print("\n" + compared.text());
        }
    }
}
