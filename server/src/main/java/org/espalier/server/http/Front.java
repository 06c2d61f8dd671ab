package org.espalier.server.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The front of all routes: refuses what is wrong, finds the route, turns whatever fails into a problem, and closes the connection where what
 * follows on it cannot be trusted.
 *
 * <p>The JDK's parser refuses by itself what is no HTTP: conflicting lengths, other transfer codings than chunked, and names of headers with blanks.
 * Lengths are looked at here again, because older versions of Java 17 did not do that.
 */
public final class Front implements HttpHandler {
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");
    private static final String OTHER = "other";

    private final List<Route> routes;
    private final Limits limits;
    private final Access access;
    private final Meter meter;
    private final Consumer<String> log;
    private final Budget budget;
    private final AtomicInteger inWork = new AtomicInteger();
    private volatile boolean stopping;

    public Front(List<Route> routes, Limits limits, Access access, Meter meter, Consumer<String> log) {
        this.routes = List.copyOf(routes);
        this.limits = limits;
        this.access = access;
        this.meter = meter;
        this.log = log;
        this.budget =
                new Budget(Math.max(limits.bodyBytes(), Runtime.getRuntime().maxMemory() / 8));
    }

    /** What is left is finished, and nothing new is begun. */
    public void stop() {
        stopping = true;
    }

    public boolean isStopping() {
        return stopping;
    }

    /** Requests that were begun and not answered yet. */
    public int inWork() {
        return inWork.get();
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        long begin = System.nanoTime();
        int now = inWork.incrementAndGet();
        String[] route = {OTHER};
        int status = 500;
        try (Budget.Share share = budget.share()) {
            Answer answer;
            boolean close = false;
            try {
                answer = answer(exchange, share, now, route);
            } catch (Problem e) {
                answer = Answer.of(e);
                close = e.status() != 404 && e.status() != 422;
            } catch (UncheckedIOException e) {
                answer = Answer.of(Problem.bad("the body cannot be read: " + e.getMessage()));
                close = true;
            } catch (OutOfMemoryError e) {
                log.accept("not enough memory for " + exchange.getRequestMethod() + " " + route[0]);
                answer = Answer.of(
                        Problem.later(503, "there is not enough memory for this request; ask for less at a time", 1));
                close = true;
            } catch (RuntimeException | StackOverflowError e) {
                log.accept("failure of " + exchange.getRequestMethod() + " " + route[0] + ": " + e);
                answer = Answer.of(Problem.of(500, "the server failed; its log says why"));
                close = true;
            }
            status = answer.status();
            send(exchange, answer, close || stopping);
            if (close) {
                exchange.close(); // with what may still come on this connection
            }
        } finally {
            inWork.decrementAndGet();
            meter.answered(route[0], status, System.nanoTime() - begin);
        }
    }

    private Answer answer(HttpExchange exchange, Budget.Share share, int now, String[] route) {
        requireHttp(exchange);
        Headers headers = exchange.getRequestHeaders();
        String host = headers.getFirst("Host");
        access.requireHost(host);
        String origin = headers.getFirst("Origin");
        boolean foreign = access.requireOrigin(origin, host);
        if (foreign) {
            exchange.getResponseHeaders().set("Access-Control-Allow-Origin", String.valueOf(origin));
            exchange.getResponseHeaders().set("Vary", "Origin");
        }
        Request request = new Request(exchange, limits, share, Deadline.in(limits.seconds()));
        Route found = find(request, foreign);
        if (found == null) {
            return Answer.empty(204)
                    .with("Access-Control-Allow-Methods", "GET, POST, DELETE")
                    .with("Access-Control-Allow-Headers", "Authorization, Content-Type");
        }
        route[0] = found.path();
        if (!found.isOpen()) {
            access.requireToken(headers.getFirst("Authorization"));
            if (stopping) {
                throw Problem.later(503, "the server is about to stop; ask another one", 1);
            }
            if (now > limits.connections()) {
                throw Problem.later(503, "there are " + limits.connections() + " requests already; try again", 1);
            }
        }
        return found.handler().answer(request);
    }

    private static void requireHttp(HttpExchange exchange) {
        Headers headers = exchange.getRequestHeaders();
        List<String> lengths = headers.getOrDefault("Content-Length", List.of());
        List<String> codings = headers.getOrDefault("Transfer-Encoding", List.of());
        boolean clear = lengths.size() + codings.size() <= 1
                && lengths.stream().allMatch(length -> DIGITS.matcher(length).matches())
                && codings.stream().allMatch("chunked"::equalsIgnoreCase)
                && (codings.isEmpty() || exchange.getProtocol().equals("HTTP/1.1"));
        if (!clear) {
            throw Problem.bad("the length of the body is not clear: Content-Length " + lengths + ", Transfer-Encoding "
                    + codings + "; expected one of the two, once");
        }
        if (headers.getOrDefault("Host", List.of()).size() > 1) {
            throw Problem.bad("there are several Host headers; expected one");
        }
    }

    private @Nullable Route find(Request request, boolean foreign) {
        TreeSet<String> others = new TreeSet<>();
        String method = request.method().equals("HEAD") ? "GET" : request.method();
        for (Route route : routes) {
            Map<String, String> variables = route.match(request.path());
            if (variables != null && route.method().equals(method)) {
                request.use(variables);
                return route;
            }
            if (variables != null) {
                others.add(route.method());
            }
        }
        if (others.isEmpty()) {
            throw Problem.of(404, "there is nothing at " + request.path() + "; /openapi.json lists what there is");
        }
        if (foreign && method.equals("OPTIONS")) {
            return null;
        }
        throw Problem.of(405, method + " is not for " + request.path() + "; expected " + String.join(" or ", others));
    }

    private static void send(HttpExchange exchange, Answer answer, boolean close) throws IOException {
        Headers headers = exchange.getResponseHeaders();
        answer.headers().forEach(headers::set);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Cache-Control", "no-store");
        if (answer.status() == 401) {
            headers.set("WWW-Authenticate", "Bearer");
        }
        if (close) {
            headers.set("Connection", "close");
        }
        boolean head = exchange.getRequestMethod().equals("HEAD");
        Answer.Writer writer = answer.writer();
        if (writer != null && !head) {
            exchange.sendResponseHeaders(answer.status(), 0);
            try (OutputStream output = exchange.getResponseBody()) {
                writer.write(output);
            }
            return;
        }
        byte[] body = answer.body();
        exchange.sendResponseHeaders(answer.status(), head || body.length == 0 ? -1 : body.length);
        if (!head && body.length > 0) {
            try (OutputStream output = exchange.getResponseBody()) {
                output.write(body);
            }
        }
    }
}
