/**
 * What a newcomer's first training costs: default options and default features, beside CRFsuite with the feature function of the
 * sklearn-crfsuite tutorial.
 */
@NullMarked
package org.espalier.benchmarks.newcomer;

import org.jspecify.annotations.NullMarked;
