package org.espalier.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.espalier.data.Json;
import org.espalier.data.Sequence;
import org.espalier.feature.template.Template;
import org.espalier.model.Model;
import org.espalier.server.http.Access;
import org.espalier.server.http.Limits;
import org.espalier.server.shelf.ModelShelf;
import org.espalier.text.Tokenizer;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;

/** A service with two small models, and ways to ask it. */
final class TestService implements AutoCloseable {
    /** Small, so that tests reach them; the seconds and the connections are those of the process. */
    static final Limits LIMITS = new Limits(1 << 16, 1 << 20, 2000, 400, 20, 4, 3, 64);

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    final Service service;
    final ModelShelf shelf;
    final List<String> log;

    private TestService(Service service, ModelShelf shelf, List<String> log) {
        this.service = service;
        this.shelf = shelf;
        this.log = log;
    }

    /** Models that learnt a little of recipes; the second one knows other labels. */
    static Path model(Path folder, String name, String unit) {
        List<Sequence> data = new ArrayList<>();
        String[] lines = {"2 cups flour", "1 cup sugar", "3 eggs", "2 spoons salt", "1 pinch of salt", "4 cups of water"
        };
        String[][] labels = {
            {"B-QTY", "B-" + unit, "B-NAME"},
            {"B-QTY", "B-" + unit, "B-NAME"},
            {"B-QTY", "B-NAME"},
            {"B-QTY", "B-" + unit, "B-NAME"},
            {"B-QTY", "B-" + unit, "O", "B-NAME"},
            {"B-QTY", "B-" + unit, "O", "I-NAME"}
        };
        for (int k = 0; k < lines.length; k++) {
            data.add(Sequence.ofWords(lines[k].split(" ")).withLabels(List.of(labels[k])));
        }
        Model model = new Trainer(
                        Template.parse("U0:%x[0,0]\nU1:%x[-1,0]\nB", "t"),
                        TrainingOptions.DEFAULTS.withMaxIterations(20))
                .train(data)
                .withTokenizer(Tokenizer.WORDS);
        Path file = folder.resolve(name);
        model.save(file);
        return file;
    }

    static TestService start(Path folder) {
        return start(folder, options -> options);
    }

    static TestService start(Path folder, UnaryOperator<ServiceOptions> change) {
        ModelShelf shelf = new ModelShelf();
        shelf.load("first", model(folder, "first.esp", "UNIT"));
        shelf.load("second", model(folder, "second.esp", "MEASURE"));
        List<String> log = new CopyOnWriteArrayList<>();
        ServiceOptions options = new ServiceOptions(
                "127.0.0.1", 0, 2, LIMITS, new Access(List.of(), Set.of(), true), folder, null, null, log::add);
        return new TestService(Service.start(shelf, change.apply(options)), shelf, log);
    }

    static ServiceOptions with(ServiceOptions options, Limits limits) {
        return new ServiceOptions(
                options.host(),
                0,
                options.threads(),
                limits,
                options.access(),
                options.modelFolder(),
                options.workspace(),
                options.identity(),
                options.log());
    }

    static ServiceOptions with(ServiceOptions options, Access access) {
        return new ServiceOptions(
                options.host(),
                0,
                options.threads(),
                options.limits(),
                access,
                options.modelFolder(),
                options.workspace(),
                options.identity(),
                options.log());
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(service.address() + path));
    }

    HttpResponse<String> send(HttpRequest request) {
        try {
            return CLIENT.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    HttpResponse<String> get(String path) {
        return send(request(path).build());
    }

    HttpResponse<String> post(String path, String type, String body) {
        return send(request(path)
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    HttpResponse<String> json(String path, String body) {
        return post(path, "application/json", body);
    }

    /** Waits until the metrics have a line, but not for ever: a loaded machine takes its time. */
    boolean hasSoon(String line) {
        long end = System.nanoTime() + 10_000_000_000L;
        while (!get("/metrics").body().contains(line + "\n")) {
            if (System.nanoTime() > end) {
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    static Map<?, ?> object(HttpResponse<String> response) {
        return (Map<?, ?>) Json.parse(response.body());
    }

    /** What comes back for these bytes, read until the server closes or says nothing for a while. */
    String raw(String bytes, int patience) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", service.port())) {
            socket.setSoTimeout(patience);
            StringBuilder answer = new StringBuilder();
            try {
                socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
                socket.getOutputStream().flush();
                byte[] buffer = new byte[8192];
                for (int read = socket.getInputStream().read(buffer);
                        read >= 0;
                        read = socket.getInputStream().read(buffer)) {
                    answer.append(new String(buffer, 0, read, StandardCharsets.UTF_8));
                }
                return answer + "<closed>";
            } catch (SocketTimeoutException e) {
                return answer + "<open>";
            } catch (IOException e) {
                return answer + "<reset>";
            }
        }
    }

    @Override
    public void close() {
        service.close();
    }
}
