package org.espalier.cli.spark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where Spark runs, and what it is told beside the command itself. */
@HelpTopic(Topic.RUNNING)
public final class SubmitOptions {
    @Option(
            names = "--master",
            paramLabel = "url",
            description =
                    "The master of the cluster, such as yarn, k8s://host or spark://host:7077, or local[2] for two threads of this"
                            + " machine. Default: what Spark is configured with, or local[*].")
    private @Nullable String master;

    @Option(
            names = "--spark-option",
            paramLabel = "key=value",
            description =
                    "A property of Spark, such as spark.executor.memory=8g; passed to spark-submit as --conf. May be given several"
                            + " times.")
    private Map<String, String> properties = new LinkedHashMap<>();

    @Option(
            names = "--param",
            paramLabel = "name=value",
            description =
                    "A parameter of the estimator or model that is no option here, such as tokensCol=words or partitions=64; see"
                            + " docs/spark.md. May be given several times.")
    private Map<String, String> params = new LinkedHashMap<>();

    @Option(
            names = "--rows",
            paramLabel = "format",
            description =
                    "The data are tables in this format of Spark: parquet, json, orc or another that it knows. Default: by the name"
                            + " (.parquet, .json, .orc); otherwise a text format, see --format.")
    private @Nullable String rows;

    @Option(
            names = "--jars",
            paramLabel = "file",
            split = ",",
            description =
                    "The jar of espalier-spark, then that of espalier-core, and any others. Default: those beside this program, or"
                            + " in the source tree.")
    @UsedFile(value = UsedFile.Use.READ, what = "the jar")
    private List<Path> jars = List.of();

    /** The format of tables that the data are in; null when they are text. */
    public @Nullable String rows(List<String> files) {
        if (rows != null) {
            return rows;
        }
        String first = files.get(0).replaceAll("/+$", "");
        for (String ending : List.of("parquet", "json", "orc")) {
            if (first.endsWith("." + ending)) {
                return ending;
            }
        }
        return null;
    }

    /** What is said by {@link #params} in the words of the program. */
    public List<String> parameters() {
        List<String> arguments = new ArrayList<>();
        params.forEach((name, value) -> arguments.addAll(List.of("--" + TrainingArguments.hyphenated(name), value)));
        return arguments;
    }

    /** The arguments of {@code spark-submit} for a command of the program. */
    public List<String> submission(List<String> command) {
        List<String> arguments = new ArrayList<>();
        if (master != null) {
            arguments.addAll(List.of("--master", master));
        }
        properties.forEach((key, value) -> arguments.addAll(List.of("--conf", key + "=" + value)));
        List<Path> found = jars.isEmpty() ? ProgramJars.beside() : jars;
        if (found.size() > 1) {
            arguments.addAll(List.of("--jars", joined(found.subList(1, found.size()))));
        }
        arguments.addAll(
                List.of("--class", "org.espalier.spark.Main", found.get(0).toString()));
        arguments.addAll(command);
        return arguments;
    }

    private static String joined(List<Path> files) {
        return String.join(",", files.stream().map(Path::toString).toList());
    }
}
