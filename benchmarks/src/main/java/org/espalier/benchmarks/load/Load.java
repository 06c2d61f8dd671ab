package org.espalier.benchmarks.load;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.espalier.benchmarks.BenchmarkFailure;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code benchmarks load}: what a server does under more load than it can take. */
@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        description = {
            "Starts 'espalier serve' in a process of its own and asks it from this one, over the loopback only: good requests alone, at half of what it"
                    + " can do, as JSON Lines, and at last a mixture of good, bad, huge, slow and cancelled requests while two models take turns.",
            "Compares every answer with that of the model that it names. Fails when one is wrong or missing."
        })
public final class Load implements Callable<Integer> {
    private static final int BATCH = 50;
    private static final int STREAM = 400; // lines
    private static final int SENTENCES = 500;
    private static final double SHORT_PHASE = 10;

    @Option(names = "--model", required = true, description = "A model that labels tokens.")
    private Path first = Path.of("");

    @Option(names = "--other", required = true, description = "Another one, which takes turns with it.")
    private Path second = Path.of("");

    @Option(names = "--data", required = true, description = "Data in columns, whose words make the sentences.")
    private Path data = Path.of("");

    @Option(names = "--seconds", description = "How long the mixture lasts, up to 7200. Default: ${DEFAULT-VALUE}.")
    private int seconds = 60;

    @Option(names = "--connections", description = "Default: ${DEFAULT-VALUE}.")
    private int connections = 16;

    @Option(names = "--tokens", description = "Tokens of a sentence. Default: ${DEFAULT-VALUE}.")
    private int tokens = 20;

    @Option(names = "--threads", description = "Threads of the server that tag. Default: ${DEFAULT-VALUE}.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--heap", description = "The largest heap of the server. Default: ${DEFAULT-VALUE}.")
    private String heap = "512m";

    private final PrintStream out = System.out;

    @Override
    public Integer call() throws Exception {
        if (seconds < 1 || seconds > 7200 || connections < 1 || connections > 256 || tokens < 1) {
            throw new BenchmarkFailure("expected --seconds 1 to 7200, --connections 1 to 256, --tokens from 1");
        }
        Path folder = Files.createTempDirectory("espalier-load");
        Path one = Files.copy(first, folder.resolve("first.esp"), StandardCopyOption.REPLACE_EXISTING);
        Path two = Files.copy(second, folder.resolve("second.esp"), StandardCopyOption.REPLACE_EXISTING);
        List<Sequence> sequences = Sequences.read(DataOptions.COLUMNS, data);
        Corpus corpus = new Corpus(sequences, tokens, SENTENCES, one, two);
        corpus.tokensPerCpuSecond(5); // warm-up
        long wrong;
        try (ServerProcess server = ServerProcess.start(one, folder, threads, heap)) {
            say("server started in %.2f s", server.startSeconds());
            phase(server, 5, new Tally(), number -> good(corpus, new Tally(), number, 0)); // warm-up
            out.println();
            out.println(
                    "| phase | answers | per second | p50 ms | p99 ms | tokens per CPU second of the server | of the tagger alone | ratio |");
            out.println("|---|---:|---:|---:|---:|---:|---:|---:|");
            Tally full = new Tally();
            double capacity = measured(
                    "one sentence per request, as fast as possible",
                    server,
                    SHORT_PHASE,
                    full,
                    tokens,
                    corpus,
                    number -> good(corpus, full, number, 0));
            Tally half = new Tally();
            measured(
                    "the same at half of that",
                    server,
                    SHORT_PHASE,
                    half,
                    tokens,
                    corpus,
                    number -> good(corpus, half, number, capacity / 2));
            Tally batches = new Tally();
            measured(
                    BATCH + " sentences per request",
                    server,
                    SHORT_PHASE,
                    batches,
                    tokens * BATCH,
                    corpus,
                    number -> batches(corpus, batches));
            Tally streams = new Tally();
            measured(
                    "JSON Lines, " + STREAM + " lines per request",
                    server,
                    SHORT_PHASE,
                    streams,
                    tokens * STREAM,
                    corpus,
                    number -> streams(corpus, streams));
            wrong = full.of("wrong") + half.of("wrong") + batches.of("wrong") + streams.of("wrong");
            Tally mixture = mixture(server, corpus);
            wrong += mixture.of("wrong");
            boolean stopped = server.stop();
            say("%nstopped by itself: %s; wrong or missing answers: %d", stopped ? "yes" : "no", wrong);
            for (Tally tally : List.of(full, half, batches, streams, mixture)) {
                tally.wrongs().forEach(what -> say("WRONG: %s", what));
            }
            return wrong == 0 && stopped ? 0 : 1;
        } finally {
            Files.deleteIfExists(one);
            Files.deleteIfExists(two);
            Files.deleteIfExists(folder);
        }
    }

    private void say(String format, Object... arguments) {
        out.println(String.format(Locale.ROOT, format, arguments));
    }

    /** What one client does until the time is over. */
    private interface Client {
        Step step(int number) throws IOException;
    }

    /** One request. */
    private interface Step {
        /** Returns the connection for the next one; null when it is used up. */
        Connection ask(Connection connection, SplittableRandom random) throws IOException;
    }

    private void phase(ServerProcess server, double lasting, Tally tally, Client client) throws InterruptedException {
        long end = System.nanoTime() + (long) (lasting * 1e9);
        List<Thread> clients = new ArrayList<>();
        for (int k = 0; k < connections; k++) {
            int number = k;
            Thread thread = new Thread(() -> run(server, tally, client, number, end), "client-" + k);
            thread.start();
            clients.add(thread);
        }
        for (Thread thread : clients) {
            thread.join();
        }
    }

    private void run(ServerProcess server, Tally tally, Client client, int number, long end) {
        SplittableRandom random = new SplittableRandom(number);
        Connection connection = null;
        try {
            Step step = client.step(number);
            while (System.nanoTime() < end) {
                try {
                    connection = step.ask(
                            connection == null || !connection.isOpen() ? new Connection(server.port()) : connection,
                            random);
                } catch (IOException e) {
                    tally.wrong("no answer: " + e);
                    connection = null;
                }
            }
        } catch (IOException e) {
            tally.wrong("client: " + e);
        } finally {
            if (connection != null) {
                connection.close();
            }
        }
    }

    private double measured(
            String name,
            ServerProcess server,
            double lasting,
            Tally tally,
            int tokensEach,
            Corpus corpus,
            Client client)
            throws InterruptedException {
        // Before and after, so that whatever else the machine does slows both down alike.
        double before = corpus.tokensPerCpuSecond(2);
        double cpu = server.cpuSeconds();
        phase(server, lasting, tally, client);
        double used = server.cpuSeconds() - cpu;
        double alone = (before + corpus.tokensPerCpuSecond(2)) / 2;
        double perCpu = (double) tally.answers() * tokensEach / used;
        say(
                "| %s | %d | %.0f | %.2f | %.2f | %,.0f | %,.0f | %.2f |",
                name,
                tally.answers(),
                tally.answers() / lasting,
                tally.millis(0.5),
                tally.millis(0.99),
                perCpu,
                alone,
                perCpu / alone);
        return tally.answers() / lasting;
    }

    /** One sentence after the other; with a rate, at the times that it sets, from which latencies count. */
    private Step good(Corpus corpus, Tally tally, int number, double rate) {
        long every = rate == 0 ? 0 : (long) (1e9 * connections / rate);
        AtomicLong due = new AtomicLong(System.nanoTime() + (every * number) / connections);
        return (connection, random) -> {
            long begin = System.nanoTime();
            if (every > 0) {
                begin = due.getAndAdd(every);
                sleepUntil(begin);
            }
            int sentence = random.nextInt(corpus.size());
            connection.send(Connection.request("/v1/tag", "application/json", corpus.single(sentence)));
            judge(connection.receive(), corpus, sentence, 1, begin, tally);
            return connection;
        };
    }

    private static void sleepUntil(long time) {
        long wait = time - System.nanoTime();
        if (wait > 0) {
            try {
                TimeUnit.NANOSECONDS.sleep(wait);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void judge(Connection.Reply reply, Corpus corpus, int from, int count, long begin, Tally tally) {
        if (reply.status() == 200) {
            if (corpus.isRight(reply.body(), from, count)) {
                tally.answered(System.nanoTime() - begin);
            } else {
                tally.wrong("another answer than offline: " + reply.body());
            }
        } else if (reply.status() == 429 || reply.status() == 503) {
            tally.count("refused for now " + reply.status());
        } else {
            tally.wrong("status " + reply.status() + ": " + reply.body());
        }
    }

    private Step batches(Corpus corpus, Tally tally) {
        return (connection, random) -> {
            long begin = System.nanoTime();
            int from = random.nextInt(corpus.size());
            connection.send(Connection.request("/v1/tag", "application/json", corpus.several(from, BATCH)));
            judge(connection.receive(), corpus, from, BATCH, begin, tally);
            return connection;
        };
    }

    private Step streams(Corpus corpus, Tally tally) {
        return (connection, random) -> {
            long begin = System.nanoTime();
            StringBuilder lines = new StringBuilder();
            int from = random.nextInt(corpus.size());
            for (int k = 0; k < STREAM; k++) {
                lines.append(corpus.line((from + k) % corpus.size())).append('\n');
            }
            connection.send(Connection.request("/v1/tag", "application/x-ndjson", lines.toString()));
            Connection.Reply reply = connection.receive();
            if (reply.status() == 200) {
                if (corpus.areRight(reply.body(), from, STREAM)) {
                    tally.answered(System.nanoTime() - begin);
                } else {
                    tally.wrong("other lines than offline: "
                            + reply.body()
                                    .substring(0, Math.min(300, reply.body().length())));
                }
            } else if (reply.status() == 429) {
                tally.count("refused for now 429");
            } else {
                tally.wrong("status " + reply.status() + ": " + reply.body());
            }
            return connection;
        };
    }

    private Tally mixture(ServerProcess server, Corpus corpus) throws IOException, InterruptedException {
        Tally tally = new Tally();
        say(
                "%nmixture for %d s: good, batches, bad, huge, slow and cancelled requests, and a change of model every 0.5 s",
                seconds);
        long[] heaps = new long[3];
        heaps[0] = settled(server);
        for (int part = 1; part <= 2; part++) {
            Thread swaps = new Thread(() -> swap(server, tally), "swaps");
            swaps.start();
            phase(server, seconds / 2.0, tally, number -> mixed(corpus, tally, number));
            swaps.interrupt();
            swaps.join();
            heaps[part] = settled(server);
        }
        say(
                "good answers %d (%.0f per second), p50 %.2f ms, p99 %.2f ms",
                tally.answers(), tally.answers() / (double) seconds, tally.millis(0.5), tally.millis(0.99));
        tally.counts().forEach((what, count) -> say("%s: %d", what, count));
        say(
                "heap in use after a collection: before %.1f MiB, after half %.1f MiB, at the end %.1f MiB",
                heaps[0] / 1048576.0, heaps[1] / 1048576.0, heaps[2] / 1048576.0);
        return tally;
    }

    /** What is in use once the requests are answered, and the connections of those who left are given up by the time limit. */
    private static long settled(ServerProcess server) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(3L * ServerProcess.TIME_LIMIT_SECONDS);
        while (server.figure("espalier_requests_in_work") > 1 && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        TimeUnit.SECONDS.sleep(ServerProcess.TIME_LIMIT_SECONDS + 2L);
        return server.bytesInUse();
    }

    private static void swap(ServerProcess server, Tally tally) {
        for (int k = 0; !Thread.currentThread().isInterrupted(); k++) {
            try (Connection connection = new Connection(server.port())) {
                boolean back = k % 7 == 6;
                String body =
                        back ? "" : "{\"name\":\"model\",\"file\":\"" + (k % 2 == 0 ? "second" : "first") + ".esp\"}";
                connection.send(Connection.request(
                        back ? "/v1/models/model/rollback" : "/v1/models", "application/json", body));
                int status = connection.receive().status();
                if (status == 200 || status == 201) {
                    tally.count("changes of model");
                } else if (status == 429 || status == 503) {
                    tally.count("changes of model refused for now");
                } else {
                    tally.wrong("change of model: status " + status);
                }
                TimeUnit.MILLISECONDS.sleep(500);
            } catch (IOException e) {
                tally.wrong("change of model: " + e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Step mixed(Corpus corpus, Tally tally, int number) {
        Step one = good(corpus, tally, number, 0);
        Step many = batches(corpus, tally);
        return (connection, random) -> {
            int dice = random.nextInt(1000);
            if (dice < 800) {
                return one.ask(connection, random);
            }
            if (dice < 850) {
                return many.ask(connection, random);
            }
            if (dice < 950) {
                return bad(connection, tally, random);
            }
            if (dice < 960) {
                return huge(connection, tally);
            }
            return dice < 965 ? slow(connection, corpus, tally) : cancelled(connection, corpus, tally, random);
        };
    }

    private static Connection bad(Connection connection, Tally tally, SplittableRandom random) throws IOException {
        String[] bodies = {
            "{\"tokens\":",
            "{\"tokens\":[1]}",
            "{\"text\":\"a\",\"model\":\"none\"}",
            "[]",
            "{\"text\":\"a\",\"nBest\":1000000}",
            "[".repeat(5000),
            "{\"what\":1}",
            "{\"text\":\"a\",\"tokenizer\":\"regex((a+)+)\"}"
        };
        connection.send(Connection.request("/v1/tag", "application/json", bodies[random.nextInt(bodies.length)]));
        refusal(connection.receive(), tally, "bad");
        return connection;
    }

    private static void refusal(Connection.Reply reply, Tally tally, String what) {
        boolean told = reply.status() >= 400 && reply.status() < 500 || reply.status() == 503;
        if (told && reply.body().contains("\"detail\":\"")) {
            tally.count(what + ": refused");
        } else {
            tally.wrong(what + " request: status " + reply.status() + ": " + reply.body());
        }
    }

    /** Refused before it was sent as a whole, so that the connection may be gone while it is. */
    private static Connection huge(Connection connection, Tally tally) {
        try {
            connection.send(
                    Connection.request("/v1/tag", "application/json", "{\"text\":\"" + "a ".repeat(6_000_000) + "\"}"));
            refusal(connection.receive(), tally, "huge");
        } catch (IOException e) {
            tally.count("huge: cut off");
        }
        connection.close();
        return connection;
    }

    private static Connection slow(Connection connection, Corpus corpus, Tally tally) throws IOException {
        byte[] request = Connection.request("/v1/tag", "application/json", corpus.single(0));
        for (int k = 0; k < 10; k++) {
            connection.send(new byte[] {request[k]});
            sleepUntil(System.nanoTime() + 50_000_000);
        }
        connection.close();
        tally.count("slow: left");
        return connection;
    }

    private static Connection cancelled(Connection connection, Corpus corpus, Tally tally, SplittableRandom random)
            throws IOException {
        connection.send(
                Connection.request("/v1/tag", "application/json", corpus.several(random.nextInt(corpus.size()), 200)));
        connection.close();
        tally.count("cancelled");
        return connection;
    }
}
