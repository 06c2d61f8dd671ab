package org.espalier.train.run;

import java.nio.file.Path;

/**
 * How a checkpoint is kept.
 *
 * @param file where to
 * @param every after so many iterations or epochs each
 * @param resume whether to continue from the checkpoint if the file exists
 */
public record CheckpointPlan(Path file, int every, boolean resume) {

    public CheckpointPlan {
        if (every < 1) {
            throw new IllegalArgumentException("a checkpoint every " + every + " iterations; expected at least 1");
        }
    }
}
