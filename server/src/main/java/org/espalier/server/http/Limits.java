package org.espalier.server.http;

/**
 * How much of everything one request, and all requests together, may take.
 *
 * @param bodyBytes of one request, and of one line of JSON Lines
 * @param answerBytes of one answer that is not JSON Lines
 * @param tokens of one request
 * @param sequence tokens of one sequence, which is decoded as a whole
 * @param nBest the longest n-best list
 * @param queue requests that wait for a thread that tags
 * @param seconds from the first byte of a request to its answer
 * @param connections at the same time
 */
public record Limits(
        int bodyBytes, int answerBytes, int tokens, int sequence, int nBest, int queue, int seconds, int connections) {

    public static final Limits DEFAULTS = new Limits(10 << 20, 64 << 20, 100_000, 20_000, 100, 64, 30, 256);

    public Limits {
        require("bodyBytes", bodyBytes);
        require("answerBytes", answerBytes);
        require("tokens", tokens);
        require("sequence", sequence);
        require("nBest", nBest);
        require("queue", queue);
        require("seconds", seconds);
        require("connections", connections);
    }

    private static void require(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " = " + value + "; expected at least 1");
        }
    }
}
