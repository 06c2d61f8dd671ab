package org.espalier.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.param.Param;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.espalier.data.Sequence;
import org.espalier.feature.template.Template;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.train.Algorithm;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingReport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.collection.JavaConverters;

class SequenceTaggerTest {
    private static final long SEED = 1606;

    private static SparkSession spark;
    private static List<Sequence> train;
    private static List<Sequence> test;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        spark = LocalSpark.start("local[2]");
        train = LocalSpark.samples("train.txt");
        test = LocalSpark.samples("test.txt");
    }

    @AfterAll
    static void stop() {
        if (spark != null) {
            spark.stop();
        }
    }

    private static SequenceTagger tagger() {
        return new SequenceTagger().option("template", "U00:%x[0,0]\nU01:%x[-1,0]\nU02:%x[1,0]\nB\n");
    }

    /** Keeps the report. */
    private static final class Report implements TrainingListener {
        private TrainingReport report;
        private final List<String> warnings = new ArrayList<>();

        @Override
        public void onFinish(TrainingReport value) {
            report = value;
        }

        @Override
        public void onWarning(String message) {
            warnings.add(message);
        }
    }

    // The newer converters are Scala's, not Java's; and no cast can check the elements.
    @SuppressWarnings({"deprecation", "unchecked"})
    private static List<String> strings(Object column) {
        return JavaConverters.seqAsJavaList((scala.collection.Seq<String>) column);
    }

    private static List<List<String>> predicted(SequenceTaggerModel model, List<Sequence> data) {
        return model.transform(LocalSpark.rows(spark, data)).orderBy("number").collectAsList().stream()
                .map(row -> List.copyOf(strings(row.getAs("prediction"))))
                .toList();
    }

    @Test
    void reachesTheObjectiveOfOneMachineAndItsLabels() {
        TrainingOptions options = TrainingOptions.DEFAULTS
                .withThreads(1)
                .withTolerance(0)
                .withGradientTolerance(1e-8)
                .withMaxIterations(2000);
        Report here = new Report();
        List<Sequence> oneColumn = LocalSpark.rows(spark, train).collectAsList().stream()
                .map(row -> Sequence.ofWords(strings(row.get(0)).toArray(String[]::new))
                        .withLabels(strings(row.get(1))))
                .toList();
        Tagger local = new Trainer(Template.parse("U00:%x[0,0]\nU01:%x[-1,0]\nU02:%x[1,0]\nB\n", "a template"), options)
                .withListener(here)
                .train(oneColumn)
                .tagger();
        Report there = new Report();
        SequenceTaggerModel model = tagger().option("tolerance", 0.0)
                .option("gradientTolerance", 1e-8)
                .option("maxIterations", 2000)
                .withListener(there)
                .fit(LocalSpark.rows(spark, train));

        assertThat(there.report.objective()).isCloseTo(here.report.objective(), within(1e-9 * here.report.objective()));
        assertThat(predicted(model, test))
                .isEqualTo(test.stream()
                        .map(sequence -> local.tag(Sequence.ofWords(sequence.tokens().stream()
                                        .map(token -> token.columns().get(0))
                                        .toArray(String[]::new)))
                                .labels())
                        .toList());
        assertThat(ExecutorShards.remembered()).isZero();
    }

    @Test
    void theBitsDependNeitherOnPartitionsNorOnTheOrderOfRows() {
        List<Sequence> shuffled = new ArrayList<>(train);
        Collections.shuffle(shuffled, new Random(SEED));
        SequenceTagger tagger = tagger().option("maxIterations", 8);
        byte[] expected = tagger.option("partitions", 1)
                .fit(LocalSpark.rows(spark, train).repartition(1))
                .model()
                .toBytes();
        for (int partitions : new int[] {2, 4, 7}) {
            assertThat(tagger.option("partitions", partitions)
                            .fit(LocalSpark.rows(spark, shuffled).repartition(partitions))
                            .model()
                            .toBytes())
                    .as(partitions + " partitions")
                    .isEqualTo(expected);
        }
        // More partitions than are added up at once, of more shards: other bits than with fewer shards, but always the
        // same.
        byte[] many = tagger.option("maxIterations", 2)
                .option("shards", 64)
                .option("partitions", 1)
                .fit(LocalSpark.rows(spark, train))
                .model()
                .toBytes();
        assertThat(tagger.option("partitions", 40)
                        .fit(LocalSpark.rows(spark, shuffled))
                        .model()
                        .toBytes())
                .isEqualTo(many);
    }

    @Test
    void learnsFromStructsAndFromMapsOfAttributes() {
        Dataset<Row> structs = LocalSpark.rows(spark, train)
                .withColumn("tokens", functions.expr("transform(tokens, t -> struct(t as word, length(t) as size))"));
        SequenceTaggerModel columns = new SequenceTagger()
                .option("template", "U00:%x[0,0]\nU01:%x[0,1]\nB\n")
                .option("maxIterations", 5)
                .fit(structs);
        assertThat(columns.model().columns()).isEqualTo(2);
        assertThat(columns.model().encoder().attributes().indexOf("U01:3")).isNotNegative();

        Dataset<Row> maps = LocalSpark.rows(spark, train)
                .withColumn(
                        "tokens", functions.expr("transform(tokens, t -> map(lower(t), 1D, 'size', length(t) / 10D))"));
        SequenceTaggerModel attributes =
                new SequenceTagger().option("maxIterations", 5).fit(maps);
        assertThat(attributes.model().encoder().attributes().indexOf("size")).isNotNegative();
        assertThat(attributes
                        .transform(maps)
                        .filter("size(prediction) = size(tokens)")
                        .count())
                .isEqualTo(train.size());
    }

    @Test
    void learnsFromBuiltInFeaturesWeightsAndPartialLabels() {
        Dataset<Row> rows = LocalSpark.rows(spark, train)
                .withColumn("weight", functions.expr("CASE WHEN number < 10 THEN 0.0 ELSE 2.0 END"))
                .withColumn("labels", functions.expr("transform(labels, (l, i) -> IF(i = 1, '?', l))"));
        Report report = new Report();
        SequenceTaggerModel model = new SequenceTagger()
                .option("weightCol", "weight")
                .option("maxIterations", 5)
                .withListener(report)
                .fit(rows);

        assertThat(report.report.summary().sequences()).isEqualTo(train.size() - 10);
        assertThat(report.report.convex()).isFalse();
        assertThat(model.model().provenance()).containsKey("data");
    }

    @Test
    void developmentRowsEndTheTraining() {
        Report report = new Report();
        Dataset<Row> rows = LocalSpark.rows(spark, train).withColumn("held", functions.expr("number % 5 = 0"));
        tagger().option("devCol", "held")
                .option("patience", 2)
                .withListener(report)
                .fit(rows);

        assertThat(report.report.summary().devSequences()).isGreaterThan(10);
        assertThat(report.report.devScore()).isBetween(0.3, 1.0);
    }

    @Test
    void worksInPipelinesAndIsSaved() throws Exception {
        Pipeline pipeline = new Pipeline()
                .setStages(
                        new PipelineStage[] {tagger().option("maxIterations", 6).option("l2", 0.5)});
        String saved = folder.resolve("pipeline").toString();
        pipeline.write().save(saved);
        Pipeline read = Pipeline.load(saved);
        SequenceTagger stage = (SequenceTagger) read.getStages()[0];
        assertThat(stage.trainingOptions().penalty().l2()).isEqualTo(0.5);
        assertThat(stage.trainingOptions().optimizer().maxIterations()).isEqualTo(6);

        PipelineModel model = read.fit(LocalSpark.rows(spark, train));
        String savedModel = folder.resolve("model").toString();
        model.write().save(savedModel);
        PipelineModel readModel = PipelineModel.load(savedModel);
        SequenceTaggerModel learnt = (SequenceTaggerModel) readModel.stages()[0];
        assertThat(learnt.model().toBytes())
                .isEqualTo(((SequenceTaggerModel) model.stages()[0]).model().toBytes());
        assertThat(predicted(learnt, test)).isEqualTo(predicted((SequenceTaggerModel) model.stages()[0], test));
        Path file = folder.resolve("model").resolve("stages");
        try (java.util.stream.Stream<Path> files = java.nio.file.Files.walk(file)) {
            Path esp = files.filter(path -> path.endsWith(SequenceTaggerModel.FILE))
                    .findFirst()
                    .orElseThrow();
            assertThat(Model.load(esp).toBytes()).isEqualTo(learnt.model().toBytes());
        }
    }

    @Test
    void labelsSpansMarginalsAndProbabilities() {
        SequenceTaggerModel model = tagger().option("maxIterations", 10).fit(LocalSpark.rows(spark, train));
        Row row = model.option("spansCol", "spans")
                .option("marginalsCol", "marginals")
                .option("probabilityCol", "probability")
                .transform(LocalSpark.rows(spark, test).orderBy("number"))
                .first();
        var expected = model.model()
                .tagger()
                .tag(Sequence.ofWords(strings(row.getAs("tokens")).toArray(String[]::new)));

        assertThat(strings(row.getAs("prediction"))).isEqualTo(expected.labels());
        assertThat(row.<Double>getAs("probability")).isEqualTo(expected.probability());
        assertThat(row.<scala.collection.Seq<?>>getAs("marginals").length())
                .isEqualTo(expected.labels().size());
        scala.collection.Seq<Row> spans = row.getAs("spans");
        assertThat(spans.length()).isEqualTo(expected.spans().size()).isPositive();
        assertThat(spans.apply(0).<Double>getAs("probability"))
                .isEqualTo(expected.probability(expected.spans().get(0)));
    }

    @Test
    void labelsInSql() throws Exception {
        SequenceTaggerModel model = tagger().option("maxIterations", 6).fit(LocalSpark.rows(spark, train));
        Path file = folder.resolve("model.esp");
        model.model().save(file);
        SparkFunctions.register(spark);
        LocalSpark.rows(spark, test).createOrReplaceTempView("sentences");
        List<Row> rows = spark.sql(
                        "SELECT espalier_tag('" + file.toUri() + "', tokens) AS labels FROM sentences ORDER BY number")
                .collectAsList();

        assertThat(rows.stream().map(row -> List.copyOf(strings(row.get(0)))).toList())
                .isEqualTo(predicted(SequenceTaggerModel.ofFile(spark, file.toString()), test));
    }

    @Test
    void goesOnFromACheckpointWithTheSameBits() {
        String path = folder.resolve("checkpoint").toUri().toString();
        SequenceTagger tagger = tagger().option("maxIterations", 9);
        byte[] whole = tagger.fit(LocalSpark.rows(spark, train)).model().toBytes();
        tagger.option("checkpoint", path)
                .option("checkpointEvery", 2)
                .option("maxIterations", 5)
                .fit(LocalSpark.rows(spark, train));
        Report report = new Report();
        SequenceTaggerModel resumed = tagger.option("maxIterations", 9)
                .option("resume", true)
                .withListener(report)
                .fit(LocalSpark.rows(spark, train).repartition(3));

        assertThat(report.report.summary().resumedAt()).isEqualTo(4);
        assertThat(resumed.model().weights()).isEqualTo(Model.load(whole).weights());
        assertThatThrownBy(() -> tagger().option("resume", true).fit(LocalSpark.rows(spark, train)))
                .hasMessageContaining("no effect without checkpoint");
    }

    @Test
    void trainsAndTagsByCommands() {
        String input = folder.resolve("train.json").toString();
        LocalSpark.rows(spark, train).write().json(input);
        String model = folder.resolve("model.esp").toString();
        Main.run(
                spark,
                List.of(
                        "train",
                        "--input",
                        input,
                        "--format",
                        "json",
                        "--output",
                        model,
                        "--max-iterations",
                        "6",
                        "--l2",
                        "0.5",
                        "--template",
                        "U00:%x[0,0]",
                        "--all-features",
                        "true"));
        String output = folder.resolve("labelled.json").toString();
        Main.run(
                spark,
                List.of(
                        "tag",
                        "--model",
                        model,
                        "--input",
                        input,
                        "--format",
                        "json",
                        "--output",
                        output,
                        "--probability-col",
                        "p"));

        assertThat(Model.load(Path.of(model)).provenance().toString()).contains("l2=0.5", "allFeatures=true");
        assertThat(spark.read()
                        .json(output)
                        .filter("size(prediction) = size(tokens) AND p > 0")
                        .count())
                .isEqualTo(train.size());
        assertThatThrownBy(() -> Main.run(spark, List.of("train", "--input", input)))
                .hasMessageContaining("--output is missing");
        assertThatThrownBy(() -> Main.run(
                        spark, List.of("train", "--input", input, "--output", model, "--format", "json", "--l3", "1")))
                .hasMessageContaining("there is no --l3; expected one of")
                .hasMessageContaining("--max-iterations");
        assertThatThrownBy(() -> Main.run(
                        spark, List.of("train", "--input", input, "--output", model, "--format", "json", "--l2", "x")))
                .hasMessageContaining("--l2 x: expected a number");
        assertThatThrownBy(() -> Main.run(spark, List.of())).hasMessageContaining("expected train or tag");
    }

    @Test
    void labelsAStream() throws Exception {
        SequenceTaggerModel model = tagger().option("maxIterations", 6).fit(LocalSpark.rows(spark, train));
        String input = folder.resolve("input").toString();
        LocalSpark.rows(spark, test).write().parquet(input);
        var query = model.transform(spark.readStream().schema(LocalSpark.SCHEMA).parquet(input))
                .writeStream()
                .format("memory")
                .queryName("labelled")
                .trigger(org.apache.spark.sql.streaming.Trigger.AvailableNow())
                .start();
        query.awaitTermination(60_000);

        assertThat(spark.sql("SELECT * FROM labelled ORDER BY number").collectAsList().stream()
                        .map(row -> List.copyOf(strings(row.getAs("prediction"))))
                        .toList())
                .isEqualTo(predicted(model, test));
    }

    @Test
    void badRowsFailWithTheirNames() {
        Dataset<Row> bad = LocalSpark.rows(spark, train)
                .withColumn("tokens", functions.expr("IF(number = 7, NULL, tokens)"))
                .withColumn("labels", functions.expr("IF(number = 9, slice(labels, 1, 1), labels)"))
                .withColumn("labels", functions.expr("IF(number = 11, transform(labels, l -> ''), labels)"));

        assertThatThrownBy(() -> tagger().option("nameCol", "number").fit(bad))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("3 rows of " + train.size() + " cannot be learnt from")
                .hasMessageContaining("row 7: the tokens are null")
                .hasMessageContaining("row 9: row: 1 labels for")
                .hasMessageContaining("row 11: label 1 is empty");
    }

    @Test
    void badRowsAreLeftOutByOption() {
        Dataset<Row> bad =
                LocalSpark.rows(spark, train).withColumn("tokens", functions.expr("IF(number = 7, NULL, tokens)"));
        Report report = new Report();
        SequenceTagger tagger = tagger().option("maxIterations", 5);
        SequenceTaggerModel model =
                tagger.option("badRows", "aside").withListener(report).fit(bad);
        SequenceTaggerModel without = tagger.fit(LocalSpark.rows(spark, train).filter("number <> 7"));

        assertThat(report.warnings).anyMatch(warning -> warning.startsWith("1 rows of " + train.size()));
        assertThat(model.model().weights()).isEqualTo(without.model().weights());
        Dataset<Row> labelled = model.transform(bad);
        assertThat(labelled.filter("problem IS NOT NULL").count()).isEqualTo(1);
        assertThat(labelled.filter("problem IS NOT NULL AND prediction IS NULL").count())
                .isEqualTo(1);
    }

    @Test
    void theDriverLearnsWhatVisitsSequencesSingly() {
        SequenceTagger perceptron = tagger().option("algorithm", "perceptron")
                .option("maxIterations", 5)
                .option("averaging", true);
        assertThatThrownBy(() -> perceptron.fit(LocalSpark.rows(spark, train)))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("parameter mixing");

        byte[] model = perceptron
                .option("trainOn", "driver")
                .fit(LocalSpark.rows(spark, train).repartition(3))
                .model()
                .toBytes();
        assertThat(perceptron
                        .fit(LocalSpark.rows(spark, train).repartition(5))
                        .model()
                        .toBytes())
                .isEqualTo(model);
    }

    @Test
    void wrongOptionsAndColumnsAreRefused() {
        Dataset<Row> rows = LocalSpark.rows(spark, train);
        assertThatThrownBy(() -> tagger().option("kappa", 2.0).fit(rows))
                .hasMessageContaining("kappa")
                .hasMessageContaining("no effect with the algorithm auto");
        assertThatThrownBy(() -> tagger().option("algorithm", "nonsense").fit(rows))
                .hasMessageContaining("expected one of auto, lbfgs");
        assertThatThrownBy(() ->
                        tagger().option("order", 2).option("hiddenStates", 2).fit(rows))
                .hasMessageContaining("set one of them");
        assertThatThrownBy(() -> tagger().option("labelsCol", "tags").fit(rows))
                .hasMessageContaining("there is no column 'tags' (labelsCol)");
        assertThatThrownBy(() -> tagger().option("tokensCol", "number").fit(rows))
                .hasMessageContaining("expected array<string>");
        assertThatThrownBy(() -> tagger().option("shards", 3).fit(rows)).hasMessageContaining("a power of two");
        assertThatThrownBy(() ->
                        tagger().fit(rows).option("predictionCol", "labels").transform(rows))
                .hasMessageContaining("there is a column 'labels' already");
    }

    /** What the provenance of a model says of its options is a parameter, of every kind of algorithm. */
    @Test
    void everyTrainingOptionIsAParameter() {
        TreeSet<String> known = new TreeSet<>();
        for (Param<?> param : new SequenceTagger().params()) {
            assertThat(known.add(param.name())).as(param.name()).isTrue();
        }
        TreeSet<String> named = new TreeSet<>();
        for (Algorithm algorithm : Algorithm.values()) {
            Map<String, Object> set = new TreeMap<>(Map.of("algorithm", algorithm.toString()));
            if (algorithm == Algorithm.FRANK_WOLFE || algorithm == Algorithm.SUBGRADIENT) {
                set.put("loss", "hinge");
            }
            if (algorithm == Algorithm.SGD_L1) {
                set.putAll(Map.of("l1", 1.0, "l2", 0.0));
            }
            named.addAll(
                    Objects.requireNonNull(TaggerOptions.of(set)).provenance().keySet());
        }
        named.remove("calibration"); // six parameters
        named.remove("rprop"); // seven
        assertThat(known).containsAll(named);
    }

    @Test
    void fewRowsLeaveShardsEmpty() {
        Dataset<Row> two = spark.createDataFrame(
                List.of(
                        RowFactory.create(new String[] {"a", "b"}, new String[] {"X", "Y"}, 0),
                        RowFactory.create(new String[] {"b"}, new String[] {"X"}, 1)),
                new StructType(LocalSpark.SCHEMA.fields()));
        SequenceTaggerModel model =
                new SequenceTagger().option("template", "U:%x[0,0]\nB\n").fit(two);

        assertThat(model.model().labels().names()).containsExactly("X", "Y");
        assertThatThrownBy(() -> new SequenceTagger().fit(two.filter("number > 5")))
                .hasMessageContaining("no tokens to train on");
    }
}
