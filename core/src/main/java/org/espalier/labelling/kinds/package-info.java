/**
 * The list of all kinds of structures. It is above them, so that they need not know about each other.
 *
 * <p>A model file names the kind of its structure, such as {@code segments}, and keeps the structure's definition. The list finds
 * the class that rebuilds a structure from the definition.
 */
@NullMarked
package org.espalier.labelling.kinds;

import org.jspecify.annotations.NullMarked;
