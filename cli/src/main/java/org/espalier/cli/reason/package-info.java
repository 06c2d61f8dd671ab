/**
 * Why a model answers as it does, for people: {@link org.espalier.cli.reason.AnswerText} writes one explanation, {@link
 * org.espalier.cli.reason.DifferenceText} why two models disagree. The figures come from {@code inspect} of core.
 */
@NullMarked
package org.espalier.cli.reason;

import org.jspecify.annotations.NullMarked;
