/**
 * What {@code eval} does with labels of tokens: reads or predicts them, counts what is right, compares two systems, and prints or draws what
 * came out.
 */
@NullMarked
package org.espalier.cli.score;

import org.jspecify.annotations.NullMarked;
