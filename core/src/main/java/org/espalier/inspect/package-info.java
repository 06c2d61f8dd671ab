/**
 * What is inside a model: weights, transitions, strongest features.
 */
@NullMarked
package org.espalier.inspect;

import org.jspecify.annotations.NullMarked;
