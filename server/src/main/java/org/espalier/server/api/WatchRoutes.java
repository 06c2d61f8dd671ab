package org.espalier.server.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.espalier.server.http.Answer;
import org.espalier.server.http.Problem;
import org.espalier.server.http.Request;
import org.espalier.server.http.Route;
import org.espalier.server.work.Metrics;
import org.espalier.server.work.Team;

/** What watches the server: {@code /healthz}, {@code /readyz}, {@code /metrics}, {@code /openapi.json}. */
public final class WatchRoutes {
    private final Team team;
    private final Metrics metrics;
    private final BooleanSupplier stopping;
    private final IntSupplier inWork;

    public WatchRoutes(Team team, Metrics metrics, BooleanSupplier stopping, IntSupplier inWork) {
        this.team = team;
        this.metrics = metrics;
        this.stopping = stopping;
        this.inWork = inWork;
    }

    public List<Route> routes() {
        return List.of(
                new Route("GET", "/healthz", true, request -> Answer.json(Map.of("status", "up"))),
                new Route("GET", "/readyz", true, this::ready),
                new Route("GET", "/metrics", this::metrics),
                new Route("GET", "/openapi.json", this::description));
    }

    private Answer ready(Request request) {
        if (stopping.getAsBoolean()) {
            throw Problem.later(503, "the server is about to stop", 1);
        }
        return Answer.json(Map.of("status", "ready"));
    }

    private Answer metrics(Request request) {
        return Answer.text(
                200,
                "text/plain; version=0.0.4; charset=utf-8",
                metrics.text(Map.of(
                        "espalier_queue_length", team.waiting(),
                        "espalier_threads_working", team.working(),
                        "espalier_threads", team.size(),
                        "espalier_requests_in_work", inWork.getAsInt())));
    }

    private Answer description(Request request) {
        try (InputStream input = WatchRoutes.class.getResourceAsStream("/org/espalier/server/openapi.json")) {
            if (input == null) {
                throw new IllegalStateException("openapi.json is missing in the jar");
            }
            return Answer.text(200, "application/json", new String(input.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
