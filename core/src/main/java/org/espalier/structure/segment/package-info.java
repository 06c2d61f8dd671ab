/**
 * The semi-Markov chain: segments of one or several tokens, each with a label, and a step from each segment to the next.
 *
 * <p>{@link org.espalier.structure.segment.Segmentation} numbers the parts,
 * {@link org.espalier.structure.segment.SegmentLengths} says how long segments may be,
 * {@link org.espalier.structure.segment.Segments} is an output, and
 * {@link org.espalier.structure.segment.GoldSegments} is the gold standard: segments, or what is known of them.
 *
 * <p>An example: three tokens <em>in New York</em>, the labels 0 (other) and 1 (place), segments of one token for label 0 and of up
 * to two for label 1. The segmentation <em>in</em> | <em>New York</em> is made of [0, 1) with label 0 and [1, 3) with label 1. Its
 * parts are
 *
 * <pre>
 *   transition 0→1
 *   length 1 with label 0,   state 0 at token 0,   a segment begins at token 0
 *   length 2 with label 1,   state 1 at tokens 1 and 2,   a segment begins at token 1,   token 2 is inside one
 *   and, if (1, 2) is one of the places with attributes of their own, that place with label 1
 * </pre>
 *
 * <p>A chain sees <em>New</em> and <em>York</em> only one by one; the last of these parts sees <em>New York</em>, and the second
 * length part knows that places are short.
 */
@NullMarked
package org.espalier.structure.segment;

import org.jspecify.annotations.NullMarked;
