package org.espalier.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.input.ModelInput;
import org.espalier.cli.input.UnknownLabels;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.InputOptions;
import org.espalier.cli.option.NotationOptions;
import org.espalier.cli.option.ReportOptions;
import org.espalier.cli.option.ThreadOptions;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.espalier.cli.score.ConfidenceJudge;
import org.espalier.confidence.Calibrator;
import org.espalier.data.DataOptions;
import org.espalier.data.Json;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.evaluate.ConfidenceScores;
import org.espalier.interop.Toolkit;
import org.espalier.model.Model;
import org.espalier.train.corpus.Fingerprint;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier calibrate}: makes a model whose probabilities can be believed. */
@HelpTopic(Topic.SCORES)
@Command(
        name = "calibrate",
        description = {
            "Learns how often a model is right where it says a probability, and keeps that in the model. Use labelled data"
                    + " that the model was not trained on, such as the development set: on its training data a model is too"
                    + " sure of itself.",
            "--method temperature divides all weights by one number. Labels stay the same; every probability becomes more or"
                    + " less sure: of tokens, spans, sequences and n-best lists.",
            "--method isotonic learns a curve from the probability of a span (of a token, where labels mark no spans) to the"
                    + " share that is right. Probabilities stay as they are; 'tag' writes the confidence beside them.",
            "'eval --confidence' shows how far a model's confidence is from the truth.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier calibrate model.esp -o calibrated.esp dev.txt",
            "  espalier calibrate model.esp -o calibrated.esp dev.txt --test test.txt     see what it is worth",
            "  espalier calibrate model.esp -o calibrated.esp dev.txt --method both         much held-out data",
            "  espalier tag -m calibrated.esp --output-format json --probability new.txt"
        })
final class CalibrateCommand extends Subcommand {
    /** Data that a model has not seen hardly ever ask for less. */
    private static final double TOO_SURE = 0.05;

    @Parameters(index = "0", paramLabel = "model.esp", description = "The model to calibrate; the file is not changed.")
    @UsedFile(value = UsedFile.Use.READ, what = "the model to calibrate")
    private Path source = Path.of("");

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "dev.txt",
            description = "Labelled data that the model was not trained on.")
    @UsedFile(value = UsedFile.Use.READ, what = "the data", standardInput = true)
    private List<Path> data = List.of();

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "calibrated.esp",
            description = "Where to write the calibrated model.")
    @HelpTopic(Topic.FILES)
    @Essential
    @UsedFile(value = UsedFile.Use.WRITTEN, what = "the calibrated model")
    private Path target = Path.of("");

    @Option(
            names = "--method",
            paramLabel = "temperature|isotonic|both",
            description =
                    "What to learn: a temperature, curves, or first the one and then the other. Curves want some thousands of predicted spans."
                            + " Default: temperature.")
    @Essential
    private Calibrator.Method method = Calibrator.Method.TEMPERATURE;

    @Option(
            names = "--test",
            paramLabel = "file",
            description = "Labelled data to compare the confidence of the two models on. May be given several times.")
    @HelpTopic(Topic.FILES)
    @Essential
    @UsedFile(value = UsedFile.Use.READ, what = "the test data", standardInput = true)
    private List<Path> test = List.of();

    @Mixin
    private NotationOptions notation = new NotationOptions();

    @Mixin
    private ReportOptions report = new ReportOptions();

    @Mixin
    private InputOptions input = new InputOptions();

    @Mixin
    private ThreadOptions threads = new ThreadOptions();

    @Override
    protected int run() {
        boolean json = report.isJson(this);
        int team = threads.chosen(this);
        Model model = Toolkit.open(source);
        LabelNotation written = notation.written(model);
        List<Sequence> heldOut = read(model, data, written);
        // Read first: whoever waits should not learn of a wrong file at the end.
        List<Sequence> tested = test.isEmpty() ? List.of() : read(model, test, written);
        if (Fingerprint.of(heldOut).equals(model.provenance().get("data"))) {
            warn(data.get(0) + " is what the model was trained on, so it will learn to be too sure; use other data");
        }
        Model calibrated = new Calibrator(method, written, team).calibrate(model, heldOut);
        if (calibrated.confidence().temperature() / model.confidence().temperature() < TOO_SURE) {
            warn("a temperature of "
                    + String.format(Locale.ROOT, "%.4f", calibrated.confidence().temperature())
                    + " is that of a model that is hardly ever wrong: was it trained on these data? Then use others");
        }
        calibrated.save(target);
        ConfidenceJudge judge = new ConfidenceJudge(written);
        List<Sequence> judged = tested.isEmpty() ? heldOut : tested;
        ConfidenceScores before = judge.scores(model, judged);
        ConfidenceScores after = judge.scores(calibrated, judged);
        streams().print(json ? json(calibrated, before, after) : text(calibrated, before, after));
        return 0;
    }

    private List<Sequence> read(Model model, List<Path> files, LabelNotation written) {
        DataOptions options = input.labelled(model, files).withUnknownLabel(written.unknown());
        List<Sequence> sequences = Sequences.read(options, files);
        input.tellAnnotations(this::warn);
        sequences.forEach(ModelInput.guard(options, model, this::warn));
        UnknownLabels unknown = new UnknownLabels(model.labels(), written);
        for (Sequence sequence : sequences) {
            unknown.add(sequence.labels() == null ? List.of() : sequence.labels());
        }
        if (!unknown.isEmpty()) {
            warn(files.get(0) + ": " + unknown.describe());
        }
        return sequences;
    }

    private String text(Model calibrated, ConfidenceScores before, ConfidenceScores after) {
        StringBuilder out = new StringBuilder();
        if (method != Calibrator.Method.ISOTONIC) {
            out.append(String.format(
                    Locale.ROOT,
                    "temperature %.4f (%s)%n",
                    calibrated.confidence().temperature(),
                    calibrated.confidence().temperature() > 1
                            ? "the model was too sure"
                            : "the model was not sure enough"));
        }
        out.append(String.format(
                Locale.ROOT,
                "calibration error of %,d %s of %s: %.4f before, %.4f after%n",
                after.reliability().instances(),
                after.subject(),
                test.isEmpty() ? "the data that it was learned from" : "the test data",
                before.reliability().calibrationError(),
                after.reliability().calibrationError()));
        if (test.isEmpty()) {
            out.append("Other data tell how good that is: give them with --test.\n");
        }
        return out.toString().replace("\r", "");
    }

    private static String json(Model calibrated, ConfidenceScores before, ConfidenceScores after) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("temperature", calibrated.confidence().temperature());
        figures.put("before", before.toMap());
        figures.put("after", after.toMap());
        return Json.writeIndented(figures);
    }
}
