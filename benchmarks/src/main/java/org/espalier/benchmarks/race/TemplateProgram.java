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
 * CRF++ or Wapiti: native programs that expand a template and have a weight for every attribute with every label.
 *
 * @param dialect whose arguments and log
 * @param program {@code crf_learn}, beside which {@code crf_test} must be, or {@code wapiti}
 * @param threads for training
 * @param iterations the most, 0 for no limit
 */
record TemplateProgram(Dialect dialect, Path program, int threads, int iterations) implements Contestant {
    private static final Pattern OBJECTIVE = Pattern.compile("obj\\s*=\\s*([-+.\\deE]+)");

    /** The two programs. */
    enum Dialect {
        CRFPP,
        WAPITI
    }

    @Override
    public String name() {
        return dialect == Dialect.CRFPP ? "crfpp" : "wapiti";
    }

    @Override
    public String description() {
        return (dialect == Dialect.CRFPP ? "CRF++ (`-f 1 -c 1" : "Wapiti (`-a l-bfgs --rho1 0 --rho2 1")
                + (dialect == Dialect.CRFPP ? " -p " : " -t ") + threads
                + "`), native, from a column file and a template; all features. Time per pass is the wall time of the"
                + " training divided by the iterations";
    }

    @Override
    public boolean isComplete() {
        return iterations == 0;
    }

    @Override
    public List<String> train(Task task, Path model, Path log) {
        List<String> command = new ArrayList<>();
        command.add(program.toString());
        String data = task.columns(Task.Part.TRAIN).toString();
        String template = task.template().toString();
        String most = String.valueOf(iterations);
        if (dialect == Dialect.CRFPP) {
            command.addAll(List.of("-f", "1", "-c", "1.0", "-p", String.valueOf(threads)));
            command.addAll(iterations > 0 ? List.of("-m", most) : List.of());
            command.addAll(List.of(template, data, model.toString()));
        } else {
            command.addAll(List.of("train", "-a", "l-bfgs", "--rho1", "0", "--rho2", "1"));
            command.addAll(List.of("-t", String.valueOf(threads)));
            command.addAll(iterations > 0 ? List.of("-i", most) : List.of());
            command.addAll(List.of("-p", template, data, model.toString()));
        }
        return command;
    }

    @Override
    public List<String> tag(Task task, Path model, Task.Part part) {
        String input = task.columns(part).toString();
        return dialect == Dialect.CRFPP
                ? List.of(program.resolveSibling("crf_test").toString(), "-m", model.toString(), input)
                : List.of(program.toString(), "label", "-m", model.toString(), input);
    }

    @Override
    public TrainingFigures figures(Path log, double wallSeconds) throws IOException {
        double objective = Double.NaN;
        int passes = 0;
        for (String suffix : List.of(".out", ".err")) {
            for (String line : Files.readAllLines(MeasuredProcess.withSuffix(log, suffix), StandardCharsets.UTF_8)) {
                Matcher matcher = OBJECTIVE.matcher(line);
                if (matcher.find()) {
                    objective = Double.parseDouble(matcher.group(1));
                    passes++;
                }
            }
        }
        return new TrainingFigures(passes, wallSeconds / passes, objective);
    }
}
