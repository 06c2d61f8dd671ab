package org.espalier.benchmarks.race;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A toolkit in the race: how its commands are called and how its log is read. Every command is a process of its own. */
interface Contestant {

    /** As on the command line and in the table. */
    String name();

    /** What it is and how it was set up, for the notes below the table. */
    String description();

    /** Whether it trains until its own test of convergence; others stop after a few passes and run in one round only. */
    boolean isComplete();

    List<String> train(Task task, Path model, Path log);

    /** A command that prints one line per token, of which the last word is the label; blank lines do not matter. */
    List<String> tag(Task task, Path model, Task.Part part);

    /** The data that its speed of tagging is measured on: slow contestants get the test data only once. */
    default Task.Part speedPart() {
        return isComplete() ? Task.Part.MANY : Task.Part.TEST;
    }

    /** Reads what {@link #train} left behind; {@code log} is the beginning of the names of its files. */
    TrainingFigures figures(Path log, double wallSeconds) throws IOException;

    /**
     * What a training says of itself.
     *
     * @param passes over the training data
     * @param secondsPerPass wall time of one
     * @param objective Σ (log Z − score) + ½λ₂‖θ‖², or null when it minimises something else
     */
    record TrainingFigures(
            double passes, double secondsPerPass, @Nullable Double objective) {}
}
