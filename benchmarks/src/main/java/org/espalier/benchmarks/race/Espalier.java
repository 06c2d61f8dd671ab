package org.espalier.benchmarks.race;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.benchmarks.MeasuredProcess;
import org.espalier.benchmarks.TrainingReportFile;

/**
 * Espalier through its command line.
 *
 * @param name in the table
 * @param launcher the program
 * @param threads worker threads, 0 for all cores
 * @param iterations the most, 0 for no limit
 * @param trainOptions further options of {@code train}
 */
record Espalier(String name, Path launcher, int threads, int iterations, List<String> trainOptions)
        implements Contestant {

    Espalier {
        trainOptions = List.copyOf(trainOptions);
    }

    @Override
    public String description() {
        return "Espalier from a column file and a template, "
                + (threads == 0 ? "all cores" : threads + (threads == 1 ? " thread" : " threads"))
                + (trainOptions.isEmpty() ? "" : ", `" + String.join(" ", trainOptions) + "`");
    }

    @Override
    public boolean isComplete() {
        return true;
    }

    @Override
    public List<String> train(Task task, Path model, Path log) {
        List<String> command = new ArrayList<>(List.of(launcher.toString(), "train", "--l2", "1"));
        command.addAll(List.of(
                "--threads", String.valueOf(threads), "--report", report(log).toString()));
        if (task.kind().allFeatures) {
            command.add("--all-features");
        }
        if (iterations > 0) {
            command.addAll(List.of("--max-iterations", String.valueOf(iterations)));
        }
        command.addAll(trainOptions);
        command.addAll(List.of("--template", task.template().toString(), "-o", model.toString()));
        command.add(task.columns(Task.Part.TRAIN).toString());
        return command;
    }

    @Override
    public List<String> tag(Task task, Path model, Task.Part part) {
        return List.of(
                launcher.toString(),
                "tag",
                "-m",
                model.toString(),
                "--threads",
                String.valueOf(threads),
                task.columns(part).toString());
    }

    @Override
    public TrainingFigures figures(Path log, double wallSeconds) throws IOException {
        TrainingReportFile report = TrainingReportFile.read(report(log));
        return new TrainingFigures(report.passes(), report.secondsPerPass(), report.objective());
    }

    private static Path report(Path log) {
        return MeasuredProcess.withSuffix(log, ".json");
    }
}
