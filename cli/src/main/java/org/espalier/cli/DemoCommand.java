package org.espalier.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.html.EvaluationFindings;
import org.espalier.cli.html.EvaluationPage;
import org.espalier.cli.input.RememberedInput;
import org.espalier.cli.input.Sample;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.espalier.cli.output.CommandFailure;
import org.espalier.cli.output.OutputFiles;
import org.espalier.cli.output.TextTable;
import org.espalier.cli.report.TrainingDisplay;
import org.espalier.data.DataOptions;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.data.Token;
import org.espalier.evaluate.Convention;
import org.espalier.evaluate.Evaluation;
import org.espalier.evaluate.Reliability;
import org.espalier.evaluate.ScoreReport;
import org.espalier.evaluate.errors.ErrorAnalysis;
import org.espalier.feature.text.FeatureSet;
import org.espalier.inspect.FeatureWeight;
import org.espalier.inspect.Inspection;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.model.Tagging;
import org.espalier.text.OffsetTable;
import org.espalier.text.OffsetUnit;
import org.espalier.text.TextSpan;
import org.espalier.text.Tokenizer;
import org.espalier.train.EarlyStopping;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code espalier demo}: trains, evaluates, tags and explains on the bundled sample. */
@HelpTopic(Topic.FILES)
@Command(
        name = "demo",
        description = {
            "Shows the whole workflow on a bundled sample of ingredient lines from recipes: trains a model, evaluates"
                    + " it on unseen lines, tags a few more, finds spans in raw text, writes a report for the browser, shows"
                    + " the strongest features, and suggests what to type next.",
            "The sample, the model and the report stay in a new folder for you to experiment with; delete it when you are"
                    + " done.",
            ""
        },
        footer = {"", "Examples:", "  espalier demo", "  espalier demo --folder /tmp/espalier-demo"})
final class DemoCommand extends Subcommand {
    private static final int SHOWN_LINES = 5;
    private static final int SHOWN_FEATURES = 4;
    private static final String REPORT = "report.html";
    private static final String RAW = "\uD83E\uDD63 2 cups crème fraîche, 1 large onion (finely chopped)";

    @Option(
            names = "--folder",
            paramLabel = "dir",
            description =
                    "Where to put the sample, the model and the report. Default: espalier-demo in the current directory, or in the"
                            + " temporary directory if the current one is not writable.")
    @UsedFile(UsedFile.Use.DIRECTORY)
    private @Nullable Path folder;

    @Override
    protected int run() throws IOException {
        Sample sample = Sample.unpack(folder == null ? usualFolder() : folder);
        Path file = sample.file("model.esp");
        Path report = sample.file(REPORT);
        requireOwn(report);
        title("Training on " + sample.path("train.txt"));
        TrainingDisplay display = new TrainingDisplay(streams(), false, EarlyStopping.Metric.F1, () -> {});
        List<Sequence> train = Sequences.read(DataOptions.COLUMNS, sample.file("train.txt"));
        Trainer trainer = new Trainer(FeatureSet.parse(sample.features(), Path.of("")), TrainingOptions.DEFAULTS)
                .withListener(display);
        Model model = RememberedInput.noted(trainer.train(train), DataOptions.COLUMNS);
        model.save(file);
        streams().say(display.report().stopText());
        streams()
                .print(String.format(
                        Locale.ROOT,
                        "%d lines with %d tokens gave a model with %d features in %.1f seconds: %s\n",
                        train.size(),
                        display.report().summary().tokens(),
                        display.report().activeFeatures(),
                        display.report().seconds(),
                        sample.path("model.esp")));

        title("Evaluation on " + sample.path("test.txt") + ", which it has not seen");
        Tagger tagger = model.tagger();
        EvaluationFindings findings = evaluate(model, tagger, sample);
        String tables = ScoreReport.tables(findings.scores());
        streams().print(tables.substring(0, tables.indexOf("\nTokens by label")));

        title("New lines, tagged");
        Sequences.read(DataOptions.COLUMNS.withLabelled(false), sample.file("unseen.txt")).stream()
                .limit(SHOWN_LINES)
                .forEach(sequence -> printTagged(tagger.tag(sequence)));

        title("Raw text, and where its spans are");
        printSpans(tagger.tag(Sequence.ofText(RAW, Tokenizer.WORDS)));

        title("What speaks for a label");
        printFeatures(model);

        title("A page for the browser");
        OutputFiles.write(
                report,
                new EvaluationPage(sample.path("model.esp"), List.of(sample.path("test.txt")), findings, model).html());
        streams()
                .print("Confusion matrix, worst lines in colours, reliability of the probabilities: "
                        + sample.path(REPORT)
                        + "\nOpen it with:  " + opener() + " " + quoted(sample.path(REPORT)) + "\nor go to:      "
                        + report.toAbsolutePath().normalize().toUri() + "\n");

        title("What to type next");
        streams().print(next(sample));
        return 0;
    }

    private static EvaluationFindings evaluate(Model model, Tagger tagger, Sample sample) {
        Evaluation evaluation = new Evaluation(Convention.CONLLEVAL);
        ErrorAnalysis errors = new ErrorAnalysis(model);
        Reliability reliability = new Reliability();
        for (Sequence sequence : Sequences.read(DataOptions.COLUMNS, sample.file("test.txt"))) {
            List<String> gold = sequence.labels() == null ? List.of() : sequence.labels();
            Tagging tagging = tagger.tag(sequence);
            evaluation.add(gold, tagging.labels());
            errors.add(tagging);
            reliability.add(
                    gold,
                    tagging.labels(),
                    Reliability.ofPredicted(tagging.labels(), tagging.marginals(), model.labels()),
                    LabelNotation.DEFAULT);
        }
        return new EvaluationFindings(evaluation.scores(), null, errors.summary(), reliability);
    }

    /** A report of an earlier demonstration is replaced, somebody's own is not. */
    private static void requireOwn(Path report) throws IOException {
        if (Files.exists(report)
                && !(Files.isRegularFile(report) && Files.readString(report).contains(EvaluationPage.MARK))) {
            throw new CommandFailure(
                    report + " exists and does not belong to the demo; choose another --folder, or remove it");
        }
    }

    /** What opens a file in the browser. */
    private static String opener() {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        return system.contains("win") && !system.contains("darwin")
                ? "start"
                : system.contains("mac") ? "open" : "xdg-open";
    }

    private static Path usualFolder() throws IOException {
        Path here = Path.of("espalier-demo");
        boolean writable = Files.exists(here)
                ? Files.isWritable(here)
                : Files.isWritable(Path.of("").toAbsolutePath());
        return writable ? here : Files.createTempDirectory("espalier-demo");
    }

    private void title(String text) {
        streams().print("\n== " + text + "\n");
        streams().flush(); // so that progress on standard error stands below it
    }

    private void printTagged(Tagging tagging) {
        StringBuilder words = new StringBuilder();
        StringBuilder labels = new StringBuilder();
        List<Token> tokens = tagging.sequence().tokens();
        for (int t = 0; t < tokens.size(); t++) {
            String word = tokens.get(t).columns().get(0);
            String label = tagging.labels().get(t);
            int width = Math.max(word.codePointCount(0, word.length()), label.length()) + 1;
            words.append(word).append(" ".repeat(width - word.codePointCount(0, word.length())));
            labels.append(label).append(" ".repeat(width - label.length()));
        }
        streams()
                .print(words.toString().stripTrailing() + "\n"
                        + labels.toString().stripTrailing()
                        + String.format(Locale.ROOT, "   (probability %.2f)\n\n", tagging.probability()));
    }

    private void printSpans(Tagging tagging) {
        OffsetTable offsets = new OffsetTable(RAW, OffsetUnit.CODE_POINTS);
        TextTable table = new TextTable(2, "start", "end", "type", "text");
        for (TextSpan span : tagging.textSpans()) {
            table.add(
                    String.valueOf(offsets.fromUtf16(span.start())),
                    String.valueOf(offsets.fromUtf16(span.end())),
                    span.type(),
                    span.covered());
        }
        streams().print(RAW + "\n\n" + table + "\nOffsets count characters (code points) from 0, as in Python.\n");
    }

    private void printFeatures(Model model) {
        Inspection inspection = Inspection.of(model);
        for (String label : model.labels().names()) {
            if (label.startsWith("B-")) {
                List<String> features = new ArrayList<>();
                for (FeatureWeight feature : inspection.supporting(label, SHOWN_FEATURES)) {
                    features.add(String.format(Locale.ROOT, "%s %+.2f", feature.attribute(), feature.weight()));
                }
                streams().print(label + ":  " + features.stream().collect(Collectors.joining("   ")) + "\n");
            }
        }
    }

    private static String next(Sample sample) {
        String program = System.getenv().getOrDefault("ESPALIER_COMMAND", "espalier");
        String model = quoted(sample.path("model.esp"));
        return String.join(
                "\n",
                "  # label a line of your own, one word per line",
                "  echo '3 large eggs , beaten' | tr ' ' '\\n' | " + program + " tag -m " + model,
                "  # find the spans of raw text, one text per line",
                "  echo '3 large eggs, beaten' | " + program + " tag -m " + model + " --format lines",
                "  # the whole evaluation, and what the model has learnt",
                "  " + program + " eval -m " + model + " " + quoted(sample.path("test.txt")),
                "  " + program + " inspect " + model,
                "  # train it yourself, then try it with your own data and --help",
                "  " + program + " train --features " + quoted(sample.features()) + " -o " + model + " "
                        + quoted(sample.path("train.txt")),
                "  " + program + " check " + quoted(sample.path("train.txt")),
                "  # remove the demo",
                "  rm -r " + quoted(sample.folder().toString()),
                "");
    }

    /** As a shell wants it. */
    private static String quoted(String text) {
        return text.matches("[A-Za-z0-9_./:-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
