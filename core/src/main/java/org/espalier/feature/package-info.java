/**
 * From tokens to attributes: templates, built-in text features, vocabularies and the encoder.
 */
@NullMarked
package org.espalier.feature;

import org.jspecify.annotations.NullMarked;
