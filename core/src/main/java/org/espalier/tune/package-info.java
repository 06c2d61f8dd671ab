/**
 * Choosing hyper-parameters: what training leaves open is tried out on data that it has not seen.
 *
 * <p>A {@link org.espalier.tune.Split} says on what is learnt and measured, usually {@link
 * org.espalier.tune.CrossValidation}. A {@link org.espalier.tune.Search} proposes settings of a {@link
 * org.espalier.tune.SearchSpace}: all of a grid, random ones, or many at first and then the better ones with more means. The
 * {@link org.espalier.tune.Tuner} has a fixed team of threads learn and measure, each fold with one thread, so that scores
 * depend on data, options and seed only, and keeps a {@link org.espalier.tune.Journal} from which an interrupted search goes on.
 * A {@link org.espalier.tune.Recipe} makes the trainer of a setting; nothing here learns by itself.
 */
@NullMarked
package org.espalier.tune;

import org.jspecify.annotations.NullMarked;
