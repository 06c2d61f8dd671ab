/**
 * Optimisers minimise a Function plus a Penalty; they never see a model.
 */
@NullMarked
package org.espalier.optimize;

import org.jspecify.annotations.NullMarked;
