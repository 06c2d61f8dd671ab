/**
 * Attributes of arcs between words: what a dependency parser looks at.
 *
 * <p>{@link org.espalier.feature.arc.ArcFeatures} reports them. For the arc from <em>barked</em> to <em>dog</em> there are, among others, the two
 * words, their tags, the tags between and beside them, the direction and the distance.
 */
@NullMarked
package org.espalier.feature.arc;

import org.jspecify.annotations.NullMarked;
