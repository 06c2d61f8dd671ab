package org.espalier.server.http;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who answers which requests.
 *
 * @param method of HTTP
 * @param path with names in braces for what varies, as in {@code /v1/models/{name}/rollback}
 * @param isOpen whether it is answered without a token, as questions about health are
 */
public record Route(String method, String path, boolean isOpen, Handler handler) {

    /** Answers a request. */
    public interface Handler {
        Answer answer(Request request);
    }

    public Route(String method, String path, Handler handler) {
        this(method, path, false, handler);
    }

    /** What stands for the names in braces; null when the path is another one. */
    @Nullable
    Map<String, String> match(String asked) {
        String[] mine = path.split("/", -1);
        String[] others = asked.split("/", -1);
        if (mine.length != others.length) {
            return null;
        }
        Map<String, String> variables = new LinkedHashMap<>();
        for (int k = 0; k < mine.length; k++) {
            if (mine[k].startsWith("{")) {
                variables.put(mine[k].substring(1, mine[k].length() - 1), others[k]);
            } else if (!mine[k].equals(others[k])) {
                return null;
            }
        }
        return variables;
    }
}
