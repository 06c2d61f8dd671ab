/** Dictionaries for morphological analysis: their costs are learnt, they are written, and texts are tagged with them. */
@NullMarked
package org.espalier.cli.lattice;

import org.jspecify.annotations.NullMarked;
