package org.espalier.spark;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;

/** Spark in this process, and the samples as rows. */
final class LocalSpark {
    static final StructType SCHEMA = new StructType()
            .add("tokens", DataTypes.createArrayType(DataTypes.StringType))
            .add("labels", DataTypes.createArrayType(DataTypes.StringType))
            .add("number", DataTypes.IntegerType);

    private static final Path SAMPLES = Path.of("..", "samples", "ingredients");

    /** From here on Subject.getSubject throws, by which Hadoop 3.4.2 knows its user. */
    private static final int FIRST_WITHOUT_SUBJECT = 24;

    private LocalSpark() {}

    /** A session on some threads; the caller stops it. */
    static SparkSession start(String master) {
        return start(master, "512m");
    }

    /** The same with executors of so much memory. */
    static SparkSession start(String master, String memory) {
        assumeTrue(
                Runtime.version().feature() < FIRST_WITHOUT_SUBJECT,
                "Spark 4.1.0 needs Java 17 or 21: on Java 24 and newer its Hadoop cannot ask who the user is, and executors do not start");
        return SparkSession.builder()
                .master(master)
                .appName("espalier tests")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", "2")
                .config("spark.executor.extraJavaOptions", "-XX:+UseSerialGC")
                .config("spark.executor.memory", memory)
                .config("spark.executor.extraClassPath", LocalCluster.folders())
                .config(
                        "spark.sql.warehouse.dir",
                        Path.of("target", "warehouse").toUri().toString())
                .getOrCreate();
    }

    static List<Sequence> samples(String file) {
        return Sequences.read(DataOptions.COLUMNS, SAMPLES.resolve(file));
    }

    static String template() {
        try {
            return Files.readString(SAMPLES.resolve("template"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Rows of the first columns of tokens. */
    static Dataset<Row> rows(SparkSession spark, Collection<Sequence> sequences) {
        List<Row> rows = new ArrayList<>();
        for (Sequence sequence : sequences) {
            rows.add(RowFactory.create(
                    sequence.tokens().stream()
                            .map(token -> token.columns().get(0))
                            .toArray(String[]::new),
                    sequence.labels() == null ? null : sequence.labels().toArray(String[]::new),
                    rows.size()));
        }
        return spark.createDataFrame(rows, SCHEMA);
    }
}
