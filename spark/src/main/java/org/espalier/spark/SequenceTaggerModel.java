package org.espalier.spark;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/**
 * Labels tokens in a column of a data frame, also of a stream: any model file of Espalier that labels tokens.
 *
 * <p>The model is a broadcast, loaded once by every process. Outputs are columns: labels, spans, marginals, probability; those with an empty
 * name are not computed. Saved models hold a model file, {@value #FILE}, that other programs can read too.
 */
public final class SequenceTaggerModel extends Model<SequenceTaggerModel> implements MLWritable {
    static final String FILE = "model.esp";

    private static final String RESULT = "espalier_result";

    private final String uid;
    private final TaggerColumns columns;
    private final byte[] model;

    /** A model by the bytes of its file. */
    SequenceTaggerModel(String uid, byte[] model) {
        this.uid = uid;
        this.model = model;
        this.columns = new TaggerColumns(this);
    }

    /** A model that was trained elsewhere, such as with the command line. */
    public static SequenceTaggerModel of(org.espalier.model.Model model) {
        return new SequenceTaggerModel(Identifiable$.MODULE$.randomUID("espalier"), model.toBytes());
    }

    /** A model file on any file system that Hadoop knows. */
    public static SequenceTaggerModel ofFile(SparkSession spark, String file) {
        Configuration configuration = spark.sparkContext().hadoopConfiguration();
        return of(org.espalier.model.Model.load(ExecutorModels.read(file, configuration)));
    }

    /** Writes the model file, that the command line and other programs read, to any file system that Hadoop knows. */
    public void saveFile(SparkSession spark, String file) {
        write(new Path(file), spark);
    }

    private void write(Path file, SparkSession spark) {
        Configuration configuration = spark.sparkContext().hadoopConfiguration();
        try (OutputStream output = file.getFileSystem(configuration).create(file)) {
            output.write(model);
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": the model cannot be written: " + e.getMessage(), e);
        }
    }

    /** The model itself. */
    public org.espalier.model.Model model() {
        return org.espalier.model.Model.load(model);
    }

    @Override
    public String uid() {
        return uid;
    }

    @Override
    public Param<?>[] params() {
        List<Param<?>> all = new ArrayList<>(columns.all());
        all.sort((one, other) -> one.name().compareTo(other.name()));
        return all.toArray(Param<?>[]::new);
    }

    /** Sets a parameter by its name. */
    public SequenceTaggerModel option(String name, Object value) {
        set(getParam(name), TaggerOption.typed(getParam(name), value));
        return this;
    }

    @Override
    public SequenceTaggerModel copy(ParamMap extra) {
        SequenceTaggerModel copy = new SequenceTaggerModel(uid, model);
        copyValues(copy, extra);
        copy.setParent(parent());
        return copy;
    }

    @Override
    public StructType transformSchema(StructType schema) {
        return columns.transformed(schema);
    }

    @Override
    public Dataset<Row> transform(Dataset<?> data) {
        transformSchema(data.schema());
        StructType outputs = columns.outputs();
        Dataset<Row> rows = data.toDF();
        if (outputs.length() == 0) {
            return rows;
        }
        JavaSparkContext context =
                JavaSparkContext.fromSparkContext(data.sparkSession().sparkContext());
        Broadcast<byte[]> sent = context.broadcast(model);
        UDF1<Object, Row> tagging = tagging(ExecutorModels.hash(model), sent, columns.valid(), wanted());
        // Not deterministic, so that Spark does not label a row once for every column.
        Column result =
                functions.udf(tagging, outputs).asNondeterministic().apply(rows.col("`" + columns.tokens() + "`"));
        Dataset<Row> labelled = rows.withColumn(RESULT, result);
        for (String name : outputs.fieldNames()) {
            labelled = labelled.withColumn(name, labelled.col(RESULT).getField(name));
        }
        return labelled.drop(RESULT);
    }

    private static UDF1<Object, Row> tagging(String hash, Broadcast<byte[]> model, boolean valid, int wanted) {
        return tokens -> Prediction.of(tokens, hash, model, valid, wanted);
    }

    private int wanted() {
        return (columns.prediction().isEmpty() ? 0 : Prediction.LABELS)
                | (columns.spans().isEmpty() ? 0 : Prediction.SPANS)
                | (columns.marginals().isEmpty() ? 0 : Prediction.MARGINALS)
                | (columns.probability().isEmpty() ? 0 : Prediction.PROBABILITY)
                | (columns.putsAside() && !columns.problem().isEmpty() ? Prediction.PROBLEM : 0);
    }

    @Override
    public MLWriter write() {
        return new MLWriter() {
            @Override
            public void saveImpl(String path) {
                SparkSession spark = sparkSession();
                DefaultParamsWriter.saveMetadata(SequenceTaggerModel.this, path, spark);
                SequenceTaggerModel.this.write(new Path(path, FILE), spark);
            }
        };
    }

    /** For {@code PipelineModel.load}. */
    public static MLReader<SequenceTaggerModel> read() {
        return new MLReader<>() {
            @Override
            public SequenceTaggerModel load(String path) {
                SparkSession spark = sparkSession();
                DefaultParamsReader.Metadata metadata =
                        DefaultParamsReader.loadMetadata(path, spark, SequenceTaggerModel.class.getName());
                byte[] bytes = ExecutorModels.read(
                        new Path(path, FILE).toString(), spark.sparkContext().hadoopConfiguration());
                org.espalier.model.Model.load(bytes); // damage is noticed here, and not by executors
                SequenceTaggerModel loaded = new SequenceTaggerModel(metadata.uid(), bytes);
                metadata.getAndSetParams(loaded, Option.empty());
                return loaded;
            }
        };
    }

    /** Loads a saved model. */
    public static SequenceTaggerModel load(String path) {
        return read().load(path);
    }
}
