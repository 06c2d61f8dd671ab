/**
 * Training: options and data in, a model out.
 *
 * <p>{@link org.espalier.train.Learner} is what tuning and the command line know of any training. {@link org.espalier.train.Trainer} is the
 * learner of conditional random fields and their relatives, {@link org.espalier.train.TrainingOptions} is what it is asked for. A {@link
 * org.espalier.train.TrainingListener} hears {@link org.espalier.train.TrainingProgress} after every iteration and a {@link
 * org.espalier.train.TrainingReport} at the end.
 *
 * <pre>{@code
 * Model model = new Trainer(FeatureSet.text(), TrainingOptions.DEFAULTS.withL2(0.5)).train(data);
 * }</pre>
 *
 * <p>Two rooms do the work. {@code train.corpus} turns sequences into numbers, {@code train.run} learns from them. Both know the types of
 * this package; of this package only the learners know the two rooms.
 *
 * <p>More in {@code docs/training.md}.
 */
@NullMarked
package org.espalier.train;

import org.jspecify.annotations.NullMarked;
