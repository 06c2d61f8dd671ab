package org.espalier.cli.multilabel;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.ThreadOptions;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.espalier.data.Json;
import org.espalier.data.LabelSet;
import org.espalier.model.Tagging;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier multilabel tag}: the labels of new instances. */
@HelpTopic(Topic.OUTPUT)
@Command(
        name = "tag",
        description = {
            "Prints the labels of each instance on a line, with commas between them; the line is empty where there are"
                    + " none. Labels in the data are passed over.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier multilabel tag -m model.esp new.svm",
            "  espalier multilabel tag -m model.esp --decoder labels --json new.jsonl"
        })
final class TagCommand extends Subcommand {
    @Parameters(
            paramLabel = "new.svm",
            arity = "1..*",
            description = "Instances: files (*.gz is unpacked), or - for standard input.")
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

    @Option(
            names = "--json",
            description =
                    "Print a JSON object per instance: the labels, the probability of the set, and that of each label.")
    @Essential
    private boolean json;

    @Mixin
    private ThreadOptions threads = new ThreadOptions();

    @Override
    protected int run() {
        int team = threads.chosen(this);
        LabelSetModel labels = LabelSetModel.open(model);
        List<LabelSet> instances = LabelSet.read(inputs, false);
        labels.tag(
                instances,
                decoder.chosen(),
                team,
                (instance, tagging) -> streams()
                        .print((json ? Json.write(json(labels, tagging)) : String.join(",", labels.found(tagging)))
                                + "\n"));
        return 0;
    }

    private static Map<String, Object> json(LabelSetModel labels, Tagging tagging) {
        Map<String, Object> map = new LinkedHashMap<>();
        Set<String> found = labels.found(tagging);
        map.put("labels", List.copyOf(found));
        map.put("probability", tagging.probability());
        map.put("exact", labels.model().structure().isExact());
        map.put("probabilities", labels.probabilities(tagging));
        return map;
    }
}
