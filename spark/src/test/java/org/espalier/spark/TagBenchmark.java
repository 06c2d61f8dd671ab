package org.espalier.spark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * Labels a million sentences through a data frame, on one core: from parquet to parquet. The command line is measured by {@code
 * benchmarks/spark}, on the same sentences as a file of columns.
 */
final class TagBenchmark {
    private final Path data;

    TagBenchmark(Path data) {
        this.data = data;
    }

    /** Writes the sentences as a table. */
    void prepare(SparkSession spark, int copies, Path table) {
        TextRows.read(spark, List.of(data.resolve("train.txt").toUri().toString()), List.of("format", "columns"))
                .drop("labels", "name")
                .withColumn("copy", functions.explode(functions.sequence(functions.lit(1), functions.lit(copies))))
                .drop("copy")
                .repartition(8)
                .write()
                .mode("overwrite")
                .parquet(table.toString());
    }

    void run(SparkSession spark, Path model, Path table, Path output) {
        SequenceTaggerModel tagger = SequenceTaggerModel.ofFile(spark, model.toString());
        Dataset<Row> rows = spark.read().parquet(table.toString());
        for (int round = 1; round <= 2; round++) {
            long begun = System.nanoTime();
            long cpu = PassBenchmark.cpu();
            tagger.transform(rows)
                    .select("prediction")
                    .write()
                    .mode("overwrite")
                    .parquet(output.toString());
            double seconds = (System.nanoTime() - begun) / 1e9;
            double cpuSeconds = (PassBenchmark.cpu() - cpu) / 1e9;
            long sentences = spark.read().parquet(output.toString()).count();
            System.out.printf(
                    Locale.ROOT,
                    "Dataset: %d sentences in %.1f s, %.1f CPU s: %.0f per CPU second%n",
                    sentences,
                    seconds,
                    cpuSeconds,
                    sentences / cpuSeconds);
        }
        if (!Files.exists(output)) {
            throw new IllegalStateException("nothing was written to " + output);
        }
    }
}
