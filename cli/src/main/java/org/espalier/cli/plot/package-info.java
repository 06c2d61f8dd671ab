/**
 * Charts: what is to be seen ({@link org.espalier.cli.plot.Chart}, {@link org.espalier.cli.plot.Figure}) and how it is drawn,
 * as SVG, as PNG and as text. One drawing, {@code FigureDrawing}, speaks to a {@code Canvas}; the formats are canvases.
 */
@NullMarked
package org.espalier.cli.plot;

import org.jspecify.annotations.NullMarked;
