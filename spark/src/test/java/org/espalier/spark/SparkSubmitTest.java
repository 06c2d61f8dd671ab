package org.espalier.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequences;
import org.espalier.model.Model;
import org.espalier.train.Trainer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code espalier spark}, in processes of its own: the command line starts spark-submit, which starts the program. */
class SparkSubmitTest {
    private static final String SAMPLES =
            Path.of("..", "samples", "ingredients").toString();

    @TempDir
    private static Path jars;

    @TempDir
    private Path folder;

    @BeforeAll
    static void build() throws IOException, URISyntaxException {
        assumeTrue(
                !System.getProperty("os.name").startsWith("Windows")
                        && Runtime.version().feature() < 24,
                "needs symbolic links, and a Java that Spark 4.1.0 runs on");
        jar(SequenceTagger.class, jars.resolve("espalier-spark.jar"));
        jar(Trainer.class, jars.resolve("espalier-core.jar"));
    }

    /** The jar of a class, or one that is made of its folder. */
    private static void jar(Class<?> of, Path target) throws IOException, URISyntaxException {
        Path source =
                Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isRegularFile(source)) {
            Files.copy(source, target);
            return;
        }
        try (JarOutputStream output = new JarOutputStream(Files.newOutputStream(target));
                Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                output.putNextEntry(
                        new JarEntry(source.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, output);
                output.closeEntry();
            }
        }
    }

    private record Outcome(int code, String text) {}

    private Outcome espalier(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                "org.espalier.cli.Main",
                "spark",
                arguments[0],
                "--master",
                "local[2]",
                "--spark-option",
                "spark.ui.enabled=false",
                "--spark-option",
                "spark.driver.host=127.0.0.1",
                "--jars",
                jars.resolve("espalier-spark.jar") + "," + jars.resolve("espalier-core.jar")));
        command.addAll(List.of(arguments).subList(1, arguments.length));
        Path log = folder.resolve("log.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("SPARK_HOME", LocalCluster.home().toString());
        Process process = builder.start();
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
        return new Outcome(process.exitValue(), Files.readString(log, StandardCharsets.UTF_8));
    }

    /** The options of train, on a file of columns: the same bits as those of the estimator with the same rows. */
    @Test
    void trainsAndTagsThroughSparkSubmit() throws Exception {
        Path model = folder.resolve("model.esp");
        Outcome trained = espalier(
                "train",
                "--template",
                Path.of(SAMPLES, "template").toString(),
                "--l2",
                "0.5",
                "--max-iterations",
                "6",
                "--param",
                "partitions=3",
                "-o",
                model.toString(),
                Path.of(SAMPLES, "train.txt").toString());
        assertThat(trained.code()).as(trained.text()).isZero();
        assertThat(trained.text()).contains("after 6 iterations");
        Path output = folder.resolve("tagged.json");
        Outcome tagged = espalier(
                "tag",
                "--probability",
                "-m",
                model.toString(),
                "-o",
                output.toString(),
                Path.of(SAMPLES, "test.txt").toString());
        assertThat(tagged.code()).as(tagged.text()).isZero();

        SparkSession spark = LocalSpark.start("local[2]");
        try {
            Dataset<Row> rows = TextRows.read(
                    spark, List.of(Path.of(SAMPLES, "train.txt").toString()), List.of("format", "columns"));
            Model expected = new SequenceTagger()
                    .option("template", LocalSpark.template())
                    .option("l2", 0.5)
                    .option("maxIterations", 6)
                    .option("enough", learnt(model, "enough"))
                    .fit(rows)
                    .model();
            assertThat(Model.load(model).provenance().get("options"))
                    .isEqualTo(expected.provenance().get("options"));
            // The other process has scalar kernels; these here may be vectors, which give other last digits.
            assertThat(Model.load(model).weights()).containsExactly(expected.weights(), within(1e-7));
            Dataset<Row> labelled = spark.read().json(output.toString());
            assertThat(labelled.filter("size(prediction) = size(tokens) AND probability > 0")
                            .count())
                    .isEqualTo(Sequences.read(DataOptions.COLUMNS, Path.of(SAMPLES, "test.txt"))
                            .size());
        } finally {
            spark.stop();
        }
    }

    private static double learnt(Path model, String option) {
        String provenance = Model.load(model).provenance().toString();
        int at = provenance.indexOf(option + "=");
        return at < 0
                ? 0
                : Double.parseDouble(
                        provenance.substring(at + option.length() + 1).split("[,}]", 2)[0]);
    }

    @Test
    void aBadLineIsToldWithItsPlace() throws Exception {
        Path bad = folder.resolve("bad.txt");
        Files.writeString(bad, "2 NUM B-QTY\ncups B-UNIT\n\n");
        Outcome outcome = espalier(
                "train", "--features", "text", "-o", folder.resolve("m.esp").toString(), bad.toString());

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.text()).contains("bad.txt:2: ");
    }
}
