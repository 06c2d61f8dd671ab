package org.espalier.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A master and two workers, each a process, that this test starts: what a small cluster of one's own is. */
class StandaloneClusterTest {
    private static final int PATIENCE_SECONDS = 60;

    private final List<Process> started = new ArrayList<>();

    @TempDir
    private Path folder;

    private void daemon(String name, String... arguments) throws IOException {
        Path home = LocalCluster.home();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx192m",
                "-cp",
                home.resolve("jars") + File.separator + "*"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile());
        builder.environment().put("SPARK_HOME", home.toString());
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        started.add(builder.start());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static void await(int port) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (System.nanoTime() < end) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress("127.0.0.1", port), 1000);
                return;
            } catch (IOException e) {
                Thread.sleep(100); // it is not there yet
            }
        }
        throw new AssertionError("nobody listens at the port " + port);
    }

    @AfterEach
    void stop() throws InterruptedException {
        for (Process process : started) {
            process.destroy();
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }

    @Test
    void trainsTheSameBitsOnAClusterOfTwoWorkers() throws Exception {
        assumeTrue(!System.getProperty("os.name").startsWith("Windows"), "needs symbolic links");
        SequenceTagger tagger = new SequenceTagger()
                .option("template", "U00:%x[0,0]\nU01:%x[-1,0]\nB\n")
                .option("partitions", 2)
                .option("maxIterations", 6);
        SequenceTagger mixed = tagger.copy(new org.apache.spark.ml.param.ParamMap())
                .option("algorithm", "perceptron")
                .option("mixing", "iterated")
                .option("epochIterations", 2);
        byte[] expected;
        byte[] expectedMixed;
        SparkSession here = LocalSpark.start("local[1]");
        try {
            expected = tagger.fit(LocalSpark.rows(here, LocalSpark.samples("train.txt")))
                    .model()
                    .toBytes();
            expectedMixed = mixed.fit(LocalSpark.rows(here, LocalSpark.samples("train.txt")))
                    .model()
                    .toBytes();
        } finally {
            here.stop();
        }
        int port = freePort();
        String master = "spark://127.0.0.1:" + port;
        daemon(
                "master",
                "org.apache.spark.deploy.master.Master",
                "--host",
                "127.0.0.1",
                "--port",
                "" + port,
                "--webui-port",
                "" + freePort());
        await(port);
        for (int worker = 1; worker <= 2; worker++) {
            daemon(
                    "worker" + worker,
                    "org.apache.spark.deploy.worker.Worker",
                    master,
                    "--host",
                    "127.0.0.1",
                    "--cores",
                    "1",
                    "--memory",
                    "1g",
                    "--webui-port",
                    "" + freePort(),
                    "-d",
                    Files.createDirectories(folder.resolve("work" + worker)).toString());
        }
        SparkSession cluster = LocalSpark.start(master);
        try {
            awaitExecutors(cluster);
            assertThat(tagger.fit(LocalSpark.rows(cluster, LocalSpark.samples("train.txt"))
                                    .repartition(3))
                            .model()
                            .toBytes())
                    .isEqualTo(expected);
            assertThat(mixed.fit(LocalSpark.rows(cluster, LocalSpark.samples("train.txt")))
                            .model()
                            .toBytes())
                    .isEqualTo(expectedMixed);
            for (int worker = 1; worker <= 2; worker++) {
                try (Stream<Path> applications = Files.list(folder.resolve("work" + worker))) {
                    assertThat(applications).as("what worker %d ran", worker).hasSize(1);
                }
            }
        } finally {
            cluster.stop();
        }
    }

    /** A training of a few seconds could end before the second worker has joined it. */
    private static void awaitExecutors(SparkSession cluster) throws InterruptedException {
        int driverAndWorkers = 3;
        for (int tries = 0; tries < 1200; tries++) {
            if (cluster.sparkContext().statusTracker().getExecutorInfos().length >= driverAndWorkers) {
                return;
            }
            Thread.sleep(100);
        }
    }
}
