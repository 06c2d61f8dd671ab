/**
 * An evaluation as one HTML file that opens in any browser, with no network and no script: {@link org.espalier.cli.html.EvaluationPage} puts sections
 * together, and each section turns plain data of {@code evaluate} and {@code inspect} into elements. {@code Markup} closes every element and escapes
 * every text, so the page is well-formed XML whatever the tokens are.
 */
@NullMarked
package org.espalier.cli.html;

import org.jspecify.annotations.NullMarked;
