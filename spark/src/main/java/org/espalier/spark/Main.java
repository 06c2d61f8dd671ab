package org.espalier.spark;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingReport;

/**
 * Training and tagging by {@code spark-submit}, on files that Spark reads and writes.
 *
 * <pre>
 * spark-submit --class org.espalier.spark.Main espalier-spark.jar train --input train.parquet --output model.esp --l2 0.5
 * spark-submit --class org.espalier.spark.Main espalier-spark.jar tag --model model.esp --input texts.parquet --output labelled.parquet
 * </pre>
 */
public final class Main {
    private static final String USAGE = """
            usage: train --input PATH --output MODEL [--format FORMAT] [--PARAMETER VALUE …]
                   tag --model MODEL --input PATH --output PATH [--format FORMAT] [--PARAMETER VALUE …]

            PATH is a file or folder of any file system that Hadoop knows. FORMAT is parquet (the default), json or
            another format of Spark. MODEL is a model file of Espalier. A parameter is written in lower case with
            hyphens, such as --max-iterations for maxIterations. Parameters of
            """;

    private Main() {}

    public static void main(String[] arguments) {
        SparkSession spark = SparkSession.builder().appName("espalier").getOrCreate();
        try {
            run(spark, List.of(arguments));
        } finally {
            spark.stop();
        }
    }

    /** Runs a command in a session. */
    static void run(SparkSession spark, List<String> arguments) {
        String command = arguments.isEmpty() ? "" : arguments.get(0);
        if (!command.equals("train") && !command.equals("tag")) {
            throw new IllegalArgumentException("'" + command + "': expected train or tag\n" + USAGE + "train:\n"
                    + new SequenceTagger().explainParams());
        }
        Map<String, String> values = values(arguments.subList(1, arguments.size()));
        String input = take(values, "input");
        String output = take(values, "output");
        String format = values.containsKey("format") ? take(values, "format") : "parquet";
        if (command.equals("train")) {
            SequenceTagger tagger = new SequenceTagger().withListener(new Told());
            values.forEach((name, value) -> set(tagger, name, value));
            write(tagger.fit(spark.read().format(format).load(input)).model().toBytes(), output, spark);
        } else {
            SequenceTaggerModel model = SequenceTaggerModel.ofFile(spark, take(values, "model"));
            values.forEach((name, value) -> set(model, name, value));
            Dataset<Row> labelled = model.transform(spark.read().format(format).load(input));
            labelled.write().format(format).save(output);
        }
    }

    /** Says on the standard error stream how the training ends. */
    private static final class Told implements TrainingListener {
        @Override
        public void onWarning(String message) {
            System.err.println("warning: " + message);
        }

        @Override
        public void onFinish(TrainingReport report) {
            System.err.println("objective " + report.objective() + " after " + report.iterations() + " iterations: "
                    + report.stopText());
        }
    }

    private static Map<String, String> values(List<String> arguments) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int k = 0; k < arguments.size(); k += 2) {
            String name = arguments.get(k);
            if (!name.startsWith("--") || k + 1 == arguments.size()) {
                throw new IllegalArgumentException("'" + name + "': expected --name and its value\n" + USAGE);
            }
            if (values.put(name.substring(2), arguments.get(k + 1)) != null) {
                throw new IllegalArgumentException(name + " is there twice; expected once");
            }
        }
        return values;
    }

    private static String take(Map<String, String> values, String name) {
        String value = values.remove(name);
        if (value == null) {
            throw new IllegalArgumentException("--" + name + " is missing\n" + USAGE);
        }
        return value;
    }

    /** Sets a parameter by its name on the command line. */
    private static void set(Params owner, String name, String value) {
        for (Param<?> param : owner.params()) {
            if (hyphenated(param.name()).equals(name)) {
                owner.set(owner.getParam(param.name()), typed(param, value));
                return;
            }
        }
        List<String> known = new ArrayList<>();
        for (Param<?> param : owner.params()) {
            known.add("--" + hyphenated(param.name()));
        }
        throw new IllegalArgumentException("there is no --" + name + "; expected one of " + String.join(", ", known));
    }

    /** The name of a parameter on the command line. */
    static String hyphenated(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    private static Object typed(Param<?> param, String value) {
        try {
            if (param instanceof IntParam) {
                return Integer.valueOf(value);
            }
            if (param instanceof LongParam) {
                return Long.valueOf(value);
            }
            if (param instanceof DoubleParam) {
                return Double.valueOf(value);
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "--" + hyphenated(param.name()) + " " + value + ": expected a number: " + param.doc(), e);
        }
        if (param instanceof BooleanParam) {
            if (!value.equals("true") && !value.equals("false")) {
                throw new IllegalArgumentException(
                        "--" + hyphenated(param.name()) + " " + value + ": expected true or false: " + param.doc());
            }
            return Boolean.valueOf(value);
        }
        return value;
    }

    private static void write(byte[] model, String output, SparkSession spark) {
        Path path = new Path(output);
        try (OutputStream stream =
                path.getFileSystem(spark.sparkContext().hadoopConfiguration()).create(path)) {
            stream.write(model);
        } catch (IOException e) {
            throw new UncheckedIOException(output + ": the model cannot be written: " + e.getMessage(), e);
        }
    }
}
