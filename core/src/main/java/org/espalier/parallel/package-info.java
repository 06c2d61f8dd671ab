/**
 * Work on several threads whose results do not depend on their number.
 *
 * <p>Work is cut into numbered tasks by the data alone, never by the number of threads; which thread runs a task, and
 * when, must not matter. There are two ways to keep that:
 *
 * <ul>
 *   <li>{@link org.espalier.parallel.ParallelSum}: every shard has a partial sum of its own, and these are added in the order of the shards.
 *       {@link org.espalier.parallel.LocalSum} evaluates them with a team of threads.
 *   <li>{@link org.espalier.parallel.Workers#run}: every task writes elements that no other task writes.
 * </ul>
 */
@NullMarked
package org.espalier.parallel;

import org.jspecify.annotations.NullMarked;
