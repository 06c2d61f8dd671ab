package org.espalier.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.evaluation.Evaluator;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.tuning.CrossValidator;
import org.apache.spark.ml.tuning.CrossValidatorModel;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;

/** Spark's own cross-validation tunes a parameter of a stage. */
class CrossValidationTest {

    /** The share of tokens with the right label. */
    public static final class Accuracy extends Evaluator {
        private final String uid = "accuracy";

        @Override
        public double evaluate(Dataset<?> labelled) {
            Dataset<Row> right = labelled.select(
                    functions
                            .expr(
                                    "aggregate(zip_with(labels, prediction, (l, p) -> IF(l = p, 1, 0)), 0, (a, b) -> a + b)")
                            .as("right"),
                    functions.expr("size(labels)").as("all"));
            Row sums = right.agg(functions.sum("right"), functions.sum("all")).first();
            return sums.getLong(0) / (double) sums.getLong(1);
        }

        @Override
        public Accuracy copy(ParamMap extra) {
            return new Accuracy();
        }

        @Override
        public String uid() {
            return uid;
        }
    }

    @Test
    void aPenaltyIsChosen() {
        SparkSession spark = LocalSpark.start("local[2]");
        try {
            SequenceTagger tagger = new SequenceTagger()
                    .option("template", "U00:%x[0,0]\nU01:%x[-1,0]\nB\n")
                    .option("maxIterations", 15);
            double[] penalties = {0.5, 5000};
            ParamMap[] grid = new ParamGridBuilder()
                    .addGrid((DoubleParam) (Object) tagger.getParam("l2"), penalties)
                    .build();
            Dataset<Row> rows =
                    LocalSpark.rows(spark, LocalSpark.samples("train.txt").subList(0, 120));
            CrossValidatorModel chosen = new CrossValidator()
                    .setEstimator(new Pipeline().setStages(new PipelineStage[] {tagger}))
                    .setEvaluator(new Accuracy())
                    .setEstimatorParamMaps(grid)
                    .setNumFolds(2)
                    .setSeed(7)
                    .fit(rows);

            // Weights that cannot leave 0 give one label to all tokens.
            assertThat(chosen.avgMetrics()[0]).isGreaterThan(chosen.avgMetrics()[1] + 0.1);
            PipelineModel best = (PipelineModel) chosen.bestModel();
            SequenceTaggerModel stage = (SequenceTaggerModel) best.stages()[0];
            assertThat(stage.model().toBytes())
                    .isEqualTo(tagger.copy(new ParamMap())
                            .option("l2", 0.5)
                            .fit(rows)
                            .model()
                            .toBytes());
            assertThat(Arrays.stream(chosen.transform(rows).columns())).contains("prediction");
        } finally {
            spark.stop();
        }
    }
}
