package org.espalier.cli.option;

import java.nio.file.Path;
import org.espalier.train.Trainer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether the state of the training is kept, and gone on from. */
@HelpTopic(Topic.RUNNING)
public final class CheckpointOptions {
    @Option(
            names = "--checkpoint",
            paramLabel = "file",
            description = "Keep the state of the training here, so that it can go on after a crash.")
    @Essential
    @UsedFile(value = UsedFile.Use.WRITTEN, what = "the checkpoint")
    private @Nullable Path checkpoint;

    @Option(
            names = "--checkpoint-every",
            paramLabel = "n",
            description = "Iterations between two checkpoints. Default: ${DEFAULT-VALUE}.")
    private int checkpointEvery = 10;

    @Option(
            names = "--resume",
            description =
                    "Go on from the checkpoint if it is there; the result is the same as without the interruption.")
    @Essential("Go on from the checkpoint if there is one.")
    private boolean resume;

    /**
     * Refuses what does not go together.
     *
     * @param voting whether {@code --voting} is given
     */
    public void check(boolean voting) {
        if (voting && checkpoint != null) {
            throw new IllegalArgumentException(
                    "--voting with --checkpoint: a vote, which is made of all steps since the"
                            + " first, keeps no checkpoints; leave one of the two out");
        }
        if (resume && checkpoint == null) {
            throw new IllegalArgumentException("--resume needs --checkpoint, the file to go on from");
        }
        if (checkpointEvery < 1) {
            throw new IllegalArgumentException("--checkpoint-every is " + checkpointEvery + "; expected at least 1");
        }
    }

    public Trainer apply(Trainer trainer) {
        return checkpoint == null ? trainer : trainer.withCheckpoint(checkpoint, checkpointEvery, resume);
    }
}
