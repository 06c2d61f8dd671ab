/**
 * What is inside a model: its size, its strongest features, its transitions and every single weight. An
 * {@link org.espalier.inspect.Inspection} is data; {@link org.espalier.inspect.InspectionReport} makes text and JSON values of
 * it. Nothing here changes a model, and the same model always gives the same lists in the same order.
 */
@NullMarked
package org.espalier.inspect;

import org.jspecify.annotations.NullMarked;
