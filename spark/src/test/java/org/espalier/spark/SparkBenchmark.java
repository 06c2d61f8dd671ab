package org.espalier.spark;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The benchmarks on Spark; {@code benchmarks/spark} starts them.
 *
 * <pre>
 * passes EXECUTORS MEMORY COPIES,… TEMPLATE,…    passes on executors of one core
 * here THREADS COPIES,… TEMPLATE,…               the same in one process
 * model PICTURE FILE…                            the cost model of what passes have printed
 * mixing                                         accuracy against communication
 * table COPIES FOLDER                            sentences to be tagged
 * tag MODEL FOLDER OUTPUT                        tags them on one core
 * </pre>
 */
@Tag("slow")
class SparkBenchmark {
    @Test
    @EnabledIfSystemProperty(named = "espalier.benchmark", matches = ".+")
    void runs() {
        main(System.getProperty("espalier.benchmark").split(" "));
    }

    public static void main(String[] arguments) {
        Path data = data();
        switch (arguments[0]) {
            case "passes" ->
                new PassBenchmark(data)
                        .executors(
                                Integer.parseInt(arguments[1]),
                                arguments[2],
                                numbers(arguments[3]),
                                List.of(arguments[4].split(",")));
            case "here" ->
                new PassBenchmark(data)
                        .here(Integer.parseInt(arguments[1]), numbers(arguments[2]), List.of(arguments[3].split(",")));
            case "model" -> {
                List<Path> files =
                        Arrays.stream(arguments).skip(2).map(Path::of).toList();
                try {
                    CostModel.report(CostModel.read(files), Path.of(arguments[1]));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            case "mixing" -> {
                SparkSession spark = LocalSpark.start("local[2]");
                new MixingBenchmark(data, spark).run();
                spark.stop();
            }
            case "table" -> {
                SparkSession spark = LocalSpark.start("local[2]");
                new TagBenchmark(data).prepare(spark, Integer.parseInt(arguments[1]), Path.of(arguments[2]));
                spark.stop();
            }
            case "tag" -> {
                SparkSession spark = LocalSpark.start("local[1]");
                new TagBenchmark(data).run(spark, Path.of(arguments[1]), Path.of(arguments[2]), Path.of(arguments[3]));
                spark.stop();
            }
            default -> throw new IllegalArgumentException(arguments[0] + ": no such benchmark");
        }
    }

    private static List<Integer> numbers(String text) {
        return Arrays.stream(text.split(",")).map(Integer::valueOf).toList();
    }

    private static Path data() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.exists(folder.resolve("shared"))) {
            folder = folder.getParent();
        }
        Path data = (folder == null ? Path.of("") : folder).resolve(Path.of("shared", "data", "conll2000"));
        assumeTrue(Files.exists(data), "the data are not there: " + data);
        return data;
    }
}
