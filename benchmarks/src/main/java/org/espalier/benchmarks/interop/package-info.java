/** Measures models of other toolkits in Espalier against the toolkits themselves. */
@NullMarked
package org.espalier.benchmarks.interop;

import org.jspecify.annotations.NullMarked;
