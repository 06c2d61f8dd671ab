package org.espalier.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.encoding.Extractors;
import org.espalier.feature.template.Template;
import org.espalier.feature.text.FeatureSet;
import org.espalier.model.Model;
import org.espalier.train.ParameterMixing;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.jspecify.annotations.Nullable;

/**
 * Learns to label tokens from a data frame: every model for sequences that {@link Trainer} can learn, on the executors of Spark.
 *
 * <pre>{@code
 * SequenceTagger tagger = new SequenceTagger()
 *         .option("tokensCol", "words")
 *         .option("labelsCol", "tags")
 *         .option("features", "text")
 *         .option("l2", 0.5);
 * SequenceTaggerModel model = tagger.fit(sentences);
 * }</pre>
 *
 * <p>The minimised objective is that of training on one machine. The bits of the model depend on the rows and options only: not on the order
 * of the rows, their partitions, or the number of executors. Each iteration costs a broadcast of the weights, a pass over the shards, and a
 * tree of sums. What visits sequences one by one (online and stochastic algorithms, hinge losses) needs {@code mixing}, with which every
 * shard learns alone, or {@code trainOn} = driver.
 */
public final class SequenceTagger extends Estimator<SequenceTaggerModel> implements DefaultParamsWritable {
    private static final String CLUSTER = "cluster";
    private static final String DRIVER = "driver";

    private final String uid;
    private final TaggerColumns columns;
    private final Map<String, Param<?>> options = new TreeMap<>();
    private final Param<String> labels;
    private final Param<String> weight;
    private final Param<String> name;
    private final Param<String> dev;
    private final Param<String> features;
    private final Param<String> template;
    private final Param<String> trainOn;
    private final Param<String> checkpoint;
    private final IntParam checkpointEvery;
    private final BooleanParam resume;
    private final IntParam shards;
    private final IntParam partitions;
    private final Param<String> initial;
    private final TaggerMixing mixing;
    private transient TrainingListener listener = TrainingListener.NONE;

    public SequenceTagger() {
        this(Identifiable$.MODULE$.randomUID("espalier"));
    }

    /** For copies. */
    public SequenceTagger(String uid) {
        this.uid = uid;
        this.columns = new TaggerColumns(this);
        labels = text("labelsCol", "labels: an array of strings", "labels");
        weight = text("weightCol", "how much a row counts: a number; empty for 1", "");
        name = text("nameCol", "what a row is called in messages; empty for its first tokens", "");
        dev = text("devCol", "which rows are development data: true or false; empty for none", "");
        features = text("features", "built-in features, such as 'text' or 'words(-2..2),shape'; empty for none", "");
        template = text("template", "lines of a template, such as U00:%x[0,0]; empty for none", "");
        trainOn = text("trainOn", "cluster: on the executors; driver: the rows are brought to the driver", CLUSTER);
        checkpoint = text("checkpoint", "where a checkpoint is kept, on any file system of Hadoop; empty for none", "");
        checkpointEvery = new IntParam(this, "checkpointEvery", "iterations between two checkpoints");
        resume = new BooleanParam(this, "resume", "whether to go on from the checkpoint, if there is one");
        setDefault(checkpointEvery, 10);
        setDefault(resume, false);
        shards = new IntParam(
                this, "shards", "how many shards the rows are cut into, a power of two; 0 for by their tokens");
        partitions = new IntParam(this, "partitions", "how many partitions keep the shards; 0 for Spark's parallelism");
        setDefault(shards, 0);
        setDefault(partitions, 0);
        initial = text("initial", "a model file to start from, on any file system of Hadoop; empty for none", "");
        mixing = new TaggerMixing(this);
        for (TaggerOption option : TaggerOptions.all()) {
            options.put(option.name(), option.param(this));
        }
    }

    private Param<String> text(String param, String doc, String usual) {
        Param<String> made = new Param<>(this, param, doc);
        setDefault(made, usual);
        return made;
    }

    @Override
    public String uid() {
        return uid;
    }

    @Override
    public Param<?>[] params() {
        List<Param<?>> all = new ArrayList<>(columns.all());
        all.addAll(options.values());
        all.addAll(List.of(labels, weight, name, dev, features, template, trainOn, shards, partitions));
        all.addAll(List.of(checkpoint, checkpointEvery, resume, initial));
        all.addAll(mixing.all());
        all.sort((one, other) -> one.name().compareTo(other.name()));
        return all.toArray(Param<?>[]::new);
    }

    /** Sets a parameter by its name; {@link #explainParams} lists them. */
    public SequenceTagger option(String param, Object value) {
        set(getParam(param), TaggerOption.typed(getParam(param), value));
        return this;
    }

    /** Who hears how the training goes; no parameter, and not saved. */
    public SequenceTagger withListener(TrainingListener value) {
        SequenceTagger copy = copy(new ParamMap());
        copy.listener = value;
        return copy;
    }

    @Override
    public SequenceTagger copy(ParamMap extra) {
        SequenceTagger copy = new SequenceTagger(uid);
        copyValues(copy, extra);
        copy.listener = listener;
        return copy;
    }

    @Override
    public StructType transformSchema(StructType schema) {
        TaggerColumns.field(schema, getOrDefault(labels), "labelsCol");
        return columns.transformed(schema);
    }

    /** The training options that are set. */
    public TrainingOptions trainingOptions() {
        return TaggerOptions.of(settings());
    }

    /** How weights are mixed; null for the exact gradient. */
    public @Nullable ParameterMixing parameterMixing() {
        return mixing.chosen(shards());
    }

    private Map<String, Object> settings() {
        Map<String, Object> set = new TreeMap<>();
        options.forEach((option, param) -> {
            if (isSet(param)) {
                set.put(option, getOrDefault(param));
            }
        });
        return set;
    }

    @Override
    public SequenceTaggerModel fit(Dataset<?> data) {
        TrainingOptions parsed = trainingOptions();
        ParameterMixing mixed = parameterMixing();
        Model start = initial(data);
        AttributeExtractor extractor = extractor(columns.areAttributes(data.schema()), start);
        List<Sequence> held = getOrDefault(dev).isEmpty() ? List.of() : held(data, parsed);
        try (ShardedRows rows = rows(data, false, parsed)) {
            AttributeExtractor fitted = extractor.isFitted() ? extractor : extractor.fit(rows.walk());
            Trainer trainer = new Trainer(fitted, parsed)
                    .withListener(listener)
                    .withDev(held)
                    .withInitial(start)
                    .withMixing(mixed);
            int wanted = mixed == null ? shards() : mixed.shards();
            Model model = checkpointed(
                    trainer,
                    data,
                    made -> onDriver()
                            ? made.train(rows.collect())
                            : made.train(rows.encode(
                                    fitted, TaggerOptions.write(settings()), wanted, partitions(data), start)));
            SequenceTaggerModel learnt = new SequenceTaggerModel(uid, model.toBytes());
            copyValues(learnt, new ParamMap());
            learnt.setParent(this);
            return learnt;
        }
    }

    private Model checkpointed(Trainer trainer, Dataset<?> data, Function<Trainer, Model> training) {
        boolean goesOn = getOrDefault(getParam(resume.name())).equals(true);
        if (getOrDefault(checkpoint).isEmpty()) {
            if (goesOn || isSet(checkpointEvery)) {
                throw new IllegalArgumentException(
                        "resume and checkpointEvery have no effect without checkpoint; set it to a path, or clear them");
            }
            return training.apply(trainer);
        }
        int every = (Integer) getOrDefault(getParam(checkpointEvery.name()));
        Configuration configuration = data.sparkSession().sparkContext().hadoopConfiguration();
        try (RemoteCheckpoint kept = RemoteCheckpoint.at(getOrDefault(checkpoint), configuration, listener)) {
            return training.apply(kept.of(trainer, every, goesOn));
        }
    }

    private boolean onDriver() {
        String value = getOrDefault(trainOn);
        if (!value.equals(CLUSTER) && !value.equals(DRIVER)) {
            throw new IllegalArgumentException("trainOn = '" + value + "'; expected " + CLUSTER + " or " + DRIVER);
        }
        return value.equals(DRIVER);
    }

    private int shards() {
        int value = (Integer) getOrDefault(getParam(shards.name()));
        if (value < 0 || (value > 0 && Integer.bitCount(value) != 1)) {
            throw new IllegalArgumentException("shards = " + value + "; expected a power of two, or 0");
        }
        return value;
    }

    private int partitions(Dataset<?> data) {
        int value = (Integer) getOrDefault(getParam(partitions.name()));
        if (value < 0) {
            throw new IllegalArgumentException("partitions = " + value + "; expected at least 0");
        }
        return value > 0 ? value : data.sparkSession().sparkContext().defaultParallelism();
    }

    private @Nullable Model initial(Dataset<?> data) {
        String file = getOrDefault(initial);
        Configuration configuration = data.sparkSession().sparkContext().hadoopConfiguration();
        return file.isEmpty() ? null : Model.load(ExecutorModels.read(file, configuration));
    }

    /** What is asked for, or the features of the initial model, or those of text. */
    private AttributeExtractor extractor(boolean areAttributes, @Nullable Model start) {
        List<AttributeExtractor> parts = new ArrayList<>();
        if (!getOrDefault(template).isEmpty()) {
            parts.add(Template.parse(getOrDefault(template), "the parameter template"));
        }
        if (!getOrDefault(features).isEmpty()) {
            parts.add(FeatureSet.parse(getOrDefault(features), java.nio.file.Path.of("")));
        }
        if (areAttributes) {
            parts.add(new GivenAttributes());
        }
        if (parts.isEmpty()) {
            parts.add(start == null ? FeatureSet.text() : start.encoder().extractor());
        }
        return Extractors.combine(parts);
    }

    private List<Sequence> held(Dataset<?> data, TrainingOptions parsed) {
        try (ShardedRows rows = rows(data, true, parsed)) {
            return rows.collect();
        }
    }

    /** The rows that are to be learnt from, or those that are development data. */
    private ShardedRows rows(Dataset<?> data, boolean isDev, TrainingOptions parsed) {
        Dataset<Row> chosen = data.toDF();
        if (!getOrDefault(dev).isEmpty()) {
            Column is = functions.coalesce(column(chosen, dev), functions.lit(false));
            chosen = chosen.filter(isDev ? is : functions.not(is));
        }
        boolean weighted = !getOrDefault(weight).isEmpty();
        boolean named = !getOrDefault(name).isEmpty();
        List<Column> wanted = new ArrayList<>();
        wanted.add(chosen.col(quoted(columns.tokens())));
        wanted.add(column(chosen, labels));
        if (weighted) {
            wanted.add(column(chosen, weight));
        }
        if (named) {
            wanted.add(column(chosen, name));
        }
        JavaRDD<Row> selected = chosen.select(wanted.toArray(Column[]::new)).toJavaRDD();
        JavaSparkContext context =
                JavaSparkContext.fromSparkContext(data.sparkSession().sparkContext());
        LabelNotation notation = parsed.notation();
        ShardedRows rows =
                ShardedRows.of(context, records(selected, notation.unknown(), notation.separator(), weighted, named));
        if (!columns.putsAside()) {
            rows.requireGood();
        } else if (rows.bad() > 0) {
            listener.onWarning(rows.bad() + " rows of " + (rows.bad() + rows.sequences())
                    + " cannot be learnt from, and are left out (badRows = aside)");
        }
        return rows;
    }

    private Column column(Dataset<Row> data, Param<String> param) {
        TaggerColumns.field(data.schema(), getOrDefault(param), param.name());
        return data.col(quoted(getOrDefault(param)));
    }

    private static String quoted(String column) {
        return "`" + column + "`";
    }

    /** Static, so that nothing but its arguments travels to the executors. */
    private static JavaRDD<byte[]> records(
            JavaRDD<Row> rows, String unknown, String separator, boolean weighted, boolean named) {
        return rows.map(row -> RowReader.read(row, new LabelNotation(unknown, separator), weighted, named));
    }

    /** For {@code Pipeline.load}. */
    public static MLReader<SequenceTagger> read() {
        return new DefaultParamsReader<>();
    }

    /** Loads a saved estimator. */
    public static SequenceTagger load(String path) {
        return read().load(path);
    }
}
