package org.espalier.spark;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Espalier in SQL: {@code espalier_tag(model, tokens)} gives the labels of an array of tokens.
 *
 * <pre>{@code
 * SparkFunctions.register(spark);
 * spark.sql("SELECT espalier_tag('hdfs:///models/ner.esp', tokens) AS labels FROM sentences");
 * }</pre>
 */
public final class SparkFunctions {
    public static final String TAG = "espalier_tag";

    private SparkFunctions() {}

    /** Makes the functions known to a session. Each process reads a model file once; its path is that of any file system of Hadoop. */
    public static void register(SparkSession spark) {
        SerializableConfiguration configuration =
                new SerializableConfiguration(spark.sparkContext().hadoopConfiguration());
        spark.udf().register(TAG, tag(configuration), DataTypes.createArrayType(DataTypes.StringType, false));
    }

    private static UDF2<String, Object, String @Nullable []> tag(SerializableConfiguration configuration) {
        return (model, tokens) -> model == null || tokens == null
                ? null
                : Prediction.labels(ExecutorModels.tagger(model, configuration.value()), tokens)
                        .toArray(String[]::new);
    }
}
