/**
 * Token classification networks in ONNX files, run by ONNX Runtime, with a CRF layer on them or without.
 *
 * <p>{@link org.espalier.neural.OnnxModels} makes an ordinary {@link org.espalier.model.Model} of a folder: its extractor runs the graph and
 * reports its numbers. Words are cut by {@link org.espalier.neural.WordPiece}; {@link org.espalier.neural.OnnxGraph} is the graph.
 */
@NullMarked
package org.espalier.neural;

import org.jspecify.annotations.NullMarked;
