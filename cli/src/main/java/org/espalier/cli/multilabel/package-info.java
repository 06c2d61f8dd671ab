/** Instances with several labels each, which a label tree joins: {@code espalier multilabel}. */
@NullMarked
package org.espalier.cli.multilabel;

import org.jspecify.annotations.NullMarked;
