package org.espalier.cli.multilabel;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.ThreadOptions;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.espalier.cli.output.CommandFailure;
import org.espalier.data.Json;
import org.espalier.data.LabelSet;
import org.espalier.evaluate.LabelSetScores;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier multilabel eval}: how well the labels of instances are found. */
@HelpTopic(Topic.SCORES)
@Command(
        name = "eval",
        description = {
            "Measures how well sets of labels are found: Hamming loss (wrong labels of all), subset accuracy (sets"
                    + " that are wholly right), micro and macro F1, and a table of the labels.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier multilabel eval -m model.esp test.svm",
            "  espalier multilabel eval -m model.esp --decoder labels --json test.svm"
        })
final class EvalCommand extends Subcommand {
    @Parameters(
            paramLabel = "test.svm",
            arity = "1..*",
            description = "Labelled instances: files (*.gz is unpacked), or - for standard input.")
    @HelpTopic(Topic.FILES)
    @UsedFile(value = UsedFile.Use.READ, what = "the data", standardInput = true)
    private List<Path> inputs = List.of();

    @Option(
            names = {"-m", "--model"},
            paramLabel = "model.esp",
            required = true,
            description = "The model.")
    @HelpTopic(Topic.FILES)
    @Essential
    @UsedFile(value = UsedFile.Use.READ, what = "the model")
    private Path model = Path.of("");

    @Mixin
    private SetDecoder decoder = new SetDecoder();

    @Option(names = "--json", description = "Print one JSON object; rates are fractions.")
    @Essential
    private boolean json;

    @Mixin
    private ThreadOptions threads = new ThreadOptions();

    @Override
    protected int run() {
        int team = threads.chosen(this);
        LabelSetModel labels = LabelSetModel.open(model);
        List<LabelSet> instances = LabelSet.read(inputs, true);
        if (instances.isEmpty()) {
            throw new CommandFailure(inputs.get(0) + ": there are no instances to evaluate");
        }
        LabelSetScores scores = new LabelSetScores(labels.tree().labels());
        Set<String> unknown = new TreeSet<>();
        labels.tag(instances, decoder.chosen(), team, (instance, tagging) -> {
            Set<String> gold = Objects.requireNonNull(instance.labels());
            gold.stream()
                    .filter(label -> !labels.tree().labels().contains(label))
                    .forEach(unknown::add);
            scores.add(gold, labels.found(tagging));
        });
        if (!unknown.isEmpty()) {
            warn("the model does not know the labels " + unknown + ", which count as never found");
        }
        streams().print(json ? Json.writeIndented(scores.toMap()) : scores.text());
        return 0;
    }
}
