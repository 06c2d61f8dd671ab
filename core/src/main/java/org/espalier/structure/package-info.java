/**
 * Structures number the smallest scored pieces (parts) of every allowed output; they hold no scores.
 */
@NullMarked
package org.espalier.structure;

import org.jspecify.annotations.NullMarked;
