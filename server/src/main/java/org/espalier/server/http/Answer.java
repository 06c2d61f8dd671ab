package org.espalier.server.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.espalier.data.Json;
import org.jspecify.annotations.Nullable;

/** What is answered: a status, headers, and a body that is known, or one that is written piece by piece. Immutable. */
public final class Answer {
    /** Writes a body. */
    public interface Writer {
        void write(OutputStream output) throws IOException;
    }

    private final int status;
    private final Map<String, String> headers;
    private final byte[] body;
    private final @Nullable Writer writer;

    private Answer(int status, Map<String, String> headers, byte[] body, @Nullable Writer writer) {
        this.status = status;
        this.headers = headers;
        this.body = body;
        this.writer = writer;
    }

    /** A text of a type. */
    public static Answer text(int status, String type, String text) {
        return new Answer(status, Map.of("Content-Type", type), text.getBytes(StandardCharsets.UTF_8), null);
    }

    /** A JSON value. */
    public static Answer json(Object value) {
        return text(200, "application/json", Json.write(value));
    }

    /** The same with a status of its own. */
    public static Answer json(int status, Object value) {
        return text(status, "application/json", Json.write(value));
    }

    /** No body. */
    public static Answer empty(int status) {
        return new Answer(status, Map.of(), new byte[0], null);
    }

    /** A body that is written while it comes to be. */
    public static Answer stream(String type, Writer writer) {
        return new Answer(200, Map.of("Content-Type", type), new byte[0], writer);
    }

    /** What is told of a problem. */
    public static Answer of(Problem problem) {
        Answer answer = text(problem.status(), "application/problem+json", Json.write(problem.toMap()));
        return problem.retryAfter() == 0 ? answer : answer.with("Retry-After", String.valueOf(problem.retryAfter()));
    }

    /** The same with one more header. */
    public Answer with(String header, String value) {
        Map<String, String> more = new TreeMap<>(headers);
        more.put(header, value);
        return new Answer(status, more, body, writer);
    }

    public int status() {
        return status;
    }

    Map<String, String> headers() {
        return headers;
    }

    byte[] body() {
        return body;
    }

    @Nullable
    Writer writer() {
        return writer;
    }
}
