/**
 * Extractors whose lines are written with macros, as in other toolkits.
 *
 * <p>{@link org.espalier.feature.template.Template} speaks CRF++'s language, {@link org.espalier.feature.template.WapitiPatterns}
 * Wapiti's. Both read columns of tokens near the position, and the expanded line is the name of an attribute. To write a name out for
 * every line and position is slow. So {@link org.espalier.feature.template.TemplateTables} finds attributes by the numbers of the column
 * texts while a corpus is encoded. {@link org.espalier.feature.template.TemplateMemo} remembers, while sequences are tagged, the numbers
 * of values that it has seen together. Both give the same attributes as the template itself.
 */
@NullMarked
package org.espalier.feature.template;

import org.jspecify.annotations.NullMarked;
