package org.espalier.server;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.espalier.server.api.ModelRoutes;
import org.espalier.server.api.TagRoutes;
import org.espalier.server.api.WatchRoutes;
import org.espalier.server.http.Front;
import org.espalier.server.http.Limits;
import org.espalier.server.http.Route;
import org.espalier.server.protocol.CoreNlp;
import org.espalier.server.protocol.Inception;
import org.espalier.server.protocol.LabelStudio;
import org.espalier.server.protocol.Tags;
import org.espalier.server.shelf.ModelShelf;
import org.espalier.server.training.Workspace;
import org.espalier.server.work.Metrics;
import org.espalier.server.work.Team;
import org.jspecify.annotations.Nullable;

/**
 * A running service.
 *
 * <pre>{@code
 * ModelShelf shelf = new ModelShelf();
 * shelf.load("model", Path.of("model.esp"));
 * try (Service service = Service.start(shelf, options)) {
 *     service.address(); // http://127.0.0.1:8080
 * }
 * }</pre>
 *
 * <p>A thread waits for every connection that sends or receives, up to the limit; {@link Team} tags.
 */
public final class Service implements AutoCloseable {
    private static final int BACKLOG = 128;

    private final HttpServer server;
    private final Front front;
    private final Team team;
    private final ExecutorService waiting;
    private final @Nullable Workspace workspace;
    private final List<Route> routes;
    private final String address;

    private Service(
            HttpServer server,
            Front front,
            Team team,
            ExecutorService waiting,
            @Nullable Workspace workspace,
            List<Route> routes,
            String address) {
        this.server = server;
        this.front = front;
        this.team = team;
        this.waiting = waiting;
        this.workspace = workspace;
        this.routes = List.copyOf(routes);
        this.address = address;
    }

    /**
     * Starts a service.
     *
     * @throws UncheckedIOException when the port is taken, or the host not one of this machine
     */
    public static Service start(ModelShelf shelf, ServiceOptions options) {
        configure(options.limits());
        Team team = new Team(options.threads(), options.limits().queue());
        shelf.onChange(team::renew);
        Metrics metrics = new Metrics();
        List<Route> routes = new ArrayList<>();
        Front[] front = new Front[1];
        routes.addAll(new TagRoutes(shelf, team, options.limits(), metrics).routes());
        routes.addAll(new ModelRoutes(shelf, team, options.modelFolder()).routes());
        routes.addAll(new WatchRoutes(team, metrics, () -> front[0].isStopping(), () -> front[0].inWork()).routes());
        Workspace workspace =
                options.workspace() == null ? null : new Workspace(options.workspace(), shelf, options.log());
        Tags tags = new Tags(shelf, options.limits(), metrics);
        routes.addAll(new LabelStudio(tags, team, workspace).routes());
        routes.addAll(new Inception(tags, team, workspace).routes());
        routes.addAll(new CoreNlp(tags, team).routes());
        front[0] = new Front(routes, options.limits(), options.access(), metrics, options.log());
        ExecutorService waiting = waiting(options.limits().connections());
        try {
            HttpServer server = server(options);
            server.createContext("/", front[0]);
            server.setExecutor(waiting);
            server.start();
            String host = options.host().contains(":") ? "[" + options.host() + "]" : options.host();
            String scheme = options.identity() == null ? "http" : "https";
            String address = scheme + "://" + host + ":" + server.getAddress().getPort();
            return new Service(server, front[0], team, waiting, workspace, routes, address);
        } catch (IOException e) {
            team.close();
            waiting.shutdownNow();
            throw new UncheckedIOException(
                    "cannot listen at " + options.host() + ":" + options.port() + ": " + e.getMessage()
                            + "; choose another --port, or a --host of this machine",
                    e);
        }
    }

    /**
     * What the JDK's server takes from the properties of the process, once. Without {@code nodelay} the second packet of an answer waits for the
     * acknowledgement of the first, 40 ms.
     */
    private static void configure(Limits limits) {
        setUnlessGiven("sun.net.httpserver.nodelay", "true");
        setUnlessGiven("sun.net.httpserver.maxReqTime", String.valueOf(limits.seconds()));
        setUnlessGiven("sun.net.httpserver.maxRspTime", String.valueOf(4 * limits.seconds()));
        setUnlessGiven("sun.net.httpserver.idleInterval", String.valueOf(limits.seconds()));
        setUnlessGiven("sun.net.httpserver.maxIdleConnections", String.valueOf(limits.connections()));
        setUnlessGiven("jdk.httpserver.maxConnections", String.valueOf(limits.connections()));
        setUnlessGiven("sun.net.httpserver.maxReqHeaders", "100");
        setUnlessGiven("sun.net.httpserver.maxReqHeaderSize", "65536");
    }

    private static void setUnlessGiven(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    private static ExecutorService waiting(int connections) {
        AtomicInteger number = new AtomicInteger();
        // Some more than connections: those that are too many are told so.
        return new ThreadPoolExecutor(0, connections + 16, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
            Thread thread = new Thread(task, "espalier-connection-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    private static HttpServer server(ServiceOptions options) throws IOException {
        InetSocketAddress at = new InetSocketAddress(options.host(), options.port());
        @Nullable TlsIdentity identity = options.identity();
        if (identity == null) {
            return HttpServer.create(at, BACKLOG);
        }
        SSLContext context = identity.context();
        HttpsServer server = HttpsServer.create(at, BACKLOG);
        server.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters usual = context.getDefaultSSLParameters();
                usual.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
                parameters.setSSLParameters(usual);
            }
        });
        return server;
    }

    /** Where it listens, as in {@code http://127.0.0.1:8080}. */
    public String address() {
        return address;
    }

    /** What it answers, as in {@code POST /v1/tag}. */
    public List<String> routes() {
        return routes.stream().map(route -> route.method() + " " + route.path()).toList();
    }

    /** The port, also where any was asked for. */
    public int port() {
        return server.getAddress().getPort();
    }

    /**
     * Stops: what was begun is finished, as long as that takes no longer than this; what comes meanwhile is refused.
     *
     * @return how many requests were cut off
     */
    public int stop(int seconds) {
        front.stop();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (front.inWork() > 0 && System.nanoTime() < end) {
            try {
                TimeUnit.MILLISECONDS.sleep(5);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        int left = front.inWork();
        server.stop(0);
        if (workspace != null) {
            workspace.close();
        }
        team.close();
        waiting.shutdownNow();
        return left;
    }

    @Override
    public void close() {
        stop(0);
    }
}
