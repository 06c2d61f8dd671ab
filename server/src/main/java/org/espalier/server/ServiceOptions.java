package org.espalier.server;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.espalier.server.http.Access;
import org.espalier.server.http.Limits;
import org.jspecify.annotations.Nullable;

/**
 * How a service runs.
 *
 * @param host the name or address to which it binds
 * @param port 0 for any that is free
 * @param threads that tag
 * @param limits of requests
 * @param access who may ask
 * @param modelFolder from which models may be loaded while it runs; null for none
 * @param workspace where training keeps its data and models; null when nothing is trained
 * @param identity of the server for TLS; null for plain HTTP
 * @param log takes a line for the operator
 */
public record ServiceOptions(
        String host,
        int port,
        int threads,
        Limits limits,
        Access access,
        @Nullable Path modelFolder,
        @Nullable Path workspace,
        @Nullable TlsIdentity identity,
        Consumer<String> log) {

    public ServiceOptions {
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("port = " + port + "; expected 0 to 65535");
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads = " + threads + "; expected at least 1");
        }
    }
}
