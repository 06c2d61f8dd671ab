package org.espalier.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.SparkSession;
import org.espalier.data.Sequence;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingReport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shards that learn alone, and trainings that begin with a model. */
class MixingAndWarmStartTest {
    private static final long SEED = 2010;

    private static SparkSession spark;
    private static List<Sequence> train;

    @BeforeAll
    static void start() {
        spark = LocalSpark.start("local[2]");
        train = LocalSpark.samples("train.txt");
    }

    @AfterAll
    static void stop() {
        if (spark != null) {
            spark.stop();
        }
    }

    private static SequenceTagger tagger() {
        return new SequenceTagger().option("template", "U00:%x[0,0]\nU01:%x[-1,0]\nB\n");
    }

    private static final class Report implements TrainingListener {
        private double objective;
        private int iterations;

        @Override
        public void onFinish(TrainingReport value) {
            objective = value.objective();
            iterations = value.iterations();
        }
    }

    private static double accuracy(Model model) {
        Tagger tagger = model.tagger();
        int right = 0;
        int all = 0;
        for (Sequence sequence : LocalSpark.samples("test.txt")) {
            List<String> labels = tagger.tag(Sequence.ofWords(sequence.tokens().stream()
                            .map(token -> token.columns().get(0))
                            .toArray(String[]::new)))
                    .labels();
            for (int t = 0; t < labels.size(); t++) {
                right += labels.get(t).equals(sequence.labels().get(t)) ? 1 : 0;
                all++;
            }
        }
        return right / (double) all;
    }

    @ParameterizedTest
    @CsvSource({
        "one-shot, perceptron",
        "iterated, perceptron",
        "iterated, pa",
        "iterated, mira",
        "one-shot, arow",
        "iterated, sgd",
        "one-shot, auto",
        "iterated, lbfgs"
    })
    void mixesTheSameBitsFromAnyPartitions(String mixing, String algorithm) {
        SequenceTagger tagger = tagger().option("mixing", mixing)
                .option("algorithm", algorithm)
                .option("maxIterations", 6)
                .option("shards", 4);
        if (mixing.equals("iterated")) {
            tagger.option("epochIterations", 2);
        }
        Report report = new Report();
        Model one = tagger.copy(new ParamMap())
                .withListener(report)
                .option("partitions", 1)
                .fit(LocalSpark.rows(spark, train).repartition(1))
                .model();
        List<Sequence> shuffled = new ArrayList<>(train);
        Collections.shuffle(shuffled, new Random(SEED));
        Model several = tagger.option("partitions", 3)
                .fit(LocalSpark.rows(spark, shuffled).repartition(5))
                .model();

        assertThat(several.toBytes()).isEqualTo(one.toBytes());
        assertThat(report.iterations).isEqualTo(mixing.equals("iterated") ? 3 : 1);
        assertThat(accuracy(one))
                .isGreaterThan(algorithm.equals("lbfgs") ? 0.6 : 0.8); // its memory is lost at every average
        assertThat(ExecutorShards.remembered()).isZero();
    }

    @Test
    void mixingTellsTheObjectiveOfAllRows() {
        Report exact = new Report();
        Report mixed = new Report();
        Report there = new Report();
        SequenceTagger tagger = tagger().option("shards", 4).option("l2", 0.5);
        tagger.withListener(exact).fit(LocalSpark.rows(spark, train));
        Model model = tagger.copy(new ParamMap())
                .option("mixing", "one-shot")
                .withListener(mixed)
                .fit(LocalSpark.rows(spark, train))
                .model();
        Path file = folder.resolve("mixed.esp");
        model.save(file);
        tagger.copy(new ParamMap())
                .option("initial", file.toString())
                .option("algorithm", "lbfgs")
                .option("maxIterations", 0)
                .withListener(there)
                .fit(LocalSpark.rows(spark, train));

        assertThat(mixed.objective).isGreaterThan(exact.objective);
        assertThat(mixed.objective).isCloseTo(there.objective, within(1e-9 * there.objective));
    }

    @TempDir
    private Path folder;

    @Test
    void aWarmStartBeginsWithTheModelAndKeepsItsNames() {
        List<Sequence> half = train.subList(0, train.size() / 2);
        Path file = folder.resolve("half.esp");
        Model begun = tagger().fit(LocalSpark.rows(spark, half)).model();
        begun.save(file);
        SequenceTagger close = tagger().option("tolerance", 0.0).option("gradientTolerance", 1e-7);
        Report cold = new Report();
        close.withListener(cold).fit(LocalSpark.rows(spark, train));
        Report warm = new Report();
        SequenceTagger warmed =
                close.copy(new ParamMap()).option("initial", file.toUri().toString());
        Model model =
                warmed.withListener(warm).fit(LocalSpark.rows(spark, train)).model();

        assertThat(warm.objective).isCloseTo(cold.objective, within(1e-9 * cold.objective));
        int labels = begun.labels().size();
        assertThat(model.labels().names().subList(0, labels))
                .isEqualTo(begun.labels().names());
        assertThat(model.encoder().attributes().size())
                .isGreaterThan(begun.encoder().attributes().size());
        assertThat(warmed.option("partitions", 1)
                        .fit(LocalSpark.rows(spark, train))
                        .model()
                        .toBytes())
                .isEqualTo(model.toBytes());
    }

    /** Rare names of the model stay, and its features serve when no others are given. */
    @Test
    void aWarmStartKeepsRareNamesAndFeatures() {
        Path file = folder.resolve("first.esp");
        Model begun = tagger().fit(LocalSpark.rows(spark, train.subList(0, 40))).model();
        begun.save(file);
        Model model = new SequenceTagger()
                .option("initial", file.toString())
                .option("minCount", 50)
                .option("maxIterations", 2)
                .fit(LocalSpark.rows(spark, train))
                .model();

        assertThat(model.encoder().extractor().definition())
                .isEqualTo(begun.encoder().extractor().definition());
        for (int a = 0; a < begun.encoder().attributes().size(); a++) {
            assertThat(model.encoder().attributes().get(a))
                    .isEqualTo(begun.encoder().attributes().get(a));
        }
    }

    @Test
    void whatHasNoEffectIsRefused() {
        assertThatThrownBy(() -> tagger().option("epochIterations", 2).fit(LocalSpark.rows(spark, train)))
                .hasMessageContaining("without mixing");
        assertThatThrownBy(() -> tagger().option("mixing", "one-shot")
                        .option("epochIterations", 2)
                        .fit(LocalSpark.rows(spark, train)))
                .hasMessageContaining("averages once");
        assertThatThrownBy(() -> tagger().option("mixing", "twice").fit(LocalSpark.rows(spark, train)))
                .hasMessageContaining("expected one of one-shot, iterated");
        assertThatThrownBy(() -> tagger().option(
                                "initial", folder.resolve("none.esp").toString())
                        .fit(LocalSpark.rows(spark, train)))
                .hasMessageContaining("none.esp");
    }
}
