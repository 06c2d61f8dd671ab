/**
 * Attributes of spans of words: what a parser of constituents looks at.
 *
 * <p>{@link org.espalier.feature.span.SpanFeatures} reports them. For <em>the old dog</em> in <em>then the old dog barked</em> there are, among others,
 * its first and last word with their tags, the tags before and after it, its length, and its tags in a row. A
 * {@link org.espalier.feature.span.SpanFilter} chooses the spans that are worth a look.
 */
@NullMarked
package org.espalier.feature.span;

import org.jspecify.annotations.NullMarked;
