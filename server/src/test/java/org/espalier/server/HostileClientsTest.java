package org.espalier.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.espalier.server.http.Access;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a client sends, it gets a refusal in words or a closed connection, and the next client is served. */
@Timeout(60)
class HostileClientsTest {
    private static final String GOOD = "{\"text\":\"2 cups\"}";
    private static final String SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";

    @TempDir
    static Path folder;

    private static TestService server;

    @BeforeAll
    static void start() {
        server = TestService.start(folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void theNextClientIsServed() {
        assertThat(server.json("/v1/tag", GOOD).statusCode()).isEqualTo(200);
        assertThat(server.log).as("no failure of the server itself").isEmpty();
    }

    private static String post(String headers, String body) {
        return "POST /v1/tag HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + headers + "\r\n"
                + body;
    }

    static List<String> unclearLengths() {
        int length = GOOD.length();
        String chunked = Integer.toHexString(length) + "\r\n" + GOOD + "\r\n0\r\n\r\n";
        return List.of(
                post("Content-Length: " + length + "\r\nContent-Length: " + (length + 5) + "\r\n", GOOD + SMUGGLED),
                post("Content-Length: " + length + "\r\nContent-Length: " + length + "\r\n", GOOD + SMUGGLED),
                post("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", chunked + SMUGGLED),
                post("Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", chunked + SMUGGLED),
                post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", chunked + SMUGGLED),
                post("Transfer-Encoding: xchunked\r\n", chunked + SMUGGLED),
                post("Transfer-Encoding: chunked, identity\r\n", chunked + SMUGGLED),
                post("Transfer-Encoding : chunked\r\nContent-Length: 4\r\n", chunked + SMUGGLED),
                post("Transfer-Encoding:\r\n chunked\r\nContent-Length: 4\r\n", chunked + SMUGGLED),
                post("Content-Length : " + length + "\r\n", GOOD + SMUGGLED),
                post("Content-Length: +" + length + "\r\n", GOOD + SMUGGLED),
                post("Content-Length: -1\r\n", GOOD + SMUGGLED),
                post("Content-Length: 0x10\r\n", GOOD + SMUGGLED),
                post("Content-Length: " + length + "," + length + "\r\n", GOOD + SMUGGLED),
                post("Content-Length: 99999999999999999999\r\n", GOOD + SMUGGLED),
                post("Transfer-Encoding: chunked\r\n", "zz\r\n" + GOOD + "\r\n0\r\n\r\n" + SMUGGLED),
                post("Transfer-Encoding: chunked\r\n", "-5\r\n" + GOOD + "\r\n0\r\n\r\n" + SMUGGLED),
                post("Transfer-Encoding: chunked\r\n", "0x5\r\n" + GOOD + "\r\n0\r\n\r\n" + SMUGGLED),
                post("Transfer-Encoding: chunked\r\n", "fffffffffffffffff\r\n" + GOOD + "\r\n0\r\n\r\n" + SMUGGLED),
                post("Transfer-Encoding: chunked\r\n", "2\r\n" + GOOD + "\r\n0\r\n\r\n" + SMUGGLED),
                post("Transfer-Encoding: chunked\r\n", chunked + SMUGGLED)
                        .replace("POST /v1/tag HTTP/1.1", "POST /v1/tag HTTP/1.0"));
    }

    /** Nobody may see where the next request begins otherwise than a proxy before us: so it is never answered. */
    @ParameterizedTest
    @MethodSource("unclearLengths")
    void aSecondRequestIsNotSmuggledBehindAnUnclearLength(String request) throws IOException {
        String answer = server.raw(request, 4000);
        assertThat(answer).doesNotContain("/smuggled").doesNotContain(" 200 ");
        assertThat(answer).matches("(?s)(HTTP/1.[01] (400|501) .*)?<(closed|reset)>");
    }

    @Test
    void twoRequestsWithClearLengthsAreBothAnswered() throws IOException {
        String one = post("Content-Length: " + GOOD.length() + "\r\n", GOOD);
        assertThat(server.raw(one + one, 800).split("HTTP/1.1 200", -1)).hasSize(3);
    }

    static List<String> garbage() {
        return List.of(
                "\u0000\u0001\u0002\r\n\r\n",
                "GET /\r\n\r\n",
                "GET / HTTP/9.9\r\n\r\n\r\n",
                "GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /healthz HTTP/1.1\r\n\r\n",
                "GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: example.org\r\n\r\n",
                "GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n",
                "GET /healthz HTTP/1.1\r\nHost: localhost\r\nA\u0000: b\r\n\r\n",
                "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: " + "y".repeat(100_000) + "\r\n\r\n",
                "GET /" + "a/".repeat(60_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    }

    @ParameterizedTest
    @MethodSource("garbage")
    void whatIsNoRequestIsNotAnswered(String bytes) throws IOException {
        assertThat(server.raw(bytes, 5000)).doesNotContain(" 200 ").doesNotContain("<open>");
    }

    @Test
    void manyHeadersAreRefused() throws IOException {
        StringBuilder headers = new StringBuilder();
        for (int k = 0; k < 500; k++) {
            headers.append("X").append(k).append(": y\r\n");
        }
        assertThat(server.raw("GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n", 3000))
                .doesNotContain(" 200 ");
    }

    /** They keep a thread for the time limit, 3 s here, and no longer; meanwhile the others are served. */
    @Test
    void slowClientsAreCutOffAndNobodyWaitsForThem() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int k = 0; k < 20; k++) {
                Socket socket = new Socket("127.0.0.1", server.service.port());
                slow.add(socket);
                String half = k % 2 == 0
                        ? "POST /v1/tag HTTP/1.1\r\nHost: loc"
                        : post("Content-Length: 5000\r\n", "{\"text\":");
                socket.getOutputStream().write(half.getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().flush();
            }
            long begin = System.nanoTime();
            assertThat(server.json("/v1/tag", GOOD).statusCode()).isEqualTo(200);
            assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin)).isLessThan(2800);
            for (Socket socket : slow) {
                socket.setSoTimeout(15_000);
                byte[] answer = new byte[4096];
                try {
                    int read = socket.getInputStream().read(answer);
                    assertThat(read < 0 ? "" : new String(answer, 0, read, StandardCharsets.UTF_8))
                            .doesNotContain(" 200 ");
                } catch (SocketException e) {
                    assertThat(e).hasMessageContaining("reset");
                }
            }
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @Test
    void halfClosedConnectionsAreAnsweredOrDropped() throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.service.port())) {
            socket.getOutputStream()
                    .write(post("Content-Length: " + GOOD.length() + "\r\n", GOOD)
                            .getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            socket.setSoTimeout(5000);
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains(" 200 ");
        }
        try (Socket socket = new Socket("127.0.0.1", server.service.port())) {
            socket.getOutputStream()
                    .write(post("Content-Length: 5000\r\n", GOOD).getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            socket.setSoTimeout(8000);
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .doesNotContain(" 200 ");
        }
    }

    @Test
    void clientsThatGoAwayAreForgotten() throws Exception {
        for (int k = 0; k < 50; k++) {
            try (Socket socket = new Socket("127.0.0.1", server.service.port())) {
                OutputStream output = socket.getOutputStream();
                output.write(
                        post("Content-Length: " + GOOD.length() + "\r\n", GOOD).getBytes(StandardCharsets.US_ASCII));
                output.flush();
                socket.setSoLinger(true, 0);
            }
        }
        assertThat(server.hasSoon("espalier_requests_in_work 1")).isTrue();
    }

    @Test
    void compressedBodiesAreRefusedBeforeAnythingIsUnpacked() throws Exception {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bomb)) {
            gzip.write(new byte[10_000_000]);
        }
        HttpResponse<String> response = server.send(server.request("/v1/tag")
                .header("Content-Type", "application/json")
                .header("Content-Encoding", "gzip")
                .POST(HttpRequest.BodyPublishers.ofByteArray(bomb.toByteArray()))
                .build());
        assertThat(response.statusCode()).isEqualTo(415);
        assertThat(response.body()).contains("Content-Encoding gzip");
    }

    @Test
    void whatIsTooLargeIsRefused() {
        String words = "a ".repeat(401).strip();
        assertThat(server.json("/v1/tag", "{\"text\":\"" + words + "\"}").body())
                .contains("a sequence has 401 tokens; expected at most 400");
        String[] texts = new String[6];
        Arrays.fill(texts, "\"" + "a ".repeat(399) + "\"");
        assertThat(server.json("/v1/tag", "{\"texts\":[" + String.join(",", texts) + "]}")
                        .body())
                .contains("the request has more than 2000 tokens");
        HttpResponse<String> known = server.json("/v1/tag", "{\"text\":\"" + "a".repeat(70_000) + "\"}");
        assertThat(known.statusCode()).isEqualTo(413);
        HttpResponse<String> chunked = server.send(server.request("/v1/tag")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.fromPublisher(
                        HttpRequest.BodyPublishers.ofString("{\"text\":\"" + "a".repeat(70_000) + "\"}")))
                .build());
        assertThat(chunked.statusCode()).isEqualTo(413);
        String line = server.post(
                        "/v1/tag", "application/x-ndjson", GOOD + "\n{\"text\":\"" + "a".repeat(70_000) + "\"}\n")
                .body();
        assertThat(line).contains("line 2 has more than 65536 bytes");
    }

    @Test
    void deepJsonAndWrongTextAreRefused() {
        assertThat(server.json("/v1/tag", "[".repeat(30_000)).statusCode()).isEqualTo(400);
        assertThat(server.json("/v1/tag", "{\"a\":".repeat(10_000)).statusCode())
                .isEqualTo(400);
        HttpResponse<String> latin = server.send(server.request("/v1/tag")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(
                        "{\"text\":\"Käse\"}".getBytes(StandardCharsets.ISO_8859_1)))
                .build());
        assertThat(latin.statusCode()).isEqualTo(400);
        assertThat(latin.body()).contains("not UTF-8");
        assertThat(server.post("/v1/tag", "application/xml", "<a/>").statusCode())
                .isEqualTo(415);
    }

    @Test
    void otherMethodsAndPathsAreRefused() {
        assertThat(server.get("/v1/tag").statusCode()).isEqualTo(405);
        assertThat(server.get("/v1/tag").body()).contains("expected POST");
        assertThat(server.get("/v1/nothing").statusCode()).isEqualTo(404);
        assertThat(server.get("/../../etc/passwd").statusCode()).isEqualTo(404);
        assertThat(server.send(server.request("/healthz")
                                .method("HEAD", HttpRequest.BodyPublishers.noBody())
                                .build())
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void pagesOfOthersMayNotAsk() {
        HttpRequest foreign = server.request("/v1/models")
                .header("Origin", "https://evil.example")
                .build();
        assertThat(server.send(foreign).statusCode()).isEqualTo(403);
        Access open = new Access(List.of(), Set.of("https://good.example"), true);
        try (TestService other = TestService.start(folder, options -> TestService.with(options, open))) {
            HttpResponse<String> allowed = other.send(other.request("/v1/models")
                    .header("Origin", "https://good.example")
                    .build());
            assertThat(allowed.statusCode()).isEqualTo(200);
            assertThat(allowed.headers().firstValue("Access-Control-Allow-Origin"))
                    .contains("https://good.example");
            HttpResponse<String> before = other.send(other.request("/v1/tag")
                    .header("Origin", "https://good.example")
                    .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                    .build());
            assertThat(before.statusCode()).isEqualTo(204);
            assertThat(server.get("/v1/models").headers().firstValue("Access-Control-Allow-Origin"))
                    .isEmpty();
        }
    }

    @Test
    void withTokensOnlyTheyOpenTheDoor() {
        Access tokens = new Access(List.of("abc", "def"), Set.of(), false);
        try (TestService other = TestService.start(folder, options -> TestService.with(options, tokens))) {
            for (String wrong : List.of(
                    "",
                    "Bearer ",
                    "Bearer ab",
                    "Bearer abcd",
                    "Basic abc",
                    "Basic ####",
                    "Basic " + base64("abc:x"),
                    "abc")) {
                HttpRequest.Builder request = other.request("/v1/models");
                HttpResponse<String> response = other.send(
                        wrong.isEmpty()
                                ? request.build()
                                : request.header("Authorization", wrong).build());
                assertThat(response.statusCode()).isEqualTo(401);
                assertThat(response.headers().firstValue("WWW-Authenticate")).contains("Bearer");
            }
            assertThat(other.send(other.request("/v1/models")
                                    .header("Authorization", "Bearer def")
                                    .build())
                            .statusCode())
                    .isEqualTo(200);
            assertThat(other.send(other.request("/v1/models")
                                    .header("Authorization", "Basic " + base64("label-studio:abc"))
                                    .build())
                            .statusCode())
                    .isEqualTo(200);
            assertThat(other.get("/healthz").statusCode()).isEqualTo(200);
            assertThat(other.get("/metrics").statusCode()).isEqualTo(401);
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
