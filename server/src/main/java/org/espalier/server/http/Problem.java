package org.espalier.server.http;

import java.util.LinkedHashMap;
import java.util.Map;

/** A request that fails, as its client is told (RFC 9457): a status, and a sentence that says what was found, expected, and what to do. */
public final class Problem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final Map<Integer, String> TITLES = Map.ofEntries(
            Map.entry(400, "Bad request"),
            Map.entry(401, "No valid token"),
            Map.entry(403, "Forbidden"),
            Map.entry(404, "Not found"),
            Map.entry(405, "Method not allowed"),
            Map.entry(409, "Conflict"),
            Map.entry(413, "Too large"),
            Map.entry(415, "Unsupported content"),
            Map.entry(421, "Misdirected request"),
            Map.entry(422, "Cannot be answered"),
            Map.entry(429, "Too many requests"),
            Map.entry(500, "Failure of the server"),
            Map.entry(503, "Not now"));

    private final int status;
    private final int retryAfter;

    private Problem(int status, String detail, int retryAfter) {
        super(detail, null, false, false); // nobody reads the stack of an answer
        this.status = status;
        this.retryAfter = retryAfter;
    }

    /** A problem with that status of HTTP. */
    public static Problem of(int status, String detail) {
        return new Problem(status, detail, 0);
    }

    /** A request that cannot be understood. */
    public static Problem bad(String detail) {
        return of(400, detail);
    }

    /** A problem that goes away by itself. */
    public static Problem later(int status, String detail, int seconds) {
        return new Problem(status, detail, seconds);
    }

    public int status() {
        return status;
    }

    /** After how many seconds it may be tried again; 0 when that is of no use. */
    public int retryAfter() {
        return retryAfter;
    }

    /** The members of the answer. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("type", "about:blank");
        map.put("title", TITLES.getOrDefault(status, "Failure"));
        map.put("status", status);
        map.put("detail", String.valueOf(getMessage()));
        return map;
    }
}
