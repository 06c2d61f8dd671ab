package org.espalier.benchmarks.race;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.benchmarks.MeasuredProcess;

/**
 * CRFsuite's L-BFGS on ready attributes: the native program, or {@link JcrfsuiteProcess}, which takes the same arguments.
 *
 * @param name in the table
 * @param description for the notes
 * @param program the beginning of the command
 * @param iterations the most, 0 for no limit
 */
record Crfsuite(String name, String description, List<String> program, int iterations) implements Contestant {
    private static final Pattern LOSS = Pattern.compile("Loss: ([-+.\\deE]+)");
    private static final Pattern TRIALS = Pattern.compile("Line search trials: (\\d+)");
    private static final Pattern SECONDS = Pattern.compile("Seconds required for this iteration: ([.\\d]+)");

    Crfsuite {
        program = List.copyOf(program);
    }

    @Override
    public boolean isComplete() {
        return true;
    }

    @Override
    public List<String> train(Task task, Path model, Path log) {
        // c2 is λ₂ / 2.
        List<String> command = new ArrayList<>(program);
        command.addAll(List.of("learn", "-a", "lbfgs", "-p", "c2=0.5"));
        if (task.kind().allFeatures) {
            command.addAll(List.of("-p", "feature.possible_states=1", "-p", "feature.possible_transitions=1"));
        }
        if (iterations > 0) {
            command.addAll(List.of("-p", "max_iterations=" + iterations));
        }
        command.addAll(
                List.of("-m", model.toString(), task.ready(Task.Part.TRAIN).toString()));
        return command;
    }

    @Override
    public List<String> tag(Task task, Path model, Task.Part part) {
        List<String> command = new ArrayList<>(program);
        command.addAll(List.of("tag", "-m", model.toString(), task.ready(part).toString()));
        return command;
    }

    @Override
    public TrainingFigures figures(Path log, double wallSeconds) throws IOException {
        double passes = 0;
        double seconds = 0;
        double objective = Double.NaN;
        for (String line : Files.readAllLines(MeasuredProcess.withSuffix(log, ".out"), StandardCharsets.UTF_8)) {
            Matcher loss = LOSS.matcher(line);
            Matcher trials = TRIALS.matcher(line);
            Matcher iteration = SECONDS.matcher(line);
            if (loss.find()) {
                objective = Double.parseDouble(loss.group(1));
            } else if (trials.find()) {
                passes += Integer.parseInt(trials.group(1));
            } else if (iteration.find()) {
                seconds += Double.parseDouble(iteration.group(1));
            }
        }
        return new TrainingFigures(passes, seconds / passes, objective);
    }
}
