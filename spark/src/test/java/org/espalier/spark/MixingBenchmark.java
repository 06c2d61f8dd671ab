package org.espalier.spark;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.evaluate.Convention;
import org.espalier.evaluate.Evaluation;
import org.espalier.model.Tagger;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingReport;

/** Accuracy against communication: the exact gradient, one-shot averaging and iterated mixing on CoNLL-2000. */
final class MixingBenchmark {
    private final Path data;
    private final SparkSession spark;
    private final AtomicLong answered = new AtomicLong();
    private final List<Sequence> test;

    MixingBenchmark(Path data, SparkSession spark) {
        this.data = data;
        this.spark = spark;
        this.test = Sequences.read(DataOptions.COLUMNS, data.resolve("test.txt"));
        spark.sparkContext().addSparkListener(new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd end) {
                if (end.taskMetrics() != null) {
                    answered.addAndGet(end.taskMetrics().resultSize());
                }
            }
        });
    }

    void run() {
        System.out.println("learner\tmixing\tshards\tF1\tobjective\trounds\tweights sent MB\tanswers MB");
        for (String algorithm : List.of("auto", "perceptron", "pa", "sgd")) {
            for (int shards : new int[] {4, 8}) {
                measured(algorithm, "one-shot", shards);
                measured(algorithm, "iterated", shards);
            }
            if (algorithm.equals("auto")) {
                measured(algorithm, "none", 8);
            } else {
                measured(algorithm, "none", 1);
            }
        }
    }

    private void measured(String algorithm, String mixing, int shards) {
        boolean online = algorithm.equals("perceptron") || algorithm.equals("pa");
        SequenceTagger tagger = new SequenceTagger()
                .option("template", PassBenchmark.template("small"))
                .option("algorithm", algorithm)
                .option("maxIterations", online || algorithm.equals("sgd") ? 10 : 40);
        if (mixing.equals("none") && !algorithm.equals("auto")) {
            tagger.option("trainOn", "driver");
        } else {
            tagger.option("shards", shards).option("mixing", mixing).option("partitions", shards);
        }
        if (mixing.equals("iterated")) {
            tagger.option("epochIterations", online || algorithm.equals("sgd") ? 1 : 5);
        }
        TrainingReport[] kept = new TrainingReport[1];
        long[] before = new long[1];
        SequenceTagger listening = tagger.copy(new ParamMap()).withListener(new TrainingListener() {
            @Override
            public void onStart(org.espalier.train.TrainingSummary summary) {
                before[0] = answered.get();
            }

            @Override
            public void onFinish(TrainingReport report) {
                kept[0] = report;
            }
        });
        Dataset<Row> rows = TextRows.read(
                spark, List.of(data.resolve("train.txt").toUri().toString()), List.of("format", "columns"));
        Tagger learnt = listening.fit(rows).model().tagger();
        long bytes = answered.get() - before[0];
        TrainingReport report = kept[0];
        boolean local = mixing.equals("none") && !algorithm.equals("auto");
        int perRound = online || mixing.equals("none") ? 1 : 2; // learning, and the objective at the average
        int rounds = local ? 0 : mixing.equals("none") ? report.evaluations() : perRound * report.iterations();
        System.out.printf(
                Locale.ROOT,
                "%s\t%s\t%d\t%.2f\t%.1f\t%d\t%.1f\t%.1f%n",
                algorithm,
                mixing,
                shards,
                100 * f1(learnt),
                report.objective(),
                rounds,
                rounds * 8e-6 * report.summary().features() * (local ? 0 : shards),
                local ? 0 : bytes / 1e6);
    }

    private double f1(Tagger tagger) {
        Evaluation evaluation = new Evaluation(Convention.CONLLEVAL);
        for (Sequence sequence : test) {
            evaluation.add(
                    sequence.labels(), tagger.tag(sequence.withLabels(null)).labels());
        }
        return evaluation.scores().spans().f1();
    }
}
