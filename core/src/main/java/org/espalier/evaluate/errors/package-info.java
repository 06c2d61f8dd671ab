/**
 * What goes wrong: mistakes in terms of spans and labels, why the model made them, and the sequences with the most mistakes.
 *
 * <p>An {@link org.espalier.evaluate.errors.ErrorAnalysis} is fed taggings of labelled sequences. Every difference between gold and predicted labels
 * becomes {@link org.espalier.evaluate.errors.Mistake}s: a span is missed, spurious, of another type, or has other borders. Each mistake gets one
 * {@link org.espalier.evaluate.errors.Cause}. The causes are found by asking the model, whatever its structure: does it know the word, does it know the
 * label, and which labels would it prefer if only the features of the tokens counted? The notes say what a model cannot tell: they belong to the
 * {@link org.espalier.evaluate.errors.ErrorSummary}, which is plain data; {@link org.espalier.evaluate.errors.ErrorReport} writes it for people and for JSON.
 *
 * <pre>{@code
 * ErrorAnalysis analysis = new ErrorAnalysis(model);
 * for (Sequence sequence : test) {
 *     analysis.add(tagger.tag(sequence));
 * }
 * String report = ErrorReport.text(analysis.summary());
 * }</pre>
 */
@NullMarked
package org.espalier.evaluate.errors;

import org.jspecify.annotations.NullMarked;
