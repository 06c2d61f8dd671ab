/**
 * What commands do with a continuous CRF: it predicts numbers, so the rooms for labels do not fit it.
 *
 * <p>{@code train}, {@code tag}, {@code eval} and {@code inspect} look at the kind of model first and come here. {@link
 * org.espalier.cli.continuous.NumberReader} reads the data of a model and predicts them in order, on several threads.
 */
@NullMarked
package org.espalier.cli.continuous;

import org.jspecify.annotations.NullMarked;
