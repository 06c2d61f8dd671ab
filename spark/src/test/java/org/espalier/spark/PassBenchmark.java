package org.espalier.spark;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.feature.template.Template;
import org.espalier.model.Model;
import org.espalier.train.Algorithm;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingProgress;
import org.espalier.train.TrainingReport;
import org.espalier.train.TrainingSummary;

/**
 * Times passes of L-BFGS over copies of CoNLL-2000, on executors that are processes of one core each, or in this process.
 *
 * <p>A line has copies, weights, executors, the median seconds of a pass, and where they go: the seconds that tasks run, the wait for them,
 * what the driver adds; the bytes of answers; and the memory of the driver after a garbage collection, in the middle of the training.
 */
final class PassBenchmark {
    /** Fewer over many copies, where code is compiled after one pass. */
    private static int iterations(int copies) {
        return copies < 20 ? 8 : 4;
    }

    private static int warm(int copies) {
        return copies < 20 ? 3 : 1;
    }

    private static final String SMALL =
            "U00:%x[0,0]\nU01:%x[-1,0]\nU02:%x[1,0]\nU03:%x[0,1]\nU04:%x[-1,1]/%x[0,1]\nB\n";

    /** Few weights: parts of speech only. */
    private static final String TINY =
            "U00:%x[0,1]\nU01:%x[-1,1]\nU02:%x[1,1]\nU03:%x[-2,1]\nU04:%x[2,1]\nU05:%x[0,1]/%x[1,1]\nB\n";

    /** Many weights: pairs of words too. */
    private static final String LARGE = SMALL + "U05:%x[-1,0]/%x[0,0]\nU06:%x[0,0]/%x[1,0]\n";

    private final Path data;

    PassBenchmark(Path data) {
        this.data = data;
    }

    static String template(String name) {
        return switch (name) {
            case "tiny" -> TINY;
            case "small" -> SMALL;
            default -> LARGE;
        };
    }

    /**
     * What the tasks of a training cost, added up: CPU ns of all tasks; CPU ns of the longest task of every stage; ms that tasks ran; ms of
     * reading and writing what travels; bytes of answers; ms of garbage collection.
     */
    private static final class Tasks extends SparkListener {
        private final long[] sums = new long[6];
        private final Map<Integer, Long> longest = new HashMap<>();

        @Override
        public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
            TaskMetrics metrics = end.taskMetrics();
            if (metrics != null) {
                long cpu = metrics.executorCpuTime() + metrics.executorDeserializeCpuTime();
                long before = longest.getOrDefault(end.stageId(), 0L);
                longest.merge(end.stageId(), cpu, Math::max);
                sums[0] += cpu;
                sums[1] += Math.max(0, cpu - before);
                sums[2] += metrics.executorRunTime();
                sums[3] += metrics.executorDeserializeTime() + metrics.resultSerializationTime();
                sums[4] += metrics.resultSize();
                sums[5] += metrics.jvmGCTime();
            }
        }

        synchronized long[] now() {
            return sums.clone();
        }
    }

    /** CPU ns of this process. */
    static long cpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    /** The times of passes, without the first iterations, in which code is compiled. */
    private static final class Clock implements TrainingListener {
        private final int warm;
        private final List<Double> passes = new ArrayList<>();
        private long last;
        private int evaluations;
        private int weights;
        private long heap;
        private long cpuFrom;
        private int from;
        private double cpuPerPass;

        Clock(int warm) {
            this.warm = warm;
        }

        @Override
        public void onStart(TrainingSummary summary) {
            weights = summary.features();
        }

        @Override
        public void onIteration(TrainingProgress progress) {
            long now = System.nanoTime();
            if (progress.iteration() > warm) {
                passes.add((now - last) / 1e9 / Math.max(1, progress.evaluations() - evaluations));
            }
            if (progress.iteration() == warm + 1) {
                System.gc();
                heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
            }
            evaluations = progress.evaluations();
            if (progress.iteration() <= warm + 1) { // behind the collection
                cpuFrom = cpu();
                from = evaluations;
            } else {
                cpuPerPass = (cpu() - cpuFrom) / 1e9 / Math.max(1, evaluations - from);
            }
            last = System.nanoTime();
        }

        double median() {
            double[] sorted =
                    passes.stream().mapToDouble(Double::doubleValue).sorted().toArray();
            return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
        }
    }

    private static void heading() {
        System.out.println(
                "where\tcopies\tweights\ttokens\tpass s\ttasks CPU s\tlongest CPU s\tof it run s\tde/serialised s\tGC s"
                        + "\tanswers MB\tdriver CPU s\tdriver MB\tall s");
    }

    /** On executors. */
    void executors(int executors, String memory, List<Integer> copies, List<String> templates) {
        SparkSession spark = LocalCluster.start(executors, memory);
        try {
            Tasks tasks = new Tasks();
            spark.sparkContext().addSparkListener(tasks);
            heading();
            for (int times : copies) {
                for (String template : templates) {
                    Dataset<Row> rows = rows(spark)
                            .withColumn(
                                    "copy",
                                    org.apache.spark.sql.functions.explode(org.apache.spark.sql.functions.sequence(
                                            org.apache.spark.sql.functions.lit(1),
                                            org.apache.spark.sql.functions.lit(times))))
                            .repartition(4 * executors);
                    measured(rows, executors, times, template, tasks);
                }
            }
            System.out.println(parts(JavaSparkContext.fromSparkContext(spark.sparkContext()), executors));
        } finally {
            spark.stop();
        }
    }

    private static void measured(Dataset<Row> rows, int executors, int times, String template, Tasks tasks) {
        long[][] seen = new long[1][];
        int[] from = new int[1];
        int[] last = new int[1];
        Clock clock = new Clock(warm(times));
        TrainingListener both = new TrainingListener() {
            @Override
            public void onStart(TrainingSummary summary) {
                clock.onStart(summary);
            }

            @Override
            public void onIteration(TrainingProgress progress) {
                clock.onIteration(progress);
                if (progress.iteration() == clock.warm) {
                    seen[0] = tasks.now();
                    from[0] = progress.evaluations();
                }
                last[0] = progress.evaluations();
            }

            @Override
            public void onFinish(TrainingReport report) {
                long[] now = tasks.now();
                int passes = Math.max(1, last[0] - from[0]);
                System.out.printf(
                        Locale.ROOT,
                        "%d executors\t%d\t%d\t%d\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\t%.2f\t%.3f\t%.1f\t%.1f%n",
                        executors,
                        times,
                        clock.weights,
                        report.summary().tokens(),
                        clock.median(),
                        (now[0] - seen[0][0]) / 1e9 / passes,
                        (now[1] - seen[0][1]) / 1e9 / passes,
                        (now[2] - seen[0][2]) / 1e3 / passes,
                        (now[3] - seen[0][3]) / 1e3 / passes,
                        (now[5] - seen[0][5]) / 1e3 / passes,
                        (now[4] - seen[0][4]) / 1e6 / passes,
                        clock.cpuPerPass,
                        clock.heap / 1e6,
                        report.seconds());
            }
        };
        new SequenceTagger()
                .option("template", template(template))
                .option("algorithm", "lbfgs")
                .option("maxIterations", iterations(times))
                .option("tolerance", 0.0)
                .option("partitions", executors)
                .withListener(both)
                .fit(rows);
    }

    /** What a pass costs without computing anything: an empty job, one that gets a vector, one that gives one back. */
    private static String parts(JavaSparkContext context, int executors) {
        StringBuilder text = new StringBuilder("parts, median ms of 15: ");
        List<Integer> numbers = new ArrayList<>();
        for (int k = 0; k < executors; k++) {
            numbers.add(k);
        }
        JavaRDD<Integer> tasks = context.parallelize(numbers, executors);
        for (int weights : new int[] {0, 100_000, 1_000_000}) {
            double sent = median(() -> {
                Broadcast<byte[]> bytes = context.broadcast(new byte[8 * weights]);
                tasks.foreachPartition(each -> {
                    if (bytes.value().length < 0) {
                        throw new IllegalStateException();
                    }
                });
                bytes.destroy();
            });
            double returned = median(() -> tasks.map(each -> noise(weights)).collect());
            text.append(String.format(
                    Locale.ROOT, "%d weights: job with broadcast %.1f, with answers %.1f; ", weights, sent, returned));
        }
        return text.toString();
    }

    private static byte[] noise(int weights) {
        return new byte[8 * weights];
    }

    private static double median(Runnable job) {
        double[] times = new double[15];
        for (int k = 0; k < times.length + 5; k++) {
            long begun = System.nanoTime();
            job.run();
            times[k % times.length] = (System.nanoTime() - begun) / 1e6;
        }
        Arrays.sort(times);
        return times[times.length / 2];
    }

    private Dataset<Row> rows(SparkSession spark) {
        return TextRows.read(
                spark, List.of(data.resolve("train.txt").toUri().toString()), List.of("format", "columns"));
    }

    /** In this process. */
    void here(int threads, List<Integer> copies, List<String> templates) {
        List<Sequence> once = Sequences.read(DataOptions.COLUMNS, data.resolve("train.txt"));
        heading();
        for (int times : copies) {
            for (String template : templates) {
                Clock clock = new Clock(warm(times));
                TrainingOptions options = TrainingOptions.DEFAULTS
                        .withAlgorithm(Algorithm.LBFGS)
                        .withThreads(threads)
                        .withTolerance(0)
                        .withMaxIterations(iterations(times));
                List<Sequence> all = new ArrayList<>();
                for (int k = 0; k < times; k++) {
                    all.addAll(once);
                }
                long begun = System.nanoTime();
                Model model = new Trainer(Template.parse(template(template), "a template"), options)
                        .withListener(clock)
                        .train(all);
                System.out.printf(
                        Locale.ROOT,
                        "%d threads\t%d\t%d\t\t%.3f\t\t\t\t\t\t\t%.3f\t%.1f\t%.1f%n",
                        threads,
                        times,
                        model.layout().parameters(),
                        clock.median(),
                        clock.cpuPerPass,
                        clock.heap / 1e6,
                        (System.nanoTime() - begun) / 1e9);
            }
        }
    }
}
