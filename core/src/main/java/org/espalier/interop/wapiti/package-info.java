/**
 * Wapiti's models and data: what it wrote is read, runs in the one engine there is, and is written back.
 *
 * <p>{@link org.espalier.interop.wapiti.WapitiModelFile} reads and writes the text of a model. Wapiti has one list of
 * observations, each with weights for labels, for pairs of labels, or for both; here they become the attributes of a
 * {@link org.espalier.model.Model}, in the same order, and those of pairs are transition attributes besides. A pattern
 * {@code b} without commands becomes the shared transitions. {@link org.espalier.interop.wapiti.WapitiDecoder} gives the
 * scores that Wapiti prints, {@link org.espalier.interop.wapiti.WapitiTraining} trains with its objective, and
 * {@link org.espalier.interop.wapiti.WapitiLabeller} is what GROBID and its like call.
 */
@NullMarked
package org.espalier.interop.wapiti;

import org.jspecify.annotations.NullMarked;
