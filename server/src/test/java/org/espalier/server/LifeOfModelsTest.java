package org.espalier.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.espalier.data.Json;
import org.espalier.server.http.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Loading, replacing, putting back and removing models; a full queue, a time limit, and the end. */
@Timeout(60)
class LifeOfModelsTest {
    @TempDir
    Path folder;

    @Test
    void modelsAreLoadedReplacedPutBackAndRemoved() throws Exception {
        try (TestService server = TestService.start(folder)) {
            Map<?, ?> listed = TestService.object(server.get("/v1/models"));
            assertThat(Json.write(listed))
                    .contains("\"name\":\"first\",\"version\":1")
                    .doesNotContain(folder.toString());
            HttpResponse<String> loaded = server.json("/v1/models", "{\"name\":\"first\",\"file\":\"second.esp\"}");
            assertThat(loaded.statusCode()).isEqualTo(201);
            assertThat(server.json("/v1/tag", "{\"text\":\"2 cups\"}").body())
                    .contains("\"version\":2")
                    .contains("MEASURE");
            assertThat(server.json("/v1/models/first/rollback", "").statusCode())
                    .isEqualTo(200);
            assertThat(server.json("/v1/tag", "{\"text\":\"2 cups\"}").body())
                    .contains("\"version\":1")
                    .contains("UNIT");
            assertThat(server.json("/v1/models/second/rollback", "").statusCode())
                    .isEqualTo(409);
            assertThat(server.json("/v1/models/third/rollback", "").statusCode())
                    .isEqualTo(404);
            assertThat(server.send(server.request("/v1/models/first").DELETE().build())
                            .statusCode())
                    .isEqualTo(200);
            assertThat(server.send(server.request("/v1/models/second").DELETE().build())
                            .statusCode())
                    .isEqualTo(409);

            Files.writeString(folder.resolve("damaged.esp"), "no model");
            HttpResponse<String> damaged = server.json("/v1/models", "{\"name\":\"second\",\"file\":\"damaged.esp\"}");
            assertThat(damaged.statusCode()).isEqualTo(422);
            assertThat(damaged.body()).contains("damaged.esp").doesNotContain(folder.toString());
            assertThat(server.json("/v1/tag", "{\"text\":\"2 cups\"}").statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void nothingOutsideTheFolderIsLoaded() throws Exception {
        Path inside = Files.createDirectory(folder.resolve("inside"));
        Path outside = Files.createDirectory(folder.resolve("outside"));
        TestService.model(outside, "secret.esp", "UNIT");
        Files.createSymbolicLink(inside.resolve("link.esp"), outside.resolve("secret.esp"));
        Files.createSymbolicLink(inside.resolve("up"), folder);
        try (TestService server = TestService.start(inside)) {
            for (String name : List.of(
                    "../outside/secret.esp",
                    outside.resolve("secret.esp").toString(),
                    "./../outside/secret.esp",
                    "link.esp",
                    "up/outside/secret.esp",
                    "..",
                    ".",
                    "",
                    "nothing.esp",
                    "/etc/passwd",
                    "first.esp\u0000.txt",
                    "%2e%2e/outside/secret.esp")) {
                HttpResponse<String> response =
                        server.json("/v1/models", Json.write(Map.of("name", "x", "file", name)));
                assertThat(response.statusCode()).as(name).isEqualTo(404);
            }
            assertThat(server.json("/v1/models", "{\"name\":\"../x\",\"file\":\"first.esp\"}")
                            .statusCode())
                    .isEqualTo(400);
            assertThat(server.shelf.names()).containsExactly("first", "second");
        }
    }

    @Test
    void withoutAFolderModelsStayAsTheyAre() {
        try (TestService server = TestService.start(
                folder,
                options -> new ServiceOptions(
                        options.host(), 0, 1, options.limits(), options.access(), null, null, null, options.log()))) {
            assertThat(server.json("/v1/models", "{\"name\":\"first\",\"file\":\"second.esp\"}")
                            .statusCode())
                    .isEqualTo(405);
            assertThat(server.json("/v1/models/first/rollback", "").statusCode())
                    .isEqualTo(404);
        }
    }

    /** Every answer is that of the model that it names, and none is lost, while models are replaced all the time. */
    @Test
    void noRequestIsLostOrMixedWhileModelsAreReplaced() throws Exception {
        Limits wide = new Limits(1 << 16, 1 << 20, 2000, 400, 20, 100, 3, 64);
        try (TestService server = TestService.start(folder, options -> TestService.with(options, wide))) {
            Map<String, String> expected = new LinkedHashMap<>();
            for (String name : List.of("first", "second")) {
                Map<?, ?> answer = TestService.object(
                        server.json("/v1/tag", "{\"text\":\"2 cups flour\",\"model\":\"" + name + "\"}"));
                expected.put(
                        String.valueOf(((Map<?, ?>) answer.get("model")).get("sha256")),
                        Json.write(answer.get("results")));
            }
            assertThat(expected.values()).doesNotHaveDuplicates().hasSize(2);
            AtomicBoolean done = new AtomicBoolean();
            ExecutorService clients = Executors.newFixedThreadPool(5);
            List<Future<TreeSet<String>>> seen = new ArrayList<>();
            for (int k = 0; k < 4; k++) {
                seen.add(clients.submit(() -> {
                    TreeSet<String> found = new TreeSet<>();
                    while (!done.get()) {
                        HttpResponse<String> response = server.json("/v1/tag", "{\"text\":\"2 cups flour\"}");
                        assertThat(response.statusCode()).isEqualTo(200);
                        Map<?, ?> answer = TestService.object(response);
                        String sha256 = String.valueOf(((Map<?, ?>) answer.get("model")).get("sha256"));
                        assertThat(Json.write(answer.get("results"))).isEqualTo(expected.get(sha256));
                        found.add(sha256);
                    }
                    return found;
                }));
            }
            for (int k = 0; k < 60; k++) {
                String file = k % 2 == 0 ? "second.esp" : "first.esp";
                int status = k % 5 == 4
                        ? server.json("/v1/models/first/rollback", "").statusCode()
                        : server.json("/v1/models", "{\"name\":\"first\",\"file\":\"" + file + "\"}")
                                .statusCode();
                assertThat(status).isIn(200, 201);
            }
            done.set(true);
            assertThat(seen.stream()
                            .flatMap(future -> {
                                try {
                                    return future.get(10, TimeUnit.SECONDS).stream();
                                } catch (Exception e) {
                                    throw new AssertionError(e);
                                }
                            })
                            .collect(Collectors.toSet()))
                    .isEqualTo(expected.keySet());
            clients.shutdown();
        }
    }

    /** One thread and a queue of one: of many long requests at once some are told to come again, and no other thing happens. */
    @Test
    void aFullQueueIsTold() throws Exception {
        Limits narrow = new Limits(1 << 20, 1 << 24, 100_000, 20_000, 100, 1, 20, 64);
        try (TestService server = TestService.start(
                folder,
                options -> TestService.with(
                        new ServiceOptions(
                                options.host(), 0, 1, narrow, options.access(), null, null, null, options.log()),
                        narrow))) {
            String body = Json.write(Map.of("text", "2 cups flour ".repeat(4000), "nBest", 20));
            ExecutorService clients = Executors.newFixedThreadPool(8);
            List<Future<HttpResponse<String>>> answers = new ArrayList<>();
            for (int k = 0; k < 8; k++) {
                answers.add(clients.submit(() -> server.json("/v1/tag", body)));
            }
            TreeSet<Integer> statuses = new TreeSet<>();
            for (Future<HttpResponse<String>> answer : answers) {
                HttpResponse<String> response = answer.get(40, TimeUnit.SECONDS);
                statuses.add(response.statusCode());
                if (response.statusCode() == 429) {
                    assertThat(response.headers().firstValue("Retry-After")).contains("1");
                }
            }
            assertThat(statuses).containsExactly(200, 429);
            clients.shutdown();
        }
    }

    /** A request that takes too long is given up, and the thread that worked for it is free soon after. */
    @Test
    void theTimeLimitEndsTheWorkToo() throws Exception {
        Limits brief = new Limits(1 << 23, 1 << 27, 4_000_000, 20_000, 100, 4, 1, 64);
        try (TestService server = TestService.start(
                folder,
                options -> new ServiceOptions(
                        options.host(), 0, 1, brief, options.access(), null, null, null, options.log()))) {
            String[] texts = new String[3000];
            Arrays.fill(texts, "2 cups flour ".repeat(100).strip());
            String body = Json.write(Map.of("texts", List.of(texts), "nBest", 50));
            HttpResponse<String> response = server.json("/v1/tag", body);
            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.body()).contains("took longer than 1 seconds");
            assertThat(server.hasSoon("espalier_threads_working 0")).isTrue();
            assertThat(server.json("/v1/tag", "{\"text\":\"2 cups\"}").statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void stoppingFinishesWhatWasBegun() throws Exception {
        Limits wide = new Limits(1 << 23, 1 << 27, 1_000_000, 20_000, 100, 4, 20, 64);
        TestService server = TestService.start(folder, options -> TestService.with(options, wide));
        String[] texts = new String[500];
        Arrays.fill(texts, "2 cups flour ".repeat(100).strip());
        String body = Json.write(Map.of("texts", List.of(texts), "nBest", 20));
        ExecutorService clients = Executors.newFixedThreadPool(1);
        Future<HttpResponse<String>> answer = clients.submit(() -> server.json("/v1/tag", body));
        while (!server.get("/metrics").body().contains("espalier_threads_working 1\n")) {
            TimeUnit.MILLISECONDS.sleep(2);
        }
        assertThat(server.service.stop(20)).isZero();
        assertThat(answer.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        assertThatThrownBy(() -> server.get("/healthz")).hasMessageContaining("");
        clients.shutdown();
    }

    @Test
    void figuresAreCounted() {
        try (TestService server = TestService.start(folder)) {
            server.json("/v1/tag", "{\"text\":\"2 cups flour\"}");
            server.json("/v1/tag", "{}");
            String metrics = server.get("/metrics").body();
            assertThat(metrics)
                    .contains("espalier_requests_total{route=\"/v1/tag\",status=\"200\"} 1\n")
                    .contains("espalier_requests_total{route=\"/v1/tag\",status=\"400\"} 1\n")
                    .contains("espalier_request_seconds_count{route=\"/v1/tag\"} 2\n")
                    .contains("espalier_tokens_total 3\n")
                    .contains("espalier_sequences_total 1\n")
                    .contains("espalier_heap_used_bytes ");
            assertThat(metrics.lines().filter(line -> !line.startsWith("#")))
                    .allMatch(
                            line -> line.matches("[a-z_]+(\\{[^}]*\\}+[^}]*\\})? [0-9.E-]+|[a-z_]+\\{.*\\} [0-9.E-]+"));
        }
    }
}
