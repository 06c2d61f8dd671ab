/**
 * CRF++: its model files, its data, and its way of training and tagging.
 *
 * <p>A model file, binary or text, is read into {@link org.espalier.interop.crfpp.CrfppContent}, which speaks CRF++'s
 * own terms: feature strings with blocks of weights, S for a string that begins with {@code U} and S² for one with
 * {@code B}. From there {@link org.espalier.interop.crfpp.CrfppModelFile} makes a {@link org.espalier.model.Model} like
 * any other: strings are attributes, the template is the extractor, and a {@code B} without a macro is the shared
 * transitions. The way back is the same in reverse, and what was read is written again byte for byte. The dictionary of a
 * binary model is a double array; {@code DoubleArrayKeys} lists its strings without trusting it, and
 * {@code DoubleArrayBuilder} places strings where CRF++ would.
 *
 * <p>CRF++ adds weights in single precision. {@link org.espalier.interop.crfpp.CrfppTagger} does so too, with a scorer of
 * its own before the one inference there is, so that {@code crf_test} prints the same digits. The tagger of the model
 * itself adds in double precision and agrees with it to about 1e-6.
 */
@NullMarked
package org.espalier.interop.crfpp;

import org.jspecify.annotations.NullMarked;
