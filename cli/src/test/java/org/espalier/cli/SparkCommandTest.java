package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** What spark-submit is told; that the program then trains is for the tests of the module spark. */
class SparkCommandTest {
    @TempDir
    private Path folder;

    private static List<String> train(String... arguments) {
        CommandLine root = Program.commandLine();
        String[] all = Stream.concat(
                        Stream.of("spark", "train", "--jars", "spark.jar,core.jar"), Arrays.stream(arguments))
                .toArray(String[]::new);
        root.parseArgs(all);
        SparkTrainCommand command =
                root.getSubcommands().get("spark").getSubcommands().get("train").getCommand();
        return command.submission();
    }

    /** The names and values behind the jar and the command. */
    private static Map<String, String> told(List<String> submission) {
        Map<String, String> told = new TreeMap<>();
        int from = submission.indexOf("train") + 1;
        for (int k = from; k < submission.size(); k += 2) {
            assertThat(told.put(submission.get(k), submission.get(k + 1))).isNull();
        }
        return told;
    }

    @Test
    void theOptionsOfTrainAreToldByTheNamesOfModelFiles() throws IOException {
        Path template = folder.resolve("template");
        Files.writeString(template, "U00:%x[0,0]\nB\n");

        List<String> submission = train(
                "--master",
                "yarn",
                "--spark-option",
                "spark.executor.memory=8g",
                "--l2",
                "0.25",
                "--order",
                "2",
                "--min-count",
                "3",
                "--template",
                template.toString(),
                "--valid-labels",
                "--seed",
                "9",
                "--init",
                "hdfs:///old.esp",
                "--param",
                "partitions=64",
                "-o",
                "hdfs://host:1/new.esp",
                "s3a://b/train.txt");

        assertThat(submission.subList(0, 9))
                .containsExactly(
                        "--master",
                        "yarn",
                        "--conf",
                        "spark.executor.memory=8g",
                        "--jars",
                        "core.jar",
                        "--class",
                        "org.espalier.spark.Main",
                        "spark.jar");
        assertThat(told(submission))
                .containsEntry("--input", "s3a://b/train.txt")
                .containsEntry("--output", "hdfs://host:1/new.esp")
                .containsEntry("--initial", "hdfs:///old.esp")
                .containsEntry("--template", "U00:%x[0,0]\nB\n")
                .containsEntry("--format", "columns")
                .containsEntry("--label-column", "-1")
                .containsEntry("--l2", "0.25")
                .containsEntry("--order", "2")
                .containsEntry("--min-count", "3")
                .containsEntry("--valid-labels", "true")
                .containsEntry("--seed", "9")
                .containsEntry("--partitions", "64")
                .doesNotContainKeys("--l1", "--patience", "--memory", "--mixing");
    }

    @Test
    void tablesAreKnownByTheirNames() {
        assertThat(told(train("-o", "m.esp", "hdfs:///train.parquet/"))).containsEntry("--format", "parquet");
        assertThat(told(train("-o", "m.esp", "--rows", "avro", "x"))).containsEntry("--format", "avro");
        assertThat(told(train("-o", "m.esp", "--format", "crfsuite", "x"))).containsEntry("--format", "crfsuite");
        assertThat(told(train("-o", "m.esp", "--mixing", "iterated", "--algorithm", "perceptron", "x.orc")))
                .containsEntry("--mixing", "iterated")
                .containsEntry("--shards", "4")
                .containsEntry("--epoch-iterations", "5")
                .containsEntry("--algorithm", "perceptron");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--model hmm -o m x | is not trained on Spark",
                "--data-on-disk -o m x | --data-on-disk has no place on Spark",
                "--threads 2 -o m x | --threads has no place on Spark",
                "-o m - | no standard input",
                "--format frames -o m x | expected columns, crfsuite or jsonl",
                "--rows parquet --format columns -o m x | leave one of the two out",
                "--l2 much -o m x | much",
                "--nonsense -o m x | nonsense",
                "-o m | train.txt",
                "--epoch-iterations 3 -o m x | belong to --mixing"
            })
    void whatCannotBeIsRefused(String arguments, String message) {
        assertThatThrownBy(() -> train(arguments.strip().split(" ")))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining(message.strip());
    }

    @Test
    void wrongUsageAndMissingJarsAreToldByTheirExitCodes() {
        assertThat(Program.run("spark").err()).contains("expected train or tag");
        assertThat(Program.run("spark").code()).isEqualTo(2);
        assertThat(Program.run("spark", "train", "-o", "m", "--l2", "-1", "x").code())
                .isEqualTo(2);
        assertThat(Program.run("spark", "tag", "x").code()).isEqualTo(2);
        assertThat(Program.run("spark", "train", "--help").out().replaceAll("\\s+", " "))
                .contains("the options of 'espalier train'", "--master");
    }

    @Test
    void taggingIsTold() {
        CommandLine root = Program.commandLine();
        root.parseArgs(
                "spark",
                "tag",
                "--jars",
                "a.jar,b.jar",
                "-m",
                "hdfs:///m.esp",
                "--marginals",
                "--valid-labels",
                "-o",
                "out.json",
                "one.txt",
                "two.txt");
        SparkTagCommand command =
                root.getSubcommands().get("spark").getSubcommands().get("tag").getCommand();

        assertThat(command.submission())
                .containsSubsequence("tag", "--model", "hdfs:///m.esp", "--output", "out.json")
                .containsSubsequence("--input", "one.txt", "--input", "two.txt")
                .containsSubsequence("--marginals-col", "marginals")
                .containsSubsequence("--valid-predictions", "true")
                .containsSubsequence("--format", "columns");
    }
}
