package org.espalier.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TlsTest {
    @TempDir
    Path folder;

    private Path keystore() throws Exception {
        Path file = folder.resolve("server.p12");
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
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "password",
                        "-keystore",
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.txt").toFile())
                .start();
        assertThat(keytool.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.exists(file)).isTrue();
        return file;
    }

    @Test
    void requestsComeByHttpsOnly() throws Exception {
        Path keystore = keystore();
        try (TestService server = TestService.start(
                folder,
                options -> new ServiceOptions(
                        options.host(),
                        0,
                        1,
                        options.limits(),
                        options.access(),
                        null,
                        null,
                        new TlsIdentity(keystore, "password"),
                        options.log()))) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            try (InputStream input = Files.newInputStream(keystore)) {
                store.load(input, "password".toCharArray());
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            HttpClient client = HttpClient.newBuilder().sslContext(context).build();
            assertThat(server.service.address()).startsWith("https://");
            HttpResponse<String> response = client.send(
                    HttpRequest.newBuilder(URI.create(server.service.address() + "/v1/tag"))
                            .header("Content-Type", "text/plain")
                            .POST(HttpRequest.BodyPublishers.ofString("2 cups"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(server.raw("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", 5000))
                    .doesNotContain(" 200 ");
        }
    }

    @Test
    void aWrongPasswordIsToldWithoutShowingIt() throws Exception {
        Path keystore = keystore();
        assertThatThrownBy(() -> TestService.start(
                        folder,
                        options -> new ServiceOptions(
                                options.host(),
                                0,
                                1,
                                options.limits(),
                                options.access(),
                                null,
                                null,
                                new TlsIdentity(keystore, "secret1"),
                                options.log())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("server.p12")
                .hasMessageNotContaining("secret1");
        assertThat(new TlsIdentity(keystore, "secret1").toString()).doesNotContain("secret1");
    }
}
