package org.espalier.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.espalier.data.Json;

/**
 * What {@code espalier train --report} says.
 *
 * @param passes over the training data
 */
public record TrainingReportFile(double passes, double secondsPerPass, double objective, long features) {

    public static TrainingReportFile read(Path file) throws IOException {
        if (!(Json.parse(Files.readString(file)) instanceof Map<?, ?> figures)) {
            throw new BenchmarkFailure(file + ": not a JSON object");
        }
        // An epoch of a stochastic method is a pass without being an evaluation, where the report counts them apart.
        String passes = figures.containsKey("passes") ? "passes" : "evaluations";
        String perPass = figures.containsKey("secondsPerPass") ? "secondsPerPass" : "secondsPerEvaluation";
        return new TrainingReportFile(
                number(figures, passes, file),
                number(figures, perPass, file),
                number(figures, "objective", file),
                (long) number(figures, "features", file));
    }

    private static double number(Map<?, ?> figures, String key, Path file) {
        if (figures.get(key) instanceof Number number) {
            return number.doubleValue();
        }
        throw new BenchmarkFailure(file + ": no number '" + key + "'");
    }
}
