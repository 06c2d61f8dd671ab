package org.espalier.cli.option;

import java.nio.file.Path;
import org.espalier.morphology.CostTrainer;
import org.espalier.network.NetworkTrainer;
import org.espalier.train.Trainer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether the state of the training is kept, and gone on from. */
@HelpTopic(Topic.RUNNING)
public final class CheckpointOptions {
    @Option(
            names = "--checkpoint",
            paramLabel = "file",
            description = "Save the state of training to this file, so that it can continue after a crash.")
    @Essential
    @UsedFile(value = UsedFile.Use.WRITTEN, what = "the checkpoint")
    private @Nullable Path checkpoint;

    @Option(
            names = "--checkpoint-every",
            paramLabel = "n",
            description = "The number of iterations between checkpoints. Default: ${DEFAULT-VALUE}.")
    private int checkpointEvery = 10;

    @Option(
            names = "--resume",
            description =
                    "Continue from the checkpoint if it exists. The result is the same as without the interruption.")
    @Essential("Continue from the checkpoint if it exists.")
    private boolean resume;

    /**
     * Refuses what does not go together.
     *
     * @param voting whether {@code --voting} is given
     */
    public void check(boolean voting) {
        if (voting && checkpoint != null) {
            throw new IllegalArgumentException(
                    "--voting with --checkpoint: a vote needs all steps since the first, so it cannot be saved in a"
                            + " checkpoint; drop one of the two");
        }
        if (resume && checkpoint == null) {
            throw new IllegalArgumentException("--resume needs --checkpoint, the file to continue from");
        }
        if (checkpointEvery < 1) {
            throw new IllegalArgumentException("--checkpoint-every is " + checkpointEvery + "; expected at least 1");
        }
    }

    public CostTrainer apply(CostTrainer trainer) {
        return checkpoint == null ? trainer : trainer.withCheckpoint(checkpoint, checkpointEvery, resume);
    }

    public NetworkTrainer apply(NetworkTrainer trainer) {
        return checkpoint == null ? trainer : trainer.withCheckpoint(checkpoint, checkpointEvery, resume);
    }

    public Trainer apply(Trainer trainer) {
        return checkpoint == null ? trainer : trainer.withCheckpoint(checkpoint, checkpointEvery, resume);
    }
}
