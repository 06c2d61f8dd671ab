/**
 * CRFsuite's files: its binary models, read and written so that CRFsuite reads them, its items, and what
 * {@code crfsuite dump} prints.
 *
 * <p>A model file is a header, the features, two string databases ({@code Cqdb}: labels and attributes, with hash tables of
 * their own) and, for every label and attribute, the numbers of its features. {@code ModelBytes} is the file in memory with
 * every access checked; {@code FileLayout} verifies all of it once, so that nothing can fail later. The strings stay
 * where they are in it: {@code Cqdb} is the model's {@link org.espalier.feature.AttributeIndex}.
 */
@NullMarked
package org.espalier.interop.crfsuite;

import org.jspecify.annotations.NullMarked;
