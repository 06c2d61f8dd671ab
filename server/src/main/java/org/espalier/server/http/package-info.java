/**
 * What speaks HTTP: requests and answers, routes, and the front that refuses what is wrong before a route sees it.
 *
 * <p>The JDK's server reads and writes the bytes. {@link org.espalier.server.http.Front} adds what it leaves open: limits, tokens, origins, the
 * name of the host, and an answer in words ({@link org.espalier.server.http.Problem}, RFC 9457) for everything that fails. Nothing here knows
 * models.
 */
@NullMarked
package org.espalier.server.http;

import org.jspecify.annotations.NullMarked;
