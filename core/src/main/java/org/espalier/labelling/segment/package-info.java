/**
 * What the labels of tokens say about segments, and the other way round.
 *
 * <p>A semi-Markov model splits <em>in New York City</em> into <em>in</em> and <em>New York City</em> and labels the pieces O and PLACE.
 * Its users have files with a label per token: {@code O B-PLACE I-PLACE I-PLACE}.
 * {@link org.espalier.labelling.segment.SegmentLabels} translates: labels of tokens into a
 * {@linkplain org.espalier.structure.segment.GoldSegments gold standard}, segments into labels of tokens, probabilities of segments
 * into those of labels. {@link org.espalier.labelling.segment.LongestSegments} finds the longest segments.
 */
@NullMarked
package org.espalier.labelling.segment;

import org.jspecify.annotations.NullMarked;
