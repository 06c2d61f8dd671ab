/**
 * {@code benchmarks load}: a server in a process of its own, and clients that are good, bad, huge, slow or gone. Every answer is compared with that of
 * the model that it names; times, throughput and memory are told in a table. Only this machine is asked, for a limited time.
 */
@NullMarked
package org.espalier.benchmarks.load;

import org.jspecify.annotations.NullMarked;
