package org.espalier.server.http;

/** Is told of every answer. */
public interface Meter {
    /** A request of that route was answered. */
    void answered(String route, int status, long nanos);
}
