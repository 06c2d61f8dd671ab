package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.data.Json;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code espalier serve} as a process: what it prints, what it refuses, how it stops, and that its records are those of {@code tag}. */
@Timeout(120)
class ServeCommandTest {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @TempDir
    static Path folder;

    private static Path model;

    @BeforeAll
    static void train() {
        model = folder.resolve("model.esp");
        Program.Outcome outcome = Program.run(
                "train", "-q", "--max-iterations", 20, "-o", model, Path.of("../samples/ingredients/train.txt"));
        assertThat(outcome.code()).as(outcome.err()).isZero();
    }

    /** A server in a process of its own. */
    private static final class Running implements AutoCloseable {
        private final Process process;
        private final BufferedReader output;
        private final Path messages;
        final String address;

        Running(Object... arguments) throws IOException {
            String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-cp",
                    classPath,
                    "org.espalier.cli.Main",
                    "serve",
                    "--port",
                    "0"));
            for (Object argument : arguments) {
                command.add(argument.toString());
            }
            messages = Files.createTempFile(folder, "serve", ".err");
            process =
                    new ProcessBuilder(command).redirectError(messages.toFile()).start();
            output = process.inputReader(StandardCharsets.UTF_8);
            String line = output.readLine();
            Matcher matcher = Pattern.compile("at (https?://.*)").matcher(String.valueOf(line));
            assertThat(matcher.find()).as(line + Files.readString(messages)).isTrue();
            address = matcher.group(1);
        }

        HttpResponse<String> post(String path, String type, String body) throws Exception {
            return CLIENT.send(
                    HttpRequest.newBuilder(URI.create(address + path))
                            .header("Content-Type", type)
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        }

        int stop() throws InterruptedException {
            process.destroy(); // SIGTERM
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            return process.exitValue();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    /** One writer for command line and service: the same records, to the last character. */
    @Test
    void itsRecordsAreThoseOfTag() throws Exception {
        String texts = "2 cups of flour\n1 pinch of sält 😀\n\n";
        String tokens =
                "{\"id\":\"a\",\"tokens\":[\"2\",\"cups\"]}\n{\"tokens\":[{\"word\":\"1\"},{\"word\":\"egg\"}]}\n{\"tokens\":[]}\n";
        try (Running server = new Running("-m", model)) {
            for (String query : List.of(
                    "",
                    "?nBest=2&marginals=true&probability=true&spanProbabilities=true",
                    "?validLabels=true&offsets=utf16")) {
                List<Object> options = new ArrayList<>();
                if (query.contains("nBest")) {
                    options.addAll(List.of("--nbest", 2, "--marginals", "--probability"));
                }
                if (query.contains("valid")) {
                    options.add("--valid-labels");
                }
                StringBuilder lines = new StringBuilder();
                texts.lines()
                        .forEach(text ->
                                lines.append(Json.write(Map.of("text", text))).append('\n'));
                List<Object> text = new ArrayList<>(options);
                if (query.contains("utf16")) {
                    text.addAll(List.of("--offsets", "utf16"));
                }
                assertThat(server.post("/v1/tag" + query, "application/x-ndjson", lines.toString())
                                .body())
                        .isEqualTo(tagged("lines", text, texts));
                assertThat(server.post("/v1/tag" + query, "application/x-ndjson", tokens)
                                .body())
                        .isEqualTo(tagged("jsonl", options, tokens));
            }
            assertThat(server.stop()).isZero();
            assertThat(Files.readString(server.messages)).isEqualTo("espalier serve: stopped\n");
        }
    }

    private static String tagged(String format, List<Object> options, String input) throws IOException {
        Path file = Files.writeString(Files.createTempFile(folder, "input", ".txt"), input);
        List<Object> arguments =
                new ArrayList<>(List.of("tag", "-m", model, "--format", format, "--output-format", "json", file));
        arguments.addAll(options);
        Program.Outcome outcome = Program.run(arguments.toArray());
        assertThat(outcome.code()).as(outcome.err()).isZero();
        return outcome.out();
    }

    @Test
    void modelsHaveNames() throws Exception {
        try (Running server = new Running("-m", model, "-m", "other=" + model)) {
            Map<?, ?> answer = (Map<?, ?>)
                    Json.parse(server.post("/v1/tag", "application/json", "{\"text\":\"2 cups\",\"model\":\"other\"}")
                            .body());
            assertThat(((Map<?, ?>) answer.get("model")).get("name")).isEqualTo("other");
        }
    }

    @Test
    void tokensAreReadFromTheirFile() throws Exception {
        Path tokens = Files.writeString(folder.resolve("tokens.txt"), "first\n\nsecond\n");
        try (Running server = new Running("-m", model, "--token-file", tokens)) {
            assertThat(server.post("/v1/tag", "text/plain", "2 cups").statusCode())
                    .isEqualTo(401);
            HttpResponse<String> known = CLIENT.send(
                    HttpRequest.newBuilder(URI.create(server.address + "/v1/models"))
                            .header("Authorization", "Bearer second")
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(known.statusCode()).isEqualTo(200);
        }
    }

    @Test
    void limitsComeFromTheOptions() throws Exception {
        try (Running server =
                new Running("-m", model, "--max-body", 1, "--max-tokens", 5, "--max-sequence", 3, "--max-nbest", 2)) {
            assertThat(server.post("/v1/tag", "text/plain", "a b c d").body()).contains("expected at most 3");
            assertThat(server.post("/v1/tag", "application/json", "{\"texts\":[\"a b c\",\"a b c\"]}")
                            .body())
                    .contains("more than 5 tokens");
            assertThat(server.post("/v1/tag?nBest=3", "text/plain", "a").body()).contains("from 1 to 2");
            assertThat(server.post("/v1/tag", "text/plain", "a".repeat(1 << 21)).statusCode())
                    .isEqualTo(413);
        }
    }

    /** Each option that opens something is seen from outside. */
    @Test
    void whatIsOpenedIsOpen() throws Exception {
        Path more = Files.createDirectories(folder.resolve("more"));
        Files.copy(model, more.resolve("copy.esp"));
        Path workspace = folder.resolve("workspace");
        String load = "{\"name\":\"model\",\"file\":\"copy.esp\"}";
        String event = "{\"action\":\"PROJECT_UPDATED\"}";
        try (Running server = new Running("-m", model)) {
            assertThat(server.post("/v1/models", "application/json", load).statusCode())
                    .isEqualTo(405);
            assertThat(server.post("/label-studio/model/webhook", "application/json", event)
                            .statusCode())
                    .isEqualTo(404);
            assertThat(asked(server, "https://example.org").statusCode()).isEqualTo(403);
            assertThat(asked(server, server.address).body())
                    .contains("espalier_threads " + Runtime.getRuntime().availableProcessors() + "\n");
            assertThat(server.post("/v1/tag", "text/plain", "a").statusCode()).isEqualTo(200);
        }
        try (Running server = new Running(
                "-m",
                model,
                "--model-folder",
                more,
                "--workspace",
                workspace,
                "--cors-origin",
                "https://example.org",
                "--threads",
                1,
                "--host",
                "0.0.0.0",
                "--no-token")) {
            assertThat(server.post("/v1/models", "application/json", load).statusCode())
                    .isEqualTo(201);
            assertThat(server.post("/label-studio/model/webhook", "application/json", event)
                            .statusCode())
                    .isEqualTo(200);
            HttpResponse<String> answer = asked(server, "https://example.org");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("espalier_threads 1\n");
        }
    }

    private static HttpResponse<String> asked(Running server, String origin) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(server.address.replace("0.0.0.0", "127.0.0.1") + "/metrics"))
                        .header("Origin", origin)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** What is too slow or too much is refused by these: the queue, the time limit, the number of connections. */
    @Test
    void loadIsLimited() throws Exception {
        String[] many = new String[400];
        Arrays.fill(many, "2 cups of flour ".repeat(60));
        String heavy = Json.write(Map.of("texts", List.of(many), "nBest", 100));
        try (Running server = new Running(
                "-m",
                model,
                "--threads",
                1,
                "--queue",
                1,
                "--time-limit",
                1,
                "--max-connections",
                6,
                "--max-tokens",
                1_000_000)) {
            List<CompletableFuture<Integer>> statuses = new ArrayList<>();
            for (int k = 0; k < 4; k++) {
                statuses.add(CLIENT.sendAsync(
                                HttpRequest.newBuilder(URI.create(server.address + "/v1/tag"))
                                        .header("Content-Type", "application/json")
                                        .POST(HttpRequest.BodyPublishers.ofString(heavy))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString())
                        .thenApply(HttpResponse::statusCode));
            }
            List<Integer> found = new ArrayList<>();
            for (var status : statuses) {
                found.add(status.get(20, TimeUnit.SECONDS));
            }
            assertThat(found).contains(429, 503).doesNotContain(500);
            List<Socket> idle = new ArrayList<>();
            int port = Integer.parseInt(server.address.substring(server.address.lastIndexOf(':') + 1));
            int answered = 0;
            for (int k = 0; k < 12; k++) {
                Socket socket = new Socket("127.0.0.1", port);
                socket.setSoTimeout(2000);
                idle.add(socket);
                socket.getOutputStream()
                        .write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                try {
                    answered += socket.getInputStream().read() == 'H' ? 1 : 0;
                } catch (IOException e) {
                    continue; // refused
                }
            }
            assertThat(answered).as("connections at a time").isBetween(1, 6);
            for (Socket socket : idle) {
                socket.close();
            }
        }
    }

    @Test
    void requestsComeByTls() throws Exception {
        Path keystore = folder.resolve("server.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "server",
                        "-dname",
                        "CN=localhost",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "password",
                        "-keystore",
                        keystore.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(keytool.waitFor(30, TimeUnit.SECONDS)).isTrue();
        Path password = Files.writeString(folder.resolve("password.txt"), "password\n");
        try (Running server = new Running("-m", model, "--tls-keystore", keystore, "--tls-password-file", password)) {
            assertThat(server.address).startsWith("https://");
        }
        Path wrong = Files.writeString(folder.resolve("wrong.txt"), "wrong-one\n");
        Program.Outcome outcome = Program.run(
                "serve", "-m", model, "--port", 0, "--tls-keystore", keystore, "--tls-password-file", wrong);
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains("server.p12").doesNotContain("wrong-one");
        assertThat(outcome.isClear()).isTrue();
    }

    @Test
    void whatCannotBeServedIsRefused() throws IOException {
        Path empty = Files.writeString(folder.resolve("empty.txt"), "\n");
        assertThat(Program.run("serve", "-m", model, "--host", "0.0.0.0").err())
                .contains("can be reached from other machines; give --token-file");
        assertThat(Program.run("serve", "-m", model, "--host", "0.0.0.0").code())
                .isEqualTo(2);
        assertThat(Program.run("serve", "-m", model, "--port", 70000).err())
                .contains("--port = 70000; expected 0 to 65535");
        assertThat(Program.run("serve", "-m", model, "-m", model).err()).contains("two models are called 'model'");
        assertThat(Program.run("serve", "-m", folder.resolve("no.esp")).code()).isEqualTo(1);
        assertThat(Program.run("serve", "-m", model, "--token-file", empty).err())
                .contains("no token");
        assertThat(Program.run("serve", "-m", model, "--token-file", empty, "--no-token")
                        .code())
                .isEqualTo(1);
        assertThat(Program.run("serve", "-m", model, "--tls-keystore", empty).err())
                .contains("give --tls-password-file");
        assertThat(Program.run("serve", "-m", model, "--tls-password-file", empty)
                        .err())
                .contains("is for --tls-keystore");
        assertThat(Program.run("serve", "-m", model, "--model-folder", folder.resolve("none"))
                        .err())
                .contains("no such directory");
        for (String option : List.of(
                "--max-body",
                "--max-tokens",
                "--max-sequence",
                "--max-nbest",
                "--queue",
                "--time-limit",
                "--max-connections")) {
            Program.Outcome outcome = Program.run("serve", "-m", model, option, 0);
            assertThat(outcome.code()).isEqualTo(2);
            assertThat(outcome.err()).contains(option + " is 0; expected 1 to ");
        }
    }

    /** The address that is taken is told, with what to do. */
    @Test
    void aTakenPortIsTold() throws Exception {
        try (Running server = new Running("-m", model)) {
            String port = server.address.substring(server.address.lastIndexOf(':') + 1);
            Program.Outcome outcome = Program.run("serve", "-m", model, "--port", port);
            assertThat(outcome.code()).isEqualTo(1);
            assertThat(outcome.err())
                    .contains("cannot listen at 127.0.0.1:" + port)
                    .contains("choose another --port");
        }
    }
}
