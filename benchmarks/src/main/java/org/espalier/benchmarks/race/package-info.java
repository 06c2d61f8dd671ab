/** The race: the same data trained and tagged by several toolkits, each in processes of its own. */
@NullMarked
package org.espalier.benchmarks.race;

import org.jspecify.annotations.NullMarked;
