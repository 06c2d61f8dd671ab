/**
 * The threads that tag, and what is counted: a fixed team with a queue of limited length in front of it, and figures in the text format of
 * Prometheus. Threads that wait for slow clients are others, so these never wait.
 */
@NullMarked
package org.espalier.server.work;

import org.jspecify.annotations.NullMarked;
