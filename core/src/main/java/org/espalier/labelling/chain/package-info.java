/**
 * Labels of chains: the plain chain, whose states are the labels, and chains whose states say more than the label.
 *
 * <p>With labels {@code [N, V]} and two hidden states each, the states are N#1, N#2, V#1, V#2. A token with the label V may be in
 * state V#1 or V#2. The supervision allows both, and p(V) is the sum of the two. Everything else is the chain that the plain
 * model has.
 */
@NullMarked
package org.espalier.labelling.chain;

import org.jspecify.annotations.NullMarked;
