/**
 * Trees as outputs: what their marks mean, and how they are read off scores.
 *
 * <p>A dependency tree has a mark for every word, from its head: {@code 1→0:nsubj} says that word 0 is the subject of word 1, and {@code
 * −1→1:root} that word 1 stands alone at the top.
 */
@NullMarked
package org.espalier.labelling.tree;

import org.jspecify.annotations.NullMarked;
