/** {@code espalier graph}: questions to graphical models in files. A class per command; what they share are mixins. */
@NullMarked
package org.espalier.cli.graph;

import org.jspecify.annotations.NullMarked;
