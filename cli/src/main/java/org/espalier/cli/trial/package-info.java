/**
 * What is found out by trying: how long a training will take, which of two taggers is faster, which optimiser falls fastest.
 */
@NullMarked
package org.espalier.cli.trial;

import org.jspecify.annotations.NullMarked;
