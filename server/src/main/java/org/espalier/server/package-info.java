/**
 * {@code espalier serve}: models behind HTTP. {@link org.espalier.server.Service} puts the rooms together.
 *
 * <p>A request comes in through {@code http}, which knows limits and problems; its route in {@code api} or {@code protocol} makes sequences of it;
 * a thread of {@code work} tags them with a model of {@code shelf}. The JDK's own server speaks HTTP, so there is no dependency but core.
 */
@NullMarked
package org.espalier.server;

import org.jspecify.annotations.NullMarked;
