package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every curl command of the page docs/server.md, run against a server with the model that the page trains; the answer is what the page shows, where
 * {@code …} stands for any text. Without curl the same requests are made in this process.
 */
class ServerPageTest {
    private static final Pattern EXAMPLE = Pattern.compile(
            "(<!-- not run: .*? -->\n+)?^```sh\n((?:curl|printf)[^`]*)```\n(?:\n```json\n(.*?)```)?",
            Pattern.DOTALL | Pattern.MULTILINE);

    private static final Pattern WORD = Pattern.compile("'([^']*)'|\\S+");

    @TempDir
    static Path folder;

    private static Process server;
    private static String address;

    @BeforeAll
    static void start() throws IOException {
        Path model = folder.resolve("model.esp");
        Program.Outcome trained = Program.run("train", "-q", "-o", model, Path.of("../samples/ingredients/train.txt"));
        assertThat(trained.code()).as(trained.err()).isZero();
        server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        "org.espalier.cli.Main",
                        "serve",
                        "--port",
                        "0",
                        "-m",
                        model.toString())
                .redirectError(folder.resolve("serve.err").toFile())
                .start();
        BufferedReader output = server.inputReader(StandardCharsets.UTF_8);
        String line = output.readLine();
        assertThat(line).startsWith("serving model at http://127.0.0.1:");
        address = line.substring(line.indexOf("http"));
    }

    @AfterAll
    static void stop() {
        server.destroyForcibly();
    }

    private static boolean hasCurl() {
        try {
            Process curl = new ProcessBuilder("curl", "--version")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return curl.waitFor(10, TimeUnit.SECONDS) && curl.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @TestFactory
    List<DynamicTest> whatThePageShowsIsAnswered() throws IOException {
        boolean curl = hasCurl();
        List<DynamicTest> tests = new ArrayList<>();
        Matcher matcher = EXAMPLE.matcher(Files.readString(Path.of("../docs/server.md")));
        while (matcher.find()) {
            String command =
                    matcher.group(2).replace("http://127.0.0.1:8080", address).strip();
            String shown = matcher.group(3);
            if (matcher.group(1) == null) {
                tests.add(DynamicTest.dynamicTest(command, () -> {
                    Pattern expected = pattern(String.valueOf(shown).strip());
                    if (curl) {
                        assertThat(byCurl(command).strip()).matches(expected);
                    }
                    assertThat(byClient(command).strip()).matches(expected);
                }));
            }
        }
        assertThat(tests).hasSizeGreaterThanOrEqualTo(7);
        return tests;
    }

    private static Pattern pattern(String shown) {
        String quoted =
                Pattern.compile("…").splitAsStream(shown).map(Pattern::quote).collect(Collectors.joining(".*?"));
        return Pattern.compile(quoted + (shown.endsWith("…") ? ".*" : ""), Pattern.DOTALL);
    }

    private static String byCurl(String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", command)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return output;
    }

    /** The same request as its words say; of {@code printf '%s\n' … | curl …} the words before the bar are the body. */
    private static String byClient(String command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(command);
        while (matcher.find()) {
            words.add(matcher.group(1) == null ? matcher.group() : matcher.group(1));
        }
        StringBuilder piped = new StringBuilder();
        int bar = words.indexOf("|");
        for (int k = 2; k < bar; k++) {
            piped.append(words.get(k)).append('\n');
        }
        String body = piped.toString();
        List<String> own = words.subList(bar + 1, words.size());
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(own.get(own.size() - 1)));
        for (int k = 0; k < own.size() - 1; k++) {
            switch (own.get(k)) {
                case "-H" -> {
                    String[] header = own.get(k + 1).split(": ", 2);
                    request.header(header[0], header[1]);
                }
                case "-d" -> body = own.get(k + 1);
                default -> {}
            }
        }
        return HttpClient.newHttpClient()
                .send(
                        request.POST(HttpRequest.BodyPublishers.ofString(body)).build(),
                        HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8))
                .body();
    }
}
