package org.espalier.benchmarks.race;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.espalier.benchmarks.BenchmarkFailure;
import org.espalier.benchmarks.MeasuredProcess;
import org.jspecify.annotations.Nullable;

/**
 * A library of the JVM out of {@code peers.jar} (module {@code benchmarks/peers}), which trains on ready attributes or on
 * columns and says at the end {@code race: passes 10}, {@code race: seconds 93.1} and perhaps {@code race: objective 8930.4}.
 *
 * @param library which one
 * @param jar {@code peers.jar}
 * @param iterations how many
 */
record JvmPeer(Library library, Path jar, int iterations) implements Contestant {
    private static final String MARK = "race: ";

    /** What {@code peers.jar} has. */
    enum Library {
        MALLET(
                "Mallet 2.1.1, L-BFGS on all cores, Gaussian prior of variance 1, ready attributes, observed features; it"
                        + " also learns weights for the first and the last label, so its objective is another"),
        TRIBUO(
                "Tribuo 4.3.2, CRF by AdaGrad one sentence at a time, no penalty, ready attributes, all features; a pass is"
                        + " an epoch"),
        STANFORD("Stanford CoreNLP 4.5.10 CRFClassifier, quasi-Newton, σ = 1, ready attributes, all features"),
        HANLP("HanLP portable-1.8.6, its port of CRF++ on all cores, C = 1, columns and template, all features"),
        OPENNLP("OpenNLP 2.5.11, perceptron with the previous label as an attribute and beam search, ready attributes:"
                + " not a CRF");

        final String description;

        Library(String description) {
            this.description = description;
        }
    }

    @Override
    public String name() {
        return library.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String description() {
        return library.description + "; " + iterations + " iterations";
    }

    @Override
    public boolean isComplete() {
        return false;
    }

    @Override
    public List<String> train(Task task, Path model, Path log) {
        return command("train", task, model, Task.Part.TRAIN, iterations);
    }

    @Override
    public List<String> tag(Task task, Path model, Task.Part part) {
        return command("tag", task, model, part, 0);
    }

    private List<String> command(String verb, Task task, Path model, Task.Part part, int count) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseParallelGC",
                "-XX:MaxRAMPercentage=75",
                "-jar",
                jar.toString(),
                name(),
                verb,
                task.folder().toString(),
                part.fileName(),
                model.toString(),
                String.valueOf(count));
    }

    @Override
    public TrainingFigures figures(Path log, double wallSeconds) throws IOException {
        Map<String, Double> said = new TreeMap<>();
        for (String line : Files.readAllLines(MeasuredProcess.withSuffix(log, ".out"), StandardCharsets.UTF_8)) {
            if (line.startsWith(MARK)) {
                String[] words = line.substring(MARK.length()).split(" ", -1);
                said.put(words[0], Double.parseDouble(words[1]));
            }
        }
        Double passes = said.get("passes");
        Double seconds = said.get("seconds");
        @Nullable Double objective = said.get("objective");
        if (passes == null || seconds == null) {
            throw new BenchmarkFailure(log + ".out: the peer did not say its passes and seconds");
        }
        return new TrainingFigures(passes, seconds / passes, objective);
    }
}
