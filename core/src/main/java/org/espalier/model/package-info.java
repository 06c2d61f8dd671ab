/**
 * The trained model, the thread-safe tagger and the model file.
 */
@NullMarked
package org.espalier.model;

import org.jspecify.annotations.NullMarked;
