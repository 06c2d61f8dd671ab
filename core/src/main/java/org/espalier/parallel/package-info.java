/**
 * Work on several threads whose results do not depend on their number.
 *
 * <p>Work is cut into numbered tasks by the data alone, never by the number of threads; which thread runs a task, and
 * when, must not matter. Sums keep one partial sum per task and add these up in the order of their numbers.
 */
@NullMarked
package org.espalier.parallel;

import org.jspecify.annotations.NullMarked;
