package org.espalier.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.espalier.data.Json;

/**
 * What {@code espalier train --report} says.
 *
 * @param passes over the training data
 * @param seconds of the optimiser, all passes together
 * @param warmSecondsPerPass of the second half of the iterations, when the JIT compiler has done its work
 */
public record TrainingReportFile(
        double passes, double seconds, double warmSecondsPerPass, double objective, long features) {

    public static TrainingReportFile read(Path file) throws IOException {
        if (!(Json.parse(Files.readString(file)) instanceof Map<?, ?> figures)) {
            throw new BenchmarkFailure(file + ": not a JSON object");
        }
        // An epoch of a stochastic method is a pass without being an evaluation, where the report counts them apart.
        String passes = figures.containsKey("passes") ? "passes" : "evaluations";
        return new TrainingReportFile(
                number(figures, passes, file),
                number(figures, "seconds", file),
                warm(figures, file),
                number(figures, "objective", file),
                (long) number(figures, "features", file));
    }

    public double secondsPerPass() {
        return seconds / passes;
    }

    private static double warm(Map<?, ?> figures, Path file) {
        if (figures.get("history") instanceof List<?> history
                && history.size() >= 2
                && history.get(history.size() / 2 - 1) instanceof Map<?, ?> middle
                && history.get(history.size() - 1) instanceof Map<?, ?> last) {
            return (number(last, "seconds", file) - number(middle, "seconds", file))
                    / (number(last, "evaluations", file) - number(middle, "evaluations", file));
        }
        return Double.NaN;
    }

    private static double number(Map<?, ?> figures, String key, Path file) {
        if (figures.get(key) instanceof Number number) {
            return number.doubleValue();
        }
        throw new BenchmarkFailure(file + ": no number '" + key + "'");
    }
}
