/**
 * Other toolkits' models: what CRFsuite, Wapiti and CRF++ wrote becomes an {@link org.espalier.model.Model} like any
 * other, scored and decoded by the one engine there is, and can be written back.
 *
 * <p>Those programs know bytes, not characters; {@link org.espalier.data.NativeText} is how their bytes become text
 * without losing one. Files come from strangers: every length and offset is checked before it is used, and what is wrong
 * ends in a {@link org.espalier.model.ModelFormatException} that names the offset.
 */
@NullMarked
package org.espalier.interop;

import org.jspecify.annotations.NullMarked;
