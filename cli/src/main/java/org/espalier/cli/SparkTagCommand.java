package org.espalier.cli;

import java.util.ArrayList;
import java.util.List;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.InputOptions;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.espalier.cli.spark.SparkSubmit;
import org.espalier.cli.spark.SubmitOptions;
import org.espalier.cli.spark.TrainingArguments;
import org.espalier.data.DataOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier spark tag}: has data labelled on Spark. */
@HelpTopic(Topic.OUTPUT)
@Command(
        name = "tag",
        description = {
            "Labels data on the executors of Spark with any model of sequences. The data are tables that Spark reads (--rows), or"
                    + " files of columns, CRFsuite items or JSON Lines; the result is a table with the labels in one more column.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier spark tag --master local[2] -m model.esp -o tagged.json new.txt",
            "  espalier spark tag --master yarn --marginals -m hdfs:///ner.esp -o hdfs:///tagged.parquet hdfs:///texts.parquet"
        })
final class SparkTagCommand extends Subcommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "input",
            description = "The data to tag: files or folders of any file system of Hadoop.")
    @UsedFile(UsedFile.Use.NONE) // Spark's own
    private List<String> inputs = List.of();

    @Option(
            names = {"-m", "--model"},
            required = true,
            paramLabel = "model.esp",
            description = "The model: a file of any file system of Hadoop.")
    @HelpTopic(Topic.FILES)
    @Essential
    @UsedFile(UsedFile.Use.NONE) // Spark's own
    private String model = "";

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "folder",
            description =
                    "Where to write the table, in the format of its ending (.json, .parquet, .orc), or else in that of the input, or"
                            + " JSON.")
    @Essential
    @UsedFile(UsedFile.Use.NONE) // Spark's own
    private String output = "";

    @Option(
            names = "--marginals",
            description = "Add the marginal probabilities of all labels at every token, in the column marginals.")
    @Essential
    private boolean marginals;

    @Option(
            names = "--probability",
            description = "Add the probability of the whole labelling, in the column probability.")
    @Essential
    private boolean probability;

    @Option(
            names = "--spans",
            description =
                    "Add the spans that the labels stand for, each with its type and its probability, in the column spans.")
    @Essential
    private boolean spans;

    @Option(
            names = "--valid-labels",
            description = "Predict only labels that follow their tag scheme (no I-X after O).")
    @HelpTopic(Topic.DECODING)
    private boolean validLabels;

    @Mixin
    private InputOptions input = new InputOptions();

    @Mixin
    private SubmitOptions submit = new SubmitOptions();

    @Override
    protected int run() throws InterruptedException {
        return SparkSubmit.run(submission(), System.getenv());
    }

    /** The arguments of spark-submit. */
    List<String> submission() {
        List<String> command = new ArrayList<>(List.of("tag", "--model", model, "--output", output));
        inputs.forEach(file -> command.addAll(List.of("--input", file)));
        String rows = submit.rows(inputs);
        if (rows == null) {
            command.addAll(orUsage(() -> TrainingArguments.of(input.like(DataOptions.COLUMNS))));
        } else {
            command.addAll(List.of("--format", rows));
        }
        add(command, marginals, "--marginals-col", "marginals");
        add(command, probability, "--probability-col", "probability");
        add(command, spans, "--spans-col", "spans");
        add(command, validLabels, "--valid-predictions", "true");
        command.addAll(submit.parameters());
        return submit.submission(command);
    }

    private static void add(List<String> command, boolean wanted, String name, String value) {
        if (wanted) {
            command.addAll(List.of(name, value));
        }
    }
}
