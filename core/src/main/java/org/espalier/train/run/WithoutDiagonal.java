package org.espalier.train.run;

import org.espalier.optimize.Function;

/**
 * An objective whose curvature is not estimated: the estimate takes the gradient of a part for a probability minus 0 or 1, which nobody says
 * of a loss of the user's own.
 */
record WithoutDiagonal(Function objective) implements ObjectiveView {}
