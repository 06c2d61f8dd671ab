/**
 * Conditional random fields on graphs: what the labels of variables mean, and how they are read off scores.
 *
 * <p>{@link org.espalier.labelling.factor.GraphModelSpec} is what a user asks for, {@link org.espalier.labelling.factor.GraphLabels} what the
 * data make of it: types of variables with their labels, templates of factors, and the {@link
 * org.espalier.labelling.factor.GraphMethod method of inference} in training and tagging.
 */
@NullMarked
package org.espalier.labelling.factor;

import org.jspecify.annotations.NullMarked;
