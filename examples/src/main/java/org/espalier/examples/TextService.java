package org.espalier.examples;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.text.TextSpan;

/** Tags text over HTTP with nothing but the JDK: the service of docs/tutorial.md. */
public final class TextService implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads;

    /**
     * Starts the service on this machine.
     *
     * @param tagger of a model that keeps its tokeniser, as models from annotated text do
     * @param port 0 for any free one
     */
    public TextService(Tagger tagger, int port) throws IOException {
        threads = Executors.newFixedThreadPool(4); // a pool of fixed size reuses the tagger's workspaces
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(threads);
        server.createContext("/spans", exchange -> {
            String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            byte[] answer = spans(tagger, text).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length == 0 ? -1 : answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
    }

    /** The spans of a text, one per line. */
    static String spans(Tagger tagger, String text) {
        StringBuilder lines = new StringBuilder();
        for (TextSpan span : tagger.tagText(text).textSpans()) {
            lines.append(span.type())
                    .append('\t')
                    .append(span.start())
                    .append('\t')
                    .append(span.end());
            lines.append('\t').append(span.covered()).append('\n');
        }
        return lines.toString();
    }

    /** The port on which it listens. */
    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdown();
    }

    /** Expects the model file. Runs until it is killed. */
    @SuppressWarnings("resource") // the service lives as long as the program
    public static void main(String[] args) throws IOException {
        TextService service = new TextService(Model.load(Path.of(args[0])).tagger(), 8080);
        System.out.println("http://localhost:" + service.port() + "/spans");
    }
}
