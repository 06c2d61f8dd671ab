package org.espalier.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.spark.SparkSubmit;
import org.espalier.cli.spark.SubmitOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** {@code espalier spark train}: has a model learnt on Spark, with the options of {@code espalier train}. */
@Command(
        name = "train",
        description = {
            "Trains a model on the executors of Spark. All options but those below are the options of 'espalier train', and so are"
                    + " the data: files of columns, CRFsuite items or JSON Lines, or tables that Spark reads (--rows), on any file"
                    + " system of Hadoop.",
            "Models of sequences and classifiers are trained; what one machine must do alone, such as kernels and hidden Markov"
                    + " models, is refused.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier spark train --master local[2] --template template -o model.esp train.txt",
            "  espalier spark train --master yarn --spark-option spark.executor.memory=8g --l2 0.5 -o hdfs:///model.esp"
                    + " hdfs:///train.parquet",
            "  espalier spark train --algorithm perceptron --mixing iterated --shards 8 -o model.esp train.parquet"
        },
        customSynopsis = "espalier spark train [--master url] [OPTIONS] -o model.esp train.txt...")
final class SparkTrainCommand extends Subcommand {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private SubmitOptions submit = new SubmitOptions();

    /** What is for {@code train} to understand. */
    @Unmatched
    private List<String> rest = new ArrayList<>();

    @Override
    protected int run() throws InterruptedException {
        return SparkSubmit.run(submission(), System.getenv());
    }

    /** The arguments of spark-submit. */
    List<String> submission() {
        Main main = (Main) Objects.requireNonNull(spec).root().userObject();
        CommandLine root = Main.commandLine(main, List.of("train"));
        List<String> arguments = new ArrayList<>(List.of("train"));
        arguments.addAll(rest);
        root.parseArgs(arguments.toArray(String[]::new));
        TrainCommand train =
                Objects.requireNonNull(root.getSubcommands().get("train")).getCommand();
        List<String> command = new ArrayList<>(List.of("train"));
        command.addAll(train.sparkArguments(submit));
        command.addAll(submit.parameters());
        return submit.submission(command);
    }
}
