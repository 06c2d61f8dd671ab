package org.espalier.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.input.GuardedReader;
import org.espalier.cli.input.ModelInput;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.InputOptions;
import org.espalier.cli.option.ReportOptions;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.espalier.cli.output.CommandFailure;
import org.espalier.cli.reason.AnswerText;
import org.espalier.data.Json;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Span;
import org.espalier.data.TagScheme;
import org.espalier.interop.Toolkit;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.model.Tagging;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier explain}: why a model answers as it does. */
@HelpTopic(Topic.OUTPUT)
@Command(
        name = "explain",
        description = {
            "Shows why a model gives a span, or a token, its label: what every feature and transition adds to the margin over"
                    + " the best labelling that answers otherwise. The amounts add up to the margin exactly. Below them stand"
                    + " attributes without which the answer would be another.",
            "By default it explains, of every sequence, the span that the model is least sure of, or the token where labels mark"
                    + " no spans.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier explain -m model.esp new.txt",
            "  printf '2\\ncups\\nflour\\n' | espalier explain -m model.esp --token 3",
            "  echo '2 cups of flour' | espalier explain -m model.esp --format lines --all --top 5",
            "  espalier explain -m model.esp --all --output-format json new.txt"
        })
final class ExplainCommand extends Subcommand {
    @Parameters(
            arity = "0..*",
            paramLabel = "input",
            description = "The data: files (*.gz is unpacked), or - for standard input. Default: standard input.")
    @UsedFile(value = UsedFile.Use.READ, what = "the data", standardInput = true)
    private List<Path> inputs = List.of();

    @Option(
            names = {"-m", "--model"},
            required = true,
            paramLabel = "model.esp",
            description = "The model: a chain whose weights decide, of Espalier, CRFsuite, Wapiti or CRF++.")
    @HelpTopic(Topic.FILES)
    @Essential
    @UsedFile(value = UsedFile.Use.READ, what = "the model")
    private Path model = Path.of("");

    @Option(
            names = "--token",
            paramLabel = "n",
            description = "Explain the label of the n-th token of every sequence that has one, counted from 1.")
    @Essential
    private @Nullable Integer token;

    @Option(names = "--tokens", description = "Explain labels of tokens, even where they mark spans.")
    @Essential
    private boolean tokens;

    @Option(names = "--all", description = "Explain all spans, or all tokens, instead of the least sure one.")
    @Essential
    private boolean all;

    @Option(
            names = "--top",
            paramLabel = "n",
            description =
                    "How many contributions to list; the others are added up. JSON has all. Default: ${DEFAULT-VALUE}.")
    @Essential
    private int top = 10;

    @Mixin
    private ReportOptions report = new ReportOptions();

    @Mixin
    private InputOptions input = new InputOptions();

    @Override
    protected int run() {
        if (token != null && token < 1) {
            throw usage("--token is " + token + "; tokens are counted from 1");
        }
        if (token != null && (all || tokens)) {
            throw usage("--token chooses one token; leave --all and --tokens out");
        }
        if (top < 0) {
            throw usage("--top is " + top + "; expected at least 0");
        }
        boolean json = report.isJson(this);
        Model loaded = Toolkit.open(model);
        if (loaded.structure().hasMarks()) {
            throw new CommandFailure(model + " is a parser; reasons are told for labels of tokens");
        }
        Consumer<Sequence> guard = ModelInput.guard(input.unlabelled(loaded, inputs), loaded, this::warn);
        Tagger tagger = loaded.tagger();
        long number = 0;
        try (SequenceReader reader = new GuardedReader(input.unlabelled(loaded, model, inputs), guard)) {
            for (Sequence sequence = reader.next(); sequence != null; sequence = reader.next()) {
                number++;
                for (AnswerText answer : answers(tagger, number, sequence)) {
                    streams().print(json ? Json.write(answer.toMap()) + "\n" : answer.text(top) + "\n");
                }
            }
        }
        if (number == 0) {
            throw new CommandFailure("there are no sequences in the data");
        }
        return 0;
    }

    private List<AnswerText> answers(Tagger tagger, long number, Sequence sequence) {
        Tagging tagging = tagger.tag(sequence);
        boolean spans = token == null && !tokens && tagger.scheme() != TagScheme.NONE;
        List<AnswerText> answers = new ArrayList<>();
        if (spans) {
            double smallest = Double.POSITIVE_INFINITY;
            Span least = null;
            for (Span span : tagging.spans()) {
                double probability = tagging.probability(span);
                if (all) {
                    answers.add(AnswerText.ofSpan(tagger, number, sequence, span, probability));
                } else if (probability < smallest) {
                    smallest = probability;
                    least = span;
                }
            }
            if (least != null) {
                answers.add(AnswerText.ofSpan(tagger, number, sequence, least, smallest));
            }
            return answers;
        }
        double[][] marginals = tagging.marginals();
        int chosen = token != null
                ? token - 1
                : AnswerText.leastSure(
                        tagging.labels(), marginals, tagger.model().labels());
        for (int t = 0; t < sequence.length(); t++) {
            if (t == chosen || (all && token == null)) {
                int label = tagger.model().labels().indexOf(tagging.labels().get(t));
                answers.add(AnswerText.ofToken(tagger, number, sequence, t, marginals[t][label]));
            }
        }
        return answers;
    }
}
