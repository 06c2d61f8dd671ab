package org.espalier.spark;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.espalier.data.DataFormatException;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingReport;
import org.jspecify.annotations.Nullable;

/**
 * Training and tagging by {@code spark-submit}, on files that Spark reads and writes; {@code espalier spark} of the command line starts it.
 *
 * <pre>
 * spark-submit --class org.espalier.spark.Main espalier-spark.jar train --input train.parquet --output model.esp --l2 0.5
 * spark-submit --class org.espalier.spark.Main espalier-spark.jar tag --model model.esp --input texts.parquet --output labelled.parquet
 * </pre>
 */
public final class Main {
    private static final String USAGE = """
            usage: train --input PATH … [--dev PATH …] --output MODEL [--format FORMAT] [--PARAMETER VALUE …]
                   tag --model MODEL --input PATH … --output PATH [--format FORMAT] [--PARAMETER VALUE …]

            PATH is a file or folder of any file system that Hadoop knows. FORMAT is parquet (the default), json or
            another format of Spark, or text: columns (with --separator, --label-column, --comments, --docstart,
            --encoding), crfsuite or jsonl. MODEL is a model file of Espalier. A parameter is written in lower case with
            hyphens, such as --max-iterations for maxIterations. Parameters of
            """;

    /** What may be given several times. */
    private static final Set<String> SEVERAL = Set.of("--input", "--dev");

    private static final String HELD = "espalier_dev";

    private Main() {}

    public static void main(String[] arguments) {
        SparkSession spark = SparkSession.builder().appName("espalier").getOrCreate();
        int code = 0;
        try {
            run(spark, List.of(arguments));
        } catch (IllegalArgumentException | TrainingException | DataFormatException | UncheckedIOException e) {
            System.err.println("espalier: " + e.getMessage());
            code = 1;
        } finally {
            spark.stop();
        }
        if (code != 0) {
            System.exit(code); // what Spark still has running must not keep the process alive
        }
    }

    /** Runs a command in a session. */
    static void run(SparkSession spark, List<String> arguments) {
        String command = arguments.isEmpty() ? "" : arguments.get(0);
        if (!command.equals("train") && !command.equals("tag")) {
            throw new IllegalArgumentException("'" + command + "': expected train or tag\n" + USAGE + "train:\n"
                    + new SequenceTagger().explainParams());
        }
        Map<String, List<String>> values = values(arguments.subList(1, arguments.size()));
        if (command.equals("train")) {
            train(spark, values);
        } else {
            tag(spark, values);
        }
    }

    private static void train(SparkSession spark, Map<String, List<String>> values) {
        List<String> inputs = all(values, "input");
        String output = take(values, "output");
        String format = optional(values, "format", "parquet");
        List<String> text = TextArguments.take(format, values);
        List<String> dev = values.containsKey("dev") ? all(values, "dev") : List.of();
        SequenceTagger tagger = new SequenceTagger().withListener(new Told());
        Dataset<Row> data = rows(spark, inputs, format, text);
        if (text != null) {
            tagger.option("nameCol", TextRows.NAME);
        }
        if (!dev.isEmpty()) {
            tagger.option("devCol", HELD);
            data = data.withColumn(HELD, functions.lit(false))
                    .unionByName(rows(spark, dev, format, text).withColumn(HELD, functions.lit(true)));
        }
        values.forEach((name, value) -> set(tagger, name, last(value)));
        tagger.fit(data).saveFile(spark, output);
    }

    private static void tag(SparkSession spark, Map<String, List<String>> values) {
        List<String> inputs = all(values, "input");
        String output = take(values, "output");
        String format = optional(values, "format", "parquet");
        SequenceTaggerModel model = SequenceTaggerModel.ofFile(spark, take(values, "model"));
        List<String> text = TextArguments.take(format, values);
        if (text != null) {
            text.addAll(List.of("labelled", "false"));
            if (model.model().columns() > 0) {
                text.addAll(List.of("observed", String.valueOf(model.model().columns())));
            }
        }
        values.forEach((name, value) -> set(model, name, last(value)));
        String written = written(output, text == null ? format : "json");
        model.transform(rows(spark, inputs, format, text))
                .write()
                .format(written)
                .save(output);
    }

    /** The format of the output: by its name, or else the usual one. */
    private static String written(String output, String usual) {
        for (String ending : List.of("parquet", "json", "orc")) {
            if (output.endsWith("." + ending)) {
                return ending;
            }
        }
        return usual;
    }

    private static Dataset<Row> rows(
            SparkSession spark, List<String> inputs, String format, @Nullable List<String> text) {
        return text == null
                ? spark.read().format(format).load(inputs.toArray(String[]::new))
                : TextRows.read(spark, inputs, text);
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

    private static Map<String, List<String>> values(List<String> arguments) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (int k = 0; k < arguments.size(); k += 2) {
            String name = arguments.get(k);
            if (!name.startsWith("--") || k + 1 == arguments.size()) {
                throw new IllegalArgumentException("'" + name + "': expected --name and its value\n" + USAGE);
            }
            List<String> all = values.computeIfAbsent(name.substring(2), missing -> new ArrayList<>());
            if (!all.isEmpty() && !SEVERAL.contains(name)) {
                throw new IllegalArgumentException(name + " is there twice; expected once");
            }
            all.add(arguments.get(k + 1));
        }
        return values;
    }

    private static List<String> all(Map<String, List<String>> values, String name) {
        List<String> found = values.remove(name);
        if (found == null) {
            throw new IllegalArgumentException("--" + name + " is missing\n" + USAGE);
        }
        return found;
    }

    private static String take(Map<String, List<String>> values, String name) {
        return last(all(values, name));
    }

    private static String optional(Map<String, List<String>> values, String name, String usual) {
        return values.containsKey(name) ? take(values, name) : usual;
    }

    private static String last(List<String> values) {
        return values.get(values.size() - 1);
    }

    /** Sets a parameter by its name on the command line. */
    static void set(Params owner, String name, String value) {
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
}
