/**
 * The list of all kinds of structures. It stands above them, so that they need not know of each other.
 *
 * <p>A model file names the kind of its structure, such as {@code segments}, and keeps the structure's definition. The list finds
 * who makes a structure of the definition again.
 */
@NullMarked
package org.espalier.labelling.kinds;

import org.jspecify.annotations.NullMarked;
