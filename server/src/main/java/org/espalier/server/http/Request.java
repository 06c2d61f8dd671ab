package org.espalier.server.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.data.DataFormatException;
import org.espalier.data.Json;
import org.espalier.data.Location;
import org.jspecify.annotations.Nullable;

/** One request, whose body is read when a route asks for it, and never more of it than is allowed. */
public final class Request {
    private static final int PIECE = 1 << 16;

    private final HttpExchange exchange;
    private final Limits limits;
    private final Budget.Share share;
    private final Deadline deadline;
    private Map<String, String> variables = Map.of();

    Request(HttpExchange exchange, Limits limits, Budget.Share share, Deadline deadline) {
        this.exchange = exchange;
        this.limits = limits;
        this.share = share;
        this.deadline = deadline;
    }

    public String method() {
        return exchange.getRequestMethod();
    }

    /** The path, decoded. */
    public String path() {
        return String.valueOf(exchange.getRequestURI().getPath());
    }

    /** When the answer is due. */
    public Deadline deadline() {
        return deadline;
    }

    /** What stands in the path for a name in braces. */
    public String variable(String name) {
        return variables.getOrDefault(name, "");
    }

    void use(Map<String, String> found) {
        variables = found;
    }

    /** A header; null when it is missing. */
    public @Nullable String header(String name) {
        return exchange.getRequestHeaders().getFirst(name);
    }

    /** What kind the body says to be, without parameters and in lower case; empty when it says nothing. */
    public String mediaType() {
        String type = header("Content-Type");
        return type == null ? "" : type.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT);
    }

    /** The parameters behind the question mark. */
    public Map<String, String> parameters() {
        String query = exchange.getRequestURI().getRawQuery();
        Map<String, String> map = new LinkedHashMap<>();
        if (query == null || query.isEmpty()) {
            return map;
        }
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            if (map.put(name, equals < 0 ? "" : decoded(pair.substring(equals + 1))) != null) {
                throw Problem.bad("the parameter '" + name + "' stands twice in the query; give it once");
            }
        }
        return map;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw Problem.bad("the query cannot be decoded: " + e.getMessage());
        }
    }

    /** The bytes of the body, one after the other; their number is not limited, so a reader takes a piece at a time. */
    public InputStream stream() {
        requirePlain();
        return exchange.getRequestBody();
    }

    private void requirePlain() {
        List<String> encodings = exchange.getRequestHeaders().get("Content-Encoding");
        if (encodings != null && !encodings.equals(List.of("identity"))) {
            throw Problem.of(
                    415,
                    "the body has the Content-Encoding " + String.join(", ", encodings)
                            + "; send it without one: a few compressed bytes could unpack to any number");
        }
    }

    /** The whole body. */
    public byte[] body() {
        requirePlain();
        String length = header("Content-Length");
        if (length != null && Long.parseLong(length) > limits.bodyBytes()) {
            throw tooLarge(length);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(length == null ? PIECE : Integer.parseInt(length));
        byte[] piece = new byte[PIECE];
        try {
            InputStream input = exchange.getRequestBody();
            for (int read = input.read(piece); read >= 0; read = input.read(piece)) {
                if (bytes.size() + (long) read > limits.bodyBytes()) {
                    throw tooLarge("more");
                }
                share.take(read);
                bytes.write(piece, 0, read);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
        return bytes.toByteArray();
    }

    private Problem tooLarge(String found) {
        return Problem.of(
                413,
                "the body has " + found + " bytes; expected at most " + limits.bodyBytes()
                        + ". Send it in parts, or as JSON Lines");
    }

    /** The body as text. */
    public String text() {
        return decoded(body());
    }

    /**
     * Bytes as text.
     *
     * @throws Problem when they are not UTF-8
     */
    public static String decoded(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw Problem.bad("the body is not UTF-8; convert it before it is sent");
        }
    }

    /**
     * A text as a JSON object.
     *
     * @throws Problem when it is none
     */
    public static Map<?, ?> object(String json, long line) {
        Object value;
        try {
            value = Json.parse(json, new Location("body", line));
        } catch (DataFormatException e) {
            throw Problem.bad(String.valueOf(e.getMessage()));
        }
        if (value instanceof Map<?, ?> map) {
            return map;
        }
        throw Problem.bad("the body is not a JSON object; expected one, such as {\"text\": \"2 cups of flour\"}");
    }
}
