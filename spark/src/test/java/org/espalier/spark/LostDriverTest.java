package org.espalier.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingSummary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver is killed in the middle of a training, and another one goes on from its checkpoint to the same bits. */
class LostDriverTest {
    private static final int ITERATIONS = 60;

    private static final Path TRAIN = Path.of("..", "samples", "ingredients", "train.txt");

    @TempDir
    private Path folder;

    private static SequenceTagger tagger() {
        return new SequenceTagger()
                .option("template", "U00:%x[0,0]\nU01:%x[-1,0]\nB\n")
                .option("algorithm", "lbfgs")
                .option("tolerance", 0.0)
                .option("maxIterations", ITERATIONS);
    }

    /** The same training by the program, in a process that is killed as soon as its checkpoint is there. */
    private void killed(Path checkpoint) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (!option.startsWith("-javaagent")) {
                command.add(option); // such as those that decide the kernels
            }
        }
        command.addAll(List.of(
                "-Dspark.master=local[2]",
                "-Dspark.ui.enabled=false",
                "-Dspark.driver.host=127.0.0.1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "train",
                "--input",
                TRAIN.toString(),
                "--format",
                "columns",
                "--output",
                folder.resolve("never.esp").toString(),
                "--template",
                "U00:%x[0,0]\nU01:%x[-1,0]\nB\n",
                "--algorithm",
                "lbfgs",
                "--tolerance",
                "0",
                "--max-iterations",
                "" + ITERATIONS,
                "--checkpoint",
                checkpoint.toUri().toString(),
                "--checkpoint-every",
                "2"));
        Path log = folder.resolve("log.txt");
        Process driver = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
            while (!Files.exists(checkpoint) && driver.isAlive() && System.nanoTime() < end) {
                Thread.sleep(2);
            }
        } finally {
            driver.destroyForcibly();
        }
        assertThat(driver.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(checkpoint).as(Files.readString(log)).exists();
        assertThat(folder.resolve("never.esp")).doesNotExist();
    }

    @Test
    void anotherDriverGoesOnToTheSameBits() throws Exception {
        SparkSession spark = LocalSpark.start("local[2]"); // skips where Spark does not run
        try {
            Path checkpoint = folder.resolve("checkpoint");
            killed(checkpoint);
            Dataset<Row> rows = TextRows.read(spark, List.of(TRAIN.toString()), List.of("format", "columns"));
            double[] whole = tagger().fit(rows).model().weights();
            int[] resumedAt = new int[1];
            double[] resumed = tagger().copy(new ParamMap())
                    .option("checkpoint", checkpoint.toUri().toString())
                    .option("checkpointEvery", 2)
                    .option("resume", true)
                    .option("partitions", 1)
                    .withListener(new TrainingListener() {
                        @Override
                        public void onStart(TrainingSummary summary) {
                            resumedAt[0] = summary.resumedAt();
                        }
                    })
                    .fit(rows)
                    .model()
                    .weights();

            assertThat(resumedAt[0]).isBetween(2, ITERATIONS - 1);
            assertThat(resumed).isEqualTo(whole);
        } finally {
            spark.stop();
        }
    }
}
