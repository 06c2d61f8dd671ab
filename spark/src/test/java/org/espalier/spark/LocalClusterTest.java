package org.espalier.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingProgress;
import org.junit.jupiter.api.Test;

/** Executors that are processes of their own, one of which is killed. */
class LocalClusterTest {
    private static final int ITERATIONS = 8;

    private static SequenceTagger tagger() {
        return new SequenceTagger()
                .option("template", "U00:%x[0,0]\nU01:%x[-1,0]\nB\n")
                .option("partitions", 2)
                .option("maxIterations", ITERATIONS);
    }

    /** Kills an executor while the next pass is under way. */
    private static final class Killer implements TrainingListener {
        private final AtomicInteger killed = new AtomicInteger();

        @Override
        public void onIteration(TrainingProgress progress) {
            List<ProcessHandle> executors = LocalCluster.executors();
            if (progress.iteration() == 3 && !executors.isEmpty()) {
                Thread later = new Thread(() -> {
                    pause();
                    executors.get(0).destroyForcibly();
                    killed.incrementAndGet();
                });
                later.start();
            }
        }

        private static void pause() {
            try {
                Thread.sleep(20); // the next question is on its way
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void anExecutorThatIsKilledChangesNothingButTime() {
        assumeTrue(
                !System.getProperty("os.name").startsWith("Windows"),
                "the links to the jars of Spark need a system that has symbolic links");
        byte[] expected;
        SparkSession here = LocalSpark.start("local[1]");
        try {
            expected = tagger().fit(rows(here)).model().toBytes();
        } finally {
            here.stop();
        }
        SparkSession cluster = LocalCluster.start(2);
        try {
            assertThat(tagger().fit(rows(cluster)).model().toBytes())
                    .as("two executors")
                    .isEqualTo(expected);
            assertThat(LocalCluster.executors()).hasSize(2);

            Killer killer = new Killer();
            SequenceTaggerModel model = tagger().withListener(killer).fit(rows(cluster));
            assertThat(killer.killed).hasValue(1);
            assertThat(model.model().toBytes()).as("one killed").isEqualTo(expected);

            Dataset<Row> labelled = model.transform(LocalSpark.rows(cluster, LocalSpark.samples("test.txt")));
            assertThat(labelled.filter("size(prediction) = size(tokens)").count())
                    .isEqualTo(LocalSpark.samples("test.txt").size());
        } finally {
            cluster.stop();
        }
    }

    private static Dataset<Row> rows(SparkSession spark) {
        return LocalSpark.rows(spark, LocalSpark.samples("train.txt")).repartition(3);
    }
}
