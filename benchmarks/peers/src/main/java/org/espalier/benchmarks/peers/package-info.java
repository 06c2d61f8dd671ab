/** Other toolkits of the JVM, each behind the same two verbs, for the race. */
@NullMarked
package org.espalier.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
