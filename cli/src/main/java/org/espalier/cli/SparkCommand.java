package org.espalier.cli;

import org.espalier.cli.command.Subcommand;
import picocli.CommandLine.Command;

/** {@code espalier spark}: its commands do the work. */
@Command(
        name = "spark",
        description = {
            "Trains and tags on Spark, for data that one machine has no room for. The options are those of 'espalier train' and"
                    + " 'espalier tag'; spark-submit, which SPARK_HOME or PATH must have, starts the work. docs/spark.md tells more.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier spark train --master local[2] --template template -o model.esp train.txt",
            "  espalier spark train --master yarn --l2 0.5 -o hdfs:///model.esp hdfs:///train.parquet",
            "  espalier spark tag --master yarn -m hdfs:///model.esp -o hdfs:///tagged.parquet hdfs:///texts.parquet"
        },
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {SparkTrainCommand.class, SparkTagCommand.class})
final class SparkCommand extends Subcommand {
    @Override
    protected int run() {
        throw usage("no command; expected train or tag");
    }
}
