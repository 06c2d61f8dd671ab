package org.espalier.server.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask.
 *
 * @param tokens one of which a request must have; empty when none is needed
 * @param origins of pages of other servers that may ask from a browser, such as {@code https://example.org}
 * @param isLocal whether only this machine can ask; then the host must be called so, because the name of a hostile page can be made to lead here
 */
public record Access(List<String> tokens, Set<String> origins, boolean isLocal) {
    private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "[::1]");

    public Access {
        tokens = List.copyOf(tokens);
        origins = Set.copyOf(origins);
    }

    /** Whether a name leads to this machine only. */
    public static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "host '" + host + "' is not known; expected a name or an address of this machine", e);
        }
    }

    void requireHost(@Nullable String host) {
        if (host == null || host.isBlank()) {
            throw Problem.bad("there is no Host header; expected one");
        }
        String name = host.replaceFirst(":[0-9]*$", "").toLowerCase(Locale.ROOT);
        if (isLocal && tokens.isEmpty() && !LOCAL.contains(name)) {
            throw Problem.of(
                    421,
                    "the Host is '" + host + "'; expected localhost, because this server answers its own machine only");
        }
    }

    void requireToken(@Nullable String authorization) {
        if (tokens.isEmpty()) {
            return;
        }
        byte[] given = given(authorization == null ? "" : authorization).getBytes(StandardCharsets.UTF_8);
        boolean known = false;
        for (String token : tokens) {
            known |= MessageDigest.isEqual(given, token.getBytes(StandardCharsets.UTF_8));
        }
        if (!known) {
            throw Problem.of(
                    401,
                    "the request has no valid token; send the header 'Authorization: Bearer …', or the token as the password of Basic");
        }
    }

    /** The token: after {@code Bearer}, or as the password of {@code Basic}, which is all that some programs can send. */
    private static String given(String authorization) {
        if (authorization.startsWith("Bearer ")) {
            return authorization.substring("Bearer ".length()).strip();
        }
        if (authorization.startsWith("Basic ")) {
            try {
                byte[] decoded = Base64.getDecoder()
                        .decode(authorization.substring("Basic ".length()).strip());
                String pair = new String(decoded, StandardCharsets.UTF_8);
                return pair.substring(pair.indexOf(':') + 1);
            } catch (IllegalArgumentException e) {
                return "";
            }
        }
        return "";
    }

    /** Whether the answer may be read by the page that asks; a page of another server may not even ask. */
    boolean requireOrigin(@Nullable String origin, @Nullable String host) {
        if (origin == null) {
            return false;
        }
        if (origins.contains(origin)) {
            return true;
        }
        if (!origin.replaceFirst("^https?://", "").equals(host)) {
            throw Problem.of(
                    403, "pages of '" + origin + "' may not ask this server; start it with --cors-origin to allow it");
        }
        return false;
    }
}
